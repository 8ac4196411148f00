import JSONRPC
import SignedLists
import WalletRuntime
import WalletState

/// The user's lists of bad sites: the command line adds and removes them with the passphrase; every surface sees them and may have them read again.
///
/// A list can only warn. Still none is added or removed by a browser: a hijacked extension would take a warning away, or have sites of its choice called
/// bad and the address of its choice asked every day. To read one again takes nothing: what comes has the same key's signature, and isn't older.
struct SiteListsModule: WalletModule {
    let lists: SiteLists
    let keys: WalletKeyring

    /// The time between two looks at what is due.
    private static let step = Duration.seconds(600)

    private func list(_ call: MethodCall) async throws(RPCError) -> JSON {
        guard await keys.records.trust != .unverified else { throw WalletKeyring.locked }
        return ["lists": .array(await lists.all.map { Self.json($0, for: call) })]
    }

    private func add(
        _ call: MethodCall, _ name: String, _ source: SiteListSource, _ key: Minisign.PublicKey,
        _ passphrase: SealedParameter?
    ) async throws(RPCError) -> JSON {
        try await keys.prove(passphrase, of: call, else: "a list is added with the passphrase")
        return Self.json(try await lists.add(name, from: source, by: key), for: call)
    }

    private func update(_ call: MethodCall, _ name: String) async throws(RPCError) -> JSON {
        guard await keys.records.trust != .unverified else { throw WalletKeyring.locked }
        return Self.json(try await lists.update(name), for: call)
    }

    private func remove(
        _ call: MethodCall, _ name: String, _ passphrase: SealedParameter?
    ) async throws(RPCError) -> JSON {
        try await keys.prove(passphrase, of: call, else: "a list is removed with the passphrase")
        try await lists.remove(name)
        return ["name": .string(JSONString(name))]
    }

    func run(_ context: ModuleContext) async {
        while !Task.isCancelled {
            do { try await context.clock.sleep(until: context.clock.now + Self.step) } catch { return }
            if await keys.isUnlocked { await lists.updateWhatIsDue() }
        }
    }

    private static func json(_ status: SiteLists.Status, for call: MethodCall) -> JSON {
        let list = status.list
        // An address may hold a secret, which is none of the browser's.
        let shown = SiteListSource(list.source).map { call.caller == .commandLine ? $0.text : $0.shown }
        var json: JSONObject = [
            "name": .string(JSONString(list.name)), "source": .string(JSONString(shown ?? list.source)),
            "key": .string(JSONString(list.key)), "sites": .number(JSONNumber(list.sites)),
            "skipped": .number(JSONNumber(list.skipped)), "signed": .string("\(list.signed)"),
            "read": .number(list.read), "state": .string(status.isIntact ? "intact" : "damaged"),
        ]
        json["failure"] = status.failure?.reason.map { .string(JSONString($0.rawValue)) }
        return .object(json)
    }
}

extension SiteListsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(lists: parts.siteLists, keys: parts.keys)
    }

    static let declaration = ModuleDeclaration<SiteListsModule>(
        id: "sites",
        methods: [
            Method(
                "sites.lists", callers: .owner, result: .object([.required("lists", .list(row))]),
                by: SiteListsModule.list),
            Method(
                "sites.add", callers: .terminal, params: .required("name", newName), .required("source", source),
                .required("key", key), .optional("passphrase", .sealed), result: row, limit: .asking,
                by: SiteListsModule.add),
            Method(
                "sites.update", callers: .owner, params: .required("name"), result: row, limit: .asking,
                by: SiteListsModule.update),
            Method(
                "sites.remove", callers: .terminal, params: .required("name"), .optional("passphrase", .sealed),
                result: .object([.required("name")]), by: SiteListsModule.remove),
        ])

    private static let row = ValueType.object([
        .required("name"), .required("source"), .required("key"), .required("sites", .integer),
        .required("skipped", .integer), .required("signed", .u64), .required("read", .integer),
        .required("state", .word(["intact", "damaged"])), .optional("failure"),
    ])

    private static let newName = ParameterForm<String>.text.map { text, name throws(RPCError) in
        guard SiteList.isName(text) else {
            throw .parameter(name, "a list's name is a line of 1 to 48 bytes with nothing hidden")
        }
        return text
    }

    private static let source = ParameterForm<String>.text.map { text, name throws(RPCError) in
        guard let source = SiteListSource(text) else {
            throw .parameter(name, "neither an https address nor a file's absolute path")
        }
        return source
    }

    private static let key = ParameterForm<String>.text.map { text, name throws(RPCError) in
        guard let key = try? Minisign.PublicKey(text) else { throw .parameter(name, "not a minisign public key") }
        return key
    }
}
