public import JSONRPC
import Logging

/// Carries a request to the module that answers it, after the permission was checked, and brings back exactly one answer.
public struct MethodRouter: Sendable {
    private let registry: ModuleRegistry
    private let permissions: any PermissionManaging
    private let conditions: any NeedChecking
    private let context: RuntimeContext
    /// The context of each module, by its id.
    private let contexts: [String: ModuleContext]
    /// The number of calls of each method, and their durations.
    public let metrics = CallMetrics()

    /// Routes to the modules of a registry.
    ///
    /// - Parameters:
    ///   - conditions: Checks the needs of methods. Without it, only the needs that the runtime checks itself are met.
    ///   - context: The context of modules. Without it they have the system's time, and nothing is kept or logged.
    public init(
        registry: ModuleRegistry, permissions: any PermissionManaging = ManifestPermissions(),
        conditions: any NeedChecking = NothingMet(),
        context: RuntimeContext? = nil
    ) {
        let context = context ?? RuntimeContext(logger: Logger(label: "runtime") { _ in SwiftLogNoOpLogHandler() })
        self.registry = registry
        self.permissions = permissions
        self.conditions = conditions
        self.context = context
        contexts = registry.manifests.reduce(into: [:]) { $0[$1.id] = ModuleContext($1, in: context) }
    }

    /// Answers one request of a client whose connection's class is `kind`.
    ///
    /// A method that the caller may not use doesn't exist for it: the error is the same -32601. If the user may decide,
    /// the call waits for the decision.
    ///
    /// - Parameter secrets: opens the secrets that the client sealed.
    public func answer(
        _ request: RPCRequest, from client: Client, as kind: ConnectionClass, secrets: any SecretOpening
    ) async throws(RPCError) -> JSON {
        guard let route = registry[request.method] else { throw unknown() }
        var params = request.params
        let caller: Caller
        switch kind {
        case .walletExtension where route.method.callers.contains(.page):
            caller = .page(try PageContext(taking: &params))
        case .walletExtension: caller = .walletExtension
        case .otherExtension(let id): caller = .otherExtension(id)
        case .commandLine: caller = .commandLine
        }
        try await admit(route, caller, client)
        return try await run(
            route,
            MethodCall(
                request: request, caller: caller, client: client, params: params, secrets: secrets,
                context: context(of: route.module), router: self))
    }

    /// Answers one module's request to another on behalf of its own caller, who gets no more permission by it than directly.
    ///
    /// - Throws: -32603 (`internal`) if modules go on asking each other.
    func answer(_ request: RPCRequest, within call: MethodCall) async throws(RPCError) -> JSON {
        guard call.depth < Self.maximumDepth else {
            throw RPCError(.internalError, .internal, "modules ask each other without an end")
        }
        guard let route = registry[request.method] else { throw unknown() }
        try await admit(route, call.caller, call.client)
        return try await run(
            route,
            MethodCall(
                request: request, caller: call.caller, client: call.client, params: request.params,
                secrets: call.secrets, context: context(of: route.module), router: self,
                depth: call.depth + 1))
    }

    /// Answers an app's request by a link, for the module that has opened the link. It is in the app's own class, over
    /// the connection that brought the link.
    func answer(_ request: RPCRequest, within call: MethodCall, of app: PageContext) async throws(RPCError) -> JSON {
        guard let route = registry[request.method] else { throw unknown() }
        try await admit(route, .deeplink(app), call.client)
        return try await run(
            route,
            MethodCall(
                request: request, caller: .deeplink(app), client: call.client, params: request.params,
                secrets: call.secrets, context: context(of: route.module), router: self, depth: call.depth + 1))
    }

    /// Returns the methods that a class of callers may use, in the order of their names.
    public func methods(for kind: CallerKind) -> [String] { registry.methods(for: kind) }

    /// Returns true for a method that pages may call.
    public func isForPages(_ method: String) -> Bool { registry[method]?.method.callers.contains(.page) == true }

