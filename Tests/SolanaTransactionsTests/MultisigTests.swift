import SolanaTransactions
import TestSupport
import Testing

/// Multisigs of Squads, beside the same accounts and votes as `construct` spells them and addresses as `solders` derives them.
@Suite struct MultisigTests {
    private static let member = PublicKey("7oPa2PHQdZmjSPqvpZN7MQxnC7Dcf3uL4oLqknGLk2S3")

    private func scene(_ options: [String] = []) throws -> SquadsScene { try SquadsScene.with(Self.member, options) }

    private func group(_ scene: SquadsScene) throws -> MultisigAccount {
        try MultisigAccount(decoding: ByteSlice(scene.data(scene.multisig)))
    }

    private func proposal(_ scene: SquadsScene, _ index: Int) throws -> MultisigProposal {
        let address = try #require(scene.proposals["\(index)"]).address
        return try MultisigProposal(decoding: ByteSlice(scene.data(address)))
    }

    @Test func `every address of a multisig is the one that the program derives`() throws {
        let scene = try scene()
        let multisig = SquadsProgram.multisig(try scene.key(scene.createKey))
        #expect(multisig.base58 == scene.multisig && scene.proposals.count == 6)
        for (index, addresses) in scene.proposals {
            let number = try #require(UInt64(index))
            #expect(SquadsProgram.proposal(number, of: multisig).base58 == addresses.address)
            #expect(SquadsProgram.transaction(number, of: multisig).base58 == addresses.transaction)
        }
    }

    @Test(arguments: MultisigVote.allCases) func `a vote has the bytes and the accounts of another encoder`(
        vote: MultisigVote
    ) throws {
        let scene = try scene()
        let made = SquadsProgram.vote(vote, by: Self.member, in: try scene.key(scene.multisig), on: 4)
        let wanted = try #require(scene.votes[vote.rawValue])
        #expect(made.programID == SquadsProgram.id && made.data == wanted.data.bytes)
        #expect(made.accounts.map(\.key.base58) == wanted.accounts.map(\.key))
        #expect(made.accounts.map(\.isSigner) == wanted.accounts.map(\.isSigner))
        #expect(made.accounts.map(\.isWritable) == wanted.accounts.map(\.isWritable))
    }

    @Test func `members, threshold and time lock are read with and without a rent collector`() throws {
        for options in [["--place", "2"], ["--place", "2", "--collector", "--authority"]] {
            let scene = try scene(options)
            let group = try group(scene)
            #expect(group.threshold == 2 && group.timeLock == 5400 && group.index == 6 && group.staleIndex == 1)
            #expect(group.members.count == 3 && group.members[Self.member] == [.initiate, .vote, .execute])
            #expect(group.createKey.base58 == scene.createKey)
            #expect(group.configAuthority?.base58 == (options.contains("--authority") ? scene.stranger : nil))
            // The place at which a node is asked for the member.
            let first = MultisigAccount.memberOffsets[options.contains("--collector") ? 1 : 0]
            let place = Int(first + 2 * MultisigAccount.memberCount)
            #expect(Array(scene.data(scene.multisig)[place..<place + 32]) == Self.member.bytes)
        }
    }

    @Test func `a proposal tells its votes, and which votes the program still takes`() throws {
        let scene = try scene()
        let group = try group(scene)
        let open = try proposal(scene, 4)
        #expect(open.status == .active && open.index == 4 && open.multisig.base58 == scene.multisig)
        #expect(open.time == 1_790_000_004 && open.approved.count == 1 && open.vote(of: Self.member) == nil)
        #expect(open.votes(open: Self.member, of: group) == [.approve, .reject])
        #expect(open.votes(open: try #require(open.approved.first), of: group) == [.reject])
        // Stale: nobody votes for or against it. Approved: it can be cancelled. Executed: nothing.
        #expect(try proposal(scene, 1).votes(open: Self.member, of: group).isEmpty)
        let approved = try proposal(scene, 3)
        #expect(approved.votes(open: Self.member, of: group) == [.cancel] && approved.vote(of: Self.member) == .approve)
        #expect(try proposal(scene, 2).votes(open: Self.member, of: group).isEmpty)
        // A member that may only propose, and a stranger.
        let proposer = try self.group(try self.scene(["--powers", "1"]))
        #expect(open.votes(open: Self.member, of: proposer).isEmpty)
        #expect(open.votes(open: try scene.key(scene.stranger), of: group).isEmpty)
    }

    @Test func `a damaged account is refused, and no byte of it traps`() throws {
        let scene = try scene()
        var random = SeededGenerator(seed: 45)
        let accounts = [scene.data(scene.multisig), scene.data(try #require(scene.proposals["4"]).address)]
        for whole in accounts {
            for end in 0..<whole.count {
                let cut = ByteSlice(Array(whole[..<end]))
                // What is behind the last list is room.
                if end < 100 {
                    #expect(throws: CodingError.self) { _ = try MultisigAccount(decoding: cut) }
                    #expect(throws: CodingError.self) { _ = try MultisigProposal(decoding: cut) }
                } else {
                    _ = try? MultisigAccount(decoding: cut)
                    _ = try? MultisigProposal(decoding: cut)
                }
            }
            for _ in 0..<2_000 {
                var wrong = whole
                wrong[Int.random(in: 0..<wrong.count, using: &random)] = .random(in: 0 ... .max, using: &random)
                _ = try? MultisigAccount(decoding: ByteSlice(wrong))
                _ = try? MultisigProposal(decoding: ByteSlice(wrong))
            }
        }
        let kinds = try [1, 3, 5].map { index in
            MultisigTransactionKind(ByteSlice(scene.data(try #require(scene.proposals["\(index)"]).transaction)))
        }
        #expect(kinds == [.vault, .config, .batch] && MultisigTransactionKind([1, 2]) == nil)
    }
}
