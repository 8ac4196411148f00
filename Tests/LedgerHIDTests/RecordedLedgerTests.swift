import Ledger
import LedgerHID
import SolanaTransactions
import Testing

/// Exchanges with a real app, as Ledger's own tests record them.
///
/// Configuration, signed transactions, the signed message and their bytes: LedgerHQ/ledger-live,
/// `libs/ledgerjs/packages/hw-app-solana/tests/Solana.test.ts` at 19edbe54dc0b37f534288c46e88df3ec111b9d9e. That recording begins behind the open app
/// and the key of the account, so these two answers are written from the specification; the key is the first account of what was signed. The reports
/// around the commands are written from the specification too.
@Suite struct RecordedLedgerTests {
    private static let key = bytes("5eb9862fe23e544a2a0969cc157cb31fd72901cc2824d536a67fb8ee911e0236")
    private static let head =
        "010001035eb9862fe23e544a2a0969cc157cb31fd72901cc2824d536a67fb8ee911e02363b9ba3a2ebaf40c1cd672a80a8e1932b982cca8264be33c393"
        + "59701e113c3da20000000000000000000000000000000000000000000000000000000000000000"
        + "0303030303030303030303030303030303030303030303030303030303030303"
    private static let transfer = "020200010c020000002a00000000000000"
    private static let single = bytes(head + "01" + transfer)
    private static let several = bytes(head + "07" + String(repeating: transfer, count: 7))

    private static let before = [
        Exchange("b001000000", "0106536f6c616e6105312e302e360101009000"),
        Exchange("e004000000", "00000100069000"),
        Exchange(
            "e005000009028000002c800001f5", "5eb9862fe23e544a2a0969cc157cb31fd72901cc2824d536a67fb8ee911e02369000"),
    ]

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    private func replayed(_ message: [UInt8], _ exchanges: [Exchange]) throws -> LedgerReply {
        let request = LedgerRequest.signTransaction(
            message, path: try #require(LedgerPath([44, 501])), account: try PublicKey(bytes: Self.key))
        let script = Self.before + exchanges
        return try LedgerServer.reply(
            to: request, by: [LedgerDevice(path: "recorded", product: 0x1011)],
            io: LedgerIO { _ in RecordedPort(script) })
    }

    @Test func `a transfer is signed as it was on a device`() throws {
        let signature =
            "1ad0702faddc8b2072c59547637c10e6affad2f186b69cf3288f2b029de2e309e1d73b73eb925a79f7b0d026ee07203d714e15807267001fbd3914de"
            + "76a5490e"
        let command = "e0060100a001028000002c800001f5" + Self.head + "01" + Self.transfer
        let reply = try replayed(Self.single, [Exchange(command, signature + "9000")])
        #expect(reply == .signature(try Signature(bytes: Self.bytes(signature))))
    }

    @Test func `a message in two commands is cut as it was on a device`() throws {
        let signature =
            "d9ed529ab24ab4e796c006cf85e7e51db85825b31d3477dd3bf8350745b7a9cdc29840442d96dbeca73289a06841655d9f5c342bd6f697dcfdb6dadf"
            + "8a078404"
        let whole = "01028000002c800001f5" + Self.head + "07" + String(repeating: Self.transfer, count: 7)
        let (first, rest) = (whole.prefix(510), whole.dropFirst(510))
        let reply = try replayed(
            Self.several,
            [Exchange("e0060102ff" + first, "9000"), Exchange("e006010107" + rest, signature + "9000")])
        #expect(reply == .signature(try Signature(bytes: Self.bytes(signature))))
    }

    @Test func `a signature with one bit turned isn't taken`() throws {
        let signature =
            "1bd0702faddc8b2072c59547637c10e6affad2f186b69cf3288f2b029de2e309e1d73b73eb925a79f7b0d026ee07203d714e15807267001fbd3914de"
            + "76a5490e"
        let command = "e0060100a001028000002c800001f5" + Self.head + "01" + Self.transfer
        #expect(throws: LedgerFault.invalid) {
            try replayed(Self.single, [Exchange(command, signature + "9000")])
        }
    }

    @Test func `text is asked for as it was on a device`() throws {
        let message = "ff736f6c616e61206f6666636861696e00001c004c6f6e67204f66662d436861696e2054657374204d6573736167652e"
        let commands = LedgerCommand.signOffchain(Self.bytes(message), path: try #require(LedgerPath([44, 501])))
        #expect(commands.map(\.encoded) == [Self.bytes("e00701003a01028000002c800001f5" + message)])
    }

    private struct Exchange: Sendable {
        let command: [UInt8]
        let answer: [UInt8]

        init(_ command: String, _ answer: String) {
            self.command = RecordedLedgerTests.bytes(command)
            self.answer = RecordedLedgerTests.bytes(answer)
        }
    }

    /// A device that gives each recorded answer to its recorded command, and none to any other.
    private final class RecordedPort: LedgerPort {
        private var script: [Exchange]
        private var command: [UInt8] = []
        private var reports: [[UInt8]] = []

        init(_ script: [Exchange]) {
            self.script = script
        }

        func write(_ report: [UInt8]) throws(LedgerFault) {
            command += report[3...4] == [0, 0] ? report[7...] : report[5...]
            guard let next = script.first, command.count >= next.command.count else { return }
            guard command.prefix(next.command.count) == next.command[...],
                command.dropFirst(next.command.count).allSatisfy({ $0 == 0 })
            else { throw .invalid }
            script.removeFirst()
            command = []
            var rest = [UInt8(next.answer.count >> 8), UInt8(next.answer.count & 0xFF)] + next.answer
            var sequence: UInt8 = 0
            while !rest.isEmpty {
                let part = Array(rest.prefix(59))
                reports.append(report[0..<3] + [0, sequence] + part + [UInt8](repeating: 0, count: 59 - part.count))
                rest.removeFirst(part.count)
                sequence += 1
            }
        }

        func read(within milliseconds: Int32) throws(LedgerFault) -> [UInt8]? {
            guard !reports.isEmpty else { throw .invalid }
            return reports.removeFirst()
        }
    }
}
