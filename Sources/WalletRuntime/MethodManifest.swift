/// One method of a module: its name in the protocol, who may use it, what it takes and answers, and what it can't do without.
public struct MethodManifest: Sendable, Hashable {
    /// 1 to 64 printable ASCII characters.
    public let name: String
    /// The classes of callers that may use it. Another extension needs the user's grant besides.
    public let callers: Set<CallerKind>
    /// What it takes; `nil` where the module itself refuses what it doesn't know.
    ///
    /// The members that name a page aren't among them: the runtime has taken those out.
    public let params: [ParameterManifest]?
    /// What it answers.
    public let result: ValueType
    /// What has to be there before the module is asked.
    public let needs: Set<Need>
    /// How long the module may take; then the caller is told that it hangs.
    public let limit: Duration

    /// The limit of a method that asks nobody.
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
    /// Who may give it; `nil` for everybody who may call the method. From anybody else it is an unknown parameter.
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
