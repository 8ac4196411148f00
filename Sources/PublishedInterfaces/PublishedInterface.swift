import Base58
import JSONRPC
public import ProgramRegistry
public import SolanaTransactions

/// The interface that a program's author published on the chain: names of instructions, accounts and arguments.
///
/// It is the author's word and proves nothing of what the program does. Whatever is odd about it costs a name: an instruction that can't be
/// read by it stays unread, and no reading of it makes a transaction look better.
///
/// ```swift
/// let interface = try PublishedInterface(in: data, owner: owner, at: .metadata, of: program)
/// let instruction = interface.decode(accounts: accounts, data: data)
/// ```
public struct PublishedInterface: Sendable {
    /// The form in which the interface is written.
    public enum Form: String, Hashable, Sendable, CaseIterable {
        case anchor, anchorLegacy = "anchor-legacy", shank, codama
    }

    /// An instruction of the interface that isn't read, and why.
    public struct Refusal: Hashable, Sendable {
        /// The instruction's place in the interface, from 0.
        public let instruction: Int
        public let error: InterfaceError
        /// The bytes that the instruction's data begins with; nil if they can't be told.
        let discriminator: [UInt8]?
    }

    public let form: Form
    /// The program's name for itself; nil if it has none that may be shown.
    public let name: String?
    /// The instructions that are not read.
    public let refusals: [Refusal]
    private let program: PublicKey
    /// The interface as a registry of one program.
    public let table: ProgramTable
    private let programs: ProgramSet

    /// Reads an account in which a program's interface may be.
    ///
    /// - Parameter owner: The program to which the account belongs. The account's address is the one that ``InterfaceAccount/address(of:)`` gives.
    /// - Throws: ``InterfaceError`` if nothing of it can be read.
    public init(
        in data: ByteSlice, owner: PublicKey, at account: InterfaceAccount, of program: PublicKey
    ) throws(InterfaceError) {
        try self.init(account.text(in: data, owner: owner, of: program), of: program)
    }

    /// Reads the text of an interface.
    ///
    /// - Throws: ``InterfaceError`` if nothing of it can be read.
    public init(_ text: [UInt8], of program: PublicKey) throws(InterfaceError) {
        guard text.count <= Inflation.maximumCount, Self.isFrugal(text) else { throw InterfaceError(.size) }
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: JSONSource(text), maximumDepth: InterfaceLimits.jsonDepth)
        } catch {
            throw InterfaceError(.json, at: error.offset)
        }
        try self.init(json, of: program)
    }

    private init(_ json: JSON, of program: PublicKey) throws(InterfaceError) {
        guard json.isNarrow else { throw InterfaceError(.member) }
        let draft: InterfaceDraft
        if json["kind"]?.text == "rootNode" {
            var codama = try CodamaInterface(json)
            (form, draft) = (.codama, try codama.draft())
        } else if json["instructions"]?.array != nil {
            let anchor = AnchorInterface(json)
            (form, draft) = (anchor.form, try anchor.draft())
        } else {
            throw InterfaceError(.form)
        }
        if let address = draft.address {
            guard (try? PublicKey(base58: address)) == program else { throw InterfaceError(.address) }
        }
        name = draft.name.isEmpty ? nil : try? InterfaceName.text(draft.name)
        self.program = program
        let (instructions, refusals) = Self.checked(draft)
        self.refusals = refusals
        let bytes = TableWriter.table(of: program.bytes, name: name ?? "", instructions, types: draft.types)
        do throws(CodingError) { table = try ProgramTable(bytes) } catch { throw InterfaceError(.form) }
        programs = ProgramSet().backed(by: table)
    }

    /// True if a text has no more values than are worth reading: each has a comma or a bracket of its own.
    private static func isFrugal(_ text: [UInt8]) -> Bool {
        text.count { $0 == 0x2C || $0 == 0x5B || $0 == 0x7B } <= InterfaceLimits.values
    }

    /// Reads an instruction of the program.
    ///
    /// - Throws: The reason that it isn't read: `.unfit` unless every byte has its place, `.steps` for a value of more than 10,000 parts, else that of
    ///   the interface's refusal.
    public func instruction(
        accounts: [MessageAccount], data: ByteSlice
    ) throws(InterfaceError) -> DecodedInstruction {
        guard let found = programs.decode(program: program, accounts: accounts, data: data) else {
            let refusal = refusals.first { $0.discriminator.map { data.starts(with: $0) } ?? false }
            throw refusal?.error ?? InterfaceError(.unfit)
        }
        var nodes = InterfaceLimits.nodes
        for argument in found.arguments where !argument.value.takeNodes(of: &nodes) { throw InterfaceError(.steps) }
        return found
    }

    /// Reads an instruction of the program; nil if it can't be read.
    public func decode(accounts: [MessageAccount], data: ByteSlice) -> DecodedInstruction? {
        try? instruction(accounts: accounts, data: data)
    }
}

