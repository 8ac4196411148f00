import SolanaTransactions
import TestSupport
import Testing
import TransactionReview

/// The rules for known shapes of drainers, each with what it finds and with what only looks like it.
@Suite struct DrainerRuleTests {
    private typealias Samples = ChainSamples
    private let me = Samples.me
    private let friend = Samples.friend
    private let thief = Samples.thief
    private let mine = Samples.mine
    private let nonce = ReviewSamples.key(30)
    private let account = ReviewSamples.key(31)

    private func found(
        _ id: String, _ steps: [Instruction], _ facts: ChainFacts? = nil, contacts: Set<PublicKey> = [],
        own: Set<PublicKey> = []
    ) throws -> [Finding] {
        Samples.found(id, try Samples.subject(own: own, contacts: contacts, steps), facts)
    }

    // MARK: R53

    /// Tokens of so many mints out of accounts of mine, and what a node says of the accounts.
    private func tokens(_ count: Int, of source: PublicKey, to holder: PublicKey) -> (
        [Instruction], [PublicKey: ChainAccount?]
    ) {
        var steps: [Instruction] = []
        var accounts: [PublicKey: ChainAccount?] = [:]
        for number in 0..<count {
            let (from, to) = (ReviewSamples.key(UInt8(40 + number)), ReviewSamples.key(UInt8(60 + number)))
            let mint = ReviewSamples.key(UInt8(80 + number))
            steps.append(Samples.send(5, to: to, from: from))
            accounts[from] = Samples.tokens(of: source, 9, mint: mint)
            accounts[to] = Samples.tokens(of: holder, 0, mint: mint)
        }
        return (steps, accounts)
    }

    @Test func `R53: three assets go to one stranger`() throws {
        let (steps, accounts) = tokens(3, of: me, to: thief)
        let finding = try #require(try found("R53", steps, Samples.facts(accounts)).first)
        #expect(finding.level == .danger && finding["to"] == thief.base58)
        let (two, others) = tokens(2, of: me, to: thief)
        #expect(try found("R53", two, Samples.facts(others)) == [])
        #expect(try found("R53", two + [Samples.pay(thief)], Samples.facts(others)).count == 1)
        // Several payments out of one account, and payments to several people.
        let often = [1, 2, 3, 4].map { Samples.pay(thief, $0) }
        #expect(try found("R53", often, Samples.facts([:])) == [])
        let split = [thief, friend, ReviewSamples.key(33)].map { Samples.pay($0) }
        #expect(try found("R53", split, Samples.facts([:])) == [])
    }

    @Test func `R53: what goes to somebody known, or stays the user's, is no such thing`() throws {
        let (steps, accounts) = tokens(4, of: me, to: friend)
        #expect(try found("R53", steps, Samples.facts(accounts)).count == 1)
        #expect(try found("R53", steps, Samples.facts(accounts), contacts: [friend]) == [])
        #expect(try found("R53", steps, Samples.facts(accounts), own: [friend]) == [])
        // Nobody knows who holds the accounts: they may be mine.
        #expect(try found("R53", steps) == [])
        #expect(try found("R53", steps, Samples.facts([:])) == [])
        // What others pay.
        let theirs = steps.map { step in
            Instruction(
                programID: step.programID,
                accounts: step.accounts.enumerated().map {
                    $0.offset == 2 ? AccountMeta(thief, isSigner: true) : $0.element
                }, data: step.data)
        }
        #expect(try found("R53", theirs, Samples.facts(accounts)) == [])
    }

    @Test func `R53: new accounts for a stranger need no node`() throws {
        let mints = (0..<3).map { ReviewSamples.key(UInt8(80 + $0)) }
        let steps = mints.enumerated().flatMap { number, mint in
            [
                AssociatedTokenProgram.createIdempotent(payer: me, owner: thief, mint: mint),
                Samples.send(
                    5, to: AssociatedTokenProgram.address(owner: thief, mint: mint),
                    from: ReviewSamples.key(UInt8(40 + number))),
            ]
        }
        #expect(try found("R53", steps).map { $0["to"] } == [thief.base58])
        #expect(try found("R53", steps, contacts: [thief]) == [])
        #expect(try found("R53", Array(steps.prefix(4))) == [])
        // Said once, whatever a node adds.
        let (more, accounts) = tokens(3, of: me, to: thief)
        #expect(try found("R53", steps + more, Samples.facts(accounts)).count == 1)
    }

