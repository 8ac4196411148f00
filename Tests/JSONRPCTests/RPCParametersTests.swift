import JSONRPC
import Testing

@Suite("Parameters of a method") struct RPCParametersTests {
    /// A reader's answer to params.
    private func failure(
        _ object: JSONObject, _ read: (inout RPCParameters) throws(RPCError) -> Void
    ) -> RPCError? {
        var parameters = RPCParameters(object)
        do throws(RPCError) {
            try read(&parameters)
            try parameters.finish()
            return nil
        } catch {
            return error
        }
    }

    private func expect(_ error: RPCError?, _ reason: RPCReason, _ name: String) {
        #expect(error?.code == .invalidParams)
        #expect(error?.reason == reason)
        #expect(error?.data == ["name": .string(name)])
    }

    @Test("every type is read")
    func types() throws {
        let object: JSONObject = [
            "s": "x", "i": 7, "b": true, "a": [1], "o": ["k": 1], "tx": "AQI=", "txs": ["AQI=", ""],
            "u": "18446744073709551615",
            "strings": ["a", "b"],
        ]
        var parameters = RPCParameters(object)
        #expect(try parameters.string("s") == "x")
        #expect(try parameters.int("i") == 7)
        #expect(try parameters.bool("b") == true)
        #expect(try parameters.array("a") == [1])
        #expect(try parameters.object("o") == ["k": 1])
        #expect(try parameters.base64("tx") == [1, 2])
        #expect(try parameters.base64s("txs") == [[1, 2], []])
        #expect(try parameters.uint64("u") == .max)
        #expect(try parameters.strings("strings") == ["a", "b"])
        try parameters.finish()
    }

    @Test("what may be left out is nil, and needn't be")
    func optionals() throws {
        var parameters = RPCParameters([:])
        #expect(try parameters.optionalString("x") == nil)
        #expect(try parameters.optionalInt("x") == nil)
        #expect(try parameters.optionalBool("x") == nil)
        #expect(try parameters.optionalArray("x") == nil)
        #expect(try parameters.optionalObject("x") == nil)
        #expect(try parameters.optionalBase64("x") == nil)
        #expect(try parameters.optionalUInt64("x") == nil)
        #expect(try parameters.optionalStrings("x") == nil)
        #expect(parameters.optionalValue("x") == nil)
        try parameters.finish()
        var full = RPCParameters(["s": "x", "i": 0, "b": false])
        #expect(try full.optionalString("s") == "x")
        #expect(try full.optionalInt("i") == 0)
        #expect(try full.optionalBool("b") == false)
        try full.finish()
    }

    @Test("a parameter that is missing is named")
    func missing() {
        expect(failure([:]) { p throws(RPCError) in _ = try p.string("n") }, .paramMissing, "n")
        expect(failure([:]) { p throws(RPCError) in _ = try p.int("n") }, .paramMissing, "n")
        expect(failure([:]) { p throws(RPCError) in _ = try p.bool("n") }, .paramMissing, "n")
        expect(failure([:]) { p throws(RPCError) in _ = try p.array("n") }, .paramMissing, "n")
        expect(failure([:]) { p throws(RPCError) in _ = try p.object("n") }, .paramMissing, "n")
        expect(failure([:]) { p throws(RPCError) in _ = try p.base64("n") }, .paramMissing, "n")
        expect(failure([:]) { p throws(RPCError) in _ = try p.base64s("n") }, .paramMissing, "n")
        expect(failure([:]) { p throws(RPCError) in _ = try p.uint64("n") }, .paramMissing, "n")
    }

    @Test("a parameter of the wrong type is named, and null is the wrong type", arguments: [nil, [:], []] as [JSON])
    func wrongType(value: JSON) {
        let object: JSONObject = ["n": value]
        expect(failure(object) { p throws(RPCError) in _ = try p.string("n") }, .paramType, "n")
        expect(failure(object) { p throws(RPCError) in _ = try p.optionalString("n") }, .paramType, "n")
        expect(failure(object) { p throws(RPCError) in _ = try p.int("n") }, .paramType, "n")
        expect(failure(object) { p throws(RPCError) in _ = try p.optionalInt("n") }, .paramType, "n")
        expect(failure(object) { p throws(RPCError) in _ = try p.optionalBool("n") }, .paramType, "n")
        expect(failure(object) { p throws(RPCError) in _ = try p.base64("n") }, .paramType, "n")
        expect(failure(object) { p throws(RPCError) in _ = try p.uint64("n") }, .paramType, "n")
    }