extension PublishedInterface {
    /// Separates the instructions that can be read from those that can't.
    private static func checked(
        _ draft: InterfaceDraft
    ) -> (instructions: [(InterfaceDraft.Instruction, InterfaceDraft.Body)], refusals: [Refusal]) {
        var measurer = TypeMeasurer(draft.types)
        var instructions: [(InterfaceDraft.Instruction, InterfaceDraft.Body)] = []
        var refusals: [Refusal] = []
        let overlapping = overlaps(draft.instructions.map(\.discriminator))
        var names: [String: Int] = [:]
        for one in draft.instructions { names[(try? InterfaceName.camel(one.name)) ?? "", default: 0] += 1 }
        for (place, one) in draft.instructions.enumerated() {
            do throws(InterfaceError) {
                var instruction = one
                instruction.name = try InterfaceName.camel(one.name)
                guard names[instruction.name] == 1 else { throw InterfaceError(.duplicate) }
                let body = try one.body.get()
                guard let first = one.discriminator, first.count <= 8 else { throw InterfaceError(.discriminator) }
                guard !overlapping.contains(place) else { throw InterfaceError(.overlap) }
                guard Set(body.fields.map(\.name)).count == body.fields.count,
                    Set(body.accounts.map(\.name)).count == body.accounts.count
                else { throw InterfaceError(.duplicate) }
                _ = try measurer.measure(body.fields.map(\.type))
                instructions.append((instruction, body))
            } catch {
                refusals.append(Refusal(instruction: place, error: error, discriminator: one.discriminator))
            }
        }
        return (instructions, refusals)
    }

    /// The places of discriminators that are equal to another one, begin it, or are begun by it.
    private static func overlaps(_ discriminators: [[UInt8]?]) -> Set<Int> {
        let ordered = discriminators.enumerated().compactMap { place, bytes in bytes.map { (place: place, bytes: $0) } }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        var found: Set<Int> = []
        // One that begins others stands right before them.
        var open: [(place: Int, bytes: [UInt8])] = []
        for one in ordered {
            while let last = open.last, !one.bytes.starts(with: last.bytes) { open.removeLast() }
            if let last = open.last { found.formUnion([last.place, one.place]) }
            open.append(one)
        }
        return found
    }
}

extension ArgumentValue {
    fileprivate func takeNodes(of nodes: inout Int) -> Bool {
        nodes -= 1
        guard nodes >= 0 else { return false }
        switch self {
        case .list(let values):
            for value in values where !value.takeNodes(of: &nodes) { return false }
        case .record(let arguments):
            for argument in arguments where !argument.value.takeNodes(of: &nodes) { return false }
        case .variant(_, let value), .present(let value): return value.takeNodes(of: &nodes)
        default: break
        }
        return true
    }
}

extension JSON {
    /// True if no object in it has more members than an interface's have.
    fileprivate var isNarrow: Bool {
        switch self {
        case .array(let elements): elements.allSatisfy(\.isNarrow)
        case .object(let object):
            object.count <= InterfaceLimits.members && object.members.allSatisfy(\.value.isNarrow)
        default: true
        }
    }
}
