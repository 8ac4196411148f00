import WalletRuntime

extension AgentModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            identity: parts.identity, keys: parts.keys, coordinator: parts.coordinator, log: parts.log,
            database: parts.database,
            clock: parts.context.clock, started: parts.context.clock.now)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "agent",
        methods: [
            .init(
                "agent.about", callers: .owner, params: [],
                result: .object(parts + [.optional("host"), .required("promptWindow", .boolean)])),
            .init(
                "agent.status", callers: [.commandLine], params: [],
                result: .object(
                    parts + [
                        .required("pid", .integer), .required("uptime", .integer), .required("connections", .integer),
                        .required("requests", .integer), .optional("activityBreak", .integer),
                    ])),
            .init(
                "agent.metrics", callers: [.commandLine], params: [],
                result: .object([
                    .required("uptime", .integer), .required("unknown", .integer),
                    .required(
                        "methods",
                        .list(
                            .object([
                                .required("method"), .required("count", .integer), .required("errors", .integer),
                                .required("running", .integer), .required("median", .integer),
                                .required("maximum", .integer),
                            ]))),
                ])),
            .init("agent.stop", callers: [.commandLine], params: [], result: .object([])),
        ],
        extensionPoints: ExtensionPoints(commands: ["metrics", "stop"], routes: ["about"]))

    private static let parts: [ParameterManifest] = [
        .required("version"), .required("protocol", .integer), .required("sodium"), .required("sqlite"),
        .required("memoryLocked", .boolean), .required("desktopWatched", .boolean),
    ]
}
