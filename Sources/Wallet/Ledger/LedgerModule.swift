import JSONRPC
import Ledger
import SolanaTransactions
import WalletKeys
import WalletRuntime
import WalletState

/// The Ledger that is plugged in: its app, its accounts by path, and adding one of them to the wallet.
///
/// An address is read by the agent and shown on the device until its user confirms it there: a hijacked extension can neither name another one nor
/// add one that nobody compared.
struct LedgerModule: WalletModule {
    /// The numbers of accounts in one answer, each at two paths.
    private static let pageCount = 5

    let keys: WalletKeyring

    private func app(_ call: MethodCall) async throws(RPCError) -> JSON {
        let app = try await keys.ledger.presentApp(for: call.client.connection)
        var json: JSONObject = [
            "version": .string(JSONString("\(app.version)")), "blindSigning": .bool(app.allowsBlindSigning),
            "shortAddresses": .bool(app.shortensAddresses),
        ]
        json["model"] = app.model.map { .string(JSONString($0.name)) }
        return .object(json)
    }

    private func list(_ call: MethodCall, _ from: Int) async throws(RPCError) -> JSON {
        // The device tells anybody its keys; this wallet's own are told to its user.
        try await keys.checkOpen()
        let paths = Self.paths(from: UInt32(clamping: from))
        let found = try await keys.ledger.accounts(at: paths, for: call.client.connection)
        let own = await keys.own
        return [
            "accounts": .array(
                zip(paths, found).map { path, key in
                    [
                        "path": .string(JSONString("\(path)")), "publicKey": .string(key.base58),
                        "added": .bool(own.contains(key)),
                    ]
                }), "next": .number(from + Self.pageCount),
        ]
    }

    private func find(_ call: MethodCall, _ path: LedgerPath, _ passphrase: SealedParameter?) async throws(RPCError)
        -> JSON
    {
        _ = try await proof(passphrase, call)
        guard let found = try await keys.ledger.accounts(at: [path], for: call.client.connection).first else {
            throw RPCError(LedgerFault.invalid)
        }
        return ["path": .string(JSONString("\(path)")), "publicKey": .string(found.base58)]
    }

    private func add(
        _ call: MethodCall, _ path: LedgerPath, _ expected: PublicKey?, _ label: String?,
        _ passphrase: SealedParameter?
    ) async throws(RPCError) -> JSON {
        let proof = try await proof(passphrase, call)
        let connection = call.client.connection
        // Without a press first: where there is nothing to add, nobody has to compare an address.
        guard let found = try await keys.ledger.accounts(at: [path], for: connection).first,
            expected == nil || expected == found
        else { throw RPCError(LedgerFault.otherDevice) }
        guard await !keys.holds(found) else { throw RPCError(WalletKeyError.accountExists) }
        if call.caller != .commandLine { try await keys.records.admitAccount() }
        let shown = try await keys.ledger.accounts(at: [path], shown: true, for: connection)
        guard shown == [found], let vaultPath = DerivationPath(path.indices) else {
            throw RPCError(LedgerFault.otherDevice)
        }
        try await keys.change { lock throws(WalletKeyError) in
            try await lock.add(found, at: vaultPath, on: .ledger, label: label, by: proof)
        }
        return ["accounts": .array(await keys.status().accounts.map(\.json))]
    }

    /// The passphrase's proof where a terminal gives one; nil in an open session.
    ///
    /// - Throws: 4100 (`wrong-passphrase`); 4101.
    private func proof(_ passphrase: SealedParameter?, _ call: MethodCall) async throws(RPCError) -> PassphraseProven? {
        if let passphrase { return try await keys.prove(call.open(passphrase)) }
        try await keys.checkOpen()
        return nil
    }

    private func cancel(_ call: MethodCall) async throws(RPCError) -> JSON {
        await keys.ledger.turns.cancel(for: call.client.connection)
        return [:]
    }

    /// The paths of some numbers: Ledger's own way first, then the one of most wallets; `m/44'/501'` before the first.
    private static func paths(from start: UInt32) -> [LedgerPath] {
        var paths: [LedgerPath?] = start == 0 ? [LedgerPath([44, 501])] : []
        for number in start..<start + UInt32(pageCount) {
            paths += [LedgerPath([44, 501, number]), LedgerPath([44, 501, number, 0])]
        }
        return paths.compactMap(\.self)
    }

    private static let path = ParameterForm<String>.text.map { text, name throws(RPCError) in
        guard let path = DerivationPath(text), let ledger = LedgerPath(path) else {
            throw RPCError.parameter(name, "a Ledger has accounts at paths such as m/44'/501'/0'")
        }
        return ledger
    }
}

extension LedgerModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys)
    }

    static let declaration = ModuleDeclaration<LedgerModule>(
        id: "ledger",
        methods: [
            Method(
                "ledger.app", callers: .owner,
                result: .object([
                    .optional("model"), .required("version"), .required("blindSigning", .boolean),
                    .required("shortAddresses", .boolean),
                ]), limit: .seconds(120), by: LedgerModule.app),
            Method(
                "ledger.accounts", callers: .owner,
                params: .optional("from", .integer(in: 0...Int(Int32.max) - pageCount), default: 0),
                result: .object([
                    .required(
                        "accounts",
                        .list(
                            .object([.required("path"), .required("publicKey"), .required("added", .boolean)]))),
                    .required("next", .integer),
                ]), limit: .seconds(120), by: LedgerModule.list),
            Method(
                "ledger.find", callers: .terminal, params: .required("path", path), .terminalPassphrase,
                result: .object([.required("path"), .required("publicKey")]), limit: .seconds(120),
                by: LedgerModule.find),
            Method(
                "ledger.add", callers: .owner,
                params: .required("path", path), .optional("publicKey", .address), .optional("label", .label),
                .terminalPassphrase, result: .object([.required("accounts", .accountList)]), limit: .seconds(240),
                by: LedgerModule.add),
            Method("ledger.cancel", callers: .owner, result: .object([]), by: LedgerModule.cancel),
        ])
}
