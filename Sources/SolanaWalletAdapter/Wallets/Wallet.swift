public import Deeplinks
public import Salt
public import SolanaTransactions

/// A wallet that an app can ask: it holds the keys, and its user decides.
///
/// A wallet is a value without state. The agreement with the app is the connection, which the app hands back with each request.
/// ``WalletConnectionManager`` keeps connections over restarts.
///
/// ```swift
/// let connection = try await wallet.connect()
/// let signed = try await wallet.signTransaction(transaction, over: connection)
/// ```
public protocol Wallet<Connection>: Sendable {
    /// The agreement of the wallet and the app.
    associatedtype Connection: WalletConnection

    /// The wallet's name in stored data, such as `phantom`: it never changes.
    var identifier: String { get }
    /// The wallet's name for people.
    var name: String { get }
    /// The app that asks.
    var app: AppIdentity { get }
    /// The cluster of its connections.
    var cluster: Cluster { get }

    /// Asks the wallet's user for an account.
    func connect() async throws(WalletAdapterError) -> Connection

    /// Tells the wallet that the connection isn't used any more.
    func disconnect(_ connection: Connection) async throws(WalletAdapterError)

    /// Has a transaction signed by the connection's account; other signatures stay.
    ///
    /// - Throws: `refused`; `transactionChanged` if the wallet signed another transaction.
    func signTransaction(
        _ transaction: Transaction, over connection: Connection
    ) async throws(WalletAdapterError) -> Transaction

    /// Has several transactions signed, all or none; they come back in their order.
    func signAllTransactions(
        _ transactions: [Transaction], over connection: Connection
    ) async throws(WalletAdapterError) -> [Transaction]

    /// Has a transaction signed and sent by the wallet, which may change it before; returns the signature under which it was sent.
    ///
    /// A sent transaction may still fail: ask a node for the signature's status.
    func signAndSendTransaction(
        _ transaction: Transaction, options: SendOptions, over connection: Connection
    ) async throws(WalletAdapterError) -> Signature

    /// Has a message signed as it is.
    func signMessage(
        _ message: [UInt8], display: MessageDisplay, over connection: Connection
    ) async throws(WalletAdapterError) -> Signature

    /// Opens a page in the wallet's browser; it has no answer.
    func browse(_ url: String) async throws(WalletAdapterError)
}

/// The options for a node that gets the wallet's transaction.
public typealias SendOptions = DeeplinkSendOptions

/// The way the app wants its message shown to the user.
public typealias MessageDisplay = DeeplinkCall.Display

extension Wallet {
    /// Has a transaction signed and sent, with the wallet's own choice of options.
    public func signAndSendTransaction(
        _ transaction: Transaction, over connection: Connection
    ) async throws(WalletAdapterError) -> Signature {
        try await signAndSendTransaction(transaction, options: SendOptions(), over: connection)
    }

    /// Has a text signed as its bytes in UTF-8.
    public func signMessage(_ text: String, over connection: Connection) async throws(WalletAdapterError) -> Signature {
        try await signMessage(Array(text.utf8), display: .utf8, over: connection)
    }
}

/// The agreement of a wallet and an app, which can be stored and read again.
public protocol WalletConnection: Sendable {
    /// The account that the wallet's user chose.
    var publicKey: PublicKey { get }

    /// Reads the output of ``encoded()``; nil if it is anything else.
    init?(decoding secret: borrowing SecretBytes)

    /// Everything that a later run of the app needs, at most ``SecureStorageLimits/secretCount`` bytes.
    func encoded() -> StoredSecret
}

/// Checks a wallet's answer, since the wallet may have signed something else than the app asked for.
enum SignedTransaction {
    /// The requested transaction, with the account's signature from the wallet's answer.
    ///
    /// Only that signature is taken: others that the wallet has lost or replaced stay as they were.
    ///
    /// - Throws: `transaction`, `transactionChanged`, `wrongSignature`, `notASigner`.
    static func check(
        _ bytes: [UInt8], of asked: Transaction, by account: PublicKey
    ) throws(WalletAdapterError) -> Transaction {
        let signed: Transaction
        do throws(CodingError) {
            signed = try Transaction(decoding: bytes)
        } catch {
            throw .transaction(error)
        }
        guard signed.messageBytes == asked.messageBytes else { throw .transactionChanged(signed) }
        guard let index = asked.requiredSigners.firstIndex(of: account) else { throw .notASigner }
        let signature = signed.signatures[index]
        guard SaltSign.verify(signature.bytes, of: asked.messageBytes, publicKey: account.bytes) else {
            throw .wrongSignature
        }
        do throws(NotASignerError) {
            return try asked.placing(signature, for: account)
        } catch {
            throw .notASigner
        }
    }

    /// - Throws: `notASigner`, before any wallet is asked.
    static func checkSigner(_ account: PublicKey, of transaction: Transaction) throws(WalletAdapterError) {
        guard transaction.requiredSigners.contains(account) else { throw .notASigner }
    }
}
