import JSONRPC
import Testing

/// Reads a message, or says what to answer.
func message(_ text: String) -> Result<RPCMessage, RPCFault> {
    do throws(RPCFault) {
        return .success(try RPCMessage(parsing: JSONSource(text.utf8)))
    } catch {
        return .failure(error)
    }
}

@Suite("JSON-RPC messages") struct RPCMessageTests {
    private func fault(_ text: String) -> RPCFault? {
        if case .failure(let fault) = message(text) { fault } else { nil }
    }

    @Test("requests are read, with params and without")
    func requests() throws {
        let plain = RPCRequest(id: "1", method: "vault.status")
        #expect(message(#"{"jsonrpc":"2.0","id":"1","method":"vault.status"}"#) == .success(.request(plain)))
        #expect(
            message(#"{"params":{},"method":"vault.status","id":"1","jsonrpc":"2.0"}"#) == .success(.request(plain)))
        let full = RPCRequest(id: "é\n", method: "connect", params: ["origin": "https://a.b", "tab": 3])
        #expect(
            message(
                #"{"jsonrpc":"2.0","id":"\u00e9\n","method":"connect","params":{"origin":"https:\/\/a.b","tab":3}}"#)
                == .success(.request(full)))
    }

    @Test("a message without an id is a notification")
    func notifications() {
        let notification = RPCNotification(method: "host.attach", params: ["version": "1"])
        #expect(
            message(#"{"jsonrpc":"2.0","method":"host.attach","params":{"version":"1"}}"#)
                == .success(.notification(notification)))
    }

    @Test("responses are read, with a result or an error, and with the id null")
    func responses() {
        #expect(
            message(#"{"jsonrpc":"2.0","id":"1","result":{"a":1}}"#)
                == .success(.response(RPCResponse(id: "1", outcome: .success(["a": 1])))))
        #expect(
            message(#"{"jsonrpc":"2.0","id":"1","result":null}"#)
                == .success(.response(RPCResponse(id: "1", outcome: .success(nil)))))
        let error = RPCError(.userRejected, .rejected, "the user said no", data: ["state": "rejected"])
        #expect(
            message(
                #"{"jsonrpc":"2.0","id":null,"error":{"code":4001,"message":"the user said no","data":{"reason":"rejected","state":"rejected"}}}"#
            ) == .success(.response(RPCResponse(id: nil, outcome: .failure(error)))))
        #expect(
            message(#"{"jsonrpc":"2.0","id":"1","error":{"code":-3,"message":"x"}}"#)
                == .success(.response(RPCResponse(id: "1", outcome: .failure(RPCError(.notSigned, nil, "x"))))))
    }

