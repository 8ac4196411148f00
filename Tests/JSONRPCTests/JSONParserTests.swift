import JSONRPC
import Testing

/// Reads bytes, or says what is wrong with them.
func outcome(_ bytes: some Collection<UInt8>, maximumDepth: Int = JSON.maximumDepth) -> Result<JSON, JSONError> {
    do throws(JSONError) {
        return .success(try JSON(parsing: JSONSource(bytes), maximumDepth: maximumDepth))
    } catch {
        return .failure(error)
    }
}

func failure(_ bytes: some Collection<UInt8>, maximumDepth: Int = JSON.maximumDepth) -> JSONError? {
    if case .failure(let error) = outcome(bytes, maximumDepth: maximumDepth) { error } else { nil }
}

@Suite("Reading JSON") struct JSONParserTests {
    /// After the cases that nst/JSONTestSuite says every reader must take.
    @Test(
        "what RFC 8259 allows is read",
        arguments: [
            "[[]   ]", "[\"\"]", "[]", "[\"a\"]", "[false]", "[null, 1, \"1\", {}]", "[null]", "[1\n]", " [1]",
            "[1,null,null,null,2]", "[2] ", "[123e65]", "[0e+1]", "[0e1]", "[ 4]", "[-0.000000000000000000000000001]",
            "[20e1]", "[-0]", "[-123]", "[-1]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]",
            "[1e+2]", "[123]", "[123.456789]", "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}", "{\"asd\":\"sdf\"}", "{}",
            "{\"\":0}", "{\"foo\\u0000bar\": 42}", "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }",
            "{\"x\":[{\"id\": \"xxx\"}], \"id\": \"xxx\"}", "{\"a\":[]}", "{\n\"a\": \"b\"\n}",
            "[\"\\u0060\\u012a\\u12AB\"]", "[\"\\uD801\\udc37\"]", "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]",
            "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\\\u0000\"]", "[\"\\\"\"]", "[\"a/*b*/c/*d//e\"]", "[\"\\\\a\"]",
            "[\"\\\\n\"]", "[\"\\u0012\"]", "[\"\\uFFFF\"]", "[\"asd\"]", "[ \"asd\"]", "[\"\\uDBFF\\uDFFF\"]",
            "[\"new\\u00A0line\"]", "[\"\u{10FFFF}\"]", "[\"\u{FFFF}\"]", "[\"\\u0000\"]", "[\"\\u002c\"]", "[\"π\"]",
            "[\"\u{1BFFF}\"]", "[\"asd \"]", "\" \"", "[\"\\uD834\\uDd1e\"]", "[\"\\u0821\"]", "[\"\\u0123\"]",
            "[\"\u{2028}\"]", "[\"\u{2029}\"]", "[\"\\u0061\\u30af\\u30EA\\u30b9\"]", "[\"new\\u000Aline\"]",
            "[\"\u{7F}\"]", "[\"\\uA66D\"]", "[\"\\u005C\"]", "[\"⍂㈴⍂\"]", "[\"\\u200B\"]", "[\"\\u2064\"]",
            "[\"\\uFDD0\"]", "[\"\\uFFFE\"]", "[\"\\u0022\"]", "[\"€𝄞\"]", "[\"aa\u{7F}a\"]", "false", "42", "-0.1",
            "null",
            "\"asd\"", "true", "\"\"", "[\"a\"]\n", "[true]", " [] ", "\t\r\n1\t\r\n", "1e9999", "[-1e+9999]",
            "[100000000000000000000]", "\"\u{FEFF}\"", "\"\u{D7FF}\u{E000}\"",
        ])
    func accepted(text: String) throws {
        let value = try outcome(text.utf8).get()
        // What was read is written, and what was written is read as the same.
        #expect(try outcome(value.serialized()).get() == value)
    }

