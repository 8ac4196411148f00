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

    private func list(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        return [
            "extensions": .array(try await grants.list().map(Self.json)),
            "offered": .array(offered.names.map { .string(JSONString($0)) }),
        ]
    }

    private func revoke(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        var parameters = parameters
        let id = try Self.id(&parameters)
        let wasGranted = try await grants.revoke(id)
        // What waits of it isn't decided any more, and no prompt stays for it.
        await coordinator.cancelAll(from: Origin(id))
        return ["revoked": .bool(wasGranted)]
    }

    private func allow(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let id = try Self.id(&parameters)
        let names = try parameters.optionalStrings("methods")
        let accounts = try parameters.optionalStrings("accounts") ?? []
        let passphrase = try parameters.sealed("passphrase")
        let known = offered.names
        let methods = Set(names ?? known)
        guard !methods.isEmpty, methods.isSubset(of: known), methods.count <= ExtensionGrant.maximumMethods else {
            throw RPCError(
                .invalidParams, .paramValue, "no method that another extension can be allowed",
                data: ["name": "methods"])
        }
        let chosen = try await keys.chosen(accounts)
        try await keys.prove(call.open(passphrase))
        let grant = try await grants.replace(methods, accounts: chosen, of: id)
        await consent.forgetRefusal(of: id)
        return Self.json(grant)
    }

    private static func id(_ parameters: inout RPCParameters) throws(RPCError) -> ExtensionID {
        guard let id = ExtensionID(try parameters.string("extension")), !WalletExtension.isOwn(id) else {
            throw RPCError(
                .invalidParams, .paramValue, "not the id of another extension", data: ["name": "extension"])
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
                "permissions.list", callers: .owner, params: [],
                result: .object([
                    .required("extensions", .list(.object(grantMembers))), .required("offered", .list(.string)),
                ])
            ) { module, call throws(RPCError) in
                try await module.list(call.parameters)
            },
            Method(
                "permissions.revoke", callers: .owner, params: [.required("extension")],
                result: .object([.required("revoked", .boolean)])
            ) { module, call throws(RPCError) in
                try await module.revoke(call.parameters)
            },
            // Whoever may call this lets another extension in.
            Method(
                "permissions.allow", callers: [.commandLine],
                params: [
                    .required("extension"), .required("passphrase", .sealed), .optional("methods", .list(.string)),
                    .optional("accounts", .list(.string)),
                ], result: .object(grantMembers)
            ) { module, call throws(RPCError) in
                try await module.allow(call)
            },
        ])

    private static let grantMembers: [ParameterManifest] = [
        .required("extension"), .required("methods", .list(.string)), .required("accounts", .list(.string)),
        .required("granted", .integer),
    ]
}