    /// The manifests of the installed modules, in the order of the ids.
    public var manifests: [ModuleManifest] { registry.manifests }

    /// Runs the modules' own work until the task is cancelled.
    public func runModules() async {
        await withDiscardingTaskGroup { group in
            for module in registry.modules {
                let context = context(of: module)
                group.addTask { await module.run(context) }
            }
        }
    }

    /// Returns the installed module whose manifest fits.
    ///
    /// - Throws: -32601 if none does.
    func module(where fits: (ModuleManifest) -> Bool) throws(RPCError) -> any WalletModule {
        guard let module = registry.modules.first(where: { fits($0.manifest) }) else { throw unknown() }
        return module
    }

    func context(of module: any WalletModule) -> ModuleContext {
        let manifest = module.manifest
        return contexts[manifest.id] ?? ModuleContext(manifest, in: context)
    }

    /// The greatest depth to which modules may ask one another.
    private static let maximumDepth = 4

    private func run(_ route: ModuleRegistry.Route, _ call: MethodCall) async throws(RPCError) -> JSON {
        let (method, clock, began) = (route.method, context.clock, context.clock.now)
        metrics.began(method.name)
        let outcome = await outcome(of: route, call)
        let duration = clock.now - began
        var fault: RPCError?
        if case .failure(let error) = outcome { fault = error }
        metrics.ended(method.name, after: duration, failed: fault != nil)
        call.context.logger.debug(
            "answered",
            metadata: [
                "method": "\(method.name)", "caller": "\(call.caller.kind.rawValue)", "took": "\(duration)",
                "outcome": "\(fault.map { $0.reason?.rawValue ?? "\($0.code.rawValue)" } ?? "ok")",
            ])
        return try outcome.get()
    }

    private func outcome(of route: ModuleRegistry.Route, _ call: MethodCall) async -> Result<JSON, RPCError> {
        let method = route.method
        do throws(RPCError) {
            try ParameterCheck(method: method, caller: call.caller.kind).check(call.params)
            for need in Need.order where method.needs.contains(need) {
                try await conditions.check(need, of: call)
            }
        } catch {
            return .failure(error)
        }
        let decision = Decision()
        let outcome = await CallLimit.run(method.limit, by: context.clock) {
            await Decision.$current.withValue(decision) {
                do throws(RPCError) { return .success(try await route.module.answer(call)) } catch {
                    return .failure(error)
                }
            }
        }
        guard let outcome else {
            call.context.logger.error("a module hangs", metadata: ["method": "\(method.name)"])
            return .failure(
                RPCError(
                    .internalError, .moduleTimedOut, "the module \(call.context.module) didn't answer in time",
                    data: ["limit": .number(method.limit.wholeMilliseconds)]))
        }
        // Whatever a module's author forgot: without a yes nothing leaves that takes one.
        if case .success = outcome, method.needs.contains(.approval), !decision.isMade {
            call.context.logger.error(
                "an answer without an approval was dropped", metadata: ["method": "\(method.name)"])
            return .failure(RPCError(.internalError, .internal, "the module answered without the approval it needs"))
        }
        return outcome
    }

    private func admit(
        _ route: ModuleRegistry.Route, _ caller: Caller, _ client: Client
    ) async throws(RPCError) {
        do throws(RPCError) {
            try await permissions.admit(
                MethodUse(method: route.method, module: route.module.manifest, caller: caller, client: client))
        } catch {
            metrics.refused()
            throw error
        }
    }

    private func unknown() -> RPCError {
        metrics.refused()
        return .methodUnknown
    }
}

/// The class of a connection, by the client at its other end.
public enum ConnectionClass: Sendable, Hashable {
    case walletExtension
    case otherExtension(String)
    case commandLine
}

extension Duration {
    /// Milliseconds, rounded down.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1000).partialValue &+ attoseconds / 1_000_000_000_000_000
    }
}