    /// After the cases that nst/JSONTestSuite says every reader must refuse.
    @Test(
        "what RFC 8259 doesn't allow is refused",
        arguments: [
            "", " ", "[1 true]", "[\"\": 1]", "[,1]", "[1,,2]", "[\"x\",,]", "[\"\",]", "[\"x\"", "[x", "[3[4]]",
            "[1:2]", "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,]", "[1,,]", "[\"\u{B}a\"\\f]", "[*]", "[\"\"",
            "[1,", "[1,\n1\n,1", "[{}", "[fals]", "[nul]", "[tru]", "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]",
            "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]", "[0.1.2]", "[0.3e+]", "[0.3e]", "[0.e1]", "[0E+]", "[0E]", "[0e+]",
            "[0e]", "[1.0e+]", "[1.0e-]", "[1.0e]", "[1 000.0]", "[1eE2]", "[2.e+3]", "[2.e-3]", "[2.e3]", "[9.e+]",
            "[Inf]", "[NaN]", "[１]", "[1+2]", "[0x1]", "[0x42]", "[Infinity]", "[0e+-1]", "[-123.123foo]",
            "[-Infinity]",
            "[-foo]", "[- 1]", "[-012]", "[-.123]", "[-1x]", "[1ea]", "[1.]", "[.123]", "[1.2a-3]",
            "[1.8011670033376514H-308]", "[012]", "[\"x\", truth]", "{[: \"x\"}\n", "{\"x\", null}", "{\"x\"::\"b\"}",
            "{\"a\":\"a\" 123}", "{key: 'value'}", "{\"a\" b}", "{:\"b\"}", "{\"a\" \"b\"}", "{\"a\":", "{\"a\"",
            "{1:1}",
            "{9999E9999:1}", "{null:null,null:null}", "{\"id\":0,,,,,}", "{'a':0}", "{\"id\":0,}",
            "{\"a\":\"b\",,\"c\":\"d\"}",
            "{a: \"b\"}", "{\"a\":\"a", "{ \"foo\" : \"bar\", \"a\" }", "{\"a\":true,}", "[\"\\\\\\\"]", "[\"\\x00\"]",
            "[\"\\\\", "[\"\\\"]", "[\"\\a\"]", "[\"\\uqqqq\"]", "[\"\\u00A\"]", "[\"\\", "[\\u0020\"asd\"]", "[\\n]",
            "\"",
            "['single quote']", "abc", "[\"\\", "[\"a\u{0}a\"]", "[\"new\nline\"]", "[\"\t\"]", "\"\\UA66D\"", "<.>",
            "[<null>]",
            "[True]", "{\"x\": true,", "{", "{\"\":", "[", "{[", "[,", "[\"a", "[\"\\u", "[\"\\u1", "[\"\\u00a",
            "{'a'", "{,", "{\"a", "*", "{\"a\":/*comment*/\"b\"}", "[\u{C}]", "[\u{2060}]", "[\u{A0}1]", "\u{FEFF}1",
            "-", "+1", ".5", "0.", "'1'", "nulL", "nul",
            "\"\u{1F}\"", "{\"a\":1 \"b\":2}", "[1}", "{\"a\":1]", "[\"a\" \"b\"]", "[\"\\u12G4\"]", "[\"\\u 123\"]",
            "[\"\\u+123\"]", "[\"\\u-123\"]", "NaN", "undefined", "//\n1", "#1\n1", "[1,2,3", "{\"a\":[}", "[\"\\'\"]",
            "\"\\0\"",
        ])
    func refused(text: String) {
        #expect(failure(text.utf8)?.code == .syntax)
    }

    @Test(
        "bytes after the value are refused, with where they begin",
        arguments: [
            ("1 1", 2), ("[][]", 2), ("{}}", 2), ("[]]", 2), ("2@", 1), ("true x", 5), ("null,", 4), ("{}#", 2),
            ("{\"a\":\"b\"}/**/", 9), ("1\u{0}", 1), ("[]\u{FEFF}", 2), ("01", 1), ("-01", 2), ("\"\"x", 2),
            ("[1]\u{B}", 3), ("[][}", 2), ("1\\", 1),
        ])
    func trailing(text: String, offset: Int) {
        #expect(failure(text.utf8) == JSONError(.trailing, offset: offset))
    }

