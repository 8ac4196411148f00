import Ledger
import Testing

/// The commands to the Solana app, and its answers.
@Suite struct LedgerCommandTests {
    /// A number of paths and a path of three steps stand before the message: 14 bytes.
    private static let headCount = 14

    private func path() throws -> LedgerPath { try #require(LedgerPath([44, 501, 0])) }

    private func message(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) } }

    @Test func `the short commands are these bytes`() throws {
        #expect(LedgerCommand.openApp.encoded == [0xB0, 1, 0, 0, 0])
        #expect(LedgerCommand.configuration.encoded == [0xE0, 4, 0, 0, 0])
        let steps: [UInt8] = [3, 0x80, 0, 0, 44, 0x80, 0, 1, 0xF5, 0x80, 0, 0, 0]
        #expect(try LedgerCommand.key(at: path(), shown: false).encoded == [0xE0, 5, 0, 0, 13] + steps)
        #expect(try LedgerCommand.key(at: path(), shown: true).encoded == [0xE0, 5, 1, 0, 13] + steps)
        let signing = try LedgerCommand.signTransaction([0xAA, 0xBB], path: path())
        #expect(signing.map(\.encoded) == [[0xE0, 6, 1, 0, 16, 1] + steps + [0xAA, 0xBB]])
        #expect(try LedgerCommand.signOffchain([0xAA], path: path())[0].encoded.prefix(5) == [0xE0, 7, 1, 0, 15])
    }

    @Test(arguments: [
        (255, [0]), (256, [2, 1]), (510, [2, 1]), (511, [2, 3, 1]), (765, [2, 3, 1]), (766, [2, 3, 3, 1]),
    ])
    func `a message is cut at 255 bytes, the last command may be full`(count: Int, kinds: [UInt8]) throws {
        let message = message(count - Self.headCount)
        let commands = try LedgerCommand.signTransaction(message, path: path())
        #expect(commands.map(\.p2) == kinds)
        #expect(commands.allSatisfy { $0.p1 == 1 && $0.data.count <= 255 && !$0.data.isEmpty })
        #expect(commands.flatMap(\.data) == [1] + (try path()).encoded + message)
        #expect(commands.filter(\.waitsForUser) == [commands[commands.count - 1]])
        #expect(commands.map(\.isContinued) == kinds.map { $0 & 2 != 0 })
        #expect(commands.map(\.isContinuation) == kinds.map { $0 & 1 != 0 })
    }

    @Test func `only a key that is shown, and the last part of what is signed, wait for the user`() throws {
        #expect(!LedgerCommand.openApp.waitsForUser && !LedgerCommand.configuration.waitsForUser)
        #expect(try !LedgerCommand.key(at: path(), shown: false).waitsForUser)
        #expect(try LedgerCommand.key(at: path(), shown: true).waitsForUser)
    }

    @Test(
        arguments: [
            (0x9000, nil), (0x5515, LedgerFault.locked), (0x6985, .rejected), (0x6808, .blindSigningOff),
            (0x6A80, .notParsable), (0x6A81, .wrongSigner), (0x6A82, .textFormat), (0x6A83, .tooLarge),
            (0x6D00, .otherApp), (0x6E00, .otherApp), (0x6F01, .other(code: 0x6F01)), (0, .other(code: 0)),
        ] as [(UInt16, LedgerFault?)])
    func `a status word says what went wrong`(status: UInt16, fault: LedgerFault?) throws {
        let answer = try #require(LedgerAnswer([7, UInt8(status >> 8), UInt8(status & 0xFF)]))
        #expect(answer.fault == fault)
        #expect(answer.data == [7])
    }

    @Test func `an answer without a status word is none`() {
        #expect(LedgerAnswer([]) == nil)
        #expect(LedgerAnswer([0x90]) == nil)
        #expect(LedgerAnswer([0x90, 0])?.data == [])
    }

    @Test func `the open app is named, and nothing is read past the end`() throws {
        let named: [UInt8] = [1, 6] + "Solana".utf8 + [5] + "1.9.0".utf8 + [1, 0]
        #expect(LedgerAnswer(named + [0x90, 0])?.appName == "Solana")
        for count in 0..<8 { #expect(LedgerAnswer(named.prefix(count) + [0x90, 0])?.appName == nil) }
        #expect(LedgerAnswer(named + [0x55, 0x15])?.appName == nil)
        #expect(LedgerAnswer([2] + named.dropFirst() + [0x90, 0])?.appName == nil)
        #expect(LedgerAnswer([1, 1, 0xFF, 0x90, 0])?.appName == nil)
    }

    @Test func `a configuration of five bytes is read, a longer one too, a shorter one isn't`() {
        let app = LedgerApp(answer: [1, 1, 1, 9, 0], model: .stax)
        #expect(app?.allowsBlindSigning == true && app?.shortensAddresses == true && app?.model == .stax)
        #expect(app?.version == LedgerApp.Version(1, 9))
        #expect(LedgerApp(answer: [0, 0, 1, 16, 3, 1, 1], model: nil)?.version == LedgerApp.Version(1, 16, 3))
        #expect(LedgerApp(answer: [0, 0, 1, 16], model: nil) == nil)
    }
}
