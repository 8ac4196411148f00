public import JSONRPC
import Synchronization
public import WalletRuntime

/// A handler of requests in the way of a Safari extension's handler.
public protocol WalletlibHandling: Sendable {
    /// Takes a request, and completes it now or later.
    func beginRequest(with context: WalletlibContext)
}

/// A walletlib handler as a module of the wallet. Its methods are for other extensions, each only once the user has allowed it.
///
/// ```swift
/// WalletAgent.run(modules: [WalletlibHandlerModule(id: "ping", methods: [MY_CUSTOM_PING_RPC_METHOD], handler: PingHandler())])
/// ```
public struct WalletlibHandlerModule: WalletModule {
    public let manifest: ModuleManifest
    private let handler: any WalletlibHandling

    /// Makes a module of a handler.
    ///
    /// - Parameters:
    ///   - id: A short lower-case name, unique among the installed modules.
    ///   - methods: The names that the handler answers.
    public init(id: String, version: String = "1", methods: [String], handler: any WalletlibHandling) {
        manifest = ModuleManifest(
            id: id, version: version, methods: methods.map { MethodManifest($0, callers: [.otherExtension]) })
        self.handler = handler
    }

    public func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        let answer = OneAnswer()
        var message = call.request.json.object ?? [:]
        message["params"] = .object(call.params)
        // Kept by nobody but the handler: one that lets go of it has completed it.
        handler.beginRequest(with: WalletlibContext(message: .object(message)) { answer.give($0) })
        return try await answer.value.get()
    }
}

/// An answer that is given once, and a wait for it that can be cancelled.
private final class OneAnswer: Sendable {
    private struct State {
        var given: Result<JSON, RPCError>?
        var waiting: CheckedContinuation<Result<JSON, RPCError>, Never>?
    }

    private let state = Mutex(State())

    /// The answer; -32000 (`cancelled`) if the task is cancelled first.
    var value: Result<JSON, RPCError> {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let given = state.withLock { state in
                        if state.given == nil { state.waiting = continuation }
                        return state.given
                    }
                    if let given { continuation.resume(returning: given) }
                }
            } onCancel: {
                give(.failure(RPCError(.invalidInput, .cancelled, "the request was cancelled")))
            }
        }
    }

    func give(_ result: Result<JSON, RPCError>) {
        let waiting = state.withLock { state in
            guard state.given == nil else { return CheckedContinuation<Result<JSON, RPCError>, Never>?.none }
            state.given = result
            return state.waiting.take()
        }
        waiting?.resume(returning: result)
    }
}

/// The six errors that walletlib's authors know.
public enum WalletlibRpcErrors {
    /// -32700
    public static let parseError = RPCError(.parseError, nil, "parse error")
    /// -32600
    public static let invalidRequest = RPCError(.invalidRequest, nil, "invalid request")
    /// -32601
    public static let methodNotFound = RPCError(.methodNotFound, nil, "method not found")
    /// -32602
    public static let invalidParams = RPCError(.invalidParams, nil, "invalid params")
    /// -32603
    public static let internalError = RPCError(.internalError, nil, "internal error")
    /// -3
    public static let notSigned = RPCError(.notSigned, nil, "payload not signed")
}
