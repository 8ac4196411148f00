import JSONRPC
import Testing

@Suite("JSON numbers") struct JSONNumberTests {
    private func read(_ text: String) throws -> JSONNumber {
        try #require(try outcome(text.utf8).get().number)
    }

    @Test(
        "integers have a value",
        arguments: [
            ("0", 0), ("1", 1), ("-1", -1), ("10", 10), ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
        ])
    func integers(text: String, value: Int) throws {
        let number = try read(text)
        #expect(number.int() == value)
        #expect(number.uint64() == UInt64(exactly: value))
        #expect(number.text == text)
        #expect(JSONNumber(value) == number)
    }

    @Test(
        "a second spelling of an integer has a text and no value",
        arguments: ["-0", "1.0", "1e0", "1E2", "0.0", "1.5", "1e2", "10e-1", "-0.0", "1e9999", "0e0"])
    func otherSpellings(text: String) throws {
        let number = try read(text)
        #expect(number.int() == nil)
        #expect(number.uint64() == nil)
        #expect(number.text == text)
    }

    @Test("integers that don't fit have no value and don't trap")
    func overflow() throws {
        #expect(try read("9223372036854775808").int() == nil)
        #expect(try read("-9223372036854775809").int() == nil)
        #expect(try read("18446744073709551615").uint64() == .max)
        #expect(try read("18446744073709551616").uint64() == nil)
        #expect(try read("99999999999999999999999999").uint64() == nil)
        #expect(try read("-1").uint64() == nil)
        #expect(try read(String(repeating: "9", count: 100_000)).int() == nil)
    }

    @Test("numbers are equal when their texts are")
    func equality() throws {
        #expect(try read("1") == JSONNumber(1))
        #expect(try read("1.0") != JSONNumber(1))
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
    }
}
