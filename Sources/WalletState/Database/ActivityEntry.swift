import FoundationEssentials
import GRDB
import Salt

/// One line of the activity log.
///
/// Each entry's hash covers the hash before it, so that a line that was changed or taken out from the middle shows:
///
/// ```
/// hash = SHA-256( previous hash (32 bytes; zeros for the first)
///                 | sequence (u64) | time (i64, ms) | kind | request | origin | method | account | detail )
/// a text is its length (u32) and its UTF-8 bytes; an absent one is the length ff ff ff ff; numbers are little endian
/// ```
///
/// The chain has no key: who can write to the file can write a whole new chain. Its end is sealed under one (`ActivitySeal`).
public struct ActivityEntry: Sendable, Hashable {
    /// What happened. Append-only.
    public enum Kind: String, Sendable {
        /// Its detail is what the review said (`RequestReview.outcome`).
        case queued
        /// A new look before the signature said more; its detail is as that of `queued`.
        case reviewed
        /// Its detail is the surface that decided, and so is that of `rejected`.
        case approved
        /// Its detail is the signatures in base58, where they didn't go to a node by the wallet.
        case answered
        case rejected
        case expired
        case cancelled
        case interrupted
        case granted
        case revoked
        case walletCreated = "wallet-created"
        case unlocked
        case locked
        case wrongPassphrase = "wrong-passphrase"
        case policyChanged = "policy-changed"
        case recordsReset = "records-reset"
        /// The first line of a log whose predecessor was lost. Its detail is the name of the database that was set aside.
        case databaseLost = "database-lost"
        case vaultChanged = "vault-changed"
        case passkeyAdded = "passkey-added"
        case passkeyRemoved = "passkey-removed"
        case phraseShown = "phrase-shown"
        case offchainSigned = "offchain-signed"
        /// A node has the transaction, or may have. Its detail is the signature and the cluster, a blank between them, and so is that of the four below;
        /// lines of before this had clusters have the signature alone.
        case sent
        case confirmed
        case failed
        /// It was sent, and can't be executed any more.
        case unconfirmed
        case outcomeUnknown = "outcome-unknown"
        case contactAdded = "contact-added"
        case contactChanged = "contact-changed"
        case contactRemoved = "contact-removed"
    }

    public var sequence: Int64 = 0
    public var time: Int64 = 0
    public let kind: Kind.RawValue
    public let request: String?
    public let origin: String?
    public let method: String?
    public let account: String?
    public let detail: String?
    /// The line's own, 32 bytes; empty before it is written.
    public internal(set) var hash: [UInt8] = []

    public init(
        _ kind: Kind, request: String? = nil, origin: String? = nil, method: String? = nil, account: String? = nil,
        detail: String? = nil
    ) {
        self.kind = kind.rawValue
        self.request = request
        self.origin = origin
        self.method = method
        self.account = account
        self.detail = detail
    }

    /// - Throws: where a column holds what the agent never wrote: GRDB's subscripts would end the process there.
    init(row: Row) throws {
        sequence = try row.decode(forColumn: "sequence")
        time = try row.decode(forColumn: "time")
        kind = try row.decode(forColumn: "kind")
        request = try row.decode(forColumn: "request")
        origin = try row.decode(forColumn: "origin")
        method = try row.decode(forColumn: "method")
        account = try row.decode(forColumn: "account")
        detail = try row.decode(forColumn: "detail")
        hash = Array(try row.decode(Data.self, forColumn: "hash"))
    }

    func hash(after previous: [UInt8]) -> [UInt8] {
        var encoding = previous
        func append(_ number: UInt64) {
            withUnsafeBytes(of: number.littleEndian) { encoding.append(contentsOf: $0) }
        }
        func append(_ text: String?) {
            let count = text.map { UInt32(truncatingIfNeeded: $0.utf8.count) } ?? .max
            withUnsafeBytes(of: count.littleEndian) { encoding.append(contentsOf: $0) }
            if let text { encoding.append(contentsOf: text.utf8) }
        }
        append(UInt64(bitPattern: sequence))
        append(UInt64(bitPattern: time))
        for text in [kind, request, origin, method, account, detail] { append(text) }
        return SaltHash.sha256(encoding)
    }
}
