import WalletRuntime

extension MessageModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys, coordinator: parts.coordinator, context: parts.context)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "message",
        methods: [
            .init(
                "message.sign", callers: [.commandLine],
                params: [.required("message", .base64), .optional("account")],
                result: .object([.required("account"), .required("message", .base64), .required("signature")]),
                needs: [.approval], limit: .deciding)
        ],
        extensionPoints: ExtensionPoints(commands: ["sign-message"]))
}