    // MARK: R54

    @Test func `R54: a key that is no program's may take everything`() throws {
        func approve(_ delegate: PublicKey, _ amount: UInt64) -> Instruction {
            TokenProgram.approve(source: mine, delegate: delegate, owner: me, amount: amount)
        }
        let program = AssociatedTokenProgram.address(owner: thief, mint: Samples.mint)
        #expect(friend.isOnCurve && !program.isOnCurve)
        let finding = try #require(try found("R54", [approve(friend, .max)]).first)
        #expect(finding.level == .danger && finding["to"] == friend.base58 && finding["account"] == mine.base58)
        #expect(try found("R54", [approve(friend, UInt64(Int64.max))]).count == 1)
        // A program's address is bound by its code, and an amount by itself; R03 tells both.
        #expect(try found("R54", [approve(program, .max)]) == [])
        #expect(try found("R54", [approve(friend, 5_000_000)]) == [])
        #expect(try found("R03", [approve(program, .max)]).map(\.level) == [.danger])
        #expect(try found("R54", [approve(friend, .max)], own: [friend]) == [])
        #expect(try found("R54", [approve(friend, .max), TokenProgram.revoke(source: mine, owner: me)]) == [])
        let theirs = TokenProgram.approve(source: mine, delegate: friend, owner: thief, amount: .max)
        #expect(try found("R54", [theirs]) == [])
    }

    // MARK: R55

    private func advance(by authority: PublicKey) -> Instruction {
        SystemProgram.advanceNonce(nonce, authority: authority)
    }

    private func handovers() throws -> [(Instruction, PublicKey)] {
        [
            (try TokenProgram.setAuthority(of: mine, .accountOwner, authority: me, newAuthority: thief), mine),
            (TokenProgram.approve(source: mine, delegate: thief, owner: me, amount: 5), mine),
            (SystemProgram.assign(me, owner: thief), me),
            (SystemProgram.authorizeNonce(account, authority: me, newAuthority: thief), account),
        ]
    }

    @Test func `R55: control changes hands in a transaction that doesn't expire`() throws {
        for (step, account) in try handovers() {
            // The user's own nonce is no better: who has the signed transaction can send it.
            for authority in [me, thief] {
                let finding = try #require(try found("R55", [advance(by: authority), step]).first)
                #expect(finding.level == .danger && finding["account"] == account.base58)
            }
            #expect(try found("R55", [step]) == [])
            // Behind the first place the runtime takes it for no nonce.
            #expect(try found("R55", [step, advance(by: me)]) == [])
        }
    }

    @Test func `R55: an honest transaction over a nonce hands over nothing`() throws {
        let revoke = TokenProgram.revoke(source: mine, owner: me)
        let end = try TokenProgram.setAuthority(of: Samples.mint, .mintTokens, authority: me, newAuthority: nil)
        let move = try TokenProgram.setAuthority(of: mine, .accountOwner, authority: me, newAuthority: friend)
        let made = AssociatedTokenProgram.createIdempotent(payer: me, owner: thief, mint: Samples.mint)
        for step in [Samples.pay(friend), Samples.send(5), revoke, end, made] {
            #expect(try found("R55", [advance(by: me), step]) == [])
        }
        #expect(try found("R55", [advance(by: me), move], own: [friend]) == [])
        let used = [
            TokenProgram.approve(source: mine, delegate: thief, owner: me, amount: 5), revoke,
        ]
        #expect(try found("R55", [advance(by: me)] + used) == [])
    }

