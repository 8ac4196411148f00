import ProgramRegistry
import SolanaTransactions
import TestSupport
import Testing

/// A table with wrong bytes has less in it and stops nothing.
@Suite struct DamagedTableTests {
    private static let whole = ProgramTable.compiledBytes

    /// Asks a table for everything that it says about a program.
    private static func ask(_ table: ProgramTable, about vector: ProgramVector) {
        _ = table.name(of: vector.program)
        _ = table.interface(of: vector.program)
        _ = table.layouts(of: vector.program)
        _ = table.token(TokenProgram.nativeMint)
        _ = table.address(vector.program)
        let account = MessageAccount(source: .address(vector.program), isSigner: true, isWritable: true)
        let decoded = ProgramSet().backed(by: table).decode(
            program: vector.program, accounts: [MessageAccount](repeating: account, count: vector.accountCount),
            data: ByteSlice(vector.data))
        if let decoded { _ = table.cases(of: decoded) }
    }

    private static func put(_ number: Int, at place: Int, of bytes: inout [UInt8]) {
        for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
    }

    private static func number(at place: Int, of bytes: [UInt8]) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    @Test func `a table that ends early is refused, or has what is left`() throws {
        let vectors = try ProgramVector.all.get()
        for (round, end) in stride(from: 0, to: Self.whole.count, by: 97).enumerated() {
            var torn = Array(Self.whole[..<end])
            #expect(throws: CodingError.self) { try ProgramTable(torn) }
            guard end >= 64 else { continue }
            // With a header that fits what is left, the sections are there in part.
            Self.put(end, at: 12, of: &torn)
            for (section, length) in [1, 48, 1, 48, 40].enumerated() {
                let start = min(Self.number(at: 16 + 8 * section, of: torn), end)
                let count = min(Self.number(at: 20 + 8 * section, of: torn), (end - start) / length)
                Self.put(start, at: 16 + 8 * section, of: &torn)
                Self.put(count, at: 20 + 8 * section, of: &torn)
            }
            Self.ask(try ProgramTable(torn), about: vectors[round * 31 % vectors.count])
        }
    }

    @Test func `no wrong byte makes the table trap`() throws {
        var random = SeededGenerator()
        let vectors = try ProgramVector.all.get()
        for round in 0..<400 {
            var damaged = Self.whole
            for _ in 0..<(1 << (round % 14)) {
                let place = Int.random(in: 16..<damaged.count, using: &random)
                damaged[place] = .random(in: 0...255, using: &random)
            }
            guard let table = try? ProgramTable(damaged) else { continue }
            for _ in 0..<8 {
                guard let vector = vectors.randomElement(using: &random) else { continue }
                Self.ask(table, about: vector)
            }
        }
    }

    @Test func `a table of another form is refused with the reason`() {
        var other = Self.whole
        other[0] ^= 1
        #expect(throws: CodingError(.tag, at: 0)) { try ProgramTable(other) }
        other = Self.whole
        other[8] = 2
        #expect(throws: CodingError(.unsupportedVersion, at: 8)) { try ProgramTable(other) }
        #expect(throws: CodingError(.length, at: 12)) { try ProgramTable(Self.whole + [0]) }
        #expect(throws: CodingError(.truncated, at: 0)) { try ProgramTable([]) }
    }
}
