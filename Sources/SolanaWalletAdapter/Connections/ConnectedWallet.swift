public import Deeplinks
public import SolanaTransactions

/// A wallet of any kind with its connection, for an app to keep, show and ask.
///
/// Two are equal if wallet, app, cluster and account are.
public struct ConnectedWallet: Sendable {
    /// The connection's name in a storage.
    public let key: StorageKey
    /// The wallet's name in stored data.
    public let identifier: String
    /// The wallet's name for people.
    public let name: String
    public let app: AppIdentity
    public let cluster: Cluster
    /// The connected account.
    public let publicKey: PublicKey

    private let bond: any Bond

    init<Kind: Wallet>(_ wallet: Kind, over connection: Kind.Connection) {
        key = StorageKey(
            wallet: wallet.identifier, app: wallet.app, cluster: wallet.cluster, publicKey: connection.publicKey)
        (identifier, name) = (wallet.identifier, wallet.name)
        (app, cluster, publicKey) = (wallet.app, wallet.cluster, connection.publicKey)
        bond = WalletBond(wallet: wallet, connection: connection)
    }

    /// A connection as it was stored; nil if this wallet has no such connections.
    static func recover<Kind: Wallet>(_ wallet: Kind, from secret: StoredSecret) -> ConnectedWallet? {
        Kind.Connection(decoding: secret.bytes).map { ConnectedWallet(wallet, over: $0) }
    }

    func encoded() -> StoredSecret { bond.encoded() }

    func disconnect() async throws(WalletAdapterError) { try await bond.disconnect() }

    /// See ``Wallet/signTransaction(_:over:)``.
    public func signTransaction(_ transaction: Transaction) async throws(WalletAdapterError) -> Transaction {
        try await bond.signTransaction(transaction)
    }

    /// See ``Wallet/signAllTransactions(_:over:)``.
    public func signAllTransactions(_ transactions: [Transaction]) async throws(WalletAdapterError) -> [Transaction] {
        try await bond.signAllTransactions(transactions)
    }

    /// See ``Wallet/signAndSendTransaction(_:options:over:)``.
    public func signAndSendTransaction(
        _ transaction: Transaction, options: SendOptions = SendOptions()
    ) async throws(WalletAdapterError) -> Signature {
        try await bond.signAndSendTransaction(transaction, options: options)
    }

    /// See ``Wallet/signMessage(_:display:over:)``.
    public func signMessage(
        _ message: [UInt8], display: MessageDisplay = .utf8
    ) async throws(WalletAdapterError) -> Signature {
        try await bond.signMessage(message, display: display)
    }

    /// See ``Wallet/browse(_:)``.
    public func browse(_ url: String) async throws(WalletAdapterError) { try await bond.browse(url) }
}

extension ConnectedWallet: Hashable {
    public static func == (left: ConnectedWallet, right: ConnectedWallet) -> Bool { left.key == right.key }

    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A wallet together with a connection of its own kind, whatever kind that is.
protocol Bond: Sendable {
    func encoded() -> StoredSecret
    func disconnect() async throws(WalletAdapterError)
    func signTransaction(_ transaction: Transaction) async throws(WalletAdapterError) -> Transaction
    func signAllTransactions(_ transactions: [Transaction]) async throws(WalletAdapterError) -> [Transaction]
    func signAndSendTransaction(
        _ transaction: Transaction, options: SendOptions
    ) async throws(WalletAdapterError) -> Signature
    func signMessage(_ message: [UInt8], display: MessageDisplay) async throws(WalletAdapterError) -> Signature
    func browse(_ url: String) async throws(WalletAdapterError)
}

struct WalletBond<Kind: Wallet>: Bond {
    let wallet: Kind
    let connection: Kind.Connection

    func encoded() -> StoredSecret { connection.encoded() }

    func disconnect() async throws(WalletAdapterError) { try await wallet.disconnect(connection) }

    func signTransaction(_ transaction: Transaction) async throws(WalletAdapterError) -> Transaction {
        try await wallet.signTransaction(transaction, over: connection)
    }

    func signAllTransactions(_ transactions: [Transaction]) async throws(WalletAdapterError) -> [Transaction] {
        try await wallet.signAllTransactions(transactions, over: connection)
    }

    func signAndSendTransaction(
        _ transaction: Transaction, options: SendOptions
    ) async throws(WalletAdapterError) -> Signature {
        try await wallet.signAndSendTransaction(transaction, options: options, over: connection)
    }

    func signMessage(_ message: [UInt8], display: MessageDisplay) async throws(WalletAdapterError) -> Signature {
        try await wallet.signMessage(message, display: display, over: connection)
    }

    func browse(_ url: String) async throws(WalletAdapterError) { try await wallet.browse(url) }
}
