public import JSONRPC

/// The installed modules and the index from a method's name to the module that answers it.
public struct ModuleRegistry: Sendable {
    /// A method and the module that answers it.
    public struct Route: Sendable {
        public let method: MethodManifest
        public let module: any WalletModule
    }

    /// The manifests of the installed modules, in the order of the ids.
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

    /// Returns the route of a method; nil if no module has it.
    public subscript(method: String) -> Route? { routes[method] }

    /// Returns the methods that a class of callers may use, in the order of their names.
    public func methods(for kind: CallerKind) -> [String] {
        routes.values.filter { $0.method.callers.contains(kind) }.map(\.method.name).sorted()
    }
}

/// The installed modules as the module of one call sees them.
///
/// Its requests to another module are made in the name of the call's own caller, by the same permissions: a module can't
/// lend its caller more than that caller has.
public struct ModuleDirectory: Sendable {
    let call: MethodCall

    /// The manifests of the installed modules, in the order of the ids.
    public var manifests: [ModuleManifest] { call.router.manifests }

    /// The number of calls of each method, and their durations.
    public var metrics: CallMetrics { call.router.metrics }

    /// Runs the command that a module brings under a name.
    ///
    /// - Throws: -32601 if no module has it; the module's errors.
    package func run(_ command: String, _ arguments: [String]) async throws(RPCError) -> ModulePage {
        let module = try call.router.module { $0.extensionPoints.commands.contains { $0.name == command } }
        return try await module.run(command, arguments, for: call.handed(to: module))
    }

    /// Returns the page of a module's screen.
    ///
    /// - Throws: -32601 if there is no such screen; the module's errors.
    package func page(_ screen: String, of id: String) async throws(RPCError) -> ModulePage {
        let module = try self.module(id, with: screen)
        return try await module.page(screen, for: call.handed(to: module))
    }

    /// Performs an action of a module's screen.
    ///
    /// - Throws: -32601 if there is no such screen; the module's errors.
    package func perform(
        _ action: String, on screen: String, of id: String, _ values: [String: String]
    ) async throws(RPCError) -> ModulePage {
        let module = try self.module(id, with: screen)
        return try await module.perform(action, on: screen, values, for: call.handed(to: module))
    }

    private func module(_ id: String, with screen: String) throws(RPCError) -> any WalletModule {
        try call.router.module { $0.id == id && $0.extensionPoints.screens.contains { $0.id == screen } }
    }

    /// Asks another module's method.
    ///
    /// - Throws: -32601 if the call's caller couldn't ask it; the other module's errors.
    public func ask(_ method: String, _ params: JSONObject = [:]) async throws(RPCError) -> JSON {
        try await call.router.answer(RPCRequest(id: call.request.id, method: method, params: params), within: call)
    }
}

/// A check of manifests against the rules, and against those that were admitted before.
struct ManifestCheck {
    /// The requests that come before there is a module to ask.
    static let reserved: Set<String> = ["hello", "host.attach"]

    let offered: Set<Need>
    private var ids: Set<String> = []
    private var methods: Set<String> = []
    private var points: Set<String> = []

    init(offered: Set<Need>) {
        self.offered = offered
    }

    mutating func admit(_ manifest: ModuleManifest) throws(ModuleError) {
        guard Self.isID(manifest.id) else { throw .badName(manifest.id) }
        guard ids.insert(manifest.id).inserted else { throw .duplicateModule(manifest.id) }
        try check(manifest.needs, of: manifest.id)
        for method in manifest.methods { try admit(method) }
        try admit(manifest.extensionPoints)
    }

    private mutating func admit(_ method: MethodManifest) throws(ModuleError) {
        let name = method.name
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !Self.reserved.contains(name)
        else { throw .badName(name) }
        guard !method.callers.isEmpty else { throw .methodWithoutCaller(name) }
        guard methods.insert(name).inserted else { throw .duplicateMethod(name) }
        try check(method.needs, of: name)
        guard !method.needs.contains(.connectedOrigin) || method.callers == [.page] else {
            throw .originWithoutPage(name)
        }
        guard !method.needs.contains(.unlockedSession) || !method.callers.contains(.page) else {
            throw .sessionTold(name)
        }
        guard method.limit > .zero else { throw .noTime(name) }
        var members: Set<String> = []
        for parameter in method.params ?? [] {
            guard members.insert(parameter.name).inserted else { throw .duplicateParameter(name, parameter.name) }
        }
    }

    private func check(_ needs: Set<Need>, of name: String) throws(ModuleError) {
        for need in needs.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard Need.known.contains(need) else { throw .unknownNeed(name, need.rawValue) }
            guard offered.contains(need) else { throw .needNotOffered(name, need.rawValue) }
        }
    }

    private mutating func admit(_ manifest: ExtensionPoints) throws(ModuleError) {
        let all = [
            ("command", manifest.commands.map(\.name)), ("screen", manifest.screens.map(\.id)),
        ]
        for (kind, names) in all {
            for name in names {
                guard Self.isID(name) else { throw .badName(name) }
                guard points.insert("\(kind) \(name)").inserted else { throw .duplicatePoint(kind, name) }
            }
        }
    }

    private static func isID(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && (0x61...0x7A).contains(text.utf8.first ?? 0)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}

/// The reason why the modules can't be installed together; a fault of the build, found at start.
public enum ModuleError: Error, Equatable, Sendable {
    case duplicateModule(String)
    case duplicateMethod(String)
    /// A method that no class of callers may use.
    case methodWithoutCaller(String)
    /// A module's id or a method's name has an invalid form, or the protocol itself uses it.
    case badName(String)
    /// A need that the runtime doesn't know: a module that asks for it would believe that it is met.
    case unknownNeed(String, String)
    /// A need that this wallet can't meet.
    case needNotOffered(String, String)
    /// A method needs a connected origin, and callers other than pages may call it.
    case originWithoutPage(String)
    /// A method needs an open session, and pages may call it. They would learn from its error whether a session is open.
    case sessionTold(String)
    /// A method's time limit is zero or less.
    case noTime(String)
    case duplicateParameter(String, String)
    /// Two modules bring the same command or screen.
    case duplicatePoint(String, String)
}

extension ModuleError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .duplicateModule(let id): "two modules are called \(id)"
        case .duplicateMethod(let name): "two modules answer \(name)"
        case .methodWithoutCaller(let name): "nobody may call \(name)"
        case .badName(let name): "no module or method can be called \(name.debugDescription)"
        case .unknownNeed(let name, let need): "\(name) needs \(need), which the runtime doesn't know"
        case .needNotOffered(let name, let need): "\(name) needs \(need), which this wallet doesn't have"
        case .originWithoutPage(let name): "\(name) needs a connected origin, and others than pages may call it"
        case .sessionTold(let name): "\(name) needs an unlocked session, which no page may hear of"
        case .noTime(let name): "\(name) has no time to answer"
        case .duplicateParameter(let name, let parameter): "\(name) has two parameters called \(parameter)"
        case .duplicatePoint(let kind, let name): "two modules bring the \(kind) \(name)"
        }
    }
}
