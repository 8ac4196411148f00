import ApprovalQueue
import JSONRPC
import WalletRuntime
import WalletState

/// The rights of other extensions: any surface lists and withdraws them; a prompt or the command line grants them with the passphrase.
struct PermissionsModule: WalletModule {
    let grants: ExtensionGrants
    let consent: ExtensionConsent
    let offered: OfferedMethods
    let keys: WalletKeyring
    let coordinator: ApprovalCoordinator

    private func list(_ call: MethodCall) async throws(RPCError) -> JSON {
        [
            "extensions": .array(try await grants.list().map(Self.json)),
            "offered": .array(offered.names.map { .string(JSONString($0)) }),
        ]
    }

    private func revoke(_ call: MethodCall, _ id: ExtensionID) async throws(RPCError) -> JSON {
        let wasGranted = try await grants.revoke(id)
        // Its waiting requests end, and so does a prompt for them.
        await coordinator.cancelAll(from: Origin(id))
        return ["revoked": .bool(wasGranted)]
    }

    private func allow(
        _ call: MethodCall, _ id: ExtensionID, _ passphrase: SealedParameter, _ names: [String]?, _ accounts: [String]
    ) async throws(RPCError) -> JSON {
        let known = offered.names
        let methods = Set(names ?? known)
        guard !methods.isEmpty, methods.isSubset(of: known), methods.count <= ExtensionGrant.maximumMethods else {
            throw .parameter("methods", "no method that another extension can be allowed")
        }
        let chosen = try await keys.chosen(accounts)
        try await keys.prove(call.open(passphrase))
        let grant = try await grants.replace(methods, accounts: chosen, of: id)
        await consent.forgetRefusal(of: id)
        return Self.json(grant)
    }

    /// The id of another extension than the wallet's own.
    private static let otherExtension = ParameterForm<String>.text.map { text, name throws(RPCError) in
        guard let id = ExtensionID(text), !WalletExtension.isOwn(id) else {
            throw RPCError.parameter(name, "not the id of another extension")
        }
        return id
    }

    private static func json(_ grant: ExtensionGrant) -> JSON {
        [
            "extension": .string(grant.id.description),
            "methods": .array(grant.methods.sorted().map { .string(JSONString($0)) }),
            "accounts": .array(grant.accounts.map { .string($0) }), "granted": .number(grant.granted),
        ]
    }
}

extension PermissionsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            grants: parts.grants, consent: parts.consent, offered: parts.offered, keys: parts.keys,
            coordinator: parts.coordinator)
    }

    static let declaration = ModuleDeclaration<PermissionsModule>(
        id: "permissions",
        methods: [
            Method(
                "permissions.list", callers: .owner,
                result: .object([
                    .required("extensions", .list(.object(grantMembers))), .required("offered", .list(.string)),
                ]), by: PermissionsModule.list),
            Method(
                "permissions.revoke", callers: .owner, params: .required("extension", otherExtension),
                result: .object([.required("revoked", .boolean)]), by: PermissionsModule.revoke),
            // A caller of this lets another extension in.
            Method(
                "permissions.allow", callers: [.commandLine],
                params: .required("extension", otherExtension), .required("passphrase", .sealed),
                .optional("methods", .texts),
                .optional("accounts", .texts, default: []), result: .object(grantMembers), by: PermissionsModule.allow),
        ])

    private static let grantMembers: [ParameterManifest] = [
        .required("extension"), .required("methods", .list(.string)), .required("accounts", .list(.string)),
        .required("granted", .integer),
    ]
}
