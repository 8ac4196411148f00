import ApprovalQueue
import JSONRPC
import WalletRuntime
import WalletState

/// The connected sites, the withdrawal of their grants, and the sites that may not ask at all.
struct OriginsModule: WalletModule {
    let origins: ConnectedOrigins
    let blocked: BlockedSites
    let keys: WalletKeyring
    let coordinator: ApprovalCoordinator
    let events: WalletEvents

    private func list(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        var parameters = parameters
        let page = try ListPage(reading: &parameters)
        let rows = try await origins.list(after: try page.cursor.map(Self.key), limit: page.limit)
        return page.answer("origins", rows.map(Self.json), next: rows.last.map { Self.cursor($0.key) })
    }

    /// Takes accounts away from anywhere; adds some from the command line, with the passphrase.
    private func set(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let origin = try parameters.string("origin")
        let profile = try parameters.optionalString("profile")
        let container = try parameters.optionalString("container")
        let names = try parameters.strings("accounts")
        let passphrase = call.caller == .commandLine ? try parameters.optionalSealed("passphrase") : nil
        guard !names.isEmpty else {
            throw RPCError(.invalidParams, .paramValue, "at least one account", data: ["name": "accounts"])
        }
        let accounts = try await keys.chosen(names)
        if let passphrase { try await keys.prove(call.open(passphrase)) }
        let changed = try await origins.set(
            accounts, origin: origin, profile: profile, container: container, widening: passphrase != nil)
        for key in changed { events.publish(.accountsChanged(key, accounts: accounts)) }
        return ["changed": .number(changed.count)]
    }

    private func revoke(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        var parameters = parameters
        let origin = try parameters.string("origin")
        let profile = try parameters.optionalString("profile")
        let container = try parameters.optionalString("container")
        let revoked = try await origins.revoke(origin: origin, profile: profile, container: container)
        for key in revoked {
            await coordinator.cancelAll(of: key)
            events.publish(.accountsChanged(key, accounts: []))
        }
        return ["revoked": .number(revoked.count)]
    }

    private static func json(_ origin: ConnectedOrigin) -> JSON {
        [
            "origin": .string(origin.key.origin), "profile": .string(origin.key.profile),
            "container": .string(origin.key.container), "accounts": .array(origin.accounts.map { .string($0) }),
            "granted": .number(origin.granted), "used": .number(origin.used),
        ]
    }

    /// The place of the last row: its three names, none of which can hold a line break.
    private static func cursor(_ key: ConnectedOrigin.Key) -> String {
        "\(key.origin)\n\(key.profile)\n\(key.container)"
    }

    private static func key(_ cursor: String) throws(RPCError) -> ConnectedOrigin.Key {
        let names = cursor.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard names.count == 3 else { throw ListPage.invalidCursor }
        return ConnectedOrigin.Key(profile: names[1], container: names[2], origin: names[0])
    }
}

extension OriginsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            origins: parts.origins, blocked: parts.blocked, keys: parts.keys, coordinator: parts.coordinator,
            events: parts.events)
    }

    static let declaration = ModuleDeclaration<OriginsModule>(
        id: "origins",
        methods: [
            Method(
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
                ])
            ) { module, call throws(RPCError) in
                try await module.list(call.parameters)
            },
            Method(
                "origins.set", callers: .owner,
                params: [
                    .required("origin"), .required("accounts", .list(.string)), .optional("profile"),
                    .optional("container"), .terminalPassphrase,
                ], result: .object([.required("changed", .integer)])
            ) { module, call throws(RPCError) in
                try await module.set(call)
            },
            Method(
                "origins.revoke", callers: .owner,
                params: [.required("origin"), .optional("profile"), .optional("container")],
                result: .object([.required("revoked", .integer)])
            ) { module, call throws(RPCError) in
                try await module.revoke(call.parameters)
            },
            Method(
                "origins.blocks", callers: .owner, params: [],
                result: .object([
                    .required(
                        "blocks",
                        .list(
                            .object([
                                .required("site"), .optional("since", .integer), .optional("remaining", .integer),
                            ])))
                ])
            ) { module, call throws(RPCError) in
                try await module.blocks(call.parameters)
            },
            Method(
                "origins.block", callers: .owner, params: [.required("site")], result: .object([.required("site")])
            ) { module, call throws(RPCError) in
                try await module.block(call.parameters)
            },
            Method(
                "origins.unblock", callers: .owner, params: [.required("site")],
                result: .object([.required("unblocked", .boolean)])
            ) { module, call throws(RPCError) in
                try await module.unblock(call.parameters)
            },
        ])
}

/// Sites that may not ask: for a minute after three rejections, or until the user says otherwise.
extension OriginsModule {
    func blocks(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        let forGood = try await blocked.list()
        // The wallet's own requests are nobody's to block.
        let others = Set(forGood.map(\.site) + [Origin.wallet.host])
        let waiting = await coordinator.waitingSites.filter { !others.contains($0.key) }.sorted { $0.key < $1.key }
        return [
            "blocks": .array(
                forGood.map { ["site": .string(JSONString($0.site)), "since": .number($0.since)] }
                    + waiting.map {
                        ["site": .string(JSONString($0.key)), "remaining": .number($0.value.milliseconds)]
                    })
        ]
    }

    /// Writes the block to the disk before it rejects the waiting requests.
    func block(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        let site = try Self.site(parameters)
        try await blocked.add(site)
        await coordinator.block([site])
        return ["site": .string(JSONString(site))]
    }

    func unblock(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        let site = try Self.site(parameters)
        let wasBlocked = try await blocked.remove(site)
        await coordinator.unblock(site)
        return ["unblocked": .bool(wasBlocked)]
    }

    private static func site(_ parameters: consuming RPCParameters) throws(RPCError) -> String {
        var parameters = parameters
        let name = try parameters.string("site")
        return try BlockedSites.site(of: name)
    }
}
