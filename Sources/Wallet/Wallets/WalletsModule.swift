import JSONRPC
import WalletKeys
import WalletRuntime

/// The wallets side by side: their list, and the way from one to another.
///
/// A browser may switch, add and rename: nothing of that opens a wallet or loosens a rule, since the next one is locked and takes its own passphrase. One
/// is removed on the command line or in Sidekey's window (`vault.ceremony`) alone.
struct WalletsModule: WalletModule {
    let wallets: WalletSwitch?

    private func list(_ call: MethodCall) async throws(RPCError) -> JSON { try await listed(by: present()) }

    private func add(_ call: MethodCall, _ name: String) async throws(RPCError) -> JSON {
        let added = try await present().add(named: name)
        return ["id": .string(added.id), "name": .string(added.name)]
    }

    private func open(_ call: MethodCall, _ id: String) async throws(RPCError) -> JSON {
        ["switched": .bool(try await present().open(id))]
    }

    private func rename(_ call: MethodCall, _ id: String, _ name: String) async throws(RPCError) -> JSON {
        let wallets = try present()
        try await wallets.rename(id, to: name)
        return try await listed(by: wallets)
    }

    private func remove(
        _ call: MethodCall, _ id: String, _ passphrase: SealedParameter
    ) async throws(RPCError) -> JSON {
        let wallets = try present()
        try await wallets.remove(id, by: call.open(passphrase))
        return try await listed(by: wallets)
    }

    private func listed(by wallets: WalletSwitch) async throws(RPCError) -> JSON {
        ["wallets": .array(await wallets.all.map { Self.json($0, isPresent: $0.id == wallets.present) })]
    }

    private func present() throws(RPCError) -> WalletSwitch {
        guard let wallets else {
            throw RPCError(.invalidInput, .changeRefused, "a wallet inside another program stands alone")
        }
        return wallets
    }

    private static func json(_ entry: WalletList.Entry, isPresent: Bool) -> JSON {
        var json: JSONObject = [
            "id": .string(entry.id), "name": .string(entry.name), "current": .bool(isPresent),
        ]
        switch entry.vault {
        case .none: json["vault"] = "none"
        case .accounts(let accounts):
            json["vault"] = "whole"
            json["accounts"] = .number(accounts.count)
        case .fault(let fault):
            json["vault"] = .string(VaultFault(fault, hasPrevious: false).cause.rawValue)
        }
        json["used"] = entry.used.map { .number($0) }
        return .object(json)
    }
}

extension WalletsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(wallets: parts.wallets)
    }

    static let declaration = ModuleDeclaration<WalletsModule>(
        id: "wallets",
        methods: [
            Method("wallets.list", callers: .owner, result: wallets, by: WalletsModule.list),
            Method(
                "wallets.add", callers: .owner, params: .required("name", .label),
                result: .object([.required("id"), .required("name")]), by: WalletsModule.add),
            Method(
                "wallets.switch", callers: .owner, params: .required("wallet"),
                result: .object([.required("switched", .boolean)]), by: WalletsModule.open),
            Method(
                "wallets.rename", callers: .owner, params: .required("wallet"), .required("name", .label),
                result: wallets, by: WalletsModule.rename),
            Method(
                "wallets.remove", callers: .terminal, params: .required("wallet"), .required("passphrase", .sealed),
                result: wallets, by: WalletsModule.remove),
        ])

    private static let wallets = ValueType.object([
        .required(
            "wallets",
            .list(
                .object([
                    .required("id"), .required("name"), .required("current", .boolean), .required("vault"),
                    .optional("accounts", .integer), .optional("used", .integer),
                ])))
    ])
}
