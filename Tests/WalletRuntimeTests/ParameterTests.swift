import JSONRPC
import Logging
import Testing
import WalletRuntime

/// The values that a declared method's function gets of a call's params.
@Suite struct ParameterTests {
    enum Colour: String, CaseIterable, Sendable {
        case red
        case green
    }

    struct Range: Sendable {
        let from: Int
        let to: Int
    }

    /// Answers each method with the values that it was given.
    struct Echo: WalletModule {
        var manifest: ModuleManifest { Self.declaration.manifest }

        func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
            try await Self.declaration.answer(call, by: self)
        }

        private func plain(
            _ call: MethodCall, _ text: String, _ count: Int, _ flag: Bool?, _ bytes: [UInt8], _ amount: UInt64,
            _ names: [String], _ colour: Colour
        ) async throws(RPCError) -> JSON {
            .string("\(text) \(count) \(flag as Any) \(bytes) \(amount) \(names) \(colour)")
        }

        private func range(_ call: MethodCall, _ range: Range, _ secret: SealedParameter?) async throws(RPCError)
            -> JSON
        {
            .string("\(range.from)-\(range.to) \(secret?.name ?? "none")")
        }

        private func object(_ call: MethodCall, _ range: Range) async throws(RPCError) -> JSON {
            .string("\(range.from)-\(range.to)")
        }

        private func sealed(_ call: MethodCall, _ name: String) async throws(RPCError) -> JSON { .string(name) }

        private func nothing(_ call: MethodCall) async throws(RPCError) -> JSON { "nothing" }

        static let own: Set<CallerKind> = [.commandLine, .walletExtension]
        private static let terminal: Set<CallerKind> = [.commandLine]

        private static let range = Parameter<Range>.combining(.required("from", .integer), .required("to", .integer)) {
            from, to throws(RPCError) in
            guard from <= to else { throw RPCError.parameter("to", "the range ends before it begins") }
            return Range(from: from, to: to)
        }
        private static let object = ParameterForm<Range>.object(
            .required("from", .integer), .optional("to", .integer, default: 9)
        ) { from, to in Range(from: from, to: to) }
        private static let box = ParameterForm<String>.object(.required("secret", .sealed)) { $0.name }

        static let declaration = ModuleDeclaration<Echo>(
            id: "echo",
            methods: [
                Method(
                    "e.plain", callers: own,
                    params: .required("text"), .optional("count", .integer(in: 1...9), default: 5),
                    .optional("flag", .boolean), .optional("bytes", .base64, default: []),
                    .optional("amount", .u64, default: UInt64(7)), .optional("names", .texts, default: []),
                    .optional("colour", ParameterForm<Colour>.word, default: .green), result: .string, by: Echo.plain),
                Method(
                    "e.range", callers: own, params: range, .optional("secret", .sealed, callers: terminal),
                    result: .string, by: Echo.range),
                Method(
                    "e.object", callers: own, params: .required("range", object), result: .string, by: Echo.object),
                Method("e.sealed", callers: own, params: .required("box", box), result: .string, by: Echo.sealed),
                Method("e.nothing", callers: own, by: Echo.nothing),
            ])
    }

    private static func ask(
        _ method: String, _ params: JSONObject = [:], as kind: ConnectionClass = .commandLine
    ) async throws -> String {
        let outcome = await ModuleCallTests.ask(try ModuleCallTests.router(Echo()), method, params, as: kind)
        switch outcome {
        case .success(let answer): return answer.text ?? ""
        case .failure(let error): return "\(error.reason?.rawValue ?? "") \(error.data["name"]?.text ?? "")"
        }
    }

    @Test func `a function gets the values of its parameters in their order`() async throws {
        #expect(
            try await Self.ask(
                "e.plain",
                [
                    "text": "a", "count": 2, "flag": true, "bytes": "AQI=", "amount": "18446744073709551615",
                    "names": ["x", "y"], "colour": "red",
                ]) == #"a 2 Optional(true) [1, 2] 18446744073709551615 ["x", "y"] red"#)
        #expect(try await Self.ask("e.plain", ["text": "a"]) == "a 5 nil [] 7 [] green")
        #expect(try await Self.ask("e.nothing") == "nothing")
    }

    @Test(
        arguments: [
            (["text": "a", "count": 10], "param-value count"), (["text": "a", "bytes": "AQI"], "param-value bytes"),
            (["text": "a", "amount": "01"], "param-value amount"),
            (["text": "a", "names": ["x", 1]], "param-type names"),
            (["text": "a", "colour": "blue"], "param-value colour"), (["count": 1], "param-missing text"),
            (["text": "a", "more": 1], "param-unknown more"),
        ] as [(JSONObject, String)])
    func `a value that isn't taken is an error with its name`(params: JSONObject, error: String) async throws {
        #expect(try await Self.ask("e.plain", params) == error)
    }

    @Test func `several parameters make one value`() async throws {
        #expect(try await Self.ask("e.range", ["from": 1, "to": 2]) == "1-2 none")
        #expect(try await Self.ask("e.range", ["from": 2, "to": 1]) == "param-value to")
        #expect(try await Self.ask("e.range", ["from": 1]) == "param-missing to")
    }

    @Test func `what only some callers may give is unknown from others`() async throws {
        let secret: JSON = ["enc": "AA==", "ciphertext": "AA=="]
        #expect(try await Self.ask("e.range", ["from": 1, "to": 2, "secret": secret]) == "1-2 secret")
        #expect(
            try await Self.ask("e.range", ["from": 1, "to": 2, "secret": secret], as: .walletExtension)
                == "param-unknown secret")
    }

    @Test func `an object has its declared members and no others`() async throws {
        #expect(try await Self.ask("e.object", ["range": ["from": 1]]) == "1-9")
        #expect(try await Self.ask("e.object", ["range": ["to": 1]]) == "param-missing from")
        #expect(try await Self.ask("e.object", ["range": ["from": 1, "by": 2]]) == "param-unknown by")
        #expect(try await Self.ask("e.object", ["range": 1]) == "param-type range")
        // A secret is sealed for its path, so that it can't be put in another place.
        let secret: JSON = ["enc": "AA==", "ciphertext": "AA=="]
        #expect(try await Self.ask("e.sealed", ["box": ["secret": secret]]) == "box.secret")
    }

    @Test func `the manifest lists what is read`() {
        let methods = Echo.declaration.manifest.methods.reduce(into: [String: String]()) { methods, method in
            methods[method.name] = (method.params ?? []).map { "\($0)" }.joined(separator: ", ")
        }
        #expect(
            methods == [
                "e.plain":
                    "text: string, count?: integer, flag?: bool, bytes?: base64, amount?: u64, names?: [string], "
                    + #"colour?: "red" | "green""#,
                "e.range": "from: integer, to: integer, secret?: sealed",
                "e.object": "range: {from: integer, to?: integer}", "e.sealed": "box: {secret: sealed}",
                "e.nothing": "",
            ])
    }
}
