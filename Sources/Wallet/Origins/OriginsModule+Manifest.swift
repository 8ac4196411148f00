import WalletRuntime

extension OriginsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            origins: parts.origins, blocked: parts.blocked, keys: parts.keys, coordinator: parts.coordinator,
            events: parts.events)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "origins",
        methods: [
            .init(
                "origins.list", callers: .owner, params: ListPage.params,
                result: .object([
                    .required(
                        "origins",
                        .list(
                            .object([
                                .required("origin"), .required("profile"), .required("container"),
                                .required("accounts", .list(.string)), .required("granted", .integer),
                                .required("used", .integer),
                            ]))),
                    .optional("cursor"),
                ])),
            .init(
                "origins.set", callers: .owner,
                params: [
                    .required("origin"), .required("accounts", .list(.string)), .optional("profile"),
                    .optional("container"), .terminalPassphrase,
                ], result: .object([.required("changed", .integer)])),
            .init(
                "origins.revoke", callers: .owner,
                params: [.required("origin"), .optional("profile"), .optional("container")],
                result: .object([.required("revoked", .integer)])),
            .init(
                "origins.blocks", callers: .owner, params: [],
                result: .object([
                    .required(
                        "blocks",
                        .list(
                            .object([
                                .required("site"), .optional("since", .integer), .optional("remaining", .integer),
                            ])))
                ])),
            .init(
                "origins.block", callers: .owner, params: [.required("site")], result: .object([.required("site")])),
            .init(
                "origins.unblock", callers: .owner, params: [.required("site")],
                result: .object([.required("unblocked", .boolean)])),
        ],
        extensionPoints: ExtensionPoints(commands: ["origins"], routes: ["sites"]))
}
