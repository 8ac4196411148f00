/// What a module is: its methods with who may call each, what it needs, and where it takes part in the rest of the wallet.
public struct ModuleManifest: Sendable, Hashable {
    /// A short lower-case name, unique among the installed modules: 1 to 32 of `a`-`z`, `0`-`9` and `-`, a letter first.
    public let id: String
    public let version: String
    public let methods: [MethodManifest]
    /// What the module needs besides what its methods need.
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

    /// What the module or one of its methods needs.
    public var allNeeds: Set<Need> { methods.reduce(needs) { $0.union($1.needs) } }
}

/// Where a module takes part in what isn't a method. A name belongs to one module.
public struct ExtensionPoints: Sendable, Hashable {
    /// The commands of `sidekey` that are the module's, as `contacts`.
    public let commands: [String]
    /// The settings that the module reads.
    public let settings: [String]
    /// The ids of the facts that it adds to a review.
    public let reviewFacts: [String]
    /// The ids of the rules that it holds a review against, as `M01`.
    public let reviewRules: [String]
    /// The places of the popup that show what the module answers, as `#contacts`.
    public let routes: [String]

    public init(
        commands: [String] = [], settings: [String] = [], reviewFacts: [String] = [], reviewRules: [String] = [],
        routes: [String] = []
    ) {
        self.commands = commands
        self.settings = settings
        self.reviewFacts = reviewFacts
        self.reviewRules = reviewRules
        self.routes = routes
    }
}