    @Test(
        "bytes that aren't UTF-8 are refused, in strings and elsewhere",
        arguments: [
            [0x80], [0xBF], [0xFF], [0xFE], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF],
            [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF8, 0x88, 0x80, 0x80, 0x80],
            [0xFC, 0x84, 0x80, 0x80, 0x80],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0x81, 0xED, 0xB0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28],
            [0xF0, 0x9F, 0x98],
            [0xF0, 0x28, 0x8C, 0xBC], [0xF0, 0x90, 0x28, 0xBC], [0xF0, 0x90, 0x8C, 0x28], [0xC0, 0x80], [0xE9],
        ] as [[UInt8]])
    func notUTF8(sequence: [UInt8]) {
        #expect(failure([0x22] + sequence + [0x22]) == JSONError(.utf8, offset: 1))
        #expect(failure(Array("[\"abcdefghijkl".utf8) + sequence + Array("\"]".utf8)) == JSONError(.utf8, offset: 14))
        #expect(failure(Array("{\"".utf8) + sequence + Array("\":1}".utf8)) == JSONError(.utf8, offset: 2))
        #expect(failure([0x5B] + sequence + [0x5D]) == JSONError(.utf8, offset: 1))
        #expect(failure(sequence) == JSONError(.utf8, offset: 0))
    }

    @Test("other encodings of Unicode and byte order marks are refused")
    func otherEncodings() {
        #expect(failure([0xEF, 0xBB, 0xBF, 0x7B, 0x7D]) == JSONError(.syntax, offset: 0))
        #expect(failure([0xEF, 0xBB, 0xBF]) == JSONError(.syntax, offset: 0))
        #expect(failure([0xEF, 0xBB, 0x7B, 0x7D]) == JSONError(.utf8, offset: 0))
        #expect(failure([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]) == JSONError(.utf8, offset: 0))
        #expect(failure([0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D]) == JSONError(.utf8, offset: 0))
        #expect(failure([0x00, 0x7B, 0x00, 0x7D]) == JSONError(.syntax, offset: 0))
        #expect(failure([0x7B, 0x00, 0x7D, 0x00]) == JSONError(.syntax, offset: 1))
    }

    @Test(
        "half of a surrogate pair is refused, with where its escape begins",
        arguments: [
            ("\"\\uD800\"", 1), ("\"\\uDBFF\"", 1), ("\"\\uDC00\"", 1), ("\"\\uDFFF\"", 1), ("\"\\uD800a\"", 1),
            ("\"ab\\uD800\\n\"", 3), ("\"\\uD800\\uD800\"", 1), ("\"\\uD800\\u0041\"", 1), ("\"\\uDC00\\uD800\"", 1),
            ("\"\\uD800\\\\uDC00\"", 1), ("\"\\uD83D\\uDE39\\uD83D\"", 13), ("\"\\uD800", 1), ("\"\\uD800\\", 1),
            ("\"\\ud888\\u1234\"", 1), ("{\"\\uDD1E\":1}", 2), ("\"\\uD800\\uDBFF\"", 1), ("\"\\uD800\\uE000\"", 1),
        ])
    func surrogates(text: String, offset: Int) {
        #expect(failure(text.utf8) == JSONError(.surrogate, offset: offset))
    }

    @Test(
        "a name that stands twice is refused however it is spelled, with where the second begins",
        arguments: [
            ("{\"a\":1,\"a\":2}", 7), ("{\"a\":1,\"a\":1}", 7), ("{\"a\":1,\"\\u0061\":2}", 7),
            ("{\"\\u0061\":1,\"a\":2}", 12),
            ("{\"\":1,\"\":2}", 6), ("{\"é\":1,\"\\u00e9\":2}", 8), ("{\"\\/\":1,\"/\":2}", 8),
            ("{\"x\":{\"a\":1,\"b\":2,\"a\":3}}", 18),
            ("{\"\\ud83d\\ude00\":1,\"😀\":2}", 18), ("[{\"a\":1},{\"a\":1,\"a\":1}]", 16),
            ("{\"\\u0000\":1,\"\\u0000\":1}", 12),
            ("{\"k1\":1,\"k2\":2,\"k3\":3,\"k4\":4,\"k1\":5}", 29),
        ])
    func duplicates(text: String, offset: Int) {
        #expect(failure(text.utf8) == JSONError(.duplicate, offset: offset))
    }

    @Test("names are compared by their bytes, not by what Swift calls equal")
    func canonicallyEqualNames() throws {
        // é in one scalar and in two; the Kelvin sign and K.
        let object = try outcome("{\"\u{E9}\":1,\"e\u{301}\":2,\"\u{212A}\":3,\"K\":4}".utf8).get()
        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
        #expect(object["\u{212A}"] == 3)
        #expect(object["K"] == 4)
        #expect(object.object?.count == 4)
    }

    @Test("a name that stands twice among very many is found", arguments: [11, 12, 13, 14, 100, 5000])
    func duplicateAmongMany(count: Int) {
        let members = (0..<count).map { "\"k\($0)\":\($0)" }
        let text = "{" + members.joined(separator: ",")
        #expect(failure((text + "}").utf8) == nil)
        for name in ["k0", "k\(count - 1)", "\\u006b\(count / 2)"] {
            #expect(failure((text + ",\"\(name)\":1}").utf8) == JSONError(.duplicate, offset: text.utf8.count + 1))
        }
    }

    @Test("16 levels are read, and 17 are not")
    func depth() {
        func nested(_ count: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
        }
        #expect(failure(nested(16, "[", "]").utf8) == nil)
        #expect(failure(nested(17, "[", "]").utf8) == JSONError(.depth, offset: 16))
        #expect(failure(nested(16, "{\"a\":", "}").utf8) == nil)
        #expect(failure(nested(17, "{\"a\":", "}").utf8) == JSONError(.depth, offset: 80))
        #expect(failure(nested(8, "[{\"a\":", "}]").utf8) == nil)
        #expect(failure(("[" + nested(8, "[{\"a\":", "}]") + "]").utf8)?.code == .depth)
        // Levels that were closed don't count.
        #expect(failure(("[" + String(repeating: "[],{},", count: 100) + "[]]").utf8) == nil)
    }

    @Test("the depth is a parameter, and none makes the reader overflow its stack")
    func depthParameter() {
        #expect(failure("1".utf8, maximumDepth: 0) == nil)
        #expect(failure("[]".utf8, maximumDepth: 0) == JSONError(.depth, offset: 0))
        #expect(failure("[[]]".utf8, maximumDepth: 1) == JSONError(.depth, offset: 1))
        #expect(failure("[]".utf8, maximumDepth: .min) == JSONError(.depth, offset: 0))
        let deep = [UInt8](repeating: 0x5B, count: 1_000_000)
        #expect(failure(deep) == JSONError(.depth, offset: 16))
        #expect(failure(deep, maximumDepth: .max) == JSONError(.depth, offset: 128))
        let objects = Array(String(repeating: "{\"a\":", count: 100_000).utf8)
        #expect(failure(objects, maximumDepth: .max) == JSONError(.depth, offset: 640))
    }

    @Test("a text that ends anywhere inside is refused")
    func everyPrefix() {
        let text = Array("{\"a\":[1,-2.5e+3,true,false,null,\"x\\n\\u00e9\\ud83d\\ude00é😀\"],\"b\":{}}".utf8)
        #expect(failure(text) == nil)
        for count in 0..<text.count {
            #expect(failure(text.prefix(count)) != nil)
        }
    }

    @Test("every byte in every place is read or refused, and never traps")
    func everyByteEverywhere() {
        let text = Array("{\"a\":[1,-2.5e+3,true,null,\"x\\n\\u00e9\\ud83d\\ude00é😀12345678\"]}".utf8)
        for position in text.indices {
            for byte in 0...UInt8.max {
                var changed = text
                changed[position] = byte
                if case .success(let value) = outcome(changed) {
                    #expect(outcome(value.serialized()) == .success(value))
                }
            }
        }
    }

    @Test("each of the 256 bytes is allowed in a string or not, wherever it stands")
    func bytesInStrings() {
        for byte in 0...UInt8.max {
            let allowed = byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
            for before in 0..<20 {
                let text = [0x22] + [UInt8](repeating: 0x61, count: before) + [byte] + Array("12345678901234567\"".utf8)
                #expect((failure(text) == nil) == allowed)
            }
        }
    }

    @Test("1 MiB of anything is read or refused quickly")
    func large() throws {
        let count = 1_048_576
        let start = ContinuousClock.now
        let string = try outcome([0x22] + [UInt8](repeating: 0x41, count: count - 2) + [0x22]).get()
        #expect(string.string?.utf8Count == count - 2)
        let escapes = try outcome(Array(("\"" + String(repeating: "\\u0041", count: count / 6 - 1) + "\"").utf8)).get()
        #expect(escapes.string?.utf8Count == count / 6 - 1)
        let zeros = try outcome(Array(("[" + String(repeating: "0,", count: count / 2 - 2) + "0]").utf8)).get()
        #expect(zeros.array?.count == count / 2 - 1)
        let digits = try outcome([UInt8](repeating: 0x31, count: count)).get()
        #expect(digits.int == nil)
        let names = (0..<90_000).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(try outcome("{\(names)}".utf8).get().object?.count == 90_000)
        #expect(failure([UInt8](repeating: 0x20, count: count)) == JSONError(.syntax, offset: count))
        #expect(failure([UInt8](repeating: 0x22, count: count)) == JSONError(.trailing, offset: 2))
        // A reader that compares every pair of names takes minutes here.
        #expect(start.duration(to: .now) < .seconds(30))
    }
}
