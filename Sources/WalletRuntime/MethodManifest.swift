public import JSONRPC

/// One method of a module: its name in the protocol, its permitted callers, its parameters and result, and its needs.
public struct MethodManifest: Sendable, Hashable {
    /// 1 to 64 printable ASCII characters.
    public let name: String
    /// The classes of callers that may use it. Another extension also needs the user's grant.
    public let callers: Set<CallerKind>
    /// The parameters; `nil` if the module itself refuses unknown ones.
    ///
    /// The members that name a page aren't among them: the runtime has already removed those.
    public let params: [ParameterManifest]?
    /// The type of the result.
    public let result: ValueType
    /// The needs that must be met before the module is asked.
    public let needs: Set<Need>
    /// The time that the module may take. After it, the caller is told that the module hangs.
    public let limit: Duration

    /// The limit of a method that asks no user.
    public static let usualLimit: Duration = .seconds(120)

    public init(
        _ name: String, callers: Set<CallerKind>, params: [ParameterManifest]? = nil, result: ValueType = .any,
        needs: Set<Need> = [], limit: Duration = MethodManifest.usualLimit
    ) {
        self.name = name
        self.callers = callers
        self.params = params
        self.result = result
        self.needs = needs
        self.limit = limit
    }
}

/// One member of a method's params, or of an object in its params or result.
public struct ParameterManifest: Sendable, Hashable {
    public let name: String
    public let type: ValueType
    public let isRequired: Bool
    /// The classes of callers that may give it; `nil` for everybody who may call the method. For other callers it is an unknown parameter.
    public let callers: Set<CallerKind>?

    public init(_ name: String, _ type: ValueType, isRequired: Bool = true, callers: Set<CallerKind>? = nil) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.callers = callers
    }

    /// A member that has to be there.
    public static func required(_ name: String, _ type: ValueType = .string) -> ParameterManifest {
        ParameterManifest(name, type)
    }

    /// A member that can be left out.
    public static func optional(
        _ name: String, _ type: ValueType = .string, callers: Set<CallerKind>? = nil
    ) -> ParameterManifest {
        ParameterManifest(name, type, isRequired: false, callers: callers)
    }
}

/// The description of a module: its methods with their permitted callers, its needs, and its parts in the rest of the wallet.
public struct ModuleManifest: Sendable, Hashable {
    /// A short lower-case name, unique among the installed modules: 1 to 32 of `a`-`z`, `0`-`9` and `-`, a letter first.
    public let id: String
    public let version: String
    public let methods: [MethodManifest]
    /// The module's needs besides those of its methods.
    public let needs: Set<Need>
    public let extensionPoints: ExtensionPoints

    public init(
        id: String, version: String = "1", methods: [MethodManifest], needs: Set<Need> = [],
        extensionPoints: ExtensionPoints = ExtensionPoints()
    ) {
        self.id = id
        self.version = version
        self.methods = methods
        self.needs = needs
        self.extensionPoints = extensionPoints
    }

    /// The needs of the module and its methods.
    public var allNeeds: Set<Need> { methods.reduce(needs) { $0.union($1.needs) } }
}

/// A requirement of a method or a module.
public struct Need: RawRepresentable, Sendable, Hashable {
    /// The word in a manifest.
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An open session; without one the error is 4101.
    public static let unlockedSession = Need(rawValue: "unlocked-session")
    /// A page whose origin the user has connected; for any other the error is 4100 (`not-connected`).
    public static let connectedOrigin = Need(rawValue: "connected-origin")
    /// A decision by the user: the method ends in a decision of the approval queue, or in none.
    public static let approval = Need(rawValue: "approval")
    /// A way to a node; without one the error is -32000 (`no-network`).
    public static let network = Need(rawValue: "network")
    /// A storage of the module's own.
    public static let storage = Need(rawValue: "storage")

    /// The accounts that its caller was granted. The user chooses those of another extension when they allow it the module.
    public static let accounts = Need(rawValue: "accounts")

    /// Every need that there is.
    public static let known: Set<Need> = [
        .unlockedSession, .connectedOrigin, .approval, .network, .storage, .accounts,
    ]
}

/// One method of a module, declared once: its manifest, and the function that answers it with the parameters read.
///
/// ```swift
/// Method("notes.get", callers: [.commandLine], params: .required("name"), result: .object([.required("text")]), by: Notes.get)
/// ```
public struct Method<Module: Sendable>: Sendable {
    /// Reads the parameters of a call and answers it; the runtime has checked them against the manifest.
    typealias Handler = @Sendable (_ module: Module, _ call: MethodCall) async throws(RPCError) -> JSON

    public let manifest: MethodManifest
    let handler: Handler

    /// - Parameter answer: The module's function. It gets the call, and then the value of each parameter in their order.
    public init<each Value: Sendable>(
        _ name: String, callers: Set<CallerKind>, params: repeat Parameter<each Value>, result: ValueType = .any,
        needs: Set<Need> = [], limit: Duration = MethodManifest.usualLimit,
        by answer:
            @escaping @Sendable (_ module: Module) ->
            @Sendable (
                _ call: MethodCall, repeat each Value
            ) async throws(RPCError) -> JSON
    ) {
        var manifests: [ParameterManifest] = []
        for parameter in repeat each params { manifests += parameter.manifests }
        manifest = MethodManifest(
            name, callers: callers, params: manifests, result: result, needs: needs, limit: limit)
        handler = { [params = (repeat each params)] module, call throws(RPCError) in
            var reader = RPCParameters(call.params)
            let scope = ParameterScope(caller: call.caller.kind, object: nil)
            let values = (repeat try (each params).read(&reader, scope))
            return try await answer(module)(call, repeat each values)
        }
    }
}

/// The declaration of a module: its manifest, and the handler of each of its methods.
public struct ModuleDeclaration<Module: Sendable>: Sendable {
    public let manifest: ModuleManifest
    private let handlers: [String: Method<Module>.Handler]

    public init(
        id: String, version: String = "1", methods: [Method<Module>], needs: Set<Need> = [],
        extensionPoints: ExtensionPoints = ExtensionPoints()
    ) {
        manifest = ModuleManifest(
            id: id, version: version, methods: methods.map(\.manifest), needs: needs, extensionPoints: extensionPoints)
        handlers = Dictionary(methods.map { ($0.manifest.name, $0.handler) }) { first, _ in first }
    }

    /// Calls the method's own handler to answer a call.
    ///
    /// - Throws: -32601 if the module has no such method, and the handler's errors.
    public func answer(_ call: MethodCall, by module: Module) async throws(RPCError) -> JSON {
        guard let handler = handlers[call.request.method] else { throw .methodUnknown }
        return try await handler(module, call)
    }
}
