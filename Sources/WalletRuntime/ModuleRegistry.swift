/// The installed modules and the index from a method's name to the module that answers it.
public struct ModuleRegistry: Sendable {
    public struct Route: Sendable {
        public let method: MethodManifest
        public let module: any WalletModule
    }

    private let routes: [String: Route]

    /// - Throws: `ModuleError` where two modules share an id or a method, or a method admits nobody.
    public init(_ modules: [any WalletModule]) throws(ModuleError) {
        var routes: [String: Route] = [:]
        var ids: Set<String> = []
        for module in modules {
            let manifest = module.manifest
            guard ids.insert(manifest.id).inserted else { throw .duplicateModule(manifest.id) }
            for method in manifest.methods {
                guard !method.callers.isEmpty else { throw .methodWithoutCaller(method.name) }
                guard routes[method.name] == nil else { throw .duplicateMethod(method.name) }
                routes[method.name] = Route(method: method, module: module)
            }
        }
        self.routes = routes
    }

    public subscript(method: String) -> Route? { routes[method] }

    /// The methods that a class of callers may use, in the order of their names.
    public func methods(for kind: CallerKind) -> [String] {
        routes.values.filter { $0.method.callers.contains(kind) }.map(\.method.name).sorted()
    }
}

/// Why the modules can't be installed together; a fault of the build, found at start.
public enum ModuleError: Error, Equatable, Sendable {
    case duplicateModule(String)
    case duplicateMethod(String)
    /// No class of callers may use it.
    case methodWithoutCaller(String)
}
