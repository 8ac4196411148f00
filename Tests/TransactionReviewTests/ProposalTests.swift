import JSONRPC
import SolanaTransactions
import TestSupport
import Testing
import TransactionReview

/// Proposals of Squads and SPL Governance: what they would do is shown, and counts for nothing.
@Suite struct ProposalTests {
    private typealias Samples = ChainSamples
    private let me = Samples.me
    private let squads = PublicKey("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf")
    private let governance = PublicKey("GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw")
    private let vault = ReviewSamples.key(41)
    private let multisig = ReviewSamples.key(42)

    /// A message of Squads in which the vault pays the thief lamports and makes them a token account's owner.
    ///
    /// - Parameter isKept: True for the spelling in an account, where counts have four bytes.
    private func message(isKept: Bool = false, writable: UInt8 = 1, program: UInt8 = 3, tail: [UInt8] = []) -> [UInt8] {
        func count(_ count: Int) -> [UInt8] { isKept ? Samples.bytes(UInt32(count)) : [UInt8(count)] }
        func length(_ count: Int) -> [UInt8] { isKept ? Samples.bytes(UInt32(count)) : Samples.bytes(UInt16(count)) }
        let pay: [UInt8] = [2, 0, 0, 0] + Samples.bytes(7 * Samples.sol)
        let give: [UInt8] = [6, 2, 1] + Samples.thief.bytes
        var bytes = [1, writable, 2] + count(5)
        for key in [vault, Samples.thief, Samples.mine, SystemProgram.id, TokenProgram.id] { bytes += key.bytes }
        bytes += count(2) + [program] + count(2) + [0, 1] + length(pay.count) + pay
        bytes += [4] + count(2) + [2, 0] + length(give.count) + give
        return bytes + count(0) + tail
    }

    private func create(_ message: [UInt8]) throws -> Instruction {
        try Samples.instruction(
            squads, "vaultTransactionCreate", ["multisig": multisig, "creator": me, "rentPayer": me],
            [
                "args": .record([
                    NamedArgument("vaultIndex", .unsigned(0)), NamedArgument("ephemeralSigners", .unsigned(0)),
                    NamedArgument("transactionMessage", .bytes(ByteSlice(message))), NamedArgument("memo", .absent),
                ])
            ])
    }

    private func proposal(_ instruction: Instruction, _ facts: ChainFacts? = nil) throws -> Proposal? {
        try Samples.subject([instruction]).review.instructions.first?.proposal(facts)
    }

    @Test func `what a Squads proposal would do is read out of its bytes`() throws {
        let proposal = try #require(try proposal(try create(message())))
        #expect(proposal.act == .creates && proposal.origin == .bytes && proposal.account == nil)
        let proposed = try #require(proposal.instructions)
        #expect(proposed.map(\.name) == ["Transfer", "SetAuthority"])
        #expect(proposed.map(\.program) == [SystemProgram.id, TokenProgram.id])
        let accounts = proposed.first?.accounts ?? []
        #expect(accounts.map(\.source) == [.address(vault), .address(Samples.thief)])
        #expect(accounts.map(\.isSigner) == [true, false] && accounts.map(\.isWritable) == [true, true])
        #expect(proposed.first?.effects?.first?.amount == 7 * Samples.sol)
        #expect(proposed.last?.effects?.first?.after == .address(Samples.thief))
        // A vault that only signs, and one that pays nobody's fee.
        #expect(try self.proposal(try create(message(writable: 0)))?.instructions?.count == 2)
    }

    @Test func `a proposal's instructions are no effects and no findings of the transaction`() throws {
        let subject = try Samples.subject([try create(message())])
        let verdict = ReviewVerdict(subject)
        #expect(verdict.state == .read && verdict.level.map { $0 < .warning } ?? true)
        #expect(subject.review.effects.count == 1)
        // Nor do they make anything else look safer.
        let theft = SystemProgram.transfer(from: me, to: Samples.thief, lamports: Samples.sol)
        let alone = ReviewVerdict(try Samples.subject([theft])).findings
        let beside = ReviewVerdict(try Samples.subject([theft, try create(message())])).findings
        #expect(alone.allSatisfy(beside.contains))
    }

