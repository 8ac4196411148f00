import SolanaTransactions
import TestSupport
import Testing

/// Every layout of every program, there and back, and what must not be taken for one of its instructions.
@Suite struct LayoutTests {
    @Test func `every instruction is read as it was built`() throws {
        var random = SeededGenerator()
        let seed: Comment = "seed \(random.seed)"
        var names: Set<String> = []
        for program in LayoutSample.programs {
            for layout in program.instructions {
                for _ in 0..<20 {
                    let sample = try LayoutSample(layout, using: &random)
                    let instruction = try sample.instruction(layout, program.id)
                    guard let decoded = ProgramSet.known.decode(instruction) else {
                        Issue.record("\(program.name) \(layout.name) isn't known again, \(seed)")
                        continue
                    }
                    names.insert("\(program.name) \(decoded.name)")
                    #expect(decoded.program == program.id && decoded.programName == program.name, seed)
                    #expect(decoded.name == layout.name, seed)
                    #expect(decoded.arguments.map(\.name) == sample.arguments.map(\.name), seed)
                    #expect(decoded.arguments.map(\.value) == sample.arguments.map(\.value), seed)
                    #expect(decoded.accounts.map(\.role).sorted() == sample.accounts.map(\.role).sorted(), seed)
                    // No data is Associated Token's old spelling of a byte 0.
                    let isOld = program == AssociatedTokenProgram.self && instruction.data.isEmpty
                    let again = try decoded.rebuilt()
                    #expect(again.accounts == instruction.accounts, seed)
                    #expect(again.data == (isOld ? [0] : instruction.data), seed)
                }
            }
        }
        #expect(names.count == 180)
    }

    @Test func `what is damaged is unknown, or is built again to the same bytes`() throws {
        var random = SeededGenerator()
        let seed: Comment = "seed \(random.seed)"
        var (unknown, known) = (0, 0)
        for program in LayoutSample.programs {
            for layout in program.instructions {
                for round in 0..<60 {
                    var instruction = try LayoutSample(layout, using: &random).instruction(layout, program.id)
                    Self.damage(&instruction, round, using: &random)
                    try Self.expectSameInMessage(instruction, seed)
                    guard let decoded = ProgramSet.known.decode(instruction) else {
                        unknown += 1
                        continue
                    }
                    known += 1
                    let again = try decoded.rebuilt()
                    if program == AssociatedTokenProgram.self, instruction.data.isEmpty { continue }
                    // Older clients' zeros behind an optional key that is left out are the one second spelling.
                    let data =
                        instruction.data.count == again.data.count + 32
                        ? Array(instruction.data.dropLast(32)) : instruction.data
                    if again.data != data || again.accounts.map(\.key) != instruction.accounts.map(\.key) {
                        Issue.record("\(decoded.name) has a second spelling, \(seed): \(instruction)")
                    }
                }
            }
        }
        #expect(unknown > 4_000 && known > 500, seed)
    }

    /// In a message, what an instruction is is found without reading what it says.
    private static func expectSameInMessage(_ instruction: Instruction, _ seed: Comment) throws {
        guard let payer = instruction.accounts.first?.key, payer != instruction.programID else { return }
        guard
            let transaction = try? Transaction(feePayer: payer, blockhash: Blockhash(), { instruction })
        else { return }
        let message = DecodedMessage(transaction.encoding)
        let call = try #require(message.calls.first, seed)
        let alone = ProgramSet.known.decode(
            program: instruction.programID, accounts: message.accounts(call), data: message.data(call))
        #expect((call.layout != nil) == (alone != nil), "\(instruction), \(seed)")
        #expect(message.instruction(call) == alone && message.name(call) == alone?.name, "\(instruction), \(seed)")
        #expect(ProgramSet.known.decode(transaction.message) == [alone], seed)
    }

