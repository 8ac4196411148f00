internal import Deeplinks
public import Salt
public import SolanaTransactions
internal import Synchronization

/// The agreement of a deeplink wallet and an app: the app's X25519 key, the wallet's, the account, and the session's token.
///
/// Copies share the memory of used nonces. The stored form:
///
/// ```
/// +-----------+------------------+---------------+------------+-----------------------+
/// | version 1 | app's secret 32  | wallet key 32 | account 32 | session, UTF-8 to end |
/// +-----------+------------------+---------------+------------+-----------------------+
/// ```
public struct DeeplinkConnection: WalletConnection {
    public let publicKey: PublicKey

    /// The app's key, which names it to the wallet.
    let appKey: DeeplinkKey
    let walletKey: DeeplinkKey
    let box: DeeplinkBox
    let nonces = NonceLedger()
    private let secretKey: StoredSecret
    private let session: StoredSecret

    private static let version: UInt8 = 1
    private static let headCount = 1 + 3 * 32

    /// - Throws: `weakKey`.
    init(
        secretKey: StoredSecret, walletKey: DeeplinkKey, publicKey: PublicKey, session: StoredSecret
    ) throws(WalletAdapterError) {
        do throws(SaltError) {
            appKey = try DeeplinkKey(bytes: SaltScalarMult.base(scalar: secretKey.bytes))
            box = try DeeplinkBox(theirKey: walletKey, secretKey: secretKey.bytes)
        } catch {
            throw .weakKey
        }
        self.secretKey = secretKey
        self.walletKey = walletKey
        self.publicKey = publicKey
        self.session = session
    }

    /// The session's token as a request carries it: a text that lasts only while the request is being sealed.
    var token: String { session.bytes.withBytes { String(decoding: $0, as: UTF8.self) } }

    public init?(decoding secret: borrowing SecretBytes) {
        guard secret.count > Self.headCount, secret.count <= Self.headCount + DeeplinkCall.maximumSessionBytes,
            secret.withBytes({ $0[0] }) == Self.version,
            let walletKey = try? DeeplinkKey(bytes: secret.slice(33..<65).disclosed()),
            let publicKey = try? PublicKey(bytes: secret.slice(65..<97).disclosed())
        else { return nil }
        let session = StoredSecret(secret.slice(Self.headCount..<secret.count))
        try? self.init(
            secretKey: StoredSecret(secret.slice(1..<33)), walletKey: walletKey, publicKey: publicKey, session: session)
    }

    public func encoded() -> StoredSecret {
        let count = Self.headCount + session.bytes.count
        return StoredSecret(
            SecretBytes(count: count) { output in
                output[0] = Self.version
                secretKey.bytes.withBytes { Self.place($0, in: output, at: 1) }
                walletKey.bytes.withUnsafeBytes { Self.place($0, in: output, at: 33) }
                publicKey.withUnsafeBytes { Self.place($0, in: output, at: 65) }
                session.bytes.withBytes { Self.place($0, in: output, at: Self.headCount) }
            })
    }

    private static func place(
        _ bytes: UnsafeRawBufferPointer, in output: UnsafeMutableRawBufferPointer, at offset: Int
    ) {
        UnsafeMutableRawBufferPointer(rebasing: output[offset..<offset + bytes.count]).copyMemory(from: bytes)
    }
}

/// The nonces that were used under one key, in either direction: each is valid once.
///
/// The key is the same both ways. Without its own nonces in here, an app would accept its own request, sent back, as an answer.
final class NonceLedger: Sendable {
    /// The number of nonces that are remembered; a user answers each of them.
    private static let limit = 16_384

    private struct State {
        var known: Set<Nonce> = []
        var order: [Nonce] = []
    }

    private let state = Mutex(State())

    /// Notes a nonce; false if it was used before.
    func use(_ nonce: Nonce) -> Bool {
        state.withLock { state in
            guard state.known.insert(nonce).inserted else { return false }
            state.order.append(nonce)
            if state.order.count > Self.limit { state.known.remove(state.order.removeFirst()) }
            return true
        }
    }
}
