import WalletRuntime

extension PermissionsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            grants: parts.grants, consent: parts.consent, offered: parts.offered, keys: parts.keys,
            coordinator: parts.coordinator)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "permissions",
        methods: [
            MethodManifest(
                "permissions.list", callers: .owner, params: [],
                result: .object([
                    .required("extensions", .list(.object(grantMembers))), .required("offered", .list(.string)),
                ])),
            MethodManifest(
                "permissions.revoke", callers: .owner, params: [.required("extension")],
                result: .object([.required("revoked", .boolean)])),
            // Whoever may call this lets another extension in.
            MethodManifest(
                "permissions.allow", callers: [.commandLine],
                params: [
                    .required("extension"), .required("passphrase", .sealed), .optional("methods", .list(.string)),
                    .optional("accounts", .list(.string)),
                ], result: .object(grantMembers)),
        ])

    private static let grantMembers: [ParameterManifest] = [
        .required("extension"), .required("methods", .list(.string)), .required("accounts", .list(.string)),
        .required("granted", .integer),
    ]
}
