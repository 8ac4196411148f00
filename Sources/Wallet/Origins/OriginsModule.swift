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

    private func list(_ call: MethodCall, _ page: ListPage) async throws(RPCError) -> JSON {
        let rows = try await origins.list(after: try page.cursor.map(Self.key), limit: page.limit)
        let guards = await keys.records.policy.guards
        return page.answer("origins", rows.map { Self.json($0, guards) }, next: rows.last.map { Self.cursor($0.key) })
    }

    /// Takes accounts away from anywhere; adds some from the command line, with the passphrase.
    private func set(
        _ call: MethodCall, _ origin: String, _ names: [String], _ profile: String?, _ container: String?,
        _ passphrase: SealedParameter?
    ) async throws(RPCError) -> JSON {
        guard !names.isEmpty else {
            throw .parameter("accounts", "at least one account")
        }
        let accounts = try await keys.chosen(names)
        if let passphrase { try await keys.prove(call.open(passphrase)) }
        let changed = try await origins.show(
            accounts, to: origin, profile: profile, container: container, widening: passphrase != nil,
            telling: events)
        return ["changed": .number(changed)]
    }

    private func revoke(
        _ call: MethodCall, _ origin: String, _ profile: String?, _ container: String?
    ) async throws(RPCError) -> JSON {
        let revoked = try await origins.revoke(origin: origin, profile: profile, container: container)
        for key in revoked {
            await coordinator.cancelAll(of: key)
            events.publish(.accountsChanged(key, accounts: []))
        }
        return ["revoked": .number(revoked.count)]
    }

    private static func json(_ origin: ConnectedOrigin, _ guards: GuardRules) -> JSON {
        [
            "origin": .string(origin.key.origin), "profile": .string(origin.key.profile),
            "container": .string(origin.key.container), "accounts": .array(origin.accounts.map { .string($0) }),
            "granted": .number(origin.granted), "used": .number(origin.used),
            "guards": .bool(!guards.isOff(for: origin.key.origin)),
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
                "origins.list", callers: .owner, params: .page,
                result: .object([
                    .required(
                        "origins",
                        .list(
                            .object([
                                .required("origin"), .required("profile"), .required("container"),
                                .required("accounts", .list(.string)), .required("granted", .integer),
                                .required("used", .integer), .required("guards", .boolean),
                            ]))),
                    .optional("cursor"),
                ]), by: OriginsModule.list),
            Method(
                "origins.set", callers: .owner,
                params: .required("origin"), .required("accounts", .texts), .optional("profile"),
                .optional("container"), .terminalPassphrase, result: .object([.required("changed", .integer)]),
                by: OriginsModule.set),
            Method(
                "origins.revoke", callers: .owner,
                params: .required("origin"), .optional("profile"), .optional("container"),
                result: .object([.required("revoked", .integer)]), by: OriginsModule.revoke),
            Method(
                "origins.blocks", callers: .owner,
                result: .object([
                    .required(
                        "blocks",
                        .list(
                            .object([
                                .required("site"), .optional("since", .integer), .optional("remaining", .integer),
                            ])))
                ]), by: OriginsModule.blocks),
            Method(
                "origins.block", callers: .owner, params: .required("site", site), result: .object([.required("site")]),
                by: OriginsModule.block),
            Method(
                "origins.unblock", callers: .owner, params: .required("site", site),
                result: .object([.required("unblocked", .boolean)]), by: OriginsModule.unblock),
        ])
}

/// Sites that may not ask: for a minute after three rejections, or until the user says otherwise.
extension OriginsModule {
    private func blocks(_ call: MethodCall) async throws(RPCError) -> JSON {
        let forGood = try await blocked.list()
        // The wallet's own requests are nobody's to block.
        let others = Set(forGood.map(\.site) + [Origin.wallet, .offlineFile].map(\.host))
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
    private func block(_ call: MethodCall, _ site: String) async throws(RPCError) -> JSON {
        try await blocked.add(site)
        await coordinator.block([site])
        return ["site": .string(JSONString(site))]
    }

    private func unblock(_ call: MethodCall, _ site: String) async throws(RPCError) -> JSON {
        let wasBlocked = try await blocked.remove(site)
        await coordinator.unblock(site)
        return ["unblocked": .bool(wasBlocked)]
    }

    /// The site that is blocked, given as a domain or as an origin.
    private static let site = ParameterForm<String>.text.map { text, _ throws(RPCError) in
        try BlockedSites.site(of: text)
    }
}
