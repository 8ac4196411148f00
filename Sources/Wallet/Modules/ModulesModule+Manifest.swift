import WalletRuntime

extension ModulesModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init()
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "modules",
        methods: [
            .init(
                "modules.list", callers: .owner, params: ListPage.params,
                result: .object([.required("modules", .list(module)), .optional("cursor")]))
        ], extensionPoints: ExtensionPoints(commands: ["modules"]))

    private static let module = ValueType.object([
        .required("id"), .required("version"), .required("needs", .list(.string)),
        .required("extensionPoints", .anyObject), .required("methods", .list(.anyObject)),
    ])
}
