import Foundation
import SolanaTransactions
import TestSupport
import Testing

/// Stakes in all states, beside what the chain's own Stake program lets out of them (solders.litesvm), and the instructions' bytes beside another encoder's.
@Suite struct StakeHistoryTests {
    private struct Line: Decodable {
        let kind: String
        let account: Hex?
        let history: Hex?
        let epoch: UInt64?
        let lamports: UInt64?
        let withdrawable: UInt64?
        let staked: UInt64?
        let effective: UInt64?
        let activating: UInt64?
        let deactivating: UInt64?
        let name: String?
        let accounts: [Meta]?
        let data: Hex?
    }

    private struct Meta: Decodable {
        let key: Hex
        let isSigner: Bool
        let isWritable: Bool

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            key = try values.decode(Hex.self)
            isSigner = try values.decode(Bool.self)
            isWritable = try values.decode(Bool.self)
        }
    }

    private static let lines = Result {
        try PythonScript("vectors_stakes.py").run().split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Line.self, from: $0)
        }
    }

    private func lines(_ kind: String) throws -> [Line] { try Self.lines.get().filter { $0.kind == kind } }

    private func read(_ line: Line) throws -> (stake: StakeAccount, history: StakeHistory, epoch: UInt64) {
        (
            try StakeAccount(decoding: ByteSlice(try #require(line.account).bytes)),
            try StakeHistory(decoding: ByteSlice(try #require(line.history).bytes)), try #require(line.epoch)
        )
    }

    /// The most lamports that floating-point numbers of 53 bits may be off.
    private func margin(_ lamports: UInt64) -> UInt64 { (lamports >> 44) + 8 }

    @Test func `a stake's parts in each epoch are those of the published formula`() throws {
        var states: Set<StakeActivity.State> = []
        for line in try lines("state") {
            let (stake, history, epoch) = try read(line)
            let activity = stake.activity(in: epoch, history)
            let effective = try #require(line.effective)
            let off = max(activity.effective, effective) - min(activity.effective, effective)
            #expect(off <= margin(effective), "\(activity.effective) instead of \(effective)")
            #expect((activity.activating > 0) == (try #require(line.activating) > 0))
            #expect((activity.deactivating > 0) == (try #require(line.deactivating) > 0))
            if activity.deactivating == 0, activity.activating > 0 {
                #expect(activity.effective + activity.activating == stake.delegation?.lamports)
            }
            states.insert(activity.state)
        }
        #expect(states == Set(StakeActivity.State.allCases))
    }

    @Test func `what can be withdrawn is what the chain's program lets out, and never more`() throws {
        var exact = 0
        for line in try lines("part") {
            let (stake, history, epoch) = try read(line)
            let lamports = try #require(line.lamports)
            let (told, real) = (
                stake.withdrawable(of: lamports, in: epoch, history), try #require(line.withdrawable)
            )
            #expect(told <= real && real - told <= 2 * margin(lamports), "\(told) instead of \(real)")
            if told == real { exact += 1 }
        }
        #expect(exact > 30)
    }

    @Test func `the instructions of a stake's life are another encoder's, byte for byte`() throws {
        let owner = try PublicKey(bytes: try #require(try lines("instruction").last?.accounts?.last).key.bytes)
        let vote = try PublicKey(bytes: [UInt8](repeating: 9, count: 32))
        let seed = "0123456789abcdef0123456789abcdef"
        let stake = try PublicKey.createWithSeed(base: owner, seed: seed, owner: StakeProgram.id)
        let built = [
            "create": SystemProgram.createAccountWithSeed(
                from: owner, newAccount: stake, base: owner, seed: seed, lamports: 2_002_282_880,
                space: StakeProgram.space, owner: StakeProgram.id),
            "initialize": StakeProgram.initialize(stake, staker: owner, withdrawer: owner),
            "delegate": StakeProgram.delegate(stake, vote: vote, authority: owner),
            "deactivate": StakeProgram.deactivate(stake, authority: owner),
            "withdraw": StakeProgram.withdraw(stake, to: owner, authority: owner, lamports: 2_002_282_880),
        ]
        let expected = try lines("instruction")
        #expect(expected.count == built.count)
        for line in expected {
            let name = try #require(line.name)
            let instruction = try #require(built[name])
            #expect(instruction.data == line.data?.bytes, "\(line.name ?? "")")
            var accounts = instruction.accounts
            // The base is the payer, and stands once more: both encoders may say it or not.
            if line.name == "create" { accounts = Array(accounts.prefix(line.accounts?.count ?? 0)) }
            #expect(accounts.map(\.key.bytes) == line.accounts?.map(\.key.bytes), "\(line.name ?? "")")
            #expect(accounts.map(\.isSigner) == line.accounts?.map(\.isSigner), "\(line.name ?? "")")
            #expect(accounts.map(\.isWritable) == line.accounts?.map(\.isWritable), "\(line.name ?? "")")
        }
    }

    @Test func `damaged contents are refused, and read nothing beyond their end`() throws {
        let line = try #require(try lines("state").first)
        let (account, history) = (try #require(line.account).bytes, try #require(line.history).bytes)
        #expect(throws: CodingError(.length, at: 199)) { try StakeAccount(decoding: ByteSlice(account.dropLast())) }
        #expect(throws: CodingError(.tag, at: 0)) { try StakeAccount(decoding: ByteSlice([3] + account.dropFirst())) }
        #expect(throws: CodingError.self) { try StakeHistory(decoding: ByteSlice(history.dropLast())) }
        #expect(throws: CodingError(.length, at: 0)) {
            try StakeHistory(decoding: ByteSlice([1, 2, 0, 0, 0, 0, 0, 0] + history))
        }
        #expect(throws: CodingError.self) { try ChainClock(decoding: ByteSlice([UInt8](repeating: 0, count: 39))) }
        // Every byte changed once: whatever is read, nothing traps.
        var data = account
        for place in data.indices {
            data[place] = ~data[place]
            if let stake = try? StakeAccount(decoding: ByteSlice(data)) {
                _ = stake.withdrawable(
                    of: 1, in: 7, try StakeHistory(decoding: ByteSlice(history)))
                _ = stake.activity(in: .max, try StakeHistory(decoding: ByteSlice(history)))
            }
            data[place] = ~data[place]
        }
    }
}
