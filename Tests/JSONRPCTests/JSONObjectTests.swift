import JSONRPC
import Testing

@Suite("JSON objects and values") struct JSONObjectTests {
    @Test("members keep their order, are replaced in place and removed")
    func members() {
        var object: JSONObject = ["b": 1, "a": 2]
        object["c"] = "x"
        object["b"] = nil
        object["b"] = nil
        object["a"] = 3
        #expect(object.names == ["a", "c"])
        #expect(object["a"] == 3)
        #expect(object["b"] == nil)
        #expect(object.count == 2)
        #expect(!object.isEmpty)
        object["d"] = .null
        #expect(object["d"]?.isNull == true)
    }

    @Test("a literal with a name twice has its last value and doesn't trap")
    func literal() {
        let object: JSONObject = ["a": 1, "b": 2, "a": 3]
        #expect(object.names == ["a", "b"])
        #expect(object["a"] == 3)
        let json: JSON = ["a": 1, "a": 2]
        #expect(json["a"] == 2)
    }

    @Test("objects are equal whatever their order, and differ by any name or value")
    func equality() {
        let object: JSONObject = ["a": 1, "b": [nil, true, "x"]]
        #expect(object == ["b": [nil, true, "x"], "a": 1])
        let reversed: JSONObject = ["b": [nil, true, "x"], "a": 1]
        #expect(object.hashValue == reversed.hashValue)
        #expect(object != ["a": 1])
        #expect(object != ["a": 1, "c": [nil, true, "x"]])
        #expect(object != ["a": 1, "b": [nil, false, "x"]])
        #expect(object != ["a": 1, "b": [true, nil, "x"]])
    }

    @Test("values of the wrong kind answer nil")
    func accessors() {
        let json: JSON = ["s": "x", "i": 7, "b": true, "n": nil, "a": [1, 2]]
        #expect(json["s"]?.text == "x")
        #expect(json["s"]?.string == "x")
        #expect(json["s"]?.int == nil)
        #expect(json["i"]?.int == 7)
        #expect(json["i"]?.string == nil)
        #expect(json["b"]?.bool == true)
        #expect(json["b"]?.int == nil)
        #expect(json["n"]?.isNull == true)
        #expect(json["n"]?.bool == nil)
        #expect(json["a"]?[1] == 2)
        #expect(json["a"]?[2] == nil)
        #expect(json["a"]?[-1] == nil)
        #expect(json["a"]?["x"] == nil)
        #expect(json["missing"] == nil)
        #expect(json[0] == nil)
        #expect(json.array == nil)
        #expect(json.object?.count == 5)
    }

    @Test("a value takes 24 bytes in an array, so that 1 MiB of JSON stays small in memory")
    func size() {
        #expect(MemoryLayout<JSON>.stride <= 24)
    }
}

@Suite("Writing JSON") struct JSONWriterTests {
    private func text(_ json: JSON, sortedKeys: Bool = false) -> String {
        String(decoding: json.serialized(sortedKeys: sortedKeys), as: UTF8.self)
    }

    @Test("there is one spelling: no white space, members in their order")
    func spelling() {
        let json: JSON = ["b": [1, -2, true, false, nil, [], [:]], "a": "x", "": 0]
        #expect(text(json) == #"{"b":[1,-2,true,false,null,[],{}],"a":"x","":0}"#)
    }

    @Test("members can stand in the order of their names' bytes, at every depth")
    func sorted() {
        let json: JSON = [
            "b": ["z": 1, "y": 2], "a": [["d": 1, "c": 2]], "ab": 0, "": 0, "é": 0, "😀": 0, "\u{FF5E}": 0, "Z": 0,
        ]
        #expect(
            text(json, sortedKeys: true)
                == "{\"\":0,\"Z\":0,\"a\":[{\"c\":2,\"d\":1}],\"ab\":0,\"b\":{\"y\":2,\"z\":1},\"é\":0,\"\u{FF5E}\":0,\"😀\":0}"
        )
    }

    @Test("only what must be escaped is, each in its shortest way")
    func escapes() {
        #expect(text("\"\\/\u{8}\u{C}\n\r\t") == #""\"\\/\b\f\n\r\t""#)
        #expect(text("\u{0}\u{1}\u{B}\u{E}\u{1F}\u{7F}") == "\"\\u0000\\u0001\\u000b\\u000e\\u001f\u{7F}\"")
        #expect(text("é\u{2028}\u{2029}😀<>&'") == "\"é\u{2028}\u{2029}😀<>&'\"")
        #expect(text(["a\nb": 1]) == #"{"a\nb":1}"#)
    }

    @Test("what was read with needless escapes is written without them, and numbers as they came")
    func normalising() throws {
        let json = try outcome(#" { "\u0061\/" : "\u0041\u000A\ud83d\ude00" , "n" : -1.50E+3 } "#.utf8).get()
        #expect(text(json) == #"{"a/":"A\n😀","n":-1.50E+3}"#)
    }
}
