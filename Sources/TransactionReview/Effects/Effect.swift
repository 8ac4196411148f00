public import SolanaTransactions

/// One change that a transaction makes when it is executed, according to its instructions.
///
/// An amount that leaves one account and arrives at another is two effects, so that all of an account's effects can be added up. An effect without an
/// amount moves as much as the chain decides: rent, or the whole balance.
public struct Effect: Hashable, Sendable, BitwiseCopyable {
    /// The kind of change. Append-only.
    public enum Kind: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
        /// Lamports leave the account.
        case lamportsOut = "lamports-out"
        /// Lamports arrive at the account.
        case lamportsIn = "lamports-in"
        /// Tokens leave the token account, or are burned there.
        case tokensOut = "tokens-out"
        /// Tokens arrive at the token account, or are minted there.
        case tokensIn = "tokens-in"
        /// The account is created, and belongs to the program `after`.
        case created
        /// The account is closed, and its contents go to `counterpart`.
        case closed
        /// The account belongs to the program `after`.
        case owner
        /// The holder of `role` over the account becomes `after`; if there is none, no one holds it.
        case authority
        /// `after` may take up to `amount` tokens out of the token account; if there is none, no one may.
        case delegate
        /// The token account is frozen, or thawed.
        case frozen
        case thawed
        /// The account's contents change without moving anything or handing over control.
        case written
        /// The program's code is replaced.
        case code
    }

    /// A power over an account, in the words of the program's interface: the token programs' `AuthorityType`, and others'.
    enum Power: String, Hashable, Sendable, CaseIterable {
        case mintTokens, freezeAccount, accountOwner, closeAccount
        case transferFeeConfig, withheldWithdraw, closeMint, interestRate, permanentDelegate, confidentialTransferMint
        case transferHookProgramId, confidentialTransferFeeConfig, metadataPointer, groupPointer, groupMemberPointer
        case scaledUiAmount, pause, permissionedBurn
        case staker, withdrawer, custodian
        case nonce, table, upgrade
    }

    public let kind: Kind
    public let account: MessageAccount.Source
    /// Lamports, or tokens in their smallest unit.
    public var amount: UInt64?
    /// The other account: the source or the destination.
    public var counterpart: MessageAccount.Source?
    /// The tokens' mint, if the instruction names it.
    public var mint: MessageAccount.Source?
    /// The power that an `authority` effect hands over, in the words of the program's interface: `accountOwner`, `withdrawer`.
    public var role: String? { power?.rawValue }
    var power: Power?
    /// The previous holder of the power, if the instruction names one.
    public var before: MessageAccount.Source?
    public var after: MessageAccount.Source?
    /// The index of the instruction, from 0; -1 for the fee.
    public var instruction: Int

    init(
        _ kind: Kind, _ account: MessageAccount.Source, amount: UInt64? = nil,
        counterpart: MessageAccount.Source? = nil, mint: MessageAccount.Source? = nil, power: Power? = nil,
        before: MessageAccount.Source? = nil, after: MessageAccount.Source? = nil, instruction: Int = -1
    ) {
        self.kind = kind
        self.account = account
        self.amount = amount
        self.counterpart = counterpart
        self.mint = mint
        self.power = power
        self.before = before
        self.after = after
        self.instruction = instruction
    }
}

/// The kinds of effects that occur, a bit each.
struct EffectKinds: OptionSet, Hashable, Sendable {
    let rawValue: Int
}

extension EffectKinds {
    init(_ kind: Effect.Kind) { self.init(rawValue: 1 << kind.ordinal) }
}

extension Effect.Kind {
    /// Its index among all kinds.
    fileprivate var ordinal: Int {
        switch self {
        case .lamportsOut: 0
        case .lamportsIn: 1
        case .tokensOut: 2
        case .tokensIn: 3
        case .created: 4
        case .closed: 5
        case .owner: 6
        case .authority: 7
        case .delegate: 8
        case .frozen: 9
        case .thawed: 10
        case .written: 11
        case .code: 12
        }
    }
}

extension MessageAccount.Source {
    /// The address, or `TABLE[entry]` if the message alone doesn't reveal it.
    public var text: String {
        switch self {
        case .address(let address): address.base58
        case .lookup(let table, let entry): "\(table.base58)[\(entry)]"
        }
    }
}
