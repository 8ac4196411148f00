/// The wallets that an app is connected to, several at once; the app finds them again after a restart.
///
/// ```swift
/// let manager = WalletConnectionManager(storage: SecretServiceStorage(application: "org.example.App"))
/// try await manager.recover(from: [SidekeyWallet(context), PhantomWallet(context)])
/// let wallet = if let known = await manager.connected.first { known } else { try await manager.connect(SidekeyWallet(context)) }
/// let signed = try await wallet.signTransaction(transaction)
/// ```
public actor WalletConnectionManager {
    /// The result of reading a storage.
    public struct Recovery: Sendable {
        /// The wallets that are connected again.
        public let connected: [ConnectedWallet]
        /// The entries that belong to none of these wallets, such as another cluster's, or that can't be read. They stay in the storage.
        public let unclaimed: [StorageKey]
    }

    private let storage: any SecureStorage
    private var wallets: [ConnectedWallet] = []

    public init(storage: any SecureStorage) {
        self.storage = storage
    }

    /// The connected wallets, the latest last.
    public var connected: [ConnectedWallet] { wallets }

    /// Connects to a wallet and stores the connection, in place of an older one with the same account.
    ///
    /// The storage is checked first: if it is locked or missing, the wallet's user isn't asked in vain.
    ///
    /// - Throws: The errors of the wallet's `connect()`, `storage`.
    @discardableResult
    public func connect(_ wallet: some Wallet) async throws(WalletAdapterError) -> ConnectedWallet {
        _ = try await Self.storing { [storage] () throws(SecureStorageError) in try await storage.retrieveAll() }
        let connected = ConnectedWallet(wallet, over: try await wallet.connect())
        try await Self.storing { [storage] () throws(SecureStorageError) in
            try await storage.store(connected.encoded(), for: connected.key)
        }
        keep(connected)
        return connected
    }

    /// Forgets a connection here and tells its wallet.
    ///
    /// The connection is forgotten even if the wallet can't be told. The wallet's error then means that the wallet doesn't know; its user
    /// can end the connection there.
    ///
    /// - Throws: `notConnected`; `storage` if it couldn't be removed and is still connected; the errors of the wallet's `disconnect(_:)`.
    public func disconnect(_ connected: ConnectedWallet) async throws(WalletAdapterError) {
        guard wallets.contains(connected) else { throw .notConnected }
        try await Self.storing { [storage] () throws(SecureStorageError) in try await storage.clear(connected.key) }
        wallets.removeAll { $0 == connected }
        try await connected.disconnect()
    }

    /// Finds the connections to these wallets that an earlier run of the app has stored. No wallet is asked anything.
    ///
    /// A connection that was ended at the wallet meanwhile is found too; its next request is refused with 4100.
    ///
    /// - Throws: `storage`.
    @discardableResult
    public func recover(from candidates: [any Wallet]) async throws(WalletAdapterError) -> Recovery {
        let stored = try await Self.storing { [storage] () throws(SecureStorageError) in try await storage.retrieveAll()
        }
        var (found, unclaimed): ([ConnectedWallet], [StorageKey]) = ([], [])
        for (key, secret) in stored.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
            // A secret under another's name isn't accepted as that one: its content determines its name.
            let match = candidates.lazy.compactMap { ConnectedWallet.recover($0, from: secret) }.first { $0.key == key }
            if let match {
                found.append(match)
            } else {
                unclaimed.append(key)
            }
        }
        for connected in found where !wallets.contains(connected) { wallets.append(connected) }
        return Recovery(connected: found, unclaimed: unclaimed)
    }

    private func keep(_ connected: ConnectedWallet) {
        wallets.removeAll { $0 == connected }
        wallets.append(connected)
    }

    private static func storing<Value: Sendable>(
        _ body: @Sendable () async throws(SecureStorageError) -> Value
    ) async throws(WalletAdapterError) -> Value {
        do throws(SecureStorageError) {
            return try await body()
        } catch {
            throw .storage(error)
        }
    }
}
