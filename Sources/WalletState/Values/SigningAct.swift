import ApprovalQueue
import WalletRuntime

/// What limits look at in a request: whose signatures, for whom, and what they let out.
package struct SigningAct: Sendable, Hashable {
    /// The base58 public key that signs.
    package let account: String
    package let origin: String
    /// The most lamports that can go; where `isBounded` is false, those that are known to.
    package let lamports: UInt64
    /// Whether `lamports` is all that can go.
    package let isBounded: Bool
    package let signatures: UInt64
    /// The programs that are called; nil where not everything could be read.
    package let programs: Set<String>?

    package init(
        account: String, origin: String, lamports: UInt64, isBounded: Bool, signatures: UInt64, programs: Set<String>?
    ) {
        self.account = account
        self.origin = origin
        self.lamports = lamports
        self.isBounded = isBounded
        self.signatures = signatures
        self.programs = programs
    }

    /// Nil where nothing is signed.
    init?(_ content: RequestContent, _ review: RequestReview) {
        guard let account = content.account, review.signs else { return nil }
        let risk = review.risk
        let isRead = review.isComplete && !risk.reasons.contains(.incomplete)
        self.init(
            account: account, origin: content.page.origin.serialized, lamports: risk.lamports,
            isBounded: isRead && !risk.reasons.contains(.unbounded),
            signatures: UInt64(clamping: content.items.count), programs: isRead ? risk.programs : nil)
    }
}