    @Test func `a message that is cut, goes on or names what isn't there is unreadable, and nothing else`() throws {
        let whole = message()
        for end in 0..<whole.count {
            let cut = try proposal(try create(Array(whole[..<end])))
            #expect(cut != nil && cut?.instructions == nil, "\(end)")
        }
        for broken in [message(tail: [0]), message(writable: 2), message(program: 9), message(program: 255)] {
            #expect(try proposal(try create(broken))?.instructions == nil)
        }
        // No instruction at all is one that is read.
        #expect(try proposal(try create([0, 0, 0, 0, 0, 0]))?.instructions?.isEmpty == true)
    }

    @Test func `what is carried out stands in an account, which a node may show`() throws {
        let run = try Samples.instruction(
            squads, "vaultTransactionExecute", ["member": me, "transaction": Samples.mint])
        let unseen = try #require(try proposal(run))
        #expect(unseen.act == .runs && unseen.account == .address(Samples.mint))
        #expect(unseen.origin == nil && unseen.instructions == nil)
        let head: [UInt8] =
            [168, 250, 162, 100, 81, 14, 162, 207] + multisig.bytes + me.bytes + Samples.bytes(UInt64(4))
        let kept = head + [255, 0, 254] + Samples.bytes(UInt32(1)) + [253] + message(isKept: true)
        func facts(_ data: [UInt8], of program: PublicKey) -> ChainFacts {
            Samples.facts([Samples.mint: ChainAccount(lamports: 1, program: program, data: ByteSlice(data))])
        }
        let seen = try #require(try proposal(run, facts(kept, of: squads)))
        #expect(seen.origin == .node && seen.instructions?.map(\.name) == ["Transfer", "SetAuthority"])
        // Another kind of account, a damaged one, and one that another program wrote.
        #expect(try proposal(run, facts([1] + kept.dropFirst(), of: squads))?.instructions == nil)
        #expect(try proposal(run, facts(kept.dropLast(), of: squads))?.instructions == nil)
        #expect(try proposal(run, facts(kept, of: Samples.stranger))?.origin == nil)
        // A node's word makes nothing read.
        #expect(ReviewVerdict(try Samples.subject([run]), facts: facts(kept, of: squads)).state == .open)
    }

    @Test func `what is put into a proposal of SPL Governance is read, and what is carried out too`() throws {
        let account = ArgumentValue.record([
            NamedArgument("pubkey", .key(vault)), NamedArgument("isSigner", .bool(true)),
            NamedArgument("isWritable", .bool(true)),
        ])
        let other = ArgumentValue.record([
            NamedArgument("pubkey", .key(Samples.thief)), NamedArgument("isSigner", .bool(false)),
            NamedArgument("isWritable", .bool(true)),
        ])
        let pay: [UInt8] = [2, 0, 0, 0] + Samples.bytes(UInt64(9))
        let inserted = try Samples.instruction(
            governance, "insertTransaction", ["governanceAuthority": me, "payer": me],
            [
                "optionIndex": .unsigned(0), "index": .unsigned(0), "legacy": .unsigned(0),
                "instructions": .list([
                    .record([
                        NamedArgument("programId", .key(SystemProgram.id)),
                        NamedArgument("accounts", .list([account, other])),
                        NamedArgument("data", .bytes(ByteSlice(pay))),
                    ])
                ]),
            ])
        let proposed = try proposal(inserted)?.instructions
        #expect(proposed?.map(\.name) == ["Transfer"] && proposed?.first?.effects?.first?.amount == 9)
        var kept: [UInt8] = [13] + Samples.mine.bytes + [0, 0, 0, 0, 0, 0, 0] + Samples.bytes(UInt32(1))
        kept +=
            SystemProgram.id.bytes + Samples.bytes(UInt32(2)) + vault.bytes + [1, 1] + Samples.thief.bytes + [0, 1]
        kept += Samples.bytes(UInt32(pay.count)) + pay + [0, 0] + [UInt8](repeating: 0, count: 8)
        let facts = Samples.facts([
            Samples.mint: ChainAccount(lamports: 1, program: governance, data: ByteSlice(kept))
        ])
        let run = try Samples.instruction(governance, "executeTransaction", ["proposalTransaction": Samples.mint])
        #expect(try proposal(run, facts)?.instructions?.first?.effects?.first?.amount == 9)
        #expect(try proposal(run)?.origin == nil)
    }

