import Foundation
import JSONRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// A hijacked extension through many days of a user's wallet: what a chain says is gone, within any 24 hours, is at most the allowance.
@Suite(.timeLimit(.minutes(20))) struct AllowanceDayTests {
    private static let allowance: UInt64 = 100_000_000
    private static let fee: UInt64 = 5000
    private static let funds: UInt64 = 1_000_000_000_000
    private static let day: Int64 = 86_400_000
    /// More than thirty days.
    private static let steps = Extent.isWhole ? 5000 : 3300

    /// What a decision in the browser let out.
    private struct Taken {
        let time: Int64
        let lamports: UInt64
    }

    private struct Chain: Encodable {
        struct Step: Encodable {
            let slot: UInt64
            let wire: Hex
        }
        struct Airdrop: Encodable {
            let key: Hex
            let lamports: UInt64

            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try list.encode(key)
                try list.encode(lamports)
            }
        }

        let airdrops: [Airdrop]
        let steps: [Step]
        let accounts: [Hex]
    }

    private struct Outcome: Decodable {
        struct Step: Decodable { let error: String? }
        struct Account: Decodable { let lamports: UInt64 }

        let steps: [Step]
        let accounts: [Account?]
    }

    /// The wallet, its user and the extension that isn't theirs any more.
    private struct Days {
        var life: WalletLife
        let clock: PausingClock
        let account: PublicKey
        let stranger: PublicKey
        var now: Int64 = 0
        var number: UInt64 = 0
        var taken: [Taken] = []
        var signed: [Hex] = []
        var given: UInt64 = 0

        mutating func advance(_ milliseconds: Int64) {
            clock.advance(by: .milliseconds(milliseconds))
            now += milliseconds
        }

        /// A transfer that no other is like.
        mutating func transfer(_ lamports: UInt64) throws -> JSONObject {
            number += 1
            let seed = withUnsafeBytes(of: number.littleEndian) { Array($0) }
            let hash = try Blockhash(bytes: seed + [UInt8](repeating: 7, count: 24))
            let transaction = try Transaction(feePayer: account, blockhash: hash) {
                SystemProgram.transfer(from: account, to: stranger, lamports: lamports)
            }
            return ["tx": .string(Base64.encode(transaction.encoded()))]
        }

        /// The extension asks as the page and presses its own button.
        mutating func take(_ lamports: UInt64) async throws {
            let (waiting, own) = try await life.begin("signTransaction", transfer(lamports))
            switch try await life.approve(waiting) {
            case .success:
                try await note(own)
                taken.append(Taken(time: now, lamports: lamports + AllowanceDayTests.fee))
            case .failure(let error):
                #expect([.nativeOnly, .locked].contains(error.reason), "\(error)")
                _ = try await life.browser.call("approvals.reject", ["id": .string(waiting)])
                _ = try await life.browser.outcome(of: own)
                // Nobody is asked again for a while by a site whose requests are rejected.
                advance(Int64(61_000))
            }
        }

        /// The user decides something of their own, outside the browser.
        mutating func give(_ lamports: UInt64) async throws {
            let (waiting, own) = try await life.begin("signTransaction", transfer(lamports))
            _ = try await life.approveNatively(waiting).get()
            try await note(own)
            given += lamports + AllowanceDayTests.fee
        }

        /// The user connects another site.
        mutating func connect() async throws {
            number += 1
            _ = try await life.approve(life.ask("connect", ["origin": .string("https://dapp\(number).example")]))
        }

        private mutating func note(_ own: String) async throws {
            let answer = try await life.browser.outcome(of: own).get()
            signed.append(Hex(bytes: try Base64.decode(try #require(answer["signedTransaction"]?.string))))
        }

        mutating func restart() async throws {
            await life.fixture.service.shutDown()
            life = try await WalletLife(in: life.fixture.home, clock: clock)
            _ = try await life.unlock().get()
        }
    }

    @Test func `whatever the user does all day, the extension takes no more than the allowance in 24 hours`()
        async throws
    {
        let clock = PausingClock()
        let life = try await WalletLife(clock: clock)
        _ = try await life.create(["approvals": "risky"]).get()
        _ = try await life.unlock().get()
        _ = try await life.approve(life.ask("connect")).get()
        let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
        let account = try PublicKey(base58: #require(accounts?.first?["publicKey"]?.text))
        var days = Days(
            life: life, clock: clock, account: account,
            stranger: try PublicKey(bytes: [UInt8](repeating: 9, count: 32)))
        // The site's first signature is the user's own.
        try await days.give(1_000_000)
        var random = SeededGenerator(seed: 24)
        for _ in 0..<Self.steps {
            switch random.next() % 16 {
            case 0..<6: try await days.take(random.next() % 40_000_000)
            case 6: try await days.take(Self.allowance - Self.fee)
            case 7: _ = try await days.life.browser.call("vault.lock")
            case 8: _ = try await days.life.unlock()
            case 9: _ = try await days.life.prove("vault.unlock")
            case 10: try await days.give(random.next() % 500_000_000)
            case 11: try await days.connect()
            case 12 where random.next() % 8 == 0: try await days.restart()
            default: days.advance(Int64(random.next() % 7_200_000))
            }
        }
        #expect(days.now > 30 * Self.day)
        try Self.check(days)
    }

    private static func check(_ days: Days) throws {
        let chain = Chain(
            airdrops: [Chain.Airdrop(key: Hex(bytes: days.account.bytes), lamports: funds)],
            steps: days.signed.enumerated().map { Chain.Step(slot: UInt64($0.offset + 1), wire: $0.element) },
            accounts: [Hex(bytes: days.account.bytes)])
        let answer = try PythonScript("execute_instructions.py").run(
            ["transactions"], input: JSONEncoder().encode(chain))
        let outcome = try JSONDecoder().decode(Outcome.self, from: answer)
        #expect(outcome.steps.allSatisfy { $0.error == nil })
        let left = try #require(outcome.accounts.first??.lamports)
        let taken = days.taken.reduce(0) { $0 + $1.lamports }
        // What was counted is what the chain took, to the lamport.
        #expect(funds - left == taken + days.given)
        #expect(taken > 10 * allowance, "it takes what it can get")
        var most: UInt64 = 0
        for (place, last) in days.taken.enumerated() {
            let within = days.taken[...place].filter { last.time - $0.time < day }.reduce(0) { $0 + $1.lamports }
            most = max(most, within)
        }
        #expect(most <= allowance)
        #expect(most > allowance / 2)
    }
}
