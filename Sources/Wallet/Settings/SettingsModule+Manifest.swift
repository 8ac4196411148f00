import WalletRuntime

extension SettingsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(events: parts.events)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "settings",
        methods: [
            .init("settings.get", callers: .owner, params: [], result: settings),
            .init(
                "settings.set", callers: .owner,
                params: [.optional("language"), .optional("theme"), .optional("explorer")], result: settings),
        ],
        needs: [.storage],
        extensionPoints: ExtensionPoints(
            settings: ["language", "theme", "explorer"], routes: ["appearance", "language"]))

    private static let settings = ValueType.object([
        .required("settings", .object([.required("language"), .required("theme"), .required("explorer")]))
    ])
}
