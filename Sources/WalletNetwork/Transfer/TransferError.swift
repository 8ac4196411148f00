public import DisplayText
public import SolanaRPC

/// Why nothing can be sent.
public enum TransferError: Error, Sendable, Hashable {
    /// The text is no amount of this.
    case amount(DecimalAmountError)
    /// Nothing would be sent.
    case nothing
    /// A memo has 1 to 256 bytes.
    case memo
    /// The account that pays has nothing, or isn't an account that may pay.
    case payer(PayerFault)
    /// There is less SOL than is needed, in lamports.
    case lamports(needed: UInt64, available: UInt64)
    /// There are fewer tokens than are needed, in the smallest unit.
    case tokens(needed: UInt64, available: UInt64)
    /// The tokens lie in more accounts than one transaction can take from.
    case scattered(available: UInt64)
    /// So little would be left that the account couldn't stay; everything, or as much as this, can be sent.
    case remainder(minimum: UInt64, most: UInt64)
    /// An account that isn't there yet takes at least so many lamports.
    case tooLittleForRecipient(minimum: UInt64)
    /// Nothing is sent to an address like this one.
    case recipient(RecipientFinding)
    /// Nothing is built for a token like this one.
    case token(TokenFault)
    /// It doesn't fit a transaction.
    case tooLarge
    /// There is nothing to revoke: no account of the user's, or none that has a delegate.
    case noDelegate
    /// A node that tried it says that it would fail.
    case fails(TransactionFailure, logs: [String])
    /// The node gave no answer, or not this one's.
    case node(SolanaRPCError)

    /// Why an account can't pay. Append-only.
    public enum PayerFault: String, Sendable, Hashable {
        case empty
        case notAWallet = "not-a-wallet"
    }

    /// What is the matter with a token. Append-only.
    public enum TokenFault: String, Sendable, Hashable {
        case notAMint = "not-a-mint"
        case nonTransferable = "non-transferable"
        case paused
        /// It calls a program with every transfer, whose accounts aren't known here.
        case hook
        /// It has an extension that isn't known here, which may do anything.
        case unknownExtension = "unknown-extension"
        /// The account of the sender or of the recipient is frozen, or a new one would be.
        case frozen
    }
}
