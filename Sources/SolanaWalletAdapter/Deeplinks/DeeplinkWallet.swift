public import Deeplinks
internal import Salt
public import SolanaTransactions

/// A wallet with links for requests and answers, in the protocol that Phantom made and others speak
/// (<https://docs.phantom.com/phantom-deeplinks>).
///
/// Everything but `connect` and `browse` is sealed with X25519, XSalsa20 and Poly1305 under fresh nonces of 24 bytes. Another wallet of
/// this kind takes as little code as the ones here:
///
/// ```swift
/// struct GlowWallet: DeeplinkWallet {
///     static let options = DeeplinkWalletOptions(
///         identifier: "glow", name: "Glow", host: "glow.app", keyParameter: "glow_encryption_public_key")
///     let context: DeeplinkContext
/// }
/// ```
public protocol DeeplinkWallet: Wallet where Connection == DeeplinkConnection {
    /// The parts of its links that are this wallet's own.
    static var options: DeeplinkWalletOptions { get }

    var context: DeeplinkContext { get }
}

extension DeeplinkWallet {
    public var identifier: String { Self.options.identifier }
    public var name: String { Self.options.name }
    public var app: AppIdentity { context.app }
    public var cluster: Cluster { context.cluster }

    public func connect() async throws(WalletAdapterError) -> DeeplinkConnection {
        try await conversation.connect(app: app, cluster: cluster)
    }

    public func disconnect(_ connection: DeeplinkConnection) async throws(WalletAdapterError) {
        try await conversation.disconnect(connection)
    }

    public func signTransaction(
        _ transaction: Transaction, over connection: DeeplinkConnection
    ) async throws(WalletAdapterError) -> Transaction {
        try SignedTransaction.checkSigner(connection.publicKey, of: transaction)
        let answer = try await conversation.ask(.signTransaction(transaction.encoded()), over: connection)
        guard case .transaction(let bytes) = answer else { throw .reply(.json) }
        return try SignedTransaction.check(bytes, of: transaction, by: connection.publicKey)
    }

    public func signAllTransactions(
        _ transactions: [Transaction], over connection: DeeplinkConnection
    ) async throws(WalletAdapterError) -> [Transaction] {
        guard !transactions.isEmpty else { return [] }
        for transaction in transactions { try SignedTransaction.checkSigner(connection.publicKey, of: transaction) }
        let answer = try await conversation.ask(
            .signAllTransactions(transactions.map { $0.encoded() }), over: connection)
        guard case .transactions(let list) = answer else { throw .reply(.json) }
        guard list.count == transactions.count else {
            throw .transactionCount(expected: transactions.count, found: list.count)
        }
        var signed: [Transaction] = []
        for (bytes, transaction) in zip(list, transactions) {
            signed.append(try SignedTransaction.check(bytes, of: transaction, by: connection.publicKey))
        }
        return signed
    }

    public func signAndSendTransaction(
        _ transaction: Transaction, options: SendOptions, over connection: DeeplinkConnection
    ) async throws(WalletAdapterError) -> Signature {
        try SignedTransaction.checkSigner(connection.publicKey, of: transaction)
        return try await signature(
            .signAndSendTransaction(transaction.encoded(), options: options), over: connection)
    }

    public func signMessage(
        _ message: [UInt8], display: MessageDisplay, over connection: DeeplinkConnection
    ) async throws(WalletAdapterError) -> Signature {
        let signature = try await signature(.signMessage(message, display: display), over: connection)
        guard SaltSign.verify(signature.bytes, of: message, publicKey: connection.publicKey.bytes) else {
            throw .wrongSignature
        }
        return signature
    }

    public func browse(_ url: String) async throws(WalletAdapterError) {
        try await conversation.browse(url, from: app)
    }

    private func signature(
        _ task: DeeplinkCall.Task, over connection: DeeplinkConnection
    ) async throws(WalletAdapterError) -> Signature {
        guard case .signature(let bytes) = try await conversation.ask(task, over: connection) else {
            throw .reply(.json)
        }
        do throws(CodingError) {
            return try Signature(bytes: bytes)
        } catch {
            throw .transaction(error)
        }
    }

    private var conversation: DeeplinkConversation {
        DeeplinkConversation(options: Self.options, fetcher: context.fetcher)
    }
}

/// The parts of one wallet's deeplinks that are its own; the rest is the same for all (``DeeplinkWallet``).
public struct DeeplinkWalletOptions: Sendable, Hashable {
    /// The wallet's name in stored data; it never changes.
    public let identifier: String
    /// The wallet's name for people.
    public let name: String
    /// The wallet's name for its X25519 key in the answer to `connect`.
    public let keyParameter: String

    let base: DeeplinkBase

    /// A wallet with universal links: `https://HOST/ul/v1/METHOD`.
    public init(identifier: String, name: String, host: String, keyParameter: String) {
        self.identifier = identifier
        self.name = name
        self.keyParameter = keyParameter
        base = .universal(host: host)
    }

    /// A wallet with a scheme: `SCHEME://v1/METHOD`.
    public init(identifier: String, name: String, scheme: String, keyParameter: String) {
        self.identifier = identifier
        self.name = name
        self.keyParameter = keyParameter
        base = .scheme(scheme)
    }
}

/// The parts that an app's deeplink wallets share: the app, the cluster, and the way links go and come.
public struct DeeplinkContext: Sendable {
    public let app: AppIdentity
    public let cluster: Cluster
    public let fetcher: DeeplinkFetcher

    public init(app: AppIdentity, cluster: Cluster, fetcher: DeeplinkFetcher = DeeplinkFetcher()) {
        self.app = app
        self.cluster = cluster
        self.fetcher = fetcher
    }
}

/// Phantom, by its universal links.
public struct PhantomWallet: DeeplinkWallet {
    public static let options = DeeplinkWalletOptions(
        identifier: "phantom", name: "Phantom", host: "phantom.app", keyParameter: "phantom_encryption_public_key")
    public let context: DeeplinkContext

    public init(_ context: DeeplinkContext) { self.context = context }
}

/// Solflare, by its universal links.
public struct SolflareWallet: DeeplinkWallet {
    public static let options = DeeplinkWalletOptions(
        identifier: "solflare", name: "Solflare", host: "solflare.com", keyParameter: "solflare_encryption_public_key")
    public let context: DeeplinkContext

    public init(_ context: DeeplinkContext) { self.context = context }
}

/// Backpack, by its universal links.
public struct BackpackWallet: DeeplinkWallet {
    public static let options = DeeplinkWalletOptions(
        identifier: "backpack", name: "Backpack", host: "backpack.app", keyParameter: "wallet_encryption_public_key")
    public let context: DeeplinkContext

    public init(_ context: DeeplinkContext) { self.context = context }
}

/// Sidekey, by its scheme `sidekey:`.
public struct SidekeyWallet: DeeplinkWallet {
    public static let options = DeeplinkWalletOptions(
        identifier: "sidekey", name: "Sidekey", scheme: "sidekey", keyParameter: "sidekey_encryption_public_key")
    public let context: DeeplinkContext

    public init(_ context: DeeplinkContext) { self.context = context }
}
