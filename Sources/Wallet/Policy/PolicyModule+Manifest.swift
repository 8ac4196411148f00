import WalletRuntime

extension PolicyModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(records: parts.records, keys: parts.keys, watch: parts.watch)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "policy",
        methods: [
            .init("policy.get", callers: .owner, params: [], result: policy),
            .init("policy.tighten", callers: .owner, params: changes, result: policy),
            // Whoever may call this decides what a hijacked browser can take.
            .init(
                "policy.set", callers: [.commandLine],
                params: changes + [
                    .required("passphrase", .sealed), .optional("recognition"), .optional("network", .anyObject),
                    .optional("removeLimits", .list(.integer)), .optional("resetAllowance", .boolean),
                ], result: policy),
        ],
        extensionPoints: ExtensionPoints(commands: ["policy"], routes: ["protection"]))

    private static let changes: [ParameterManifest] = [
        .optional("approvals"), .optional("allowance", .u64), .optional("pressAllowance", .u64),
        .optional("session", .integer),
        .optional("perRequest", .boolean), .optional("limits", .list(.anyObject)),
    ]
    private static let policy = ValueType.object([
        .required("approvals"), .required("allowance", .u64), .required("left", .u64),
        .optional("leftReturns", .integer),
        .required("pressAllowance", .u64), .required("pressLeft", .u64), .required("session", .integer),
        .required("perRequest", .boolean), .required("trust"), .required("recognitionSet", .boolean),
        .optional("recognition"), .required("network", .anyObject),
        .required("limits", .list(.anyObject)),
    ])
}
