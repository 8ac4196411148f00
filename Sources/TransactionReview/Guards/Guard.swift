public import SolanaTransactions

/// An instruction at the end of a transaction that makes the chain refuse it if more of the user's is gone than was shown.
///
/// ```
/// lamports        System Transfer of the rest to oneself     fails if less is left, or if the account belongs to another program
/// tokens          Token Transfer of the rest to itself       fails if less is left, or if the account has another owner
/// delegate        Token Revoke                               takes back an approval that wasn't shown
/// closeAuthority  Token SetAuthority, to what it was         fails if somebody else may close the account
/// ```
///
/// Each is an instruction of the chain's own programs, which look at the account as it is at that moment. Token-2022 wants the mint beside the accounts. Each was
/// executed in a local chain against the attacks that it is to stop.
public enum Guard: Hashable, Sendable {
    /// The account keeps at least so many lamports.
    case lamports(account: PublicKey, rest: UInt64)
    /// The token account keeps at least so many tokens, in their smallest unit, and its owner.
    case tokens(TokenPlace, rest: UInt64)
    /// Nobody else may take tokens from the account.
    case delegate(TokenPlace)
    /// Nobody else may close the account; `kept` is the authority from before, nil for the owner.
    case closeAuthority(TokenPlace, kept: PublicKey?)

    /// A token account, and what its program wants to be told about it.
    public struct TokenPlace: Hashable, Sendable {
        /// The token account's address.
        public let account: PublicKey
        /// The token program that it belongs to.
        public let program: PublicKey
        /// The account's owner, who signs.
        public let owner: PublicKey
        /// The mint.
        public let mint: PublicKey
        /// The mint's decimal places; nil if they aren't known, and then Token-2022 has no guard.
        public let decimals: UInt8?

        public init(account: PublicKey, program: PublicKey, owner: PublicKey, mint: PublicKey, decimals: UInt8?) {
            self.account = account
            self.program = program
            self.owner = owner
            self.mint = mint
            self.decimals = decimals
        }
    }

    /// The account that it guards.
    public var account: PublicKey {
        switch self {
        case .lamports(let account, _): account
        case .tokens(let place, _), .delegate(let place), .closeAuthority(let place, _): place.account
        }
    }

    /// The compute units that it uses at most. The first token program was replaced by one that uses a tenth; both fit.
    var computeUnits: UInt32 {
        switch self {
        case .lamports: 300
        case .tokens: 7_500
        case .delegate, .closeAuthority: 4_500
        }
    }

    /// The instruction; nil if something about the token isn't known.
    var instruction: Instruction? {
        switch self {
        case .lamports(let account, let rest):
            SystemProgram.transfer(from: account, to: account, lamports: rest)
        case .tokens(let place, let rest) where place.program == TokenProgram.id:
            // Without the mint it is shorter, and the program looks at the same things.
            TokenProgram.transfer(
                source: place.account, destination: place.account, authority: place.owner, amount: rest)
        case .tokens(let place, let rest):
            place.decimals.map { decimals in
                Token2022Program.transferChecked(
                    source: place.account, mint: place.mint, destination: place.account, authority: place.owner,
                    amount: rest, decimals: decimals)
            }
        case .delegate(let place): place.interface?.revoke(source: place.account, owner: place.owner)
        case .closeAuthority(let place, let kept):
            try? place.interface?.setAuthority(
                of: place.account, .closeAccount, authority: place.owner, newAuthority: kept)
        }
    }
}

extension Guard.TokenPlace {
    fileprivate var interface: (any TokenInterface.Type)? {
        switch program {
        case TokenProgram.id: TokenProgram.self
        case Token2022Program.id: Token2022Program.self
        default: nil
        }
    }
}