    @Test func `a vote for a proposal names it, and one against it doesn't`() throws {
        let memo = ArgumentValue.record([NamedArgument("memo", .absent)])
        for (name, isFor) in [("proposalApprove", true), ("proposalReject", false)] {
            let vote = try Samples.instruction(squads, name, ["member": me, "proposal": vault], ["args": memo])
            #expect(try proposal(vote)?.account == (isFor ? .address(vault) : nil))
        }
        let choice = ArgumentValue.record([
            NamedArgument("rank", .unsigned(0)), NamedArgument("weightPercentage", .unsigned(100)),
        ])
        let yes = ArgumentValue.variant("Approve", .record([NamedArgument("0", .list([choice]))]))
        for (vote, isFor) in [(yes, true), (ArgumentValue.choice("Deny"), false)] {
            let cast = try Samples.instruction(
                governance, "castVote", ["governanceAuthority": me, "proposal": vault], ["vote": vote])
            #expect(try proposal(cast)?.account == (isFor ? .address(vault) : nil))
        }
    }

    /// The accounts of a multisig's proposals, as a node shows them.
    private func kept(_ scene: SquadsScene) throws -> [PublicKey: ChainAccount?] {
        var accounts: [PublicKey: ChainAccount?] = [:]
        for each in scene.accounts {
            accounts[try scene.key(each.set)] = ChainAccount(
                lamports: 1, program: try scene.key(each.owner), data: ByteSlice(scene.data(each.set)))
        }
        return accounts
    }

    @Test func `a vote for a Squads proposal shows what the account does that its number leads to`() throws {
        let scene = try SquadsScene.with(me)
        let group = try scene.key(scene.multisig)
        func voted(_ index: UInt64, _ accounts: [PublicKey: ChainAccount?], in group: PublicKey) throws -> Proposal {
            let vote = SquadsProgram.vote(.approve, by: me, in: group, on: index)
            return try #require(try proposal(vote, Samples.facts(accounts)))
        }
        let accounts = try kept(scene)
        let paid = try voted(4, accounts, in: group)
        #expect(paid.act == .approves && paid.origin == .node)
        #expect(paid.account == .address(SquadsProgram.proposal(4, of: group)))
        #expect(paid.instructions?.map(\.name) == ["Transfer"])
        #expect(paid.instructions?.first?.effects?.first?.amount == 7 * Samples.sol)
        #expect(paid.instructions?.first?.accounts.last?.source == .address(try scene.key(scene.stranger)))
        // A change of the multisig itself reads as the instruction that proposed it.
        let changed = try voted(3, accounts, in: group)
        #expect(changed.instructions?.map(\.name) == ["configTransactionCreate"])
        let fields = changed.instructions?.first?.fields ?? []
        #expect(fields.contains { "\($0)".contains(scene.stranger) })
        // A batch can't be read, and what another program wrote isn't shown at all.
        let batch = try voted(5, accounts, in: group)
        #expect(batch.origin == .node && batch.instructions == nil)
        #expect(try voted(6, accounts, in: group).origin == nil)
        // A proposal that says that it is another's, or another one's number, leads nowhere.
        let address = SquadsProgram.proposal(4, of: group)
        for place in [8, 40] {
            var wrong = scene.data(address.base58)
            wrong[place] ^= 1
            var lied = accounts
            lied[address] = ChainAccount(lamports: 1, program: SquadsProgram.id, data: ByteSlice(wrong))
            #expect(try voted(4, lied, in: group).origin == nil, "\(place)")
        }
        var foreign = accounts
        foreign[address] = ChainAccount(
            lamports: 1, program: Samples.stranger, data: ByteSlice(scene.data(address.base58)))
        #expect(try voted(4, foreign, in: group).origin == nil)
        #expect(try voted(4, [:], in: group).origin == nil)
    }