    @Test func `R55: code, and what only the simulation shows`() throws {
        let upgrade = Instruction(
            programID: UpgradeableLoaderProgram.id,
            accounts: [ReviewSamples.key(35), account, ReviewSamples.key(34), me].map {
                AccountMeta($0, isWritable: true)
            }
                + [AccountMeta(Sysvars.rent), AccountMeta(Sysvars.clock), AccountMeta(me, isSigner: true)],
            data: [3, 0, 0, 0])
        let finding = try #require(try found("R55", [advance(by: me), upgrade]).first)
        #expect(finding["kind"] == "code" && finding.level == .danger)
        #expect(try found("R55", [upgrade]) == [])
        let before = Samples.tokens(of: me, 9)
        let taken = Samples.facts(
            [mine: before], becoming: [mine: Samples.tokens(of: me, 9, delegate: thief, delegated: 9)])
        let unread = [advance(by: me), Samples.unknown([mine])]
        #expect(try found("R55", unread, taken).map { $0["account"] } == [mine.base58])
        #expect(try found("R55", unread, Samples.facts([mine: before], becoming: [:])) == [])
        #expect(try found("R55", [Samples.unknown([mine])], taken) == [])
        // Without a nonce it is R33 alone.
        #expect(try found("R33", [Samples.unknown([mine])], taken).map(\.level) == [.danger])
    }

    @Test func `R55: a group's decision that the user approves over a nonce`() throws {
        let squads = PublicKey("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf")
        func vote(_ discriminator: [UInt8]) -> Instruction {
            Instruction(
                programID: squads,
                accounts: [
                    AccountMeta(account), AccountMeta(me, isSigner: true, isWritable: true),
                    AccountMeta(ReviewSamples.key(36), isWritable: true),
                ], data: discriminator + [0])
        }
        let (approve, reject) = (
            vote([144, 37, 164, 136, 188, 216, 42, 248]), vote([243, 62, 134, 156, 230, 106, 246, 135])
        )
        let finding = try #require(try found("R55", [advance(by: me), approve]).first)
        #expect(finding.level == .danger && finding["kind"] == "vote" && finding["instruction"] == "2")
        #expect(try found("R55", [approve]) == [] && found("R55", [advance(by: me), reject]) == [])
        // A vote against lets nothing happen.
        let governance = PublicKey("GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw")
        func cast(_ vote: [UInt8]) -> Instruction {
            var accounts = (0..<11).map { AccountMeta(ReviewSamples.key(UInt8(40 + $0)), isWritable: true) }
            for place in [5, 8] { accounts[place] = AccountMeta(me, isSigner: true, isWritable: true) }
            return Instruction(programID: governance, accounts: accounts, data: [13] + vote)
        }
        #expect(try found("R55", [advance(by: me), cast([0, 0, 0, 0, 0])]).map { $0["kind"] } == ["vote"])
        for refusal: UInt8 in 1...3 { #expect(try found("R55", [advance(by: me), cast([refusal])]) == []) }
    }

    // MARK: R37 and R50

    @Test func `R37, R50: a look-alike among the accounts of what nobody can read`() throws {
        let poison = try LookalikeAddress.of(friend, first: 4, last: 4)
        let finding = try #require(try found("R37", [Samples.unknown([mine, poison])], contacts: [friend]).first)
        #expect(finding.level == .danger && finding["to"] == poison.base58 && finding["like"] == friend.base58)
        #expect(try found("R37", [Samples.unknown([mine, friend])], contacts: [friend]) == [])
        #expect(try found("R37", [Samples.unknown([poison])], contacts: [friend, poison]) == [])
        let imitation = try PublicKey(base58: "11111111111111111111111111111112")
        #expect(try found("R50", [Samples.unknown([imitation])]).map { $0["to"] } == [imitation.base58])
        // What it may only read receives nothing, and a program is what it is.
        let read = Instruction(
            programID: Samples.stranger, accounts: [AccountMeta(poison), AccountMeta(imitation)], data: [1])
        #expect(try found("R37", [read], contacts: [friend]) == [] && found("R50", [read]) == [])
        #expect(try found("R50", [Samples.unknown([PublicKey(), TokenProgram.id])]) == [])
    }
}
