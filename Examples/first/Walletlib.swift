import JSONRPC
import Walletlib

struct Ping: Decodable { let words: [String] }
struct Pong: Encodable { let pong: String }

/// Answers a ping with what it said.
struct PingHandler: WalletlibHandling {
    func beginRequest(with context: WalletlibContext) {
        guard context.requestMethod() == "MY_PING" else {
            return context.completeRpcRequestWith(error: WalletlibRpcErrors.methodNotFound)
        }
        guard let ping = context.decodeRpcRequestParameter(toType: Ping.self) else {
            return context.completeRpcRequestWith(error: WalletlibRpcErrors.invalidParams)
        }
        context.completeRpcRequestWith(result: Pong(pong: ping.words.joined(separator: " ")))
    }
}

// An agent takes it as `WalletlibHandlerModule(id: "ping", methods: ["MY_PING"], handler: PingHandler())`.
let messages: [JSON] = [
    ["id": "1", "method": "MY_PING", "params": ["words": ["hello", "there"]]],
    ["id": "2", "method": "MY_PING", "params": ["words": 7]],
]
for message in messages {
    let context = WalletlibContext(message: message) { outcome in
        switch outcome {
        case .success(let result): print(String(decoding: result.serialized(), as: UTF8.self))
        case .failure(let error): print(error.code.rawValue, error.message)
        }
    }
    PingHandler().beginRequest(with: context)
}
