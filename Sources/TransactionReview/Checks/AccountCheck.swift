public import SolanaTransactions

/// A condition that an instruction of Lighthouse checks while the transaction runs, or something that it notes for such a check.
///
/// A check takes nothing and gives nothing. If it isn't met, the whole transaction fails.
public struct AccountCheck: Hashable, Sendable {
    /// The subject of the check. Append-only.
    public enum Kind: String, Sendable, CaseIterable {
        // Of any account.
        case lamports, size, owner, signs, writable, executable, contents, account
        // Of a token account.
        case tokenMint, tokenOwner, tokenAmount, tokenDelegate, tokenDelegated, tokenCloser, tokenState, tokenDerived
        // Of a token.
        case mintAuthority, mintSupply, mintDecimals, mintFreezer
        // Of a stake.
        case stake, stakeStaker, stakeWithdrawer, stakeVote, stakeAmount
        // Of a program.
        case program, programAuthority
        // Of the time.
        case slot, epoch, time
        // What becomes of an account between a note and the check.
        case lamportsDelta, delta
        // Notes.
        case note, noteClosed
    }

    public let kind: Kind
    /// The account that is looked at; nil for the time.
    public let account: MessageAccount.Source?
    /// The comparison, in the words of Lighthouse's interface: `GreaterThanOrEqual`; nil if it compares nothing.
    public var comparison: String?
    /// The value that it compares with: integers in decimal digits, addresses in base58, `none` for nothing.
    public var value: String?
}

extension AccountCheck {
    /// The address of Lighthouse.
    static let lighthouse = PublicKey("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95")
}

extension InstructionReview {
    /// What an instruction of Lighthouse checks, in its order; empty for other programs' instructions.
    public var checks: [AccountCheck] {
        guard let decoded, decoded.program == AccountCheck.lighthouse else { return [] }
        switch decoded.name {
        case "memoryWrite":
            return [AccountCheck(kind: .note, account: decoded.account("sourceAccount")?.source)]
        case "memoryClose": return [AccountCheck(kind: .noteClosed, account: decoded.account("memory")?.source)]
        case "assertAccountDelta":
            let account = decoded.account("accountB")?.source
            return [AccountCheck(delta: decoded["assertion"], of: account)]
        default:
            let account = (decoded.account("targetAccount") ?? decoded.account("targetMerkleTree"))?.source
            let assertions: [ArgumentValue] =
                if case .list(let assertions) = decoded["assertions"] { assertions } else {
                    decoded["assertion"].map { [$0] } ?? []
                }
            let family = AccountCheck.families[decoded.name.replacing("Multi", with: "")] ?? [:]
            let checks = assertions.map { AccountCheck($0, of: account, family) }
            return checks.isEmpty ? [AccountCheck(kind: .account, account: account)] : checks
        }
    }
}

extension AccountCheck {
    /// The kinds of each instruction's assertions, by the names that the interface has for them.
    fileprivate static let families: [String: [String: Kind]] = [
        "assertAccountInfo": [
            "Lamports": .lamports, "DataLength": .size, "Owner": .owner, "KnownOwner": .owner, "IsSigner": .signs,
            "IsWritable": .writable, "Executable": .executable, "VerifyDatahash": .contents,
        ],
        "assertAccountData": [:],
        "assertTokenAccount": [
            "Mint": .tokenMint, "Owner": .tokenOwner, "Amount": .tokenAmount, "Delegate": .tokenDelegate,
            "DelegatedAmount": .tokenDelegated, "CloseAuthority": .tokenCloser, "State": .tokenState,
            "TokenAccountOwnerIsDerived": .tokenDerived,
        ],
        "assertMintAccount": [
            "MintAuthority": .mintAuthority, "Supply": .mintSupply, "Decimals": .mintDecimals,
            "FreezeAuthority": .mintFreezer,
        ],
        "assertStakeAccount": [
            "AuthorizedStaker": .stakeStaker, "AuthorizedWithdrawer": .stakeWithdrawer,
            "DelegationVoterPubkey": .stakeVote, "DelegationStake": .stakeAmount, "State": .stake,
            "MetaAssertion": .stake, "StakeAssertion": .stake, "StakeFlags": .stake,
        ],
        "assertUpgradeableLoaderAccount": [
            "Authority": .programAuthority, "UpgradeAuthority": .programAuthority, "State": .program,
            "Buffer": .program, "Program": .program, "ProgramData": .program,
        ],
        "assertSysvarClock": ["Slot": .slot, "Epoch": .epoch, "UnixTimestamp": .time],
    ]

    /// Reads one assertion: `Amount { value, operator }`, perhaps within another, as in `MetaAssertion { AuthorizedStaker { value, operator } }`.
    ///
    /// - Parameter fallback: The kind of what stands around it.
    fileprivate init(
        _ assertion: ArgumentValue, of account: MessageAccount.Source?, _ family: [String: Kind],
        fallback: Kind = .account
    ) {
        switch assertion {
        case .variant(let name, .record(let parts)):
            let kind = family[name] ?? fallback
            if let inner = parts.first, parts.count == 1, case .variant = inner.value {
                self.init(inner.value, of: account, family, fallback: kind)
            } else {
                self.init(kind: kind, account: account)
                read(parts)
            }
        case .variant(let name, let inner):
            // A variant of one value.
            self.init(inner, of: account, family, fallback: family[name] ?? fallback)
        case .choice(let name): self.init(kind: family[name] ?? fallback, account: account)
        case .record(let parts):
            self.init(kind: fallback, account: account)
            // Bytes in a place say nothing to a person.
            if fallback != .account { read(parts) }
        default: self.init(kind: fallback, account: account)
        }
    }

    fileprivate init(delta assertion: ArgumentValue?, of account: MessageAccount.Source?) {
        self.init(kind: .delta, account: account)
        guard case .variant("AccountInfo", .record(let parts)) = assertion,
            case .variant("Lamports", .record(let inner)) = parts.first(where: { $0.name == "assertion" })?.value
        else { return }
        self.init(kind: .lamportsDelta, account: account)
        read(inner)
    }

    /// Takes the comparison and the value; only both together say something.
    private mutating func read(_ parts: [NamedArgument]) {
        guard kind != .account, case .choice(let comparison) = parts.first(where: { $0.name == "operator" })?.value,
            let value = parts.first(where: { $0.name == "value" })?.value.plain
        else { return }
        (self.comparison, self.value) = (comparison, value)
    }
}

extension ArgumentValue {
    /// A single value as a finding's parameter spells it; nil for values of several parts.
    fileprivate var plain: String? {
        switch self {
        case .unsigned(let value): String(value)
        case .signed(let value): String(value)
        case .wideUnsigned(let value): String(value)
        case .wideSigned(let value): String(value)
        case .bool(let value): value ? "true" : "false"
        case .key(let key): key.base58
        case .choice(let choice): choice
        case .absent: "none"
        case .present(let value): value.plain
        default: nil
        }
    }
}
