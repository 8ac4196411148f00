public import Deeplinks
public import Salt
public import SolanaTransactions
internal import Synchronization

/// A wallet in the app's own process, for tests of apps: its key is real, and it does as it is told.
///
/// ```swift
/// let wallet = InMemoryWallet(app: app, cluster: .devnet)
/// let connection = try await wallet.connect()
/// wallet.answers(.refused(.userRejected))                  // from now on its user says no
/// ```
///
/// Copies share one key, one behaviour and one record of requests.
public struct InMemoryWallet: Wallet {
    /// A request to the wallet.
    public enum Request: Sendable, Hashable {
        case connect
        case disconnect
        case signTransaction(Transaction)
        case signAllTransactions([Transaction])
        case signAndSendTransaction(Transaction)
        case signMessage([UInt8])
        case browse(String)
    }

    /// Sends a signed transaction and returns its signature, as a node does.
    public typealias Sending = @Sendable (Transaction) async throws(WalletAdapterError) -> Signature

    public let app: AppIdentity
    public let cluster: Cluster
    public var identifier: String { "memory" }
    public var name: String { "In-memory wallet" }
    /// The wallet's account.
    public var publicKey: PublicKey { key.publicKey }

    private let key: InMemoryKey
    private let behaviour = InMemoryBehaviour()
    private let send: Sending?

    /// Makes a wallet with a key drawn at random.
    ///
    /// - Parameter send: The action of ``signAndSendTransaction(_:options:over:)`` on the signed transaction; without it, that throws
    ///   `unsupported`.
    public init(app: AppIdentity, cluster: Cluster, send: Sending? = nil) {
        self.init(app: app, cluster: cluster, key: .random(), send: send)
    }

    /// Makes a wallet with the key of a seed.
    ///
    /// - Throws: `SaltError` if the seed isn't 32 bytes.
    public init(
        app: AppIdentity, cluster: Cluster, seed: borrowing SecretBytes, send: Sending? = nil
    ) throws(SaltError) {
        self.init(app: app, cluster: cluster, key: try InMemoryKey(seed: seed), send: send)
    }

    private init(app: AppIdentity, cluster: Cluster, key: InMemoryKey, send: Sending?) {
        self.app = app
        self.cluster = cluster
        self.key = key
        self.send = send
    }

    /// Has the wallet answer everything with an error from now on; nil has it agree again.
    public func answers(_ error: WalletAdapterError?) { behaviour.answer(error) }

    /// The requests so far, refused or not.
    public var requests: [Request] { behaviour.requests }

    public func connect() async throws(WalletAdapterError) -> InMemoryConnection {
        try behaviour.note(.connect)
        return InMemoryConnection(publicKey: publicKey)
    }

    public func disconnect(_ connection: InMemoryConnection) async throws(WalletAdapterError) {
        try behaviour.note(.disconnect)
    }

    public func signTransaction(
        _ transaction: Transaction, over connection: InMemoryConnection
    ) async throws(WalletAdapterError) -> Transaction {
        try behaviour.note(.signTransaction(transaction))
        return try key.sign(transaction, for: connection)
    }

    public func signAllTransactions(
        _ transactions: [Transaction], over connection: InMemoryConnection
    ) async throws(WalletAdapterError) -> [Transaction] {
        try behaviour.note(.signAllTransactions(transactions))
        var signed: [Transaction] = []
        for transaction in transactions { signed.append(try key.sign(transaction, for: connection)) }
        return signed
    }

    public func signAndSendTransaction(
        _ transaction: Transaction, options: SendOptions, over connection: InMemoryConnection
    ) async throws(WalletAdapterError) -> Signature {
        try behaviour.note(.signAndSendTransaction(transaction))
        guard let send else { throw .unsupported }
        return try await send(try key.sign(transaction, for: connection))
    }

    public func signMessage(
        _ message: [UInt8], display: MessageDisplay, over connection: InMemoryConnection
    ) async throws(WalletAdapterError) -> Signature {
        try behaviour.note(.signMessage(message))
        return try key.sign(message, for: connection)
    }

    public func browse(_ url: String) async throws(WalletAdapterError) {
        try behaviour.note(.browse(url))
    }
}

/// A connection to an ``InMemoryWallet``: its account, and no secret.
public struct InMemoryConnection: WalletConnection, Hashable {
    public let publicKey: PublicKey

    public init(publicKey: PublicKey) { self.publicKey = publicKey }

    public init?(decoding secret: borrowing SecretBytes) {
        guard let publicKey = try? PublicKey(bytes: secret.disclosed()) else { return nil }
        self.publicKey = publicKey
    }

    public func encoded() -> StoredSecret {
        StoredSecret(SecretBytes(copying: publicKey.bytes))
    }
}

/// The prescribed answer of an ``InMemoryWallet``, and its record of requests.
final class InMemoryBehaviour: Sendable {
    private struct State {
        var answer: WalletAdapterError?
        var requests: [InMemoryWallet.Request] = []
    }

    private let state = Mutex(State())

    var requests: [InMemoryWallet.Request] { state.withLock(\.requests) }

    func answer(_ error: WalletAdapterError?) {
        state.withLock { $0.answer = error }
    }

    /// - Throws: The prescribed answer of the wallet.
    func note(_ request: InMemoryWallet.Request) throws(WalletAdapterError) {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answer
        }
        if let answer { throw answer }
    }
}

/// The Ed25519 key of an ``InMemoryWallet``.
final class InMemoryKey: Sendable {
    let publicKey: PublicKey
    private let secretKey: SecretBytes

    /// - Throws: `SaltError.wrongCount`.
    init(seed: borrowing SecretBytes) throws(SaltError) {
        let pair = try SaltSign.KeyPair(seed: seed)
        secretKey = pair.secretKey.clone()
        // Every public key has the length of one.
        publicKey = (try? PublicKey(bytes: pair.publicKey)) ?? PublicKey()
    }

    static func random() -> InMemoryKey {
        while true {
            // A seed of this length is never refused.
            if let key = try? InMemoryKey(seed: SecretBytes.random(count: SaltSign.seedCount)) { return key }
        }
    }

    /// - Throws: `refused` if the connection is another wallet's.
    func sign(_ message: [UInt8], for connection: InMemoryConnection) throws(WalletAdapterError) -> Signature {
        guard connection.publicKey == publicKey else { throw .refused(.unauthorized) }
        guard let bytes = try? SaltSign.sign(message, secretKey: secretKey),
            let signature = try? Signature(bytes: bytes)
        else { throw .wrongSignature }
        return signature
    }

    func sign(
        _ transaction: Transaction, for connection: InMemoryConnection
    ) throws(WalletAdapterError) -> Transaction {
        let signature = try sign(transaction.messageBytes, for: connection)
        do throws(NotASignerError) {
            return try transaction.placing(signature, for: publicKey)
        } catch {
            throw .notASigner
        }
    }
}
