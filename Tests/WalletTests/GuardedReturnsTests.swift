import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// How the wallet tells that a site may have refused a guarded transaction: it asks for the same again.
@Suite struct GuardedReturnsTests {
    private let clock = ManualClock()
    private let site = "https://shop.example"

    private func payment(_ lamports: UInt64, _ blockhash: UInt8, to recipient: UInt8 = 3) throws -> Transaction {
        func key(_ byte: UInt8) throws -> PublicKey { try PublicKey(bytes: [UInt8](repeating: byte, count: 32)) }
        let hash = try Blockhash(bytes: [UInt8](repeating: blockhash, count: 32))
        let transfer = SystemProgram.transfer(from: try key(2), to: try key(recipient), lamports: lamports)
        return try Transaction(feePayer: key(2), blockhash: hash, version: .v0) { [transfer] }
    }

    @Test func `the same counts as asked again for a minute, whatever its blockhash`() throws {
        let returned = GuardedReturns(clock: clock)
        #expect(!returned.contains(try payment(5, 1), for: site))
        returned.note(try payment(5, 1), for: site)
        clock.advance(by: .seconds(59))
        #expect(returned.contains(try payment(5, 1), for: site))
        #expect(returned.contains(try payment(5, 9), for: site))
        clock.advance(by: .seconds(1))
        #expect(!returned.contains(try payment(5, 9), for: site))
    }

    @Test func `another amount, recipient or site asks for something else`() throws {
        let returned = GuardedReturns(clock: clock)
        returned.note(try payment(5, 1), for: site)
        #expect(!returned.contains(try payment(6, 1), for: site))
        #expect(!returned.contains(try payment(5, 1, to: 4), for: site))
        #expect(!returned.contains(try payment(5, 1), for: "https://other.example"))
    }

    @Test func `a site that floods the wallet crowds out none that came before, and its own run out`() throws {
        let returned = GuardedReturns(clock: clock)
        returned.note(try payment(1, 1), for: site)
        for lamports in 2...600 { returned.note(try payment(UInt64(lamports), 1), for: "https://flood.example") }
        #expect(returned.contains(try payment(1, 2), for: site))
        #expect(!returned.contains(try payment(600, 2), for: "https://flood.example"))
    }
}
