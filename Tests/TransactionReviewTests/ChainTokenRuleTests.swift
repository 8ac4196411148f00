import SolanaTransactions
import Testing
import TransactionReview

/// The rules that look at mints and lookup tables, each with what it finds and with what only looks like it.
@Suite struct ChainTokenRuleTests {
    private typealias Samples = ChainSamples
    private let me = Samples.me
    private let thief = Samples.thief
    private let mine = Samples.mine
    private static let zeros = [UInt8](repeating: 0, count: 32)

    /// Findings in a mint of which the user sends tokens, unchecked: the mint is known by the token account alone.
    private func found(_ id: String, _ mint: ChainAccount) throws -> [Finding] {
        let subject = try Samples.subject([Samples.send(5)])
        let token = Samples.tokens(of: me, 9, program: mint.program)
        return Samples.found(id, subject, Samples.facts([mine: token, Samples.mint: mint]))
    }

    private func found(_ id: String, _ extensions: (UInt16, [UInt8])...) throws -> [Finding] {
        try found(id, Samples.mint(extensions: extensions))
    }

    private func fee(_ older: (UInt64, UInt16), _ newer: (UInt64, UInt16)) -> (UInt16, [UInt8]) {
        var value = [UInt8](repeating: 0, count: 72)
        for (maximum, points) in [older, newer] {
            value += Samples.bytes(UInt64(3)) + Samples.bytes(maximum) + Samples.bytes(points)
        }
        return (1, value)
    }

    @Test func `R39: a permanent delegate`() throws {
        let finding = try #require(try found("R39", (12, thief.bytes)).first)
        #expect(finding.level == .warning && finding["to"] == thief.base58)
        #expect(finding["mint"] == Samples.mint.base58)
        #expect(try found("R39", (12, me.bytes)) == [])
        #expect(try found("R39", (12, Self.zeros)) == [])
        #expect(try found("R39", (3, thief.bytes)) == [])
        #expect(try found("R39", Samples.mint(authority: thief, freezer: thief)) == [])
    }

    @Test func `R40: a transfer hook`() throws {
        let finding = try #require(try found("R40", (14, Self.zeros + thief.bytes)).first)
        #expect(finding.level == .warning && finding["program"] == thief.base58)
        #expect(try found("R40", (14, thief.bytes + Self.zeros)) == [])
    }

    @Test func `R41: a transfer fee, the higher one of two`() throws {
        let finding = try #require(try found("R41", fee((100, 250), (9_000, 10))).first)
        #expect(finding.level == .warning && finding["basisPoints"] == "250" && finding["maximum"] == "9000")
        #expect(try found("R41", fee((0, 0), (0, 0))) == [])
        #expect(try found("R41", fee((9, 0), (9, 0))) == [])
        #expect(try found("R41", fee((0, 5), (0, 5))) == [])
    }

    @Test func `R42 to R44: frozen, never to be moved, unknown`() throws {
        #expect(try found("R42", (6, [2])).map(\.level) == [.warning])
        #expect(try found("R42", (6, [1])) == [])
        #expect(try found("R43", (9, [])).map(\.level) == [.warning])
        #expect(try found("R43", (13, [])) == [])
        let unknown = try #require(try found("R44", (29, [1]), (12, thief.bytes), (700, [])).first)
        #expect(unknown.level == .warning && unknown["types"] == "29, 700")
        #expect(try found("R44", (28, Self.zeros)) == [])
    }

    @Test func `a mint is looked at wherever its tokens come in`() throws {
        let mint = Samples.mint(extensions: [(12, thief.bytes)])
        let tokens = Samples.tokens(of: me, 9, program: Token2022Program.id)
        let checked = Token2022Program.transferChecked(
            source: mine, mint: Samples.mint, destination: Samples.friends, authority: me, amount: 1, decimals: 6)
        let named = Samples.facts([Samples.mint: mint])
        #expect(Samples.found("R39", try Samples.subject([checked]), named).count == 1)
        // An unknown program hands over tokens: seen when it is tried.
        let subject = try Samples.subject([Samples.unknown([mine])])
        let given = Samples.facts(
            [me: Samples.wallet(), mine: nil, Samples.mint: mint], becoming: [mine: tokens])
        #expect(Samples.found("R39", subject, given).count == 1)
        let theirs = Samples.tokens(of: thief, 9, program: Token2022Program.id)
        let others = Samples.facts(
            [me: Samples.wallet(), mine: nil, Samples.mint: mint], becoming: [mine: theirs])
        #expect(Samples.found("R39", subject, others) == [])
    }

    @Test func `R45: a lookup table that was ended`() throws {
        let subject = try Samples.subject(tables: [Samples.friend], [Samples.pay(Samples.friend)])
        func found(endedAt slot: UInt64) -> [ReviewLevel] {
            let table = Samples.table([Samples.friend], endedAt: slot)
            return Samples.found("R45", subject, Samples.facts([Samples.table: table])).map(\.level)
        }
        #expect(found(endedAt: .max) == [])
        #expect(found(endedAt: .max - 1) == [.warning])
        #expect(found(endedAt: Samples.slot - 512) == [.warning])
        #expect(found(endedAt: Samples.slot - 513) == [.danger])
        #expect(found(endedAt: 0) == [.danger])
    }

    @Test func `R46: entries that a lookup table doesn't have`() throws {
        let subject = try Samples.subject(
            tables: [thief, Samples.friend], [Samples.pay(Samples.friend), Samples.pay(thief)])
        func found(_ table: ChainAccount?) -> [Finding] {
            Samples.found("R46", subject, Samples.facts([Samples.table: table]))
        }
        #expect(found(Samples.table([thief, Samples.friend])) == [])
        let missing = found(Samples.table([thief]))
        #expect(missing.map(\.level) == [.danger] && missing.first?["accounts"] == "1")
        #expect(found(nil).first?["accounts"] == "2")
        #expect(found(Samples.wallet()).first?["accounts"] == "2")
        // Added in the slot in which the node looked: usable from the next one on.
        #expect(found(Samples.table([thief, Samples.friend], extendedAt: Samples.slot)).first?["accounts"] == "2")
        #expect(found(Samples.table([thief, Samples.friend], extendedAt: Samples.slot - 1)) == [])
        #expect(Samples.found("R46", subject, ChainFacts()) == [])
    }
}
