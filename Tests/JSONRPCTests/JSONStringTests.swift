import JSONRPC
import Testing

@Suite("JSON strings") struct JSONStringTests {
    static let spellings: [(String, String)] = [
        ("", ""), ("a", "a"), ("\\u0061", "a"), ("\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\u{8}\u{C}\n\r\t"), ("é", "é"),
        ("\\u00e9", "é"), ("\\u00E9x", "éx"), ("\\ud83d\\ude00", "😀"), ("a\\uD83D\\uDE00b", "a😀b"), ("😀\\n😀", "😀\n😀"),
        ("\\u0000", "\u{0}"), ("\\uffff", "\u{FFFF}"), ("\\udbff\\udfff", "\u{10FFFF}"),
        ("\\ud800\\udc00", "\u{10000}"),
        ("\\u0800\\u07ff", "\u{800}\u{7FF}"), ("\\u2028", "\u{2028}"),
    ]

    private func read(_ spelling: String) throws -> JSONString {
        try #require(try outcome("\"\(spelling)\"".utf8).get().string)
    }

    @Test("every escape is decoded, as a String, into memory, and by its length", arguments: spellings)
    func decoding(spelling: String, decoded: String) throws {
        let string = try read(spelling)
        let bytes = Array(decoded.utf8)
        #expect(Array(string.string.utf8) == bytes)
        #expect(string.utf8Count == bytes.count)
        #expect(string.isEmpty == decoded.isEmpty)
        #expect(string.withUTF8 { Array($0) } == bytes)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 3, alignment: 1)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0xEE)
        #expect(string.unescape(into: memory) == bytes.count)
        #expect(Array(memory) == bytes + [0xEE, 0xEE, 0xEE])
    }

    @Test("a buffer that is too small gets what fits and no more", arguments: spellings)
    func smallBuffer(spelling: String, decoded: String) throws {
        let string = try read(spelling)
        let bytes = Array(decoded.utf8)
        for count in 0...bytes.count {
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count + 1, alignment: 1)
            defer { memory.deallocate() }
            memory[count] = 0xEE
            #expect(string.unescape(into: UnsafeMutableRawBufferPointer(rebasing: memory[..<count])) == count)
            #expect(Array(memory) == bytes.prefix(count) + [0xEE])
        }
    }

    @Test("strings are equal when their decoded bytes are, however they are kept", arguments: spellings)
    func equality(spelling: String, decoded: String) throws {
        let (read, made) = (try read(spelling), JSONString(decoded))
        #expect(read == made)
        #expect(made == read)
        #expect(read.hashValue == made.hashValue)
        #expect(read != JSONString(decoded + "x"))
        #expect(JSONString(decoded + "x") != read)
    }

    @Test("strings that Swift calls equal are not")
    func canonicalEquivalence() {
        #expect(JSONString("\u{212A}") != JSONString("K"))
        #expect(JSONString("e\u{301}") != JSONString("\u{E9}"))
        #expect(JSON.string("\u{212A}") != JSON.string("K"))
    }

    @Test("a source copies the bytes it is given")
    func copies() throws {
        var bytes = Array("\"secret\"".utf8)
        let source = bytes.withUnsafeBytes { JSONSource(copying: $0) }
        for index in bytes.indices { bytes[index] = 0 }
        #expect(try JSON(parsing: source).text == "secret")
        #expect(source.count == 8)
        #expect(source.withUnsafeBytes { $0.count } == 8)
        #expect(JSONSource([]).withUnsafeBytes { $0.count } == 0)
    }
}