    @Test("strings, numbers and truth values don't stand in for one another")
    func noCoercion() throws {
        expect(failure(["n": "1"]) { p throws(RPCError) in _ = try p.int("n") }, .paramType, "n")
        expect(failure(["n": 1]) { p throws(RPCError) in _ = try p.string("n") }, .paramType, "n")
        expect(failure(["n": 1]) { p throws(RPCError) in _ = try p.bool("n") }, .paramType, "n")
        expect(failure(["n": "true"]) { p throws(RPCError) in _ = try p.bool("n") }, .paramType, "n")
        expect(failure(["n": 1]) { p throws(RPCError) in _ = try p.uint64("n") }, .paramType, "n")
        for text in ["1.0", "1e2", "-0", "9223372036854775808"] {
            let object = try #require(try outcome("{\"n\":\(text)}".utf8).get().object)
            expect(failure(object) { p throws(RPCError) in _ = try p.int("n") }, .paramType, "n")
        }
        expect(failure(["n": [1]]) { p throws(RPCError) in _ = try p.strings("n") }, .paramType, "n")
        expect(failure(["n": ["AQI=", 1]]) { p throws(RPCError) in _ = try p.base64s("n") }, .paramType, "n")
    }

    @Test("a value out of bounds is named")
    func wrongValue() {
        expect(failure(["n": 101]) { p throws(RPCError) in _ = try p.int("n", in: 1...100) }, .paramValue, "n")
        expect(failure(["n": 0]) { p throws(RPCError) in _ = try p.optionalInt("n", in: 1...100) }, .paramValue, "n")
        expect(failure(["n": 9_007_199_254_740_992]) { p throws(RPCError) in _ = try p.int("n") }, .paramValue, "n")
        #expect(failure(["n": 9_007_199_254_740_991]) { p throws(RPCError) in _ = try p.int("n") } == nil)
        expect(failure(["n": "éé"]) { p throws(RPCError) in _ = try p.string("n", maximumCount: 3) }, .paramValue, "n")
        #expect(failure(["n": "éé"]) { p throws(RPCError) in _ = try p.string("n", maximumCount: 4) } == nil)
        expect(failure(["n": "AQJ="]) { p throws(RPCError) in _ = try p.base64("n") }, .paramValue, "n")
        expect(failure(["n": ["AQI=", "AQI"]]) { p throws(RPCError) in _ = try p.base64s("n") }, .paramValue, "n")
    }

    @Test(
        "an amount has one spelling",
        arguments: [
            "", "01", "00", "-1", "-0", "+1", " 1", "1 ", "1.0", "1e3", "0x1", "18446744073709551616", "１", "1_000",
        ])
    func amounts(text: String) {
        expect(failure(["n": .string(text)]) { p throws(RPCError) in _ = try p.uint64("n") }, .paramValue, "n")
        #expect(JSONString("0").decimal() == 0)
        #expect(JSONString("1000000000").decimal() == 1_000_000_000)
    }

    @Test("a parameter that nobody read is refused, the first of them named")
    func unknown() {
        expect(failure(["a": 1, "x": 2, "y": 3]) { p throws(RPCError) in _ = try p.int("a") }, .paramUnknown, "x")
        // Asking whether it is there isn't reading it.
        expect(failure(["a": 1]) { p throws(RPCError) in _ = p.contains("a") }, .paramUnknown, "a")
        // The Kelvin sign, which Swift calls equal to K.
        expect(
            failure(["connection\u{212A}ey": "x"]) { p throws(RPCError) in _ = try p.optionalString("connectionKey") },
            .paramUnknown, "connection\u{212A}ey")
    }

    @Test("of an unknown parameter's name an error holds 64 characters at most")
    func longName() {
        let name = String(repeating: "é", count: 1000)
        let error = failure([name: 1]) { _ throws(RPCError) in }
        #expect(error?.data["name"]?.text == String(repeating: "é", count: 64))
    }
}