    @Test("messages are written in one spelling and read as the same")
    func writing() {
        let request = RPCRequest(id: "1", method: "connect", params: ["tab": 3])
        #expect(
            String(decoding: request.serialized(), as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":"1","method":"connect","params":{"tab":3}}"#)
        let bare = RPCRequest(id: "1", method: "vault.lock")
        #expect(
            String(decoding: bare.serialized(), as: UTF8.self) == #"{"jsonrpc":"2.0","id":"1","method":"vault.lock"}"#)
        let notification = RPCNotification(method: "vault.changed", params: ["vault": "locked"])
        #expect(
            String(decoding: notification.serialized(), as: UTF8.self)
                == #"{"jsonrpc":"2.0","method":"vault.changed","params":{"vault":"locked"}}"#)
        let result = RPCResponse(id: "1", outcome: .success([:]))
        #expect(String(decoding: result.serialized(), as: UTF8.self) == #"{"jsonrpc":"2.0","id":"1","result":{}}"#)
        let error = RPCFault(id: nil, error: RPCError(.invalidRequest, .batch, "no", data: ["a": 1])).response
        #expect(
            String(decoding: error.serialized(), as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no","data":{"reason":"batch","a":1}}}"#
        )
        for response in [result, error] {
            #expect(message(String(decoding: response.serialized(), as: UTF8.self)) == .success(.response(response)))
        }
    }

    @Test(
        "what isn't JSON is answered with -32700, its reason and its offset, under no id",
        arguments: [
            (#"{"jsonrpc":"2.0","id":"1","method":}"#, RPCReason.jsonSyntax, 35),
            (#"{"jsonrpc":"2.0","id":"1","id":"1","method":"x"}"#, .jsonDuplicate, 26),
            (#"{"jsonrpc":"2.0","id":"1","method":"x"}{}"#, .jsonTrailing, 39),
            (#"{"jsonrpc":"2.0","id":"1","method":"\ud800"}"#, .jsonSurrogate, 36),
            (String(repeating: "[", count: 17), .jsonDepth, 16), ("", .jsonSyntax, 0),
        ])
    func notJSON(text: String, reason: RPCReason, offset: Int) {
        let fault = fault(text)
        #expect(fault?.id == nil)
        #expect(fault?.error.code == .parseError)
        #expect(fault?.error.reason == reason)
        #expect(fault?.error.data == ["offset": .number(offset)])
    }

    @Test("bytes that aren't UTF-8 have a reason of their own")
    func notUTF8() {
        #expect(throws: RPCFault.self) { try RPCMessage(parsing: JSONSource([0x22, 0xFF, 0x22])) }
        let error = RPCError(JSONError(.utf8, offset: 1))
        #expect(error.reason == .jsonUTF8)
        #expect(error.reason?.rawValue == "json-utf8")
    }

    @Test("batches are refused", arguments: ["[]", "[1]", #"[{"jsonrpc":"2.0","id":"1","method":"x"}]"#])
    func batches(text: String) {
        #expect(fault(text)?.error.code == .invalidRequest)
        #expect(fault(text)?.error.reason == .batch)
        #expect(fault(text)?.id == nil)
    }

    @Test(
        "what isn't a message is refused under its id, where it has one",
        arguments: [
            ("1", nil), ("null", nil), (#""x""#, nil), ("{}", nil), (#"{"id":"7"}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7"}"#, "7"), (#"{"id":"7","method":"x"}"#, "7"),
            (#"{"jsonrpc":"1.0","id":"7","method":"x"}"#, "7"),
            (#"{"jsonrpc":2.0,"id":"7","method":"x"}"#, "7"), (#"{"jsonrpc":null,"id":"7","method":"x"}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","method":1}"#, "7"), (#"{"jsonrpc":"2.0","id":"7","method":null}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","method":"x","params":[]}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","method":"x","params":null}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","method":"x","params":"y"}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","method":"x","extra":1}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","method":"x","Method":"x"}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","method":"x","result":1}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","method":"x","error":{"code":1,"message":""}}"#, "7"),
            (#"{"jsonrpc":"2.0","method":"x","result":1}"#, nil), (#"{"jsonrpc":"2.0","result":1}"#, nil),
            (#"{"jsonrpc":"2.0","id":"7","result":1,"error":{"code":1,"message":""}}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","result":1,"params":{}}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","error":1}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","error":{"code":1}}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","error":{"message":"x"}}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","error":{"code":1.0,"message":"x"}}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","error":{"code":1,"message":"x","more":1}}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","error":{"code":1,"message":"x","data":1}}"#, "7"),
            (#"{"jsonrpc":"2.0","id":"7","error":{"code":1,"message":"x","data":{"reason":1}}}"#, "7"),
        ] as [(String, String?)])
    func notAMessage(text: String, id: String?) {
        #expect(fault(text)?.error.code == .invalidRequest)
        #expect(fault(text)?.error.reason == .notARequest)
        #expect(fault(text)?.id == id)
    }

    @Test(
        "an id that isn't a string of 1 to 128 bytes is refused under no id",
        arguments: [
            "1", "1.0", "0", "-1", "true", "null", "[]", "{}", "\"\"", "\"\(String(repeating: "a", count: 129))\"",
            "\"\(String(repeating: "é", count: 65))\"", "\"\(String(repeating: "\\u0061", count: 129))\"",
        ])
    func badIds(id: String) {
        let fault = fault(#"{"jsonrpc":"2.0","id":\#(id),"method":"x"}"#)
        #expect(fault?.error.code == .invalidRequest)
        #expect(fault?.error.reason == .idInvalid)
        #expect(fault?.id == nil)
    }

    @Test(
        "an id of 1 to 128 bytes comes back as it was",
        arguments: [
            "a", String(repeating: "a", count: 128), String(repeating: "é", count: 64), "\u{0}", "null", "1",
            "\u{212A}", "e\u{301}",
        ])
    func goodIds(id: String) throws {
        let request = RPCRequest(id: id, method: "x")
        guard case .request(let read) = try message(String(decoding: request.serialized(), as: UTF8.self)).get() else {
            Issue.record("it is no request")
            return
        }
        #expect(Array(read.id.utf8) == Array(id.utf8))
        #expect(read == request)
    }

    @Test("members are told apart by their bytes: a long s is no s")
    func memberNames() {
        #expect(
            fault("{\"jsonrpc\":\"2.0\",\"id\":\"7\",\"method\":\"x\",\"param\u{17F}\":{}}")?.error.reason
                == .notARequest)
        #expect(
            message(#"{"jsonrpc":"2.0","\u0069d":"7","method":"x"}"#)
                == .success(.request(RPCRequest(id: "7", method: "x"))))
    }
}
