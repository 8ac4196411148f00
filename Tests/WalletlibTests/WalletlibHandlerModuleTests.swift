import JSONRPC
import Salt
import Testing
import WalletRuntime
import Walletlib

/// A handler as a module of the wallet.
@Suite struct WalletlibHandlerModuleTests {
    struct Handler: WalletlibHandling {
        let body: @Sendable (WalletlibContext) -> Void
        func beginRequest(with context: WalletlibContext) { body(context) }
    }

    struct NoSecrets: SecretOpening {
        func open(_ parameter: SealedParameter, of method: String) throws(RPCError) -> SecretBytes {
            throw RPCError(.invalidInput, .sealedInvalid, "nothing is sealed here")
        }
    }

    /// Lets everybody in.
    struct Everybody: PermissionManaging {
        func admit(_ use: MethodUse) async throws(RPCError) {}
    }

    private func ask(_ body: @escaping @Sendable (WalletlibContext) -> Void) async throws -> JSON {
        let module = WalletlibHandlerModule(id: "ping", methods: ["PING"], handler: Handler(body: body))
        let router = MethodRouter(registry: try ModuleRegistry([module]), permissions: Everybody())
        return try await router.answer(
            RPCRequest(id: "7", method: "PING", params: ["a": "b"]), from: Client(connection: ConnectionID(1)),
            as: .otherExtension("x@y"), secrets: NoSecrets())
    }

    @Test func `its methods are for other extensions alone`() {
        let module = WalletlibHandlerModule(id: "ping", methods: ["PING"], handler: Handler { _ in })
        #expect(module.manifest.methods.map(\.name) == ["PING"])
        #expect(module.manifest.methods.allSatisfy { $0.callers == [.otherExtension] })
    }

    @Test func `a handler answers at once or later`() async throws {
        #expect(
            try await ask { context in
                context.completeRpcRequestWith(result: [context.requestId(), context.requestMethod()])
            } == ["7", "PING"])
        #expect(
            try await ask { context in
                Task {
                    try await Task.sleep(for: .milliseconds(20))
                    context.completeRpcRequestWith(
                        result: context.decodeRpcRequestParameter(toType: [String: String].self))
                }
            } == ["a": "b"])
    }

    @Test func `a handler that lets go of a request has refused it`() async {
        let error = await #expect(throws: RPCError.self) { try await ask { _ in } }
        #expect(error == WalletlibRpcErrors.internalError)
    }

    @Test func `nobody waits for a handler that hangs longer than they want to`() async throws {
        let task = Task {
            try await ask { context in
                Task {
                    try? await Task.sleep(for: .seconds(30))
                    context.completeRpcRequestWith(result: "late")
                }
            }
        }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        let error = await #expect(throws: RPCError.self) { try await task.value }
        #expect(error?.reason == .cancelled)
    }
}
