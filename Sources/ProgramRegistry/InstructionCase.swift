public import SolanaTransactions

/// The movements that a program promises for one of its instructions.
///
/// The program keeps the promise as long as its code does: somebody can change most programs.
public struct InstructionCase: Hashable, Sendable {
    /// The purpose of the instruction.
    public enum Kind: String, CaseIterable, Sendable {
        case swap, buy, sell, deposit, withdraw, stake, unstake, borrow, repay, borrowPosition, perpOpen, order, bridge
        case list, delist, bid, transferNFT, burnNFT, delegateNFT
        case claim, vote, propose
    }

    /// The source of the knowledge.
    public enum Basis: Sendable {
        /// It was read from the program's source.
        case program
        /// Only the published names of arguments and accounts say so.
        case interface
    }

    /// An account that holds an NFT, or a leaf of a tree of compressed NFTs.
    public enum Asset: Hashable, Sendable {
        case account(MessageAccount.Source)
        case leaf(tree: MessageAccount.Source, number: UInt64?)
    }

    /// A part of a price, or of an order that others carry out later.
    public struct Term: Hashable, Sendable {
        /// The subject of the term.
        public enum Name: String, CaseIterable, Sendable {
            case lamports, amount, currency, until, each, quantity, min, mint, token, perCycle, everySeconds
            case claimLater, chain
        }

        /// The value of the term.
        public enum Value: Hashable, Sendable {
            case argument(ArgumentValue)
            case account(MessageAccount.Source)
            /// The term holds; it has no value.
            case holds
        }

        public let name: Name
        public let value: Value
    }

    public let kind: Kind
    public let basis: Basis
    /// The line that it was read from: `repository@commit:path:line`.
    public let source: String
    /// A remark about the bounds; empty if there is none.
    public let note: String
    /// The account that authorises the instruction.
    public let user: MessageAccount.Source?
    /// The movements out of accounts, at most.
    public let leaving: [Movement]
    /// The movements into accounts, at least.
    public let arriving: [Movement]
    public let asset: Asset?
    /// The new owner of the asset, or who gets what is sent.
    public let recipient: MessageAccount.Source?
    public let price: [Term]
    public let order: [Term]
}

/// Something that an instruction takes out of an account or puts into one.
public struct Movement: Hashable, Sendable {
    /// The amount that moves.
    public enum Amount: Hashable, Sendable {
        /// Lamports, or the token's smallest units. One beyond 64 bits is the greatest number.
        case units(UInt64)
        /// The whole balance, whatever it is.
        case all
        /// It can't be worked out from the bytes.
        case unknown
    }

    /// The amount's reliability.
    public enum Bound: Hashable, Sendable {
        case atMost(Amount)
        case exactly(Amount)
        case atLeast(Amount)
        /// All of the account: a stake account changes hands.
        case whole
    }

    /// The asset that the account holds and that moves.
    public enum Holder: Hashable, Sendable {
        /// The tokens in an account.
        case tokens
        /// The lamports of an account.
        case lamports
        /// The tokens in an account; or its lamports if it is a wallet.
        case tokensOrLamports
        /// A stake account itself.
        case stakeAccount
    }

    public let bound: Bound
    public let holder: Holder
    /// The account; nil if the instruction doesn't have it or it can't be told which one it is.
    public let account: MessageAccount.Source?
    /// The mint of the tokens, if the instruction names it.
    public let mint: MessageAccount.Source?
    /// The new owner of a stake account, if the instruction says so.
    public let authority: MessageAccount.Source?

    /// True if the bytes promise that something arrives or leaves: not for "at least nothing".
    public var isPromise: Bool {
        switch bound {
        case .atLeast(.units(0)), .atLeast(.unknown): false
        default: true
        }
    }
}
