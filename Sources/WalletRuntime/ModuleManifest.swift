/// What a module is and which methods it brings, with who may call each.
public struct ModuleManifest: Sendable {
    /// A short lower-case name, unique among the installed modules.
    public let id: String
    public let version: String
    public let methods: [MethodManifest]

    public init(id: String, version: String = "1", methods: [MethodManifest]) {
        self.id = id
        self.version = version
        self.methods = methods
    }
}

/// One method of a module: its name in the protocol and the classes of callers that may use it.
public struct MethodManifest: Sendable, Hashable {
    public let name: String
    public let callers: Set<CallerKind>

    public init(_ name: String, callers: Set<CallerKind>) {
        self.name = name
        self.callers = callers
    }
}
