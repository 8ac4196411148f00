/// A signature was offered for an account that isn't among a transaction's required signers.
public struct NotASignerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The account in question.
    public let account: PublicKey

    public init(account: PublicKey) {
        self.account = account
    }

    /// A short sentence.
    public var description: String {
        "not a required signer"
    }
}