    private static func damage(_ instruction: inout Instruction, _ round: Int, using random: inout SeededGenerator) {
        switch round % 6 {
        case 0: instruction.data.append(.random(in: 0...2, using: &random))
        case 1: instruction.data = Array(instruction.data.dropLast())
        case 2: instruction.accounts.append(AccountMeta(instruction.programID, isSigner: .random(using: &random)))
        case 3: instruction.accounts = Array(instruction.accounts.dropLast())
        case 4:
            guard let place = instruction.data.indices.randomElement(using: &random) else { return }
            instruction.data[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        default:
            let count = Int.random(in: 0...40, using: &random)
            instruction.data += (0..<count).map { _ in .random(in: 0...1, using: &random) }
        }
    }

    @Test func `no instruction is read with a byte too few or too many`() throws {
        var random = SeededGenerator()
        // A text to the data's end may be longer or shorter, and a byte says whether a buffer is closed.
        let free = Set(ComputeBudgetProgram.instructions.map(\.name))
            .union(["Memo", "UiAmountToAmount", "Upgrade", "DeployWithMaxDataLen"])
        // Associated Token knows an instruction without data.
        let short: Set<String> = free.union(["Create", "CreateIdempotent"])
        for program in LayoutSample.programs {
            for layout in program.instructions {
                for _ in 0..<5 {
                    let whole = try LayoutSample(layout, using: &random).instruction(layout, program.id)
                    var long = whole
                    long.data.append(0)
                    let longer = ProgramSet.known.decode(long)
                    #expect(longer == nil || free.contains(layout.name) || layout.discriminator.isEmpty)
                    guard !whole.data.isEmpty else { continue }
                    var cut = whole
                    cut.data.removeLast()
                    #expect(ProgramSet.known.decode(cut) == nil || short.contains(layout.name))
                }
            }
        }
    }

    private static func layout(_ type: FieldType) -> InstructionLayout {
        InstructionLayout("One", 7, fields: [Field("value", type)])
    }

    private static let types: [(type: FieldType, bytes: [UInt8], value: ArgumentValue?)] = [
        (.u16, [1, 2], .unsigned(0x201)), (.u16, [1], nil), (.u16, [1, 2, 3], nil),
        (.i8, [255], .signed(-1)), (.i16, [0, 128], .signed(-32_768)),
        (.bool, [0], .bool(false)), (.bool, [1], .bool(true)), (.bool, [2], nil), (.bool, [], nil),
        (.f64, [0, 0, 0, 0, 0, 0, 0xF8, 0x3F], .float(1.5)), (.f64, [1, 0, 0, 0, 0, 0, 0xF8, 0x7F], nil),
        (.option(.u8), [0], .absent), (.option(.u8), [1, 9], .unsigned(9)), (.option(.u8), [2, 9], nil),
        (.option(.u8), [0, 0], nil), (.option(.u8), [1], nil),
        (.finalOption(.u16), [0], .absent), (.finalOption(.u16), [0, 0, 0], .absent),
        (.finalOption(.u16), [0, 0], nil), (.finalOption(.u16), [0, 0, 1], nil), (.finalOption(.u16), [2], nil),
        (.finalOption(.u16), [0, 0, 0, 0], nil),
        (.text(.u32), [1, 0, 0, 0, 65], .text("A")), (.text(.u32), [2, 0, 0, 0, 65], nil),
        (.text(.u32), [1, 0, 0, 0, 0xFF], nil), (.text(.u32), [0xFF, 0xFF, 0xFF, 0xFF, 65], nil),
        // Overlong: `C0 80` is a second spelling of the zero character.
        (.text(.u8), [2, 0xC0, 0x80], nil), (.text(.rest), [0xED, 0xA0, 0x80], nil),
        (.text(.u64), [1, 0, 0, 0, 0, 0, 0, 0x80, 65], nil), (.countedBytes(.u8), [2, 8, 9], .bytes([8, 9])),
        (.list(.u32, .u8), [0xFF, 0xFF, 0xFF, 0xFF], nil), (.list(.u8, .u16), [1, 2, 0], .list([.unsigned(2)])),
        (.list(.rest, .u16), [1, 0, 2, 0], .list([.unsigned(1), .unsigned(2)])), (.list(.rest, .u16), [1, 0, 2], nil),
        (.choice(["a", "b"], .u8), [1], .choice("b")), (.choice(["a", "b"], .u8), [2], nil),
        (.choice(["a", "b"], .u32), [1, 0, 0, 0], .choice("b")), (.choice(["a"], .u32), [0, 0, 0, 1], nil),
        (.variant([FieldType.Alternative("a"), FieldType.Alternative("b", .u8)]), [0], .choice("a")),
        (
            .variant([FieldType.Alternative("a"), FieldType.Alternative("b", .u8)]), [1, 5],
            .variant("b", .unsigned(5))
        ),
        (.variant([FieldType.Alternative("a"), FieldType.Alternative("b", .u8)]), [2, 5], nil),
        (
            .record([Field("a", .u8), Field("b", .bool)]), [4, 1],
            .record([NamedArgument("a", .unsigned(4)), NamedArgument("b", .bool(true))])
        ),
    ]

    private static let none = [UInt8](repeating: 0, count: 32)
    private static let numbered = FieldType.variant(
        [FieldType.Alternative("a", number: 7), FieldType.Alternative("b", .u8, number: 300)], .u16)

    private static let typesOfOthers: [(type: FieldType, bytes: [UInt8], value: ArgumentValue?)] = [
        (.u128, [1] + [UInt8](repeating: 0, count: 14) + [1], .wideUnsigned(1 << 120 | 1)), (.u128, [1], nil),
        (.i128, [UInt8](repeating: 255, count: 16), .wideSigned(-1)), (.i32, [254, 255, 255, 255], .signed(-2)),
        (.f32, [0, 0, 0xC0, 0x3F], .float(1.5)), (.f32, [0, 0, 0xC0, 0x7F], nil),
        (.leb128, [0], .unsigned(0)), (.leb128, [0x80, 1], .unsigned(128)), (.leb128, [0x80, 0], nil),
        (.leb128, [0x80], nil), (.leb128, [UInt8](repeating: 255, count: 9) + [1], .unsigned(.max)),
        (.leb128, [UInt8](repeating: 255, count: 9) + [2], nil),
        (.leb128, [UInt8](repeating: 255, count: 9) + [0x81, 0], nil),
        (.list(.compact, .u8), [2, 5, 6], .list([.unsigned(5), .unsigned(6)])), (.list(.compact, .u8), [0x80, 0], nil),
        (.list(.leb128, .bool), [1, 1], .list([.bool(true)])), (.list(.leb128, .bool), [0x81, 0, 1], nil),
        (.countedBytes(.leb128), [1, 9], .bytes([9])), (.countedBytes(.leb128), [0xFF, 0xFF, 3, 9], nil),
        (.list(.u64, .u8), [1, 0, 0, 0, 0, 0, 0, 0x80, 1], nil),
        (.array(2, .u16), [1, 0, 2, 0], .list([.unsigned(1), .unsigned(2)])), (.array(2, .u16), [1, 0, 2], nil),
        (.array(.max, .u8), [1], nil), (.array(0, .u8), [], .list([])), (.array(1, .record([])), [1], nil),
        (.trailing(.u16), [], .absent), (.trailing(.u16), [1, 0], .unsigned(1)), (.trailing(.u16), [1], nil),
        (.trailing(.option(.u8)), [], .absent), (.trailing(.option(.u8)), [0], .present(.absent)),
        (.trailing(.option(.u8)), [1, 4], .present(.unsigned(4))), (.trailing(.option(.u8)), [2], nil),
        (.option(.keyOrZeros), [1] + none, .present(.absent)), (.option(.option(.u8)), [1, 0], .present(.absent)),
        (numbered, [7, 0], .choice("a")), (numbered, [44, 1, 3], .variant("b", .unsigned(3))), (numbered, [0, 0], nil),
        (.variant([FieldType.Alternative("a")], .u64), [0, 0, 0, 0, 0, 0, 0, 0], .choice("a")),
        (.variant([FieldType.Alternative("a")], .u64), [UInt8](repeating: 255, count: 8), nil),
        (.choice(["a", "b"], .u16), [1, 0], .choice("b")), (.choice(["a", "b"], .u16), [2, 0], nil),
    ]

    @Test func `each type of field has one spelling`() {
        for (type, bytes, value) in Self.types + Self.typesOfOthers {
            let decoded = Self.layout(type).decode(ByteSlice([7] + bytes), [])
            #expect(decoded?.arguments.first?.value == value, "\(type) \(bytes)")
        }
        for (type, bytes, value) in Self.typesOfOthers {
            guard let value else { continue }
            let built = try? Self.layout(type).instruction(SystemProgram.id, arguments: ["value": value])
            #expect(built?.data == [7] + bytes, "\(type) \(bytes)")
        }
    }

    @Test func `types nested too deeply, or read for ever without a byte, are refused`() throws {
        func nested(_ count: Int) -> FieldType { (0..<count).reduce(.u8) { type, _ in .option(type) } }
        let deepest = Self.layout(nested(30))
        let data = [7] + [UInt8](repeating: 1, count: 31)
        #expect(deepest.decode(ByteSlice(data), [])?.arguments.count == 1)
        let deeper = Self.layout(nested(31))
        #expect(deeper.decode(ByteSlice(data + [1]), []) == nil)
        #expect(throws: LayoutError.nesting) { try deeper.instruction(SystemProgram.id, arguments: ["value": .absent]) }
        // Two of each in each: without a limit 2³⁰ values of no byte.
        let wide = (0..<30).reduce(FieldType.record([])) { type, _ in .record([Field("a", type), Field("b", type)]) }
        #expect(Self.layout(wide).decode([7], []) == nil)
    }

    @Test func `an account that a layout expects may be missing, or the program's own address may stand for it`() throws
    {
        let (key, program) = (MessageTests.keys, MessageTests.keys[9])
        let layout = InstructionLayout(
            "One", 7,
            accounts: [
                AccountRole("first", isSigner: true, presence: .expected),
                AccountRole("second", presence: .expectedOrProgram), AccountRole("third", presence: .expected),
                AccountRole("more").rest,
            ])
        let built = try layout.instruction(
            program, accounts: ["first": key[0], "third": key[2], "more": key[3], "more": key[4]])
        #expect(built.accounts.map(\.key) == [key[0], program, key[2], key[3], key[4]])
        #expect(throws: LayoutError.account("third")) { try layout.instruction(program, accounts: ["first": key[0]]) }
        let whole = try layout.instruction(program, accounts: ["first": key[0], "second": key[1], "third": key[2]])
        #expect(whole.accounts.map(\.key) == Array(key[0...2]))

        struct Programs: ProgramCatalog {
            final class One: CatalogProgram {
                let name = "One"
                let layout: InstructionLayout
                init(_ layout: InstructionLayout) { self.layout = layout }
                func layout(of data: ByteSlice, accountCount: Int) -> CatalogLayout? {
                    CatalogLayout(number: accountCount, layout: layout)
                }
            }
            let (id, one): (PublicKey, One)
            func program(at address: PublicKey) -> (any CatalogProgram)? { address == id ? one : nil }
        }
        let programs = ProgramSet.known.backed(by: Programs(id: program, one: Programs.One(layout)))
        func roles(_ keys: PublicKey...) -> [String]? {
            let instruction = Instruction(programID: program, accounts: keys.map { AccountMeta($0) }, data: [7])
            return programs.decode(instruction)?.accounts.map(\.role)
        }
        #expect(roles() == [] && roles(key[0]) == ["first"] && roles(key[0], program) == ["first"])
        #expect(roles(key[0], program, program, program) == ["first", "third", "more"])
        #expect(programs.decode(built)?.account("second") == nil && programs.decode(whole)?.key("second") == key[1])
        #expect(programs.name(of: program) == "One" && programs.name(of: key[0]) == nil)

        // In a layout that takes no others too.
        let closed = InstructionLayout(
            "One", 7, accounts: [.readonly("first"), AccountRole("second", presence: .expectedOrProgram)])
        let accounts = [key[0], PublicKey()].map {
            MessageAccount(source: .address($0), isSigner: false, isWritable: false)
        }
        #expect(closed.decode([7], accounts)?.accounts.map(\.role) == ["first"])
        #expect(
            closed.decode([7], [accounts[0]])?.accounts.count == 1 && closed.decode([7], accounts + accounts) == nil)
    }

