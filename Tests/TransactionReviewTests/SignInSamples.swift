import SolanaTransactions
import TransactionReview

/// A site, an account and a moment for sign-ins.
enum SignInSamples {
    static let account = PublicKey()
    static let address = account.base58
    /// 2026-11-22T05:30:00Z.
    static let now: Int64 = 1_795_325_400_000

    static func context(_ origin: String = "https://example.org", chain: String? = nil) -> SignInContext {
        SignInContext(origin: origin, account: account, chain: chain, now: now)
    }

    static func message(_ fields: [SignInMessage.Field: String] = [:], domain: String = "example.org") -> SignInMessage
    {
        SignInMessage(domain: domain, address: address, fields: fields)
    }

    /// The rules that a text touches, the heaviest first.
    static func rules(_ text: String, _ context: SignInContext = context()) -> [String] {
        MessageReview(Array(text.utf8), signIn: context).findings.map(\.id)
    }
}
