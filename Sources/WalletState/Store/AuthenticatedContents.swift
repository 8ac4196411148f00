import ApprovalQueue
import WalletRuntime

/// What stands under the vault's code: the policy, what approvals in the browser have let out, the grants, and the address book.
///
/// ```
/// "sidekey protected v1" | vault identifier (16) | sequence (u64) | field: policy, JSON | number of grants (u32)
/// each grant: fields profile, container, origin, accounts | granted (i64, ms) | signed (1)
/// where there are contacts or recipients: the number of contacts (u32), then each: fields address, label | added (i64, ms)
/// where there are recipients: their number (u32), then each: field address | paid (i64, ms) | confirmed (1)
/// a field is its length (u32) and its bytes; numbers are little endian; grants stand in the order of origin, profile, container, contacts and
/// recipients in that of their addresses
/// ```
///
/// Without contacts or without recipients it is what it was before there were any, so that older records fit their code.
/// The code is HMAC-SHA-512 over this, cut to 32 bytes. When an origin was last used isn't in it: it is written without one, and decides nothing.
struct AuthenticatedContents: Sendable, Hashable {
    struct Grant: Sendable, Hashable {
        /// The base58 public keys that the origin may see and name, in the order it sees them.
        var accounts: [String]
        /// Milliseconds since 1970.
        var granted: Int64
        /// Whether a signature for the origin was once approved outside the browser.
        var hasSigned = false
    }

    var policy = ApprovalPolicy()
    /// The lamports that approvals in the browser let out, as far as the allowance's period reaches back.
    var allowanceUse = LimitUse.Entries()
    /// The lamports that presses in Sidekey's own window let out, over the same period.
    var pressUse = LimitUse.Entries()
    /// The accounts that the browser has added, over the same period.
    var accountUse = LimitUse.Entries()
    /// Whether these took the place of records that somebody else had changed; said until the policy is set anew.
    var wasReset = false
    /// Whether there is a seal on the activity log under this key: one that is gone was taken away.
    var isActivitySealed = false
    /// What was counted against the policy's limits, by their numbers.
    var limitUses: [Int: LimitUse] = [:]
    /// What time it was when something was counted last, and what date at most.
    var limitTime = LimitTime(counted: 0, date: 0)
    var grants: [ConnectedOrigin.Key: Grant] = [:]
    /// The address book, by address.
    var contacts: [String: Contact] = [:]
    /// Whom the wallet's own approvals have paid, by address.
    var recipients: [String: PaidRecipient] = [:]
    /// What other extensions may do; it stands in the policy's text.
    var extensions: [ExtensionID: ExtensionGrant] = [:]
    /// The sessions of apps that ask by links; they stand in the policy's text, and the accounts with the grants.
    var apps: [AppID: AppSession] = [:]

    func encoded(policy: [UInt8], vault: [UInt8], sequence: UInt64) -> [UInt8] {
        var bytes = Array("sidekey protected v1".utf8) + vault
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        func append(field: some Collection<UInt8>) {
            append(UInt32(truncatingIfNeeded: field.count))
            bytes.append(contentsOf: field)
        }
        append(sequence)
        append(field: policy)
        append(UInt32(truncatingIfNeeded: grants.count))
        for (key, grant) in grants.sorted(by: { Self.precedes($0.key, $1.key) }) {
            for text in [key.profile, key.container, key.origin, grant.accounts.joined(separator: " ")] {
                append(field: text.utf8)
            }
            append(grant.granted)
            bytes.append(grant.hasSigned ? 1 : 0)
        }
        guard !contacts.isEmpty || !recipients.isEmpty else { return bytes }
        append(UInt32(truncatingIfNeeded: contacts.count))
        for contact in contacts.values.sorted(by: { $0.address.utf8.lexicographicallyPrecedes($1.address.utf8) }) {
            append(field: contact.address.utf8)
            append(field: contact.label.utf8)
            append(contact.added)
        }
        guard !recipients.isEmpty else { return bytes }
        append(UInt32(truncatingIfNeeded: recipients.count))
        for (address, recipient) in recipients.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            append(field: address.utf8)
            append(recipient.paid)
            bytes.append(recipient.isConfirmed ? 1 : 0)
        }
        return bytes
    }

    /// By their bytes: Swift compares strings by what they mean, and two spellings of one origin are two.
    private static func precedes(_ one: ConnectedOrigin.Key, _ other: ConnectedOrigin.Key) -> Bool {
        for (left, right) in [
            (one.origin, other.origin), (one.profile, other.profile), (one.container, other.container),
        ] where !left.utf8.elementsEqual(right.utf8) {
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        }
        return false
    }
}
