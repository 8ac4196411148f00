import SolanaTransactions
import Testing
import TransactionReview

/// The rules that look at what happens when a transaction is tried, each with what it finds and with what only looks like it.
@Suite struct ChainSimulationRuleTests {
    private typealias Samples = ChainSamples
    private let me = Samples.me
    private let friend = Samples.friend
    private let thief = Samples.thief
    private let mine = Samples.mine
    private let mineAsItIs = Samples.tokens(of: Samples.me, 100)

    private func simulated(_ outcome: Simulation.Outcome) -> ChainFacts {
        ChainFacts(simulation: ChainFact(Simulation(outcome), Samples.source))
    }

    /// What rules find when an unknown program, and what it is given, has these effects.
    private func findings(
        _ id: String, of instructions: [Instruction], before: [PublicKey: ChainAccount?],
        after: [PublicKey: ChainAccount?], own: Set<PublicKey> = []
    ) throws -> [Finding] {
        let subject = try Samples.subject(own: own, instructions)
        var accounts: [PublicKey: ChainAccount?] = [me: Samples.wallet(), friend: Samples.wallet()]
        accounts.merge(before) { $1 }
        return Samples.found(id, subject, Samples.facts(accounts, becoming: after))
    }

    @Test func `R30: a simulation that fails`() throws {
        let subject = try Samples.subject([Samples.pay(friend)])
        let failed = Samples.found("R30", subject, simulated(.failed(instruction: 0, reason: "Custom(1)")))
        #expect(failed.map(\.level) == [.danger])
        #expect(failed.first?["reason"] == "Custom(1)" && failed.first?["instruction"] == "1")
        #expect(Samples.found("R30", subject, simulated(.succeeded)) == [])
        #expect(Samples.found("R30", subject, simulated(.failed(instruction: .max, reason: ""))).count == 1)
    }

    @Test func `R31: a simulation that nobody made`() throws {
        let subject = try Samples.subject([Samples.pay(friend)])
        #expect(Samples.found("R31", subject, ChainFacts()).map(\.level) == [.warning])
        #expect(Samples.found("R31", subject, simulated(.impossible(reason: "busy"))).first?["reason"] == "busy")
        #expect(Samples.found("R31", subject, simulated(.succeeded)) == [])
        #expect(Samples.found("R31", subject, nil) == [])
    }

    @Test func `R32: accounts that the simulation leaves out`() throws {
        let known: [PublicKey: ChainAccount?] = [me: Samples.wallet(), friend: nil]
        let subject = try Samples.subject([Samples.pay(friend)])
        #expect(Samples.found("R32", subject, Samples.facts(known, becoming: [:])) == [])
        let left = Samples.facts([me: Samples.wallet()], becoming: [:])
        #expect(Samples.found("R32", subject, left).first?["accounts"] == "1")
        #expect(Samples.found("R32", subject, left).first?.level == .warning)
        #expect(Samples.found("R32", subject, simulated(.succeeded)).first?["accounts"] == "2")
        // Shown afterwards, and not before: nobody can tell what has changed.
        let late = Samples.facts([me: Samples.wallet()], becoming: [friend: Samples.wallet()])
        #expect(Samples.found("R32", subject, late).first?["accounts"] == "1")
        // Nobody knows what the table hides.
        let hidden = try Samples.subject(tables: [friend], [Samples.pay(friend)])
        #expect(Samples.found("R32", hidden, Samples.facts(known, becoming: [:])).first?["accounts"] == "1")
        // What failed shows nothing, and is a finding of its own.
        #expect(Samples.found("R32", subject, simulated(.failed(instruction: nil, reason: "no"))) == [])
    }

