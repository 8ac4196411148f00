import JSONRPC
import Synchronization
import Testing
import Walletlib

/// A request as a walletlib handler reads and completes it.
@Suite struct WalletlibContextTests {
    struct Ping: Decodable, Equatable {
        let pingParam1: String
        let pingParam2: [String]
    }

    struct Pong: Encodable {
        let pong: String
    }

    /// No JSON has a place for it.
    struct Unwritable: Encodable {
        let number = Double.infinity
    }

    /// What a context was completed with, each time.
    private final class Heard: Sendable {
        private let results = Mutex<[Result<JSON, RPCError>]>([])
        var all: [Result<JSON, RPCError>] { results.withLock { $0 } }
        func hear(_ result: Result<JSON, RPCError>) { results.withLock { $0.append(result) } }
    }

    private static let params: JSON = ["pingParam1": "a", "pingParam2": ["b", "c"]]

    private func context(_ message: JSON, _ heard: Heard = Heard()) -> WalletlibContext {
        WalletlibContext(message: message) { heard.hear($0) }
    }

    @Test func `a request is read by its method and id`() {
        let context = context(["id": "7", "method": "MY_CUSTOM_PING_RPC_METHOD"])
        #expect(context.requestId() == "7")
        #expect(context.requestMethod() == "MY_CUSTOM_PING_RPC_METHOD")
        for bad: JSON in [["id": 1.asJSON, "method": 1], [:], [], "x", .null] {
            #expect(self.context(bad).requestId() == nil)
            #expect(self.context(bad).requestMethod() == nil)
        }
    }

    @Test func `params are decoded from an object and from a JSON string`() {
        let text = String(decoding: Self.params.serialized(), as: UTF8.self)
        for params in [Self.params, .string(JSONString(text))] {
            let decoded = context(["params": params]).decodeRpcRequestParameter(toType: Ping.self)
            #expect(decoded == Ping(pingParam1: "a", pingParam2: ["b", "c"]))
        }
    }

    @Test(arguments: [
        JSON.null, "", "{", "[]", "null", "7", [], 7, ["pingParam1": "a"], "{\"pingParam1\":\"a\"}",
        ["pingParam1": 1, "pingParam2": []],
        // Which of the two is meant, nobody knows.
        "{\"pingParam1\":\"a\",\"pingParam1\":\"b\",\"pingParam2\":[]}",
    ])
    func `params that don't fit are nil`(params: JSON) {
        #expect(context(["params": params]).decodeRpcRequestParameter(toType: Ping.self) == nil)
    }

    @Test func `params that are missing are nil`() {
        #expect(context(["method": "m"]).decodeRpcRequestParameter(toType: Ping.self) == nil)
    }

    @Test func `the first completion counts`() {
        let heard = Heard()
        let context = context([:], heard)
        context.completeRpcRequestWith(result: Pong(pong: "pong!"))
        context.completeRpcRequestWith(error: WalletlibRpcErrors.notSigned)
        context.completeRpcRequestWith(errorCode: 1, errorMessage: "late")
        #expect(heard.all == [.success(["pong": "pong!"])])
    }

    @Test func `errors have their codes`() {
        let all = [
            (WalletlibRpcErrors.parseError, -32700), (WalletlibRpcErrors.invalidRequest, -32600),
            (WalletlibRpcErrors.methodNotFound, -32601), (WalletlibRpcErrors.invalidParams, -32602),
            (WalletlibRpcErrors.internalError, -32603), (WalletlibRpcErrors.notSigned, -3),
        ]
        for (error, code) in all {
            let heard = Heard()
            context([:], heard).completeRpcRequestWith(error: error)
            #expect(heard.all == [.failure(error)])
            #expect(error.code.rawValue == code)
        }
        let heard = Heard()
        context([:], heard).completeRpcRequestWith(errorCode: 42, errorMessage: "of my own")
        #expect(heard.all == [.failure(RPCError(RPCErrorCode(rawValue: 42), nil, "of my own"))])
    }

    @Test func `a result that can't be written is an internal error`() {
        let heard = Heard()
        context([:], heard).completeRpcRequestWith(result: Unwritable())
        #expect(heard.all == [.failure(WalletlibRpcErrors.internalError)])
    }

    @Test func `a request that a handler lets go of is answered all the same`() {
        let heard = Heard()
        _ = context([:], heard)
        #expect(heard.all == [.failure(WalletlibRpcErrors.internalError)])
    }
}

extension Int {
    fileprivate var asJSON: JSON { .number(self) }
}
