import JSONRPC
import TestSupport
import Testing

/// Messages that break JSON or the protocol, over the real host and the real socket: each is answered with its code, and the
/// stream goes on.
@Suite struct BadMessageTests {
    /// A place where a frame is written, and who judges it.
    enum Place: CaseIterable {
        /// To a host that has started no agent yet, and answers by itself.
        case host
        /// Through a host, to the agent.
        case agentBehindHost
        case agentSocket
    }

    struct Message: CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let code: RPCErrorCode
        let reason: RPCReason

        init(_ name: String, _ text: String, _ code: RPCErrorCode, _ reason: RPCReason) {
            self.init(name, Array(text.utf8), code, reason)
        }

        init(_ name: String, _ bytes: [UInt8], _ code: RPCErrorCode, _ reason: RPCReason) {
            (testDescription, self.bytes, self.code, self.reason) = (name, bytes, code, reason)
        }
    }

    private static func call(id: String = #""1""#, _ rest: String = "") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"x"\#(rest)}"#
    }

    private static func string(_ bytes: [UInt8]) -> [UInt8] {
        Array(#"{"jsonrpc":"2.0","id":"1","method":""#.utf8) + bytes + Array(#""}"#.utf8)
    }

    private static func deep(_ opening: String, _ closing: String, _ depth: Int) -> String {
        call(
            #","params":{"a":"# + String(repeating: opening, count: depth) + "1"
                + String(repeating: closing, count: depth) + "}")
    }

    static let messages: [Message] =
        [
            Message("a byte that UTF-8 hasn't", string([0xFF]), .parseError, .jsonUTF8),
            Message("a sequence that is cut", string([0xE2, 0x82]), .parseError, .jsonUTF8),
            Message("an overlong slash", string([0xC0, 0xAF]), .parseError, .jsonUTF8),
            Message("an overlong zero", string([0xE0, 0x80, 0x80]), .parseError, .jsonUTF8),
            Message("a surrogate in UTF-8", string([0xED, 0xA0, 0x80]), .parseError, .jsonUTF8),
            Message("a scalar beyond Unicode", string([0xF4, 0x90, 0x80, 0x80]), .parseError, .jsonUTF8),
            Message("a byte order mark", [0xEF, 0xBB, 0xBF] + Array(call().utf8), .parseError, .jsonSyntax),
            Message("a control character", string([0x0A]), .parseError, .jsonSyntax),
            Message("UTF-16", call().utf8.flatMap { [$0, 0] }, .parseError, .jsonSyntax),
            Message("a lone high surrogate", string(Array(#"\ud800"#.utf8)), .parseError, .jsonSurrogate),
            Message("a lone low surrogate", string(Array(#"\udc00x"#.utf8)), .parseError, .jsonSurrogate),
            Message("two high surrogates", string(Array(#"\ud800\ud800"#.utf8)), .parseError, .jsonSurrogate),
            Message("17 levels", deep("[", "]", 15), .parseError, .jsonDepth),
            Message("100,000 arrays", deep("[", "]", 100_000), .parseError, .jsonDepth),
            Message("100,000 objects", deep(#"{"a":"#, "}", 100_000), .parseError, .jsonDepth),
            Message("1,000,000 open brackets", String(repeating: "[", count: 1_000_000), .parseError, .jsonDepth),
            Message("the id twice", #"{"jsonrpc":"2.0","id":"1","id":"2","method":"x"}"#, .parseError, .jsonDuplicate),
            Message("a name twice, once escaped", call(#","m\u0065thod":"y""#), .parseError, .jsonDuplicate),
            Message("a param twice", call(#","params":{"a":1,"a":1}"#), .parseError, .jsonDuplicate),
            Message(
                "__proto__ twice", call(#","params":{"__proto__":{},"__proto__":{}}"#), .parseError, .jsonDuplicate),
            Message("bytes behind it", call() + " x", .parseError, .jsonTrailing),
            Message("a zero behind it", call() + "\0", .parseError, .jsonTrailing),
            Message("two in a frame", call() + call(), .parseError, .jsonTrailing),
            Message("NaN", call(#","params":{"a":NaN}"#), .parseError, .jsonSyntax),
            Message("a leading zero", call(#","params":{"a":01}"#), .parseError, .jsonSyntax),
            Message("a comment", call("/* */"), .parseError, .jsonSyntax),
            Message("a trailing comma", call(","), .parseError, .jsonSyntax),
            Message("an unknown member", call(#","extra":1"#), .invalidRequest, .notARequest),
            Message("no version", #"{"id":"1","method":"x"}"#, .invalidRequest, .notARequest),
            Message("another version", #"{"jsonrpc":"2.1","id":"1","method":"x"}"#, .invalidRequest, .notARequest),
            Message(
                "a method that is a number", #"{"jsonrpc":"2.0","id":"1","method":1}"#, .invalidRequest, .notARequest),
            Message("params that are an array", call(#","params":[]"#), .invalidRequest, .notARequest),
            Message("params that are null", call(#","params":null"#), .invalidRequest, .notARequest),
            Message("a result beside a method", call(#","result":1"#), .invalidRequest, .notARequest),
            Message("an empty batch", "[]", .invalidRequest, .batch),
            Message("a batch of two", "[\(call()),\(call())]", .invalidRequest, .batch),
            Message("a string", #""x""#, .invalidRequest, .notARequest),
            Message("null", "null", .invalidRequest, .notARequest),
        ]
        + ["1", "1.0", "1e400", "-0", "9007199254740993", "1.5", "null", "true", "{}", "[]", #""""#].map {
            Message("the id \($0)", call(id: $0), .invalidRequest, .idInvalid)
        } + [
            Message(
                "an id of 129 bytes", call(id: "\"\(String(repeating: "x", count: 129))\""), .invalidRequest, .idInvalid
            )
        ]

    @Test(arguments: Place.allCases)
    func `each is answered with its code, and the stream goes on`(place: Place) throws {
        let home = try ScratchHome()
        let client = try open(place, home)
        for message in Self.messages {
            let name = Comment(rawValue: message.testDescription)
            try client.writer.write(FrameClient.frame(message.bytes))
            guard case .response(let response) = try client.receiveMessage(),
                case .failure(let error) = response.outcome
            else {
                Issue.record("no error came", sourceLocation: #_sourceLocation)
                continue
            }
            #expect(error.code == message.code, name)
            #expect(error.reason == message.reason, name)
            // Under its own id only where the message could be read that far.
            #expect(response.id == nil || response.id == "1", name)
            try expectInStep(client, place)
        }
    }

    @Test(arguments: Place.allCases)
    func `what has no id is never answered, whatever it says`(place: Place) throws {
        let home = try ScratchHome()
        let client = try open(place, home)
        for text in [
            #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1}}"#, #"{"jsonrpc":"2.0","method":"agent.stop"}"#,
            #"{"jsonrpc":"2.0","method":"host.attach","params":{}}"#, #"{"jsonrpc":"2.0","id":"1","result":{}}"#,
            #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}"#,
        ] {
            try client.send(text)
            try expectInStep(client, place)
        }
    }

    @Test func `a number where a count belongs is an integer that fits, or is refused`() throws {
        let home = try ScratchHome()
        let socket = try open(.agentSocket, home)
        let host = try open(.host, home)
        for (number, reason) in [
            ("1e400", RPCReason.paramType), ("-0", .paramType), ("1.0", .paramType), ("1e1", .paramType),
            ("9007199254740993", .paramValue), ("-1", .paramValue), ("0", .paramValue), ("101", .paramValue),
            ("18446744073709551616", .paramType), ("null", .paramType), (#""1""#, .paramType),
        ] {
            let limit = #"{"jsonrpc":"2.0","id":"n","method":"approvals.list","params":{"limit":\#(number)}}"#
            try socket.send(limit)
            #expect(try socket.answer(to: "n").failure?.reason == reason, Comment(rawValue: number))
            guard reason == .paramType else { continue }
            try host.send(#"{"jsonrpc":"2.0","id":"n","method":"hello","params":{"protocol":\#(number)}}"#)
            #expect(try host.answer(to: "n").failure?.reason == .paramType, Comment(rawValue: number))
        }
        #expect(try socket.call("approvals.list", ["limit": 100]).failure == nil)
    }

    private func expectInStep(_ client: FrameClient, _ place: Place) throws {
        #expect(try client.call("no.such").failure?.reason == (place == .host ? .helloFirst : .methodUnknown))
    }

    private func open(_ place: Place, _ home: ScratchHome) throws -> FrameClient {
        switch place {
        case .host: return try BrowserStandIn(.walletInFirefox, home: home)
        case .agentBehindHost:
            let browser = try BrowserStandIn(.walletInFirefox, home: home)
            _ = try browser.hello().get()
            return browser
        case .agentSocket: return try home.commandLine()
        }
    }
}
