import SolanaTransactions
import Testing
import TransactionReview

/// What Lighthouse's instructions check: each is explained, and none counts against a transaction.
@Suite struct AccountCheckTests {
    private typealias Samples = ChainSamples
    private let lighthouse = PublicKey("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95")

    private func compared(_ name: String, _ value: ArgumentValue, _ comparison: String) -> ArgumentValue {
        .variant(name, .record([NamedArgument("value", value), NamedArgument("operator", .choice(comparison))]))
    }

    private func inner(_ name: String, _ assertion: ArgumentValue) -> ArgumentValue {
        .variant(name, .record([NamedArgument("0", assertion)]))
    }

    private func check(_ name: String, _ assertion: ArgumentValue) throws -> Instruction {
        try Samples.instruction(
            lighthouse, name, name == "assertSysvarClock" ? [:] : ["targetAccount": Samples.mine],
            ["logLevel": .choice("Silent"), name.hasSuffix("Multi") ? "assertions" : "assertion": assertion])
    }

    private func checks(_ instruction: Instruction) throws -> [AccountCheck] {
        try Samples.subject([instruction]).review.instructions.first?.checks ?? []
    }

    @Test func `each check says what it looks at, how it compares and with what`() throws {
        let key = ArgumentValue.key(Samples.thief)
        let cases: [(String, ArgumentValue, AccountCheck.Kind, String?, String?)] = [
            (
                "assertAccountInfo", compared("Lamports", .unsigned(1_200_000_000), "GreaterThanOrEqual"), .lamports,
                "GreaterThanOrEqual", "1200000000"
            ),
            ("assertAccountInfo", compared("Owner", key, "Equal"), .owner, "Equal", Samples.thief.base58),
            ("assertAccountInfo", compared("KnownOwner", .choice("Token"), "Equal"), .owner, "Equal", "Token"),
            ("assertTokenAccount", compared("Amount", .unsigned(5), "LessThan"), .tokenAmount, "LessThan", "5"),
            ("assertTokenAccount", compared("Delegate", .absent, "Equal"), .tokenDelegate, "Equal", "none"),
            (
                "assertTokenAccount", compared("CloseAuthority", key, "NotEqual"), .tokenCloser, "NotEqual",
                Samples.thief.base58
            ),
            ("assertMintAccount", compared("MintAuthority", .absent, "Equal"), .mintAuthority, "Equal", "none"),
            ("assertMintAccount", compared("Supply", .unsigned(3), "Equal"), .mintSupply, "Equal", "3"),
            (
                "assertStakeAccount", inner("MetaAssertion", compared("AuthorizedWithdrawer", key, "Equal")),
                .stakeWithdrawer, "Equal", Samples.thief.base58
            ),
            (
                "assertStakeAccount", inner("StakeAssertion", compared("DelegationStake", .unsigned(8), "GreaterThan")),
                .stakeAmount, "GreaterThan", "8"
            ),
            ("assertStakeAccount", compared("StakeFlags", .unsigned(1), "Equal"), .stake, "Equal", "1"),
            (
                "assertUpgradeableLoaderAccount",
                inner("ProgramData", compared("UpgradeAuthority", key, "Equal")), .programAuthority, "Equal",
                Samples.thief.base58
            ),
            ("assertSysvarClock", compared("Slot", .unsigned(9), "LessThanOrEqual"), .slot, "LessThanOrEqual", "9"),
            ("assertSysvarClock", compared("UnixTimestamp", .signed(-4), "GreaterThan"), .time, "GreaterThan", "-4"),
        ]
        for (name, assertion, kind, comparison, value) in cases {
            let found = try checks(try check(name, assertion))
            let account: MessageAccount.Source? = name == "assertSysvarClock" ? nil : .address(Samples.mine)
            #expect(found.map(\.kind) == [kind], "\(name) \(found)")
            #expect(found.first?.comparison == comparison && found.first?.value == value, "\(name) \(found)")
            #expect(found.first?.account == account)
        }
    }

    @Test func `several checks in one instruction are told one by one`() throws {
        let assertions = ArgumentValue.list([
            compared("Amount", .unsigned(5), "GreaterThanOrEqual"), compared("Delegate", .absent, "Equal"),
            .choice("TokenAccountOwnerIsDerived"),
        ])
        let found = try checks(try check("assertTokenAccountMulti", assertions))
        #expect(found.map(\.kind) == [.tokenAmount, .tokenDelegate, .tokenDerived])
        let program = PublicKey("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4")
        #expect(try checks(Instruction(programID: program, accounts: [], data: [9])).isEmpty)
    }

    @Test func `a check that has no words of its own is one of an account`() throws {
        let data = ArgumentValue.record([
            NamedArgument("offset", .unsigned(8)), NamedArgument("assertion", compared("U64", .unsigned(5), "Equal")),
        ])
        let found = try checks(try check("assertAccountData", data))
        #expect(found.map(\.kind) == [.account] && found.first?.account == .address(Samples.mine))
        #expect(found.first?.value == nil)
        let delta = ArgumentValue.variant(
            "AccountInfo",
            .record([
                NamedArgument("aOffset", .unsigned(0)),
                NamedArgument("assertion", compared("Lamports", .wideSigned(-7), "GreaterThanOrEqual")),
            ]))
        let changed = try checks(
            try Samples.instruction(
                lighthouse, "assertAccountDelta", ["accountB": Samples.mine],
                ["logLevel": .choice("Silent"), "assertion": delta]))
        #expect(changed.map(\.kind) == [.lamportsDelta] && changed.first?.value == "-7")
    }

    @Test func `checks lower and raise no level, and what writes a note is no check`() throws {
        let guarded = try check("assertAccountInfo", compared("Lamports", .unsigned(5), "GreaterThan"))
        let payment = SystemProgram.transfer(from: Samples.me, to: Samples.friend, lamports: 5)
        let alone = ReviewVerdict(try Samples.subject([payment]))
        let with = ReviewVerdict(try Samples.subject([payment, guarded]))
        #expect(with.findings == alone.findings && with.state == .read && alone.state == .complete)
        let note = try Samples.instruction(
            lighthouse, "memoryClose", ["payer": Samples.me, "memory": Samples.mine],
            ["memoryId": .unsigned(0), "memoryBump": .unsigned(255)])
        #expect(try checks(note).map(\.kind) == [.noteClosed])
        #expect(ReviewVerdict(try Samples.subject([note])).state == .open)
    }
}