    @Test func `R33: a delegate that no instruction names`() throws {
        let delegated = Samples.tokens(of: me, 100, delegate: thief, delegated: 100)
        let unknown = Samples.unknown([mine])
        let approve = TokenProgram.approve(source: mine, delegate: thief, owner: me, amount: 100)
        func found(_ steps: [Instruction], _ after: ChainAccount, before: ChainAccount? = nil) throws -> [Finding] {
            try findings("R33", of: steps, before: [mine: before ?? mineAsItIs], after: [mine: after])
        }
        let finding = try #require(try found([unknown], delegated).first)
        #expect(finding.level == .danger && finding["role"] == "delegate" && finding["to"] == thief.base58)
        #expect(try found([unknown, approve], delegated) == [])
        let less = TokenProgram.approve(source: mine, delegate: thief, owner: me, amount: 99)
        #expect(try found([unknown, less], delegated).count == 1)
        #expect(try found([unknown], delegated, before: delegated) == [])
        let more = Samples.tokens(of: me, 100, delegate: thief, delegated: 101)
        #expect(try found([unknown], more, before: delegated).count == 1)
        #expect(try found([unknown], mineAsItIs, before: delegated) == [])
        // Somebody else's account.
        let others = Samples.tokens(of: friend, 1, delegate: thief, delegated: 1)
        #expect(try found([unknown], others, before: Samples.tokens(of: friend, 1)) == [])
    }

