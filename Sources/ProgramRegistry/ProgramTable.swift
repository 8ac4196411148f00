import CProgramTable
public import SolanaTransactions
import Synchronization

/// The registry of programs that is compiled in: their names and interfaces, known tokens and known addresses.
///
/// It is read in place. Making it costs nothing, and a program's layouts are made at the first instruction that has them.
///
/// ```swift
/// let programs = ProgramSet.known.backed(by: ProgramTable.known)
/// ```
///
/// What it says comes from public interfaces, and most programs can be changed by somebody: a name and arguments are what the
/// program's published source said, not a proof of what it does today.
public final class ProgramTable: ProgramCatalog {
    private let bytes: TableBytes?
    private let programs = Mutex<[PublicKey: TableProgram]>([:])

    /// The most programs whose layouts are kept at once.
    private static let mostKept = 24

    /// The table that comes with the library.
    public static let known = ProgramTable(
        bytes: try? .standing(UnsafeRawBufferPointer(start: sidekey_programs(), count: sidekey_programs_count())))

    /// The bytes of the table that comes with the library, for tests that damage a copy.
    package static var compiledBytes: [UInt8] {
        [UInt8](UnsafeRawBufferPointer(start: sidekey_programs(), count: sidekey_programs_count()))
    }

    /// Reads a table of one's own, as `Programs/generate.py` writes it. The bytes are copied.
    ///
    /// - Throws: `.tag` for another format, `.unsupportedVersion`, `.length` or `.truncated` for one that isn't whole. What is
    ///   damaged behind the header is missing from the table.
    public convenience init(_ bytes: [UInt8]) throws(CodingError) {
        self.init(bytes: try .copying(bytes))
    }

    private init(bytes: TableBytes?) {
        self.bytes = bytes
    }

    /// The addresses of the programs with an interface or a name.
    public var addresses: [PublicKey] { bytes.map { $0.addresses(in: $0.programs) } ?? [] }

    /// The name of a program; nil if it isn't known.
    public func name(of program: PublicKey) -> String? {
        row(of: program).flatMap { row in try? bytes?.text(UInt64(row.name)) }
    }

    /// The source of a program's interface; nil if the table has at most its name.
    public func interface(of program: PublicKey) -> ProgramInterface? { tableProgram(at: program)?.interface }

    /// The layouts of a program's instructions; empty if the table has at most its name.
    ///
    /// They are for building instructions. One that takes different lists of accounts has several.
    public func layouts(of program: PublicKey) -> [InstructionLayout] {
        guard let program = tableProgram(at: program) else { return [] }
        return (0..<program.record.instructionCount).flatMap { index in
            program.instruction(index)?.lists.compactMap(\.layouts.first) ?? []
        }
    }

    /// A program whose instructions can be read; nil if the table has at most its name.
    public func program(at address: PublicKey) -> (any CatalogProgram)? { tableProgram(at: address) }

    func tableProgram(at address: PublicKey) -> TableProgram? {
        if let known = programs.withLock({ $0[address] }) { return known }
        guard let bytes, let row = row(of: address), row.record != 0,
            let record = try? ProgramRecord(bytes, at: row.record),
            let name = try? bytes.text(UInt64(row.name)),
            let program = try? TableProgram(record, name: name, firstNumber: Int(row.firstNumber))
        else { return nil }
        programs.withLock { programs in
            if programs.count >= Self.mostKept { programs = [:] }
            programs[address] = program
        }
        return program
    }

    private func row(of program: PublicKey) -> (name: UInt32, record: UInt32, firstNumber: UInt32)? {
        guard let bytes, let place = bytes.row(program, in: bytes.programs) else { return nil }
        return try? bytes.read(place) { reader throws(CodingError) in
            (try reader.readInteger(), try reader.readInteger(), try reader.readInteger())
        }
    }
}

extension ProgramTable {
    /// A token by its mint; nil if it isn't known.
    ///
    /// Anybody can call a token like a known one: only the mint's address tells.
    public func token(_ mint: PublicKey) -> KnownToken? {
        guard let bytes, let place = bytes.row(mint, in: bytes.tokens) else { return nil }
        return try? bytes.read(place) { reader throws(CodingError) in
            let texts = (
                try reader.readInteger(as: UInt32.self), try reader.readInteger(as: UInt32.self),
                try reader.readInteger(as: UInt32.self)
            )
            let decimals = try reader.readByte()
            let program: PublicKey? =
                switch try reader.readByte() {
                case 1: TokenProgram.id
                case 2: Token2022Program.id
                default: nil
                }
            return KnownToken(
                symbol: try bytes.text(UInt64(texts.0)), name: try bytes.text(UInt64(texts.1)),
                category: try bytes.text(UInt64(texts.2)), decimals: decimals, program: program,
                isScaled: try reader.readByte() & 1 != 0)
        }
    }

    /// The mints of the tokens with a symbol, whatever the case of its letters; those with exactly this one, if there are any.
    ///
    /// It reads the whole list: for what a user types, not for what is looked up often.
    public func mints(named symbol: String) -> [PublicKey] {
        let found = (bytes.map { $0.addresses(in: $0.tokens) } ?? []).compactMap { mint in
            token(mint).flatMap { $0.symbol.lowercased() == symbol.lowercased() ? (mint, $0.symbol) : nil }
        }
        let exact = found.filter { $0.1 == symbol }
        return (exact.isEmpty ? found : exact).map(\.0)
    }

    /// The entry of an address that isn't a program; nil if it isn't known.
    public func address(_ address: PublicKey) -> KnownAddress? {
        guard let bytes, let place = bytes.row(address, in: bytes.addresses) else { return nil }
        return try? bytes.read(place) { reader throws(CodingError) in
            KnownAddress(
                name: try bytes.text(UInt64(try reader.readInteger(as: UInt32.self))),
                category: try bytes.text(UInt64(try reader.readInteger(as: UInt32.self))))
        }
    }
}

/// The source of a program's interface.
public struct ProgramInterface: Hashable, Sendable {
    /// The people or the company behind the program.
    public let publisher: String
    /// The address of their site; nil if none is known.
    public let site: String?
    /// The file that the interface was taken from: `owner/repository@commit:path`.
    public let source: String
    public let licence: String
    /// The instructions that are missing on purpose, and why; nil if none are.
    public let missing: String?
    public let instructionCount: Int
}

/// A token whose mint is known.
public struct KnownToken: Hashable, Sendable {
    public let symbol: String
    public let name: String
    /// The kind of the token, such as `stablecoin`.
    public let category: String
    public let decimals: UInt8
    /// The token program that the mint belongs to; nil if that isn't known.
    public let program: PublicKey?
    /// True if the mint shows its amounts multiplied by a factor that its issuer changes.
    public let isScaled: Bool
}

/// An address that is known and isn't a program's.
public struct KnownAddress: Hashable, Sendable {
    public let name: String
    /// The kind of the address, such as `exchange`.
    public let category: String
}
