import SolanaTransactions
import TestSupport

/// Accounts and arguments of any kind that a layout takes.
struct LayoutSample {
    let accounts: [(role: String, key: PublicKey)]
    let arguments: [(name: String, value: ArgumentValue)]

    static let programs: [any Program.Type] = [
        SystemProgram.self, TokenProgram.self, Token2022Program.self, AssociatedTokenProgram.self, MemoProgram.self,
        LegacyMemoProgram.self, ComputeBudgetProgram.self, AddressLookupTableProgram.self, StakeProgram.self,
        UpgradeableLoaderProgram.self,
    ]

    init(_ layout: InstructionLayout, using random: inout SeededGenerator) throws {
        let arguments = try layout.fields.map { field -> (name: String, value: ArgumentValue) in
            // Without a byte it would be another layout.
            let byte: [UInt8] = field.name == "unusedBytes" ? [7] : []
            guard byte.isEmpty else { return (name: field.name, value: .bytes(ByteSlice(byte))) }
            return (name: field.name, value: try Self.value(field.type, using: &random))
        }
        self.arguments = arguments
        func number(_ name: String) -> Int64 {
            switch arguments.first(where: { $0.name == name })?.value {
            case .unsigned(let value): Int64(clamping: value)
            case .signed(let value): value
            default: 0
            }
        }
        var accounts: [(role: String, key: PublicKey)] = []
        var isLeftOut = false
        for role in layout.accounts {
            func add(_ name: String, _ count: Int) throws {
                for _ in 0..<count {
                    let key = role.allowed.randomElement(using: &random)
                    accounts.append((name, try key ?? Self.key(using: &random)))
                }
            }
            switch role.presence {
            case .required, .expected: try add(role.name, 1)
            case .expectedOrProgram: try add(role.name, .random(in: 0...1, using: &random))
            case .authority:
                try add(role.name, 1)
                try add("signer", Bool.random(using: &random) ? 0 : .random(in: 1...11, using: &random))
            case .optional:
                isLeftOut = isLeftOut || .random(using: &random)
                try add(role.name, isLeftOut ? 0 : 1)
            case .repeated: break
            case .rest where role == .unused && accounts.contains { $0.role == "signer" }: break
            case .rest(let bounds): try add(role.name, .random(in: bounds.clamped(to: 0...11), using: &random))
            case .counted(let name): try add(role.name, Int(number(name)))
            case .whenZero(let name): try add(role.name, number(name) == 0 ? 1 : 0)
            case .whenAnyNonzero(let names): try add(role.name, names.contains { number($0) != 0 } ? 1 : 0)
            }
        }
        self.accounts = accounts
    }

    static func key(using random: inout SeededGenerator) throws -> PublicKey {
        try PublicKey(bytes: bytes(32, using: &random))
    }

    private static func bytes(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in .random(in: 0...255, using: &random) }
    }

    private static func value(_ type: FieldType, using random: inout SeededGenerator) throws -> ArgumentValue {
        switch type {
        // Small, because accounts may be counted by it.
        case .u8: return .unsigned(.random(in: 0...5, using: &random))
        case .u16: return .unsigned(UInt64(UInt16.random(in: 0 ... .max, using: &random)))
        case .u32: return .unsigned(UInt64(UInt32.random(in: 0 ... .max, using: &random)))
        case .u64: return .unsigned(.random(in: 0 ... .max, using: &random))
        // Often 0, because accounts may be there or not by it.
        case .u128: return .wideUnsigned(.random(in: 0 ... .max, using: &random))
        case .i8: return .signed(Bool.random(using: &random) ? 0 : Int64(Int8.random(in: -128...127, using: &random)))
        case .i16: return .signed(Int64(Int16.random(in: -32_768...32_767, using: &random)))
        case .i64: return .signed(.random(in: .min ... .max, using: &random))
        case .i32: return .signed(Int64(Int32.random(in: .min ... .max, using: &random)))
        case .i128: return .wideSigned(.random(in: .min ... .max, using: &random))
        case .leb128:
            let shift = UInt64.random(in: 0...63, using: &random)
            return .unsigned(.random(in: 0 ... .max, using: &random) >> shift)
        case .f32: return .float(Double(Float.random(in: -1e9...1e9, using: &random)))
        case .f64: return .float(.random(in: -1e9...1e9, using: &random))
        case .bool: return .bool(.random(using: &random))
        case .key: return .key(try key(using: &random))
        case .keyOrZeros: return Bool.random(using: &random) ? .absent : .key(try key(using: &random))
        case .bytes(let count): return .bytes(ByteSlice(bytes(count, using: &random)))
        case .countedBytes: return .bytes(ByteSlice(bytes(.random(in: 0...40, using: &random), using: &random)))
        case .text: return .text(["", "a", "χαίρε", "\u{202e}\0"].randomElement(using: &random) ?? "")
        case .list(_, let type):
            return .list(try (0..<Int.random(in: 0...5, using: &random)).map { _ in try value(type, using: &random) })
        case .array(let count, let type):
            return .list(try (0..<count).map { _ in try value(type, using: &random) })
        case .option(let type), .finalOption(let type), .trailing(let type):
            guard Bool.random(using: &random) else { return .absent }
            let value = try value(type, using: &random)
            switch type {
            case .option, .finalOption, .trailing, .keyOrZeros: return .present(value)
            default: return value
            }
        case .choice(let names, _): return .choice(names.randomElement(using: &random) ?? "")
        case .variant(let alternatives, _):
            guard let alternative = alternatives.randomElement(using: &random) else { return .absent }
            guard let type = alternative.type else { return .choice(alternative.name) }
            return .variant(alternative.name, try value(type, using: &random))
        case .record(let fields):
            return .record(try fields.map { NamedArgument($0.name, try value($0.type, using: &random)) })
        }
    }

    func instruction(_ layout: InstructionLayout, _ program: PublicKey) throws(LayoutError) -> Instruction {
        try layout.instruction(
            program, accounts: accounts, arguments: arguments.map { NamedArgument($0.name, $0.value) })
    }
}

extension DecodedInstruction {
    /// The same instruction built again by the first layout of its name that takes it and adds no accounts.
    func rebuilt() throws -> Instruction {
        let named = accounts.compactMap { named -> (role: String, key: PublicKey)? in
            guard case .address(let key) = named.account.source else { return nil }
            return (named.role, key)
        }
        for program in LayoutSample.programs where program.id == self.program {
            for layout in program.instructions where layout.name == name {
                let built = try? layout.instruction(program.id, accounts: named, arguments: arguments)
                if let built, built.accounts.count == named.count { return built }
            }
        }
        throw LayoutError.instruction(name)
    }
}
