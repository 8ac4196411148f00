public import JSONRPC

/// The installed modules as the module of one call sees them.
///
/// What it asks of another is asked in the name of the call's own caller, by the same permissions: a module can't lend its
/// caller more than that caller has.
public struct ModuleDirectory: Sendable {
    let call: MethodCall

    /// What is installed, in the order of the ids.
    public var manifests: [ModuleManifest] { call.router.manifests }

    /// How often each method was called, and how long it took.
    public var metrics: CallMetrics { call.router.metrics }

    /// Asks another module's method.
    ///
    /// - Throws: -32601 where the call's caller couldn't ask it; what the other module throws.
    public func ask(_ method: String, _ params: JSONObject = [:]) async throws(RPCError) -> JSON {
        try await call.router.answer(RPCRequest(id: call.request.id, method: method, params: params), within: call)
    }
}
