public import JSONRPC

/// Carries a request to the module that answers it, after the permission was checked.
public struct MethodRouter: Sendable {
    private let registry: ModuleRegistry
    private let permissions: any PermissionManaging

    public init(registry: ModuleRegistry, permissions: any PermissionManaging = ManifestPermissions()) {
        self.registry = registry
        self.permissions = permissions
    }

    /// Answers one request of a client whose connection's class is `kind`.
    ///
    /// What the caller may not use doesn't exist for it: the error is the same -32601. Where the user has a say in it, it waits for theirs.
    ///
    /// - Parameter secrets: opens what the client sealed.
    public func answer(
        _ request: RPCRequest, from client: Client, as kind: ConnectionClass, secrets: any SecretOpening
    ) async throws(RPCError) -> JSON {
        guard let route = registry[request.method] else { throw Self.unknown }
        var params = request.params
        let caller: Caller
        switch kind {
        case .walletExtension where route.method.callers.contains(.page):
            caller = .page(try PageContext(taking: &params))
        case .walletExtension: caller = .walletExtension
        case .otherExtension(let id): caller = .otherExtension(id)
        case .commandLine: caller = .commandLine
        }
        try await permissions.admit(
            MethodUse(method: route.method, module: route.module.manifest, caller: caller, client: client))
        return try await route.module.answer(
            MethodCall(request: request, caller: caller, client: client, params: params, secrets: secrets))
    }

    public func methods(for kind: CallerKind) -> [String] { registry.methods(for: kind) }

    private static let unknown = RPCError.methodUnknown
}

/// A connection's class: who is at its other end.
public enum ConnectionClass: Sendable, Hashable {
    case walletExtension
    case otherExtension(String)
    case commandLine
}
