import ProgramRegistry
import SolanaTransactions
import TestSupport
import Testing

/// Every instruction of every program of the registry, there and back.
@Suite struct ProgramVectorTests {
    private static let programs = ProgramSet().backed(by: ProgramTable.known)

    /// As many different accounts as an instruction is given.
    private static func accounts(_ count: Int) throws -> [PublicKey] {
        try (0..<count).map { try PublicKey(bytes: [UInt8](repeating: UInt8($0 % 250 + 1), count: 32)) }
    }

    @Test func `every instruction of every program is read as another encoder wrote it`() throws {
        var read: Set<String> = []
        for vector in try ProgramVector.all.get() {
            let what: Comment = "\(vector.program) \(vector.instruction)"
            let keys = try Self.accounts(vector.accountCount)
            let instruction = Instruction(
                programID: vector.program, accounts: keys.map { AccountMeta($0) }, data: vector.data)
            let decoded = Self.programs.decode(instruction)
            guard let decoded else {
                // What isn't a number has many spellings, so it is refused.
                let layouts = ProgramTable.known.layouts(of: vector.program).filter { $0.name == vector.instruction }
                let isRefused = layouts.contains { vector.values($0.fields)?.contains(where: \.value.hasNaN) == true }
                #expect(isRefused, what)
                continue
            }
            read.insert("\(what)")
            #expect(decoded.name == vector.instruction, what)
            #expect(decoded.accounts.map(\.role) == vector.names.map { $0 ?? "more" }, what)
            let layout = try #require(
                ProgramTable.known.layouts(of: vector.program).first { layout in
                    layout.name == decoded.name && layout.fields.map(\.name) == decoded.arguments.map(\.name)
                }, what)
            let values = try #require(vector.values(layout.fields), what)
            #expect(decoded.arguments.map { $0.value.plain } == values.map(\.value), what)
            let named = layout.accounts.filter { $0.presence == .expected }.map { ($0.name, vector.program) }
            let built = try layout.instruction(vector.program, accounts: named, arguments: decoded.arguments)
            #expect(built.data == vector.data, what)
        }
        #expect(read.count == 4_203)
    }

    @Test func `an instruction with a byte more or less is read only if its last argument takes it`() throws {
        var closed = 0
        for vector in try ProgramVector.all.get() {
            let what: Comment = "\(vector.program) \(vector.instruction)"
            let accounts = try Self.accounts(vector.accountCount).map { AccountMeta($0) }
            func isRead(_ data: [UInt8]) -> DecodedInstruction? {
                Self.programs.decode(Instruction(programID: vector.program, accounts: accounts, data: data))
            }
            guard let whole = isRead(vector.data) else { continue }
            let layouts = ProgramTable.known.layouts(of: vector.program).filter { $0.name == vector.instruction }
            guard !vector.data.isEmpty, !layouts.contains(where: { FieldType.record($0.fields).isOpen }) else {
                continue
            }
            closed += 1
            #expect(isRead(vector.data + [0xA7]) == nil, what)
            // Without its last byte it may begin like another one.
            let cut = isRead(Array(vector.data.dropLast()))
            #expect(cut == nil || cut?.name != whole.name, what)
        }
        #expect(closed > 8_000)
    }

    @Test func `in a message every instruction is found as it is read alone`() throws {
        var found = 0
        for (place, vector) in try ProgramVector.all.get().enumerated() where place % 3 == 0 {
            let payer = try PublicKey(bytes: [UInt8](repeating: 251, count: 32))
            let instruction = Instruction(
                programID: vector.program,
                accounts: (0..<vector.accountCount).map { _ in AccountMeta(payer, isSigner: true) }, data: vector.data)
            guard
                let transaction = try? Transaction(feePayer: payer, blockhash: Blockhash(), { instruction })
            else { continue }
            found += 1
            let message = DecodedMessage(transaction.encoding, Self.programs)
            let call = try #require(message.calls.first)
            let alone = Self.programs.decode(transaction.message).first.flatMap { $0 }
            #expect(message.instruction(call) == alone && message.name(call) == alone?.name)
            #expect(message.isUnderstood(call) == (alone != nil) && message.isFromCatalog(call) == (alone != nil))
        }
        #expect(found > 2_000)
    }
}

extension FieldType {
    /// True if a value may take more or fewer bytes at the data's end.
    fileprivate var isOpen: Bool {
        switch self {
        case .trailing, .finalOption, .text(.rest), .countedBytes(.rest), .list(.rest, _): true
        case .record(let fields): fields.last?.type.isOpen ?? false
        case .variant(let alternatives, _): alternatives.contains { $0.type?.isOpen ?? false }
        default: false
        }
    }
}