    @Test func `R33: owners and authorities that no instruction names`() throws {
        let unknown = Samples.unknown([mine])
        func roles(_ steps: [Instruction], _ before: ChainAccount?, _ after: ChainAccount) throws -> [String?] {
            try findings("R33", of: steps, before: [mine: before], after: [mine: after]).map { $0["role"] }
        }
        let taken = Samples.tokens(of: thief, 100)
        #expect(try roles([unknown], mineAsItIs, taken) == ["accountOwner"])
        let told = try TokenProgram.setAuthority(of: mine, .accountOwner, authority: me, newAuthority: thief)
        #expect(try roles([unknown, told], mineAsItIs, taken) == [])
        let toOther = try TokenProgram.setAuthority(of: mine, .accountOwner, authority: me, newAuthority: friend)
        #expect(try roles([unknown, toOther], mineAsItIs, taken) == ["accountOwner"])
        let closable = Samples.tokens(of: me, 100, closer: thief)
        #expect(try roles([unknown], mineAsItIs, closable) == ["closeAccount"])
        // Made in this transaction, with somebody else's right in it from the start.
        #expect(try roles([unknown], nil, closable) == ["closeAccount"])
        // A token account of the user's that wasn't there, or had nothing but lamports, was nobody's.
        #expect(try roles([unknown], nil, mineAsItIs) == [])
        #expect(try roles([unknown], Samples.wallet(5), mineAsItIs) == [])
        #expect(try roles([unknown], nil, taken) == [])
        let stake = Samples.stake(staker: me, withdrawer: me)
        #expect(
            try roles([unknown], stake, Samples.stake(staker: thief, withdrawer: thief)) == ["staker", "withdrawer"])
        #expect(try roles([unknown], stake, stake) == [])
        let (code, theirs) = (Samples.code(of: me), Samples.code(of: thief))
        #expect(try roles([unknown], code, theirs) == ["upgrade"])
        let handover = UpgradeableLoaderProgram.setAuthority(of: mine, authority: me, newAuthority: thief)
        #expect(try roles([unknown, handover], code, theirs) == [])
        let minting = Samples.mint(authority: me)
        #expect(try roles([unknown], minting, Samples.mint(authority: thief)) == ["mintTokens"])
        #expect(try roles([unknown], Samples.mint(authority: friend), Samples.mint(authority: thief)) == [])
    }

    @Test func `R33: an account of mine that becomes a program's`() throws {
        let taken = ChainAccount(lamports: 5, program: Samples.stranger)
        func found(_ steps: [Instruction]) throws -> [Finding] {
            try findings("R33", of: steps, before: [:], after: [me: taken])
        }
        #expect(try found([Samples.unknown([me])]).map { $0["role"] } == ["owner"])
        #expect(try found([Samples.unknown([me]), SystemProgram.assign(me, owner: Samples.stranger)]) == [])
        #expect(try found([Samples.unknown([me]), SystemProgram.assign(me, owner: thief)]).count == 1)
        let theirs = try findings(
            "R33", of: [Samples.unknown([friend])], before: [:], after: [friend: taken])
        #expect(theirs == [])
    }

    @Test func `R34: an account that no instruction closes`() throws {
        let unknown = Samples.unknown([mine])
        let close = TokenProgram.closeAccount(mine, to: thief, owner: me)
        let empty = ChainAccount(lamports: 0, program: SystemProgram.id)
        for after in [nil, empty, Samples.wallet(7)] {
            // Tokens that go with their account are lost as any others are.
            let gone = try findings("R35", of: [unknown], before: [mine: mineAsItIs], after: [mine: after])
            #expect(gone.map { $0["amount"] } == ["100"] && gone.map(\.level) == [.danger])
            for rule in ["R33", "R34", "R35"] {
                #expect(try findings(rule, of: [close], before: [mine: mineAsItIs], after: [mine: after]) == [])
            }
        }
        // An account without tokens, whose rent deposit comes back.
        let nothing = Samples.tokens(of: me, 0)
        for rule in ["R34", "R35"] {
            #expect(try findings(rule, of: [unknown], before: [mine: nothing], after: [mine: nil]) == [])
        }
        #expect(try findings("R34", of: [unknown], before: [mine: mineAsItIs], after: [:]) == [])
        let stake = Samples.stake(staker: me, withdrawer: me, lamports: 50)
        func withdraw(_ lamports: UInt64) -> Instruction {
            StakeProgram.withdraw(mine, to: me, authority: me, lamports: lamports)
        }
        #expect(try findings("R34", of: [withdraw(50)], before: [mine: stake], after: [mine: nil]) == [])
        #expect(try findings("R34", of: [withdraw(49)], before: [mine: stake], after: [mine: nil]).count == 1)
        let theirs = Samples.tokens(of: friend, 1)
        #expect(try findings("R34", of: [unknown], before: [mine: theirs], after: [mine: nil]) == [])
    }

    @Test func `R47: other code than was there`() throws {
        func found(_ steps: [Instruction], _ before: ChainAccount, _ after: ChainAccount) throws -> [Finding] {
            try findings("R47", of: steps, before: [mine: before], after: [mine: after])
        }
        let unknown = Samples.unknown([mine])
        let (old, new) = (Samples.code(of: me, slot: 1), Samples.code(of: me, slot: 2))
        #expect(try found([unknown], old, new).map(\.level) == [.danger])
        #expect(try found([unknown], old, old) == [])
        #expect(try found([unknown], Samples.code(of: friend, slot: 1), Samples.code(of: friend, slot: 2)) == [])
        let close = UpgradeableLoaderProgram.close(mine, to: me, authority: me, program: Samples.stranger)
        #expect(try found([unknown, close], old, new) == [])
    }

    @Test func `R35: lamports that no instruction takes`() throws {
        func lost(_ steps: [Instruction], left: UInt64, _ others: [PublicKey: ChainAccount?] = [:]) throws -> String? {
            try findings(
                "R35", of: steps, before: others.mapValues { _ in nil },
                after: others.merging([me: Samples.wallet(left)]) { $1 }
            ).first?["amount"]
        }
        let unknown = Samples.unknown([me])
        // The fee is 5,000. What goes beside it is shown, and a danger from 0.01 SOL.
        let least: UInt64 = 10_000_000
        #expect(try lost([unknown], left: Samples.sol - 5_000) == nil)
        #expect(try lost([unknown], left: Samples.sol - 5_000 - least + 1) == nil)
        #expect(try lost([unknown], left: Samples.sol - 5_000 - least) == String(least))
        #expect(try lost([unknown, Samples.pay(friend, least)], left: Samples.sol - 5_000 - least) == nil)
        #expect(
            try lost([unknown, Samples.pay(friend, 7)], left: Samples.sol - 5_007 - least) == String(least))
        // What arrives isn't there to be taken unseen. With a second signature the fee is 10,000.
        let arriving = Samples.pay(me, least, from: friend)
        #expect(try lost([unknown, arriving], left: Samples.sol - 10_000) == String(least))
        #expect(try lost([unknown, arriving], left: Samples.sol - 10_000 + least) == nil)
        // Rent for an account that is made, and no more than rent.
        let account = AssociatedTokenProgram.address(owner: friend, mint: Samples.mint)
        let make = AssociatedTokenProgram.create(payer: me, owner: friend, mint: Samples.mint)
        let made = Samples.tokens(of: friend, 0)
        let rent: UInt64 = 2_039_280
        #expect(try lost([make], left: Samples.sol - 5_000 - rent, [account: made]) == nil)
        #expect(try lost([make], left: Samples.sol - 5_000 - rent - least, [account: made]) == String(least))
        let again = AssociatedTokenProgram.createIdempotent(payer: me, owner: friend, mint: Samples.mint)
        #expect(try lost([make, again], left: Samples.sol - 5_000 - rent - least, [account: made]) == String(least))
        let rich = Samples.tokens(of: friend, 0, lamports: 20_000_000)
        #expect(try lost([make], left: Samples.sol - 20_005_000, [account: rich]) == "17960720")
        // Nothing for an account that is there already.
        let there = try findings(
            "R35", of: [make], before: [account: made],
            after: [account: made, me: Samples.wallet(Samples.sol - 5_000 - least)])
        #expect(there.map { $0["amount"] } == [String(least)])
        #expect(try findings("R35", of: [unknown], before: [:], after: [friend: nil]) == [])
        // What a program puts into another account of the user's isn't lost.
        let wrapped = Samples.tokens(of: me, 5 * least, isNative: true, lamports: 5 * least + rent)
        let kept = try findings(
            "R35", of: [unknown], before: [mine: nil],
            after: [mine: wrapped, me: Samples.wallet(Samples.sol - 5_000 - rent - 5 * least)])
        #expect(kept == [])
    }

    @Test func `R35: tokens that no instruction takes`() throws {
        func lost(
            _ steps: [Instruction], left: UInt64, before: ChainAccount?? = nil, mint: ChainAccount? = nil
        ) throws -> [Finding] {
            try findings(
                "R35", of: steps, before: [mine: before ?? mineAsItIs, Samples.mint: mint],
                after: [mine: Samples.tokens(of: me, left)])
        }
        let unknown = Samples.unknown([mine])
        let taken = try #require(try lost([unknown], left: 99).first)
        #expect(taken.level == .danger && taken["amount"] == "1" && taken["unit"] == "tokens")
        #expect(taken["back"] == "none")
        #expect(try lost([unknown], left: 100) == [])
        #expect(try lost([Samples.send(1)], left: 99) == [])
        #expect(try lost([Samples.send(1), unknown], left: 98).count == 1)
        // Wrapped SOL is both, and counted once.
        func wrapped(_ amount: UInt64) -> ChainAccount {
            Samples.tokens(of: me, amount, isNative: true, lamports: 2_039_280 + amount)
        }
        for (left, count) in [(15_000_000, 0), (4_990_000, 1)] as [(UInt64, Int)] {
            let moved = try findings(
                "R35", of: [Samples.send(5_000_000)], before: [mine: wrapped(20_000_000)],
                after: [mine: wrapped(left)])
            #expect(moved.count == count)
        }
        // From one of the user's accounts to another.
        let moved = try findings(
            "R35", of: [unknown], before: [mine: mineAsItIs, Samples.friends: nil],
            after: [mine: Samples.tokens(of: me, 0), Samples.friends: Samples.tokens(of: me, 100)])
        #expect(moved == [])
        // A fee of the mint may be kept back from what arrives; without a fee all of it does.
        let arriving = Samples.send(10, to: mine, from: Samples.friends)
        let fee = (UInt16(1), [UInt8](repeating: 0, count: 108))
        #expect(try lost([arriving], left: 109, mint: Samples.mint(extensions: [fee])) == [])
        #expect(try lost([arriving], left: 109, mint: Samples.mint()).count == 1)
        #expect(try lost([arriving], left: 110, mint: Samples.mint()) == [])
        #expect(try lost([arriving], left: 5, before: .some(nil), mint: Samples.mint()).count == 1)
    }

    @Test func `R35: what an unknown program takes is a trade where something comes back that the user knows`() throws {
        let (sol, usdc, other) = (
            Samples.sol, PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"), ReviewSamples.key(40)
        )
        let unknown = Samples.unknown([me, mine, Samples.friends])
        /// What comes back, as the finding has it; nil without a finding. Amounts are millionths of a token.
        func back(lost: UInt64, _ mint: PublicKey?, gained: UInt64, _ gain: PublicKey?, before: UInt64 = 0) throws
            -> String?
        {
            var accounts: [PublicKey: ChainAccount?] = [me: Samples.wallet(10 * sol)]
            var after: [PublicKey: ChainAccount?] = [me: Samples.wallet(10 * sol - 5_000)]
            for mint in [mint, gain].compactMap({ $0 }) { accounts[mint] = Samples.mint() }
            if let mint {
                accounts[mine] = Samples.tokens(of: me, 1_000_000_000, mint: mint)
                after[mine] = Samples.tokens(of: me, 1_000_000_000 - lost, mint: mint)
            } else {
                after[me] = Samples.wallet(10 * sol - 5_000 - lost)
            }
            if let gain {
                accounts[Samples.friends] = before > 0 ? Samples.tokens(of: me, before, mint: gain) : .some(nil)
                after[Samples.friends] = Samples.tokens(of: me, before + gained, mint: gain, lamports: 0)
            } else {
                after[me] = Samples.wallet(10 * sol - 5_000 + gained)
            }
            return try findings("R35", of: [unknown], before: accounts, after: after).first?["back"]
        }
        // 5 SOL for 655 USDC, and USDC for SOL.
        #expect(try back(lost: 5 * sol, nil, gained: 655_000_000, usdc) == nil)
        #expect(try back(lost: 655_000_000, usdc, gained: 5 * sol, nil) == nil)
        // Bait: a dollar for 5 SOL, and a hundredth of a SOL for 655 dollars.
        #expect(try back(lost: 5 * sol, nil, gained: 1_000_000, usdc) == "dust")
        #expect(try back(lost: 655_000_000, usdc, gained: 10_000_000, nil) == "dust")
        #expect(try back(lost: 5 * sol, nil, gained: 999, usdc) == "dust")
        // A rent deposit is no price.
        #expect(try back(lost: 655_000_000, usdc, gained: 2_039_280, nil) == "dust")
        // A token that anybody can make; one that the user has bought before.
        #expect(try back(lost: 5 * sol, nil, gained: 655_000_000, other) == "unlisted")
        #expect(try back(lost: 5 * sol, nil, gained: 655_000_000, other, before: 5) == nil)
        #expect(try back(lost: 655_000_000, other, gained: 5 * sol, nil) == nil)
    }

    @Test func `R49: all of several assets goes by an unknown program, whatever comes back`() throws {
        let unknown = Samples.unknown([me, mine, Samples.friends])
        func found(_ left: [UInt64], sol: UInt64) throws -> [Finding] {
            let accounts = [mine, Samples.friends]
            let mints = [Samples.mint, ReviewSamples.key(40)]
            func tokens(_ amounts: [UInt64]) -> [PublicKey: ChainAccount?] {
                Dictionary(
                    uniqueKeysWithValues: zip(accounts, zip(amounts, mints)).map {
                        ($0, Samples.tokens(of: me, $1.0, mint: $1.1))
                    })
            }
            return try findings(
                "R49", of: [unknown], before: tokens([100, 100]),
                after: tokens(left).merging([me: Samples.wallet(sol)]) { $1 })
        }
        #expect(try found([0, 0], sol: 5 * Samples.sol).map(\.level) == [.danger])
        #expect(try found([0, 100], sol: Samples.sol / 100).map { $0["account"] } == [me.base58])
        #expect(try found([0, 1], sol: 5 * Samples.sol) == [])
        #expect(try found([100, 100], sol: Samples.sol / 100) == [])
        #expect(try found([0, 100], sol: Samples.sol) == [])
    }
}
