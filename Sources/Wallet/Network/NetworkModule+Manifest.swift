import WalletRuntime

extension NetworkModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(network: parts.endpoints)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "network",
        methods: [
            .init(
                "network.status", callers: .owner, params: [.optional("cluster")],
                result: .object([
                    .required("cluster"),
                    .required(
                        "nodes",
                        .list(
                            .object([
                                .required("node"), .required("state"), .optional("found"), .optional("version"),
                                .optional("slot", .u64),
                            ]))),
                ]), needs: [.network], limit: .asking)
        ],
        extensionPoints: ExtensionPoints(commands: ["network"], routes: ["network"]))
}
