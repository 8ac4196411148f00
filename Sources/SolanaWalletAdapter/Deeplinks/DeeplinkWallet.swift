public import Deeplinks
internal import Salt
public import SolanaTransactions

/// A wallet that is asked by links and answers by links, in the protocol that Phantom made and others speak
/// (<https://docs.phantom.com/phantom-deeplinks>).
///
/// Everything but `connect` and `browse` is sealed with X25519, XSalsa20 and Poly1305 under fresh nonces of 24 bytes. Another wallet of the
/// kind takes as much as the ones here:
///
/// ```swift
/// struct GlowWallet: DeeplinkWallet {
///     static let options = DeeplinkWalletOptions(
///         identifier: "glow", name: "Glow", host: "glow.app", keyParameter: "glow_encryption_public_key")
///     let context: DeeplinkContext
/// }
/// ```
public protocol DeeplinkWallet: Wallet where Connection == DeeplinkConnection {
    /// What this wallet's links have of their own.
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
