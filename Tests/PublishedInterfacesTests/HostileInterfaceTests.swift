import PublishedInterfaces
import SolanaTransactions
import Testing

/// Interfaces that a stranger wrote to cost time, to fill memory, or to be taken for something else.
@Suite struct HostileInterfaceTests {
    private static let program = PublicKey("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4")

    private static func read(_ text: String) throws(InterfaceError) -> PublishedInterface {
        try PublishedInterface(Array(text.utf8), of: program)
    }

    /// An interface of Anchor's with one instruction, `go`, besides `fine`, which is always read.
    private static func anchor(
        _ arguments: String = "", types: String = "", accounts: String = "", name: String = "go",
        discriminator: String = "[9]"
    ) -> String {
        """
        {"address":"\(program)","metadata":{"name":"some","spec":"0.1.0"},"types":[\(types)],"instructions":[
        {"name":"fine","discriminator":[1],"args":[{"name":"amount","type":"u64"}],"accounts":[]},
        {"name":"\(name)","discriminator":\(discriminator),"args":[\(arguments)],"accounts":[\(accounts)]}]}
        """
    }

    private static func codama(_ instructions: String, types: String = "") -> String {
        """
        {"kind":"rootNode","standard":"codama","version":"1.7.0","program":{"kind":"programNode","name":"some",
        "publicKey":"\(program)","instructions":[\(instructions)],"definedTypes":[\(types)]}}
        """
    }

