import SidekeyAgent
import Walletlib

/// The name of the method, the same in ping.js.
let MY_CUSTOM_PING_RPC_METHOD = "MY_CUSTOM_PING_RPC_METHOD"

struct MyCustomPingRequestParams: Decodable {
    let pingParam1: String
    let pingParam2: [String]
}

struct MyCustomPingRequestResult: Encodable {
    let pong: String
}

/// Answers a ping with what it said.
struct PingHandler: WalletlibHandling {
    func beginRequest(with context: WalletlibContext) {
        guard context.requestMethod() == MY_CUSTOM_PING_RPC_METHOD else {
            return context.completeRpcRequestWith(error: WalletlibRpcErrors.methodNotFound)
        }
        guard let params = context.decodeRpcRequestParameter(toType: MyCustomPingRequestParams.self) else {
            return context.completeRpcRequestWith(error: WalletlibRpcErrors.invalidParams)
        }
        guard params.pingParam1 != "quiet" else {
            return context.completeRpcRequestWith(errorCode: 1, errorMessage: "nobody says pong to quiet")
        }
        let words = [params.pingParam1] + params.pingParam2
        context.completeRpcRequestWith(result: MyCustomPingRequestResult(pong: words.joined(separator: " ")))
    }
}

/// Sidekey's agent with one module more.
@main enum PingAgent {
    static func main() {
        WalletAgent.run(modules: [
            WalletlibHandlerModule(id: "ping", methods: [MY_CUSTOM_PING_RPC_METHOD], handler: PingHandler())
        ])
    }
}