    @Test func `values that don't fit are refused by name`() throws {
        let key = SystemProgram.id
        func build(_ value: ArgumentValue, as type: FieldType) throws(LayoutError) -> Instruction {
            try Self.layout(type).instruction(key, arguments: ["value": value])
        }
        let wrong: [(FieldType, ArgumentValue)] = [
            (.u8, .unsigned(256)), (.u8, .signed(1)), (.i8, .signed(128)), (.f64, .float(.nan)),
            (.bytes(2), .bytes([1])),
            (.keyOrZeros, .key(PublicKey())), (.choice(["a"], .u8), .choice("b")), (.text(.u8), .bytes([])),
            (.countedBytes(.u8), .bytes(ByteSlice([UInt8](repeating: 0, count: 256)))), (.key, .absent),
            (.variant([FieldType.Alternative("a")]), .variant("a", .absent)),
            (.record([Field("a", .u8)]), .record([NamedArgument("b", .unsigned(1))])),
        ]
        for (type, value) in wrong {
            #expect(throws: LayoutError.argument("value"), "\(type)") { try build(value, as: type) }
        }
        #expect(throws: LayoutError.instruction("Steal")) { try SystemProgram.instruction("Steal") }
        #expect(throws: LayoutError.argument("lamports")) {
            try SystemProgram.instruction("Transfer", accounts: ["from": key, "to": key])
        }
        #expect(throws: LayoutError.argument("owner")) {
            try SystemProgram.instruction(
                "Allocate", accounts: ["account": key], arguments: ["space": .unsigned(1), "owner": .key(key)])
        }
        #expect(throws: LayoutError.account("to")) {
            try SystemProgram.instruction("Transfer", accounts: ["from": key], arguments: ["lamports": .unsigned(1)])
        }
        #expect(throws: LayoutError.account("thief")) {
            try SystemProgram.instruction(
                "Transfer", accounts: ["from": key, "to": key, "thief": key], arguments: ["lamports": .unsigned(1)])
        }
        #expect(throws: LayoutError.account("to")) {
            try SystemProgram.instruction(
                "Transfer", accounts: ["from": key, "to": key, "to": key], arguments: ["lamports": .unsigned(1)])
        }
    }

    @Test func `a stranger in a program's place and a signer who doesn't sign make an instruction unknown`() throws {
        let key = MessageTests.keys
        var create = AssociatedTokenProgram.create(payer: key[0], owner: key[1], mint: key[2])
        #expect(ProgramSet.known.decode(create)?.name == "Create")
        create.accounts[5].key = key[3]
        #expect(ProgramSet.known.decode(create) == nil)
        var memo = MemoProgram.memo("text", signers: [key[0]])
        memo.accounts[0].isSigner = false
        #expect(ProgramSet.known.decode(memo) == nil)
        var transfer = TokenProgram.transfer(
            source: key[0], destination: key[1], authority: key[2], amount: 1, cosigners: Array(key[3..<14]))
        #expect(ProgramSet.known.decode(transfer)?.accounts.count == 14)
        transfer.accounts[5].isSigner = false
        #expect(ProgramSet.known.decode(transfer) == nil)
        #expect(throws: LayoutError.account("signer")) {
            try TokenProgram.instruction(
                "CloseAccount",
                accounts: [("account", key[0]), ("destination", key[1]), ("owner", key[2])]
                    + key[3..<15].map { ("signer", $0) }, arguments: [])
        }
    }

    @Test(arguments: [FieldType.u64, .i64, .i8]) func `no count in the data makes the decoder trap or hang`(
        type: FieldType
    ) {
        let layout = InstructionLayout(
            "One", 7,
            accounts: [.writable("first"), .writable("counted").with(.counted(by: "count")), .readonly("rest").rest],
            fields: [Field("count", type), Field("none", .list(.rest, .bytes(0)))])
        let account = MessageAccount(source: .address(PublicKey()), isSigner: false, isWritable: true)
        for byte in [UInt8(0), 1, 0x7F, 0x80, 0xFF] {
            for count in 0..<4 {
                let data = ByteSlice([7] + [UInt8](repeating: byte, count: type == .i8 ? 1 : 8))
                let accounts = [MessageAccount](repeating: account, count: count)
                let isKnown =
                    byte == 1 && type == .i8 ? count > 1 : count > 0 && (byte == 0 || byte > 0x7F && type != .u64)
                #expect((layout.decode(data, accounts) != nil) == isKnown, "\(byte) \(count)")
                let long = ByteSlice(Array(data) + [0])
                #expect(layout.decode(long, accounts) == nil)
            }
        }
    }

    @Test func `other native programs are known by name and no instruction of theirs is`() {
        let vote = PublicKey("Vote111111111111111111111111111111111111111")
        #expect(ProgramSet.known.name(of: vote) == "Vote")
        #expect(ProgramSet.known.decode(Instruction(programID: vote, accounts: [], data: [])) == nil)
        #expect(ProgramSet.known.decode(Instruction(programID: vote, accounts: [], data: [0, 0, 0, 0])) == nil)
        #expect(ProgramSet.known.name(of: MessageTests.keys[0]) == nil)
    }
}
