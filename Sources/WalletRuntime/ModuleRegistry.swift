/// The installed modules and the index from a method's name to the module that answers it.
public struct ModuleRegistry: Sendable {
    /// A method and the module that answers it.
    public struct Route: Sendable {
        public let method: MethodManifest
        public let module: any WalletModule
    }

    /// What is installed, in the order of the ids.
    public let manifests: [ModuleManifest]
    let modules: [any WalletModule]
    private let routes: [String: Route]

    /// Installs modules, and refuses those that don't fit together.
    ///
    /// - Parameter offered: The needs that this wallet can meet.
    /// - Throws: `ModuleError` for the first thing that doesn't fit.
    public init(_ modules: [any WalletModule], offering offered: Set<Need> = Need.known) throws(ModuleError) {
        var check = ManifestCheck(offered: offered)
        var routes: [String: Route] = [:]
        var manifests: [ModuleManifest] = []
        for module in modules {
            let manifest = module.manifest
            try check.admit(manifest)
            for method in manifest.methods { routes[method.name] = Route(method: method, module: module) }
            manifests.append(manifest)
        }
        self.routes = routes
        self.modules = modules
        self.manifests = manifests.sorted { $0.id < $1.id }
    }

    /// Where a method leads; nil where no module has it.
    public subscript(method: String) -> Route? { routes[method] }

    /// The methods that a class of callers may use, in the order of their names.
    public func methods(for kind: CallerKind) -> [String] {
        routes.values.filter { $0.method.callers.contains(kind) }.map(\.method.name).sorted()
    }
}
