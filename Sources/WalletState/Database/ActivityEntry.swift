import FoundationEssentials
import GRDB
import Salt

/// One line of the activity log.
///
/// Each entry's hash covers the previous hash, which reveals a line that was changed or removed from the middle:
///
/// ```
/// hash = SHA-256( previous hash (32 bytes; zeros for the first)
///                 | sequence (u64) | time (i64, ms) | kind | request | origin | method | account | detail )
/// a text is its length (u32) and its UTF-8 bytes; an absent one is the length ff ff ff ff; numbers are little endian
/// ```
///
/// The chain has no key: anyone who can write to the file can write a whole new chain. `ActivitySeal` seals its end under a key.
public struct ActivityEntry: Sendable, Hashable {
    /// The kind of event. Append-only.
    public enum Kind: String, Sendable {
        /// Its detail is the review's outcome (`RequestReview.outcome`).
        case queued
        /// A second review before the signature found more; its detail has the form of that of `queued`.
        case reviewed
        /// Its detail is the surface that decided; the same holds for `rejected`.
        case approved
        /// Its detail is the signatures in base58, if the wallet didn't send them to a node.
        case answered
        case rejected
        case expired
        case cancelled
        case interrupted
        case granted
        case revoked
        case walletCreated = "wallet-created"
        /// Its detail is what opened the wallet, in the words of `openings.list`: the kind, and an identifier if it has one.
        case unlocked
        case locked
        case wrongPassphrase = "wrong-passphrase"
        /// A proof for one approval. Its detail is that of `unlocked`.
        case proven
        case policyChanged = "policy-changed"
        case recordsReset = "records-reset"
        /// The first line of a log whose predecessor was lost. Its detail is the name of the database that was set aside.
        case databaseLost = "database-lost"
        case vaultChanged = "vault-changed"
        case passkeyAdded = "passkey-added"
        case passkeyRemoved = "passkey-removed"
        case securityKeyAdded = "security-key-added"
        case securityKeyRemoved = "security-key-removed"
        case tpmAdded = "tpm-added"
        case tpmRemoved = "tpm-removed"
        /// From now on a finger opens the wallet again behind its passphrase; the next: no more.
        case fingerprintOn = "fingerprint-on"
        case fingerprintOff = "fingerprint-off"
        case phraseShown = "phrase-shown"
        /// The user typed words of every phrase, and they were right.
        case phraseProven = "phrase-proven"
        case offchainSigned = "offchain-signed"
        /// A node has the transaction, or may have it. Its detail is the signature and the cluster, separated by a space; the four cases below have
        /// the same detail. Lines from before clusters were recorded contain only the signature.
        case sent
        case confirmed
        case failed
        /// The transaction was sent and can no longer be executed.
        case unconfirmed
        case outcomeUnknown = "outcome-unknown"
        case contactAdded = "contact-added"
        case contactChanged = "contact-changed"
        case contactRemoved = "contact-removed"
        /// A list of bad sites. Its detail is the list's name; the same holds for the next.
        case listAdded = "list-added"
        case listRemoved = "list-removed"
        /// Its detail is the address; so is that of the two below.
        case watchAdded = "watch-added"
        case watchChanged = "watch-changed"
        case watchRemoved = "watch-removed"
    }

    public var sequence: Int64 = 0
    public var time: Int64 = 0
    public let kind: Kind.RawValue
    public let request: String?
    public let origin: String?
    public let method: String?
    public let account: String?
    public let detail: String?
    /// The line's own hash, 32 bytes; empty before it is written.
    public internal(set) var hash: [UInt8] = []

    public init(
        _ kind: Kind, request: String? = nil, origin: String? = nil, method: String? = nil, account: String? = nil,
        detail: String? = nil
    ) {
        self.init(
            kind: kind.rawValue, request: request, origin: origin, method: method, account: account, detail: detail)
    }

    /// Takes a kind that this version may not know.
    init(
        kind: Kind.RawValue, request: String?, origin: String?, method: String?, account: String?, detail: String?
    ) {
        self.kind = kind
        self.request = request
        self.origin = origin
        self.method = method
        self.account = account
        self.detail = detail
    }

    /// - Throws: An error if a column holds a value that the agent never wrote: GRDB's subscripts would end the process there.
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
