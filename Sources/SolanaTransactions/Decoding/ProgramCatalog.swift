/// Programs that a ``ProgramSet`` reads besides its own, such as those of a registry.
///
/// Your own programs of which each has a type need none: see ``ProgramSet/adding(_:)``.
public protocol ProgramCatalog: Sendable {
    /// The program at an address; nil if the catalogue doesn't have it.
    ///
    /// It is asked at each instruction of a program that the set doesn't read itself, so it should be quick.
    func program(at address: PublicKey) -> (any CatalogProgram)?

    /// The name of a program, also of one whose instructions the catalogue can't read.
    func name(of program: PublicKey) -> String?
}

/// A program of a ``ProgramCatalog``, which makes the layouts of its instructions as they are needed.
public protocol CatalogProgram: AnyObject, Sendable {
    /// The name of the program.
    var name: String { get }

    /// The layout of an instruction that begins like the data; nil if the program has none.
    ///
    /// - Parameter accountCount: The number of accounts; of several lists of accounts it decides which one is meant.
    func layout(of data: ByteSlice, accountCount: Int) -> CatalogLayout?
}

/// An instruction's layout, and its number among those of a catalogue.
public struct CatalogLayout: Sendable {
    public let number: Int
    public let layout: InstructionLayout

    /// A layout with its number.
    ///
    /// - Parameter number: 0 or more, and below 2⁴⁰; the same each time for instructions of one name.
    public init(number: Int, layout: InstructionLayout) {
        self.number = number
        self.layout = layout
    }
}

extension ProgramSet {
    /// The first number of a catalogue's layouts in ``DecodedMessage/Call/layout``. The set's own have lower ones.
    package static let firstCatalogNumber = 1 << 20

    /// A program that the set reads: one of its own, or one of its catalogue's.
    enum Entry: Sendable {
        case own(OwnProgram)
        case catalog(any CatalogProgram)

        var name: String {
            switch self {
            case .own(let program): program.name
            case .catalog(let program): program.name
            }
        }

        @inline(__always)
        func decode(
            _ program: PublicKey, _ data: ByteSlice, _ accountCount: Int, _ account: (Int) -> MessageAccount
        ) -> DecodedInstruction? {
            switch self {
            case .own(let own): own.decode(program, data, accountCount, account)
            case .catalog(let entry): entry.decode(program, data, accountCount, account)
            }
        }

        /// The number of an instruction's layout; nil if none of the program's layouts fits.
        @inline(__always)
        func layout(_ data: Range<Int>, _ accounts: Range<Int>, of message: MessageReader) -> Int? {
            switch self {
            case .own(let program): program.layout(data, accounts, of: message)
            case .catalog(let program): program.number(data, accounts, of: message)
            }
        }

        /// The instructions of a batch; no program of a catalogue has one.
        func parts(of call: DecodedMessage.Call, _ message: MessageReader) -> [DecodedMessage.Call] {
            guard case .own(let program) = self else { return [] }
            return program.parts(of: call, message)
        }
    }
}

extension CatalogProgram {
    fileprivate func decode(
        _ program: PublicKey, _ data: ByteSlice, _ accountCount: Int, _ account: (Int) -> MessageAccount
    ) -> DecodedInstruction? {
        guard let found = layout(of: data, accountCount: accountCount) else { return nil }
        return found.layout.parts.decode(program, name, data, accountCount, number: found.number, account)
    }

    fileprivate func number(_ data: Range<Int>, _ accounts: Range<Int>, of message: MessageReader) -> Int? {
        guard let found = layout(of: message.slice(data), accountCount: accounts.count),
            found.layout.parts.fits(data, accounts, of: message)
        else { return nil }
        // Another number could be taken for one of the set's own.
        guard (0..<1 << 40).contains(found.number) else { return nil }
        return ProgramSet.firstCatalogNumber + found.number
    }
}

extension ProgramCatalog {
    public func name(of program: PublicKey) -> String? { self.program(at: program)?.name }
}