    @Test func `a proposed change of a multisig with wrong bytes is read or unreadable`() throws {
        let scene = try SquadsScene.with(me)
        let account = SquadsProgram.transaction(3, of: try scene.key(scene.multisig))
        let whole = scene.data(account.base58)
        func read(_ data: [UInt8]) -> [InstructionReview]? {
            Proposal(
                votedIn: account,
                keeper: ChainAccount(lamports: 1, program: SquadsProgram.id, data: ByteSlice(data))
            ).instructions
        }
        #expect(read(whole)?.first?.isKnown == true)
        for end in 0..<whole.count { #expect(read(Array(whole[..<end]))?.first?.isKnown != true, "\(end)") }
        #expect(read(whole + [0])?.first?.isKnown != true)
        var random = SeededGenerator(seed: 46)
        for _ in 0..<500 {
            var wrong = whole
            wrong[Int.random(in: 8..<wrong.count, using: &random)] = .random(in: 0 ... .max, using: &random)
            #expect(read(wrong)?.count ?? 1 == 1)
        }
    }

    @Test func `a proposal of a thousand accounts fits an answer`() throws {
        var bytes: [UInt8] = [0, 0, 0, 1] + Samples.stranger.bytes + [12]
        for _ in 0..<12 { bytes += [0, 200] + [UInt8](repeating: 0, count: 200) + [1, 0, 7] }
        let many = try create(bytes + [0])
        // No transaction has so many bytes; what an account keeps may.
        let subject = ReviewSubject(
            TransactionReview(try Transaction(feePayer: me, blockhash: Blockhash(), version: .v1) { many }), signer: me)
        let item = subject.review.json(subject, ReviewVerdict(subject))
        let shown = item["instructions"]?.array?.first?["proposal"]
        #expect(shown?["instructions"]?.array?.isEmpty == true && shown?["more"]?.int == 12)
    }

    @Test func `a message with wrong bytes is read or unreadable, and never more than what it is`() throws {
        var random = SeededGenerator(seed: 41)
        for place in [KeptPlace.argument, .account] {
            let head: [UInt8] = [196, 121, 46, 36, 12, 19, 252, 7, 255, 0, 0, 0, 0]
            let whole = place == .argument ? message() : head + message(isKept: true)
            let run = try Samples.instruction(
                squads, "batchExecuteTransaction", ["member": me, "transaction": Samples.mint])
            var read = 0
            for _ in 0..<2_000 {
                var wrong = whole
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    wrong[Int.random(in: 0..<wrong.count, using: &random)] = .random(in: 0 ... .max, using: &random)
                }
                let account = ChainAccount(lamports: 1, program: squads, data: ByteSlice(wrong))
                let found =
                    place == .argument
                    ? try proposal(try create(wrong)) : try proposal(run, Samples.facts([Samples.mint: account]))
                guard let instructions = found?.instructions else { continue }
                read += 1
                #expect(instructions.count == 2, "seed \(random.seed)")
            }
            // Most wrong bytes are in addresses and amounts.
            #expect(read > 200 && read < 2_000)
        }
    }

    private enum KeptPlace {
        case argument, account
    }
}