    private static func argument(_ type: String) -> String { #"{"name":"one","type":\#(type)}"# }

    private static func record(_ name: String, _ fields: String...) -> String {
        let fields = fields.enumerated().map { #"{"name":"f\#($0)","type":\#($1)}"# }.joined(separator: ",")
        return #"{"name":"\#(name)","type":{"kind":"struct","fields":[\#(fields)]}}"#
    }

    private static func named(_ name: String) -> String { #"{"defined":{"name":"\#(name)"}}"# }

    /// The reason that nothing of an interface is read.
    private static func code(_ text: String) -> InterfaceError.Code? {
        do throws(InterfaceError) { _ = try read(text) } catch { return error.code }
        return nil
    }

    /// The reason that `go` isn't read; the other instruction still is.
    private static func refusal(_ text: String) throws -> InterfaceError.Code? {
        let interface = try read(text)
        #expect(interface.decode(accounts: [], data: [1, 5, 0, 0, 0, 0, 0, 0, 0])?.unsigned("amount") == 5)
        #expect(interface.refusals.allSatisfy { $0.instruction == 1 })
        return interface.refusals.first?.error.code
    }

    @Test func `types that hold themselves are refused, directly and around a corner`() throws {
        let itself = Self.record("A", Self.named("A"))
        #expect(try Self.refusal(Self.anchor(Self.argument(Self.named("A")), types: itself)) == .cycle)
        let option =
            Self.record("A", "{\"option\":\(Self.named("B"))}") + "," + Self.record("B", "{\"vec\":\(Self.named("A"))}")
        #expect(try Self.refusal(Self.anchor(Self.argument(Self.named("A")), types: option)) == .cycle)
        let alias = #"{"name":"A","type":{"kind":"type","alias":\#(Self.named("A"))}}"#
        #expect(try Self.refusal(Self.anchor(Self.argument(Self.named("A")), types: alias)) == .cycle)
        // Where nobody uses them they may stand.
        #expect(try Self.refusal(Self.anchor(Self.argument("\"u8\""), types: itself)) == nil)
    }

    @Test func `types in a chain of 32 levels are read and longer ones refused`() throws {
        func chain(_ count: Int) -> String {
            (0..<count).map { Self.record("T\($0)", $0 + 1 < count ? Self.named("T\($0 + 1)") : "\"u8\"") }
                .joined(separator: ",")
        }
        #expect(try Self.refusal(Self.anchor(Self.argument(Self.named("T0")), types: chain(28))) == nil)
        #expect(try Self.refusal(Self.anchor(Self.argument(Self.named("T0")), types: chain(40))) == .depth)
        #expect(try Self.refusal(Self.anchor(Self.argument(Self.named("T0")), types: chain(1_999))) == .depth)
    }

    @Test func `types that double at every level are refused before they are built`() throws {
        let types =
            (0..<28).map { Self.record("T\($0)", Self.named("T\($0 + 1)"), Self.named("T\($0 + 1)")) }
            .joined(separator: ",") + "," + Self.record("T28", "\"u8\"")
        let took = try ThreadTime.measure {
            let code = try Self.refusal(Self.anchor(Self.argument(Self.named("T0")), types: types))
            #expect(code == .steps)
        }
        #expect(took < .seconds(1))
    }

    @Test func `elements without a byte are refused`() throws {
        for type in [Self.named("E"), "{\"array\":[\"u8\",0]}", "{\"tuple\":[]}"] {
            let text = Self.anchor(Self.argument("{\"vec\":\(type)}"), types: Self.record("E"))
            #expect(try Self.refusal(text) == .empty, "\(type)")
        }
        // A thousand of them beside one byte would be read for each byte of the data.
        let many = #"{"tuple":["u8",\#((0..<1_000).map { _ in Self.named("E") }.joined(separator: ","))]}"#
        #expect(
            try Self.refusal(Self.anchor(Self.argument("{\"vec\":\(many)}"), types: Self.record("E"))) == .empty)
        #expect(try Self.refusal(Self.anchor(Self.argument(Self.named("E")), types: Self.record("E"))) == nil)
    }

    @Test func `a value of more than ten thousand parts isn't read`() throws {
        let text = Self.anchor(Self.argument("{\"vec\":\"bool\"}"))
        let interface = try Self.read(text)
        func data(_ count: Int) -> ByteSlice {
            ByteSlice([9, UInt8(count & 255), UInt8(count >> 8), 0, 0] + [UInt8](repeating: 1, count: count))
        }
        #expect(interface.decode(accounts: [], data: data(9_999)) != nil)
        #expect(interface.decode(accounts: [], data: data(10_000)) == nil)
    }

    @Test func `more accounts than an instruction can have are refused`() throws {
        func accounts(_ count: Int) -> String { (0..<count).map { #"{"name":"a\#($0)"}"# }.joined(separator: ",") }
        #expect(try Self.refusal(Self.anchor(accounts: accounts(255))) == nil)
        #expect(try Self.refusal(Self.anchor(accounts: accounts(256))) == .accounts)
        #expect(try Self.refusal(Self.anchor(accounts: accounts(100_000))) == .accounts)
        // A million are more than is looked at.
        #expect(Self.code(Self.anchor(accounts: accounts(1_000_000))) == .size)
    }

    @Test func `more types or instructions than any program has are refused`() {
        func list(_ count: Int, _ one: (Int) -> String) -> String { (0..<count).map(one).joined(separator: ",") }
        let types = list(2_001) { Self.record("T\($0)", "\"u8\"") }
        #expect(Self.code(Self.anchor(types: types)) == .types)
        let instructions = list(1_001) { #"{"name":"i\#($0)","discriminator":[\#($0 / 250),\#($0 % 250)]}"# }
        let text = #"{"metadata":{"spec":"0.1.0"},"instructions":[\#(instructions)]}"#
        #expect(Self.code(text) == .instructions)
        let wide = #"{"instructions":[],\#(list(300) { "\"m\($0)\":0" })}"#
        #expect(Self.code(wide) == .member)
    }

    @Test(arguments: [
        "go\u{202e}og", "g\u{200b}o", "gо", "", "a\\nb", "go<b>", "\u{2066}go", "go!", "sеnd all your money?",
        String(repeating: "a", count: 257),
    ]) func `names that aren't plain identifiers are refused wherever they stand`(name: String) throws {
        #expect(try Self.refusal(Self.anchor(name: name)) == .name)
        #expect(try Self.refusal(Self.anchor(#"{"name":"\#(name)","type":"u8"}"#)) == .name)
        #expect(try Self.refusal(Self.anchor(accounts: #"{"name":"\#(name)"}"#)) == .name)
        let type = #"{"name":"A","type":{"kind":"struct","fields":[{"name":"\#(name)","type":"u8"}]}}"#
        #expect(try Self.refusal(Self.anchor(Self.argument(Self.named("A")), types: type)) == .name)
    }

    @Test func `numbers that are wider than 16 bytes, negative or not whole are refused`() throws {
        for type in ["u256", "i256", "u512"] {
            #expect(try Self.refusal(Self.anchor(Self.argument("\"\(type)\""))) == .type)
        }
        for count in ["340282366920938463463374607431768211456", "-1", "1.5", "1e3", "65536"] {
            #expect(
                try Self.refusal(Self.anchor(Self.argument("{\"array\":[\"u8\",\(count)]}"))) == .number, "\(count)")
        }
        for bytes in ["[256]", "[-1]", "[7,2,3,4,5,6,7,8,9]", "[]", "[1e1]", "\"x\""] {
            #expect(try Self.refusal(Self.anchor(discriminator: bytes)) == .discriminator, "\(bytes)")
        }
        let constant = """
            {"kind":"instructionNode","name":"go","arguments":[],"discriminators":[{"kind":"constantDiscriminatorNode","offset":0,
            "constant":{"type":{"kind":"numberTypeNode","format":"u64","endian":"le"},
            "value":{"kind":"numberValueNode","number":340282366920938463463374607431768211456}}}]}
            """
        #expect(try Self.read(Self.codama(constant)).refusals.map(\.error.code) == [.number])
    }

    @Test func `discriminators that are equal or begin each other leave all of them unread`() throws {
        func text(_ discriminators: [String]) -> String {
            let instructions = discriminators.enumerated().map { #"{"name":"i\#($0)","discriminator":\#($1)}"# }
            return #"{"metadata":{"spec":"0.1.0"},"instructions":[\#(instructions.joined(separator: ","))]}"#
        }
        let interface = try Self.read(
            text(["[1,2]", "[3]", "[1,2]", "[4,5]", "[4,5,6]", "[4,7]", "[8,1,1,1,1,1,1,1,1]", "[8,1]"]))
        #expect(
            interface.refusals.map { [$0.instruction: $0.error.code] } == [
                [0: .overlap], [2: .overlap], [3: .overlap], [4: .overlap], [6: .discriminator], [7: .overlap],
            ])
        #expect(interface.decode(accounts: [], data: [1, 2]) == nil)
        #expect(interface.decode(accounts: [], data: [4, 5, 6]) == nil)
        #expect(interface.decode(accounts: [], data: [3])?.name == "i1")
        #expect(interface.decode(accounts: [], data: [4, 7])?.name == "i5")
    }

    @Test func `two of one name are refused both`() throws {
        let interface = try Self.read(
            #"{"metadata":{"spec":"0.1.0"},"instructions":[{"name":"go_on","discriminator":[1]},{"name":"goOn","discriminator":[2]}]}"#
        )
        #expect(interface.refusals.map(\.error.code) == [.duplicate, .duplicate])
        let argument = Self.argument("\"u8\"")
        #expect(try Self.refusal(Self.anchor("\(argument),\(argument)")) == .duplicate)
        #expect(try Self.refusal(Self.anchor(accounts: #"{"name":"a"},{"name":"a"}"#)) == .duplicate)
        let types = Self.record("A", "\"u8\"") + "," + Self.record("A", "\"u64\"")
        #expect(try Self.refusal(Self.anchor(Self.argument(Self.named("A")), types: types)) == .duplicate)
    }

    @Test func `layouts that aren't Borsh's and types that aren't there are refused`() throws {
        for serialization in [#""bytemuck""#, #""bytemuckunsafe""#, #"{"custom":"x"}"#] {
            let type = #"{"name":"A","serialization":\#(serialization),"type":{"kind":"struct","fields":[]}}"#
            #expect(try Self.refusal(Self.anchor(Self.argument(Self.named("A")), types: type)) == .type)
        }
        #expect(try Self.refusal(Self.anchor(Self.argument(Self.named("A")))) == .missing)
        #expect(try Self.refusal(Self.anchor(Self.argument("{\"coption\":\"u8\"}"))) == .type)
        #expect(try Self.refusal(Self.anchor(Self.argument("{\"generic\":\"T\"}"))) == .type)
        #expect(try Self.refusal(Self.anchor(Self.argument("7"))) == .type)
    }

    @Test func `what takes all that is left stands last or isn't read`() throws {
        func text(_ types: [String]) -> String {
            let arguments = types.enumerated().map {
                #"{"kind":"instructionArgumentNode","name":"a\#($0)","type":\#($1)}"#
            }
            return Self.codama(
                #"{"kind":"instructionNode","name":"go","arguments":[\#(arguments.joined(separator: ","))]}"#)
        }
        let (rest, byte) = (#"{"kind":"bytesTypeNode"}"#, #"{"kind":"numberTypeNode","format":"u8","endian":"le"}"#)
        let tail = #"{"kind":"remainderOptionTypeNode","item":\#(byte)}"#
        #expect(try Self.read(text([byte, rest])).refusals.isEmpty)
        #expect(try Self.read(text([rest, byte])).refusals.map(\.error.code) == [.position])
        #expect(try Self.read(text([tail, tail])).refusals.isEmpty)
        #expect(try Self.read(text([tail, byte])).refusals.map(\.error.code) == [.position])
        let big = #"{"kind":"numberTypeNode","format":"u32","endian":"be"}"#
        #expect(try Self.read(text([big])).refusals.map(\.error.code) == [.type])
    }

    @Test func `labels within types that double at every level end`() throws {
        func link(_ name: String) -> String { #"{"kind":"definedTypeLinkNode","name":"\#(name)"}"# }
        let types = (0..<6).map { level in
            let fields = (0..<200).map {
                #"{"kind":"structFieldTypeNode","name":"f\#($0)","type":\#(link("t\(level + 1)"))}"#
            }
            return
                #"{"kind":"definedTypeNode","name":"t\#(level)","type":{"kind":"structTypeNode","fields":[\#(fields.joined(separator: ","))]}}"#
        }
        let last =
            #"{"kind":"definedTypeNode","name":"t6","type":{"kind":"numberTypeNode","format":"u8","endian":"le"}}"#
        let instructions = (0..<900).map {
            #"{"kind":"instructionNode","name":"i\#($0)","arguments":[{"kind":"instructionArgumentNode","name":"a","type":\#(link("t0"))}]}"#
        }
        let text = Self.codama(instructions.joined(separator: ","), types: (types + [last]).joined(separator: ","))
        var codes: Set<InterfaceError.Code> = []
        let took = try ThreadTime.measure { codes = Set(try Self.read(text).refusals.map(\.error.code)) }
        #expect(codes.isSubset(of: [.steps, .overlap]))
        // Without a limit it would take for ever.
        #expect(took < .seconds(5))
    }
}
