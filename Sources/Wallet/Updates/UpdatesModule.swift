import JSONRPC
import SignedLists
import WalletNetwork
import WalletRuntime
import WalletState

/// Newer versions: what the list of releases says, and a look at it. Nothing is ever installed from here.
///
/// The command line has it looked up. A browser can't: only the setting `updates` makes Sidekey look by itself, once a day while the wallet is
/// unlocked. The answer names the version, the page that says what is new, and the command that installs it.
struct UpdatesModule: WalletModule {
    let releases: KeptReleases
    let keys: WalletKeyring
    /// The version of the running agent.
    let version: String
    /// The storage of the module `settings`.
    let settings: any ModuleStorage

    /// The time between two thoughts about whether it is time to look.
    private static let step = Duration.seconds(600)

    private func status(_ call: MethodCall) async throws(RPCError) -> JSON {
        await json(releases.status)
    }

    private func check(_ call: MethodCall) async throws(RPCError) -> JSON {
        let isNamed = await releases.status.source.place != nil
        return await json(try await releases.look(isOff: isNamed ? isOff() : false))
    }

    /// Returns true if the user has turned the network off; without a wallet, nobody has.
    ///
    /// - Throws: 4101 before the first unlock, when that isn't known.
    private func isOff() async throws(RPCError) -> Bool {
        if await keys.records.trust != .unverified { return await keys.records.policy.network.isOff }
        guard await keys.status().state == .none else { throw WalletKeyring.locked }
        return false
    }

    func run(_ context: ModuleContext) async {
        while !Task.isCancelled {
            do { try await context.clock.sleep(until: context.clock.now + Self.step) } catch { return }
            // Before the first unlock the setting and the network's switch are only a claim.
            guard await keys.isUnlocked, await KeptReleases.isWanted(settings) else { continue }
            await releases.lookIfDue(isOff: keys.records.policy.network.isOff)
        }
    }

    private func json(_ status: KeptReleases.Status) async -> JSON {
        let wanted = await KeptReleases.isWanted(settings)
        var json: JSONObject = [
            "version": .string(JSONString(version)), "kind": .string(JSONString(status.source.kind.rawValue)),
            "command": .string(JSONString(status.source.kind.command)), "named": .bool(status.source.place != nil),
            "updates": .string(JSONString(KeptReleases.choices[wanted ? 1 : 0])),
        ]
        json["looked"] = status.looked.map { .number($0) }
        json["failure"] = status.failure?.reason.map { .string(JSONString($0.rawValue)) }
        json["release"] = status.list.map(release)
        return .object(json)
    }

    private func release(_ list: ReleaseList) -> JSON {
        let isNewer = ReleaseVersion(version).map { $0 < list.version } ?? false
        return [
            "version": .string(JSONString(list.version.description)), "newer": .bool(isNewer),
            "urgent": .bool(list.isUrgent), "date": .string(JSONString(list.date)),
            "notes": .string(JSONString(list.notes)), "counter": .string("\(list.counter)"),
            "packages": .array(
                list.files.map { file in
                    [
                        "file": .string(JSONString(file.name)), "sha256": .string(JSONString(file.sha256)),
                        "size": .string("\(file.size)"),
                    ]
                }),
        ]
    }
}

extension UpdatesModule: InstalledModule {
    init(_ parts: WalletParts) {
        let storage = parts.context.storage ?? MemoryStorage()
        self.init(
            releases: parts.releases, keys: parts.keys, version: parts.identity.version,
            settings: storage.storage(of: "settings"))
    }

    static let declaration = ModuleDeclaration<UpdatesModule>(
        id: "updates",
        methods: [
            Method("updates.status", callers: .owner, result: answer, by: UpdatesModule.status),
            Method("updates.check", callers: .terminal, result: answer, limit: .asking, by: UpdatesModule.check),
        ])

    private static let answer = ValueType.object([
        .required("version"), .required("kind", .word(ReleaseSource.Kind.allCases.map(\.rawValue))),
        .required("command"), .required("named", .boolean), .required("updates", .word(KeptReleases.choices)),
        .optional("looked", .integer), .optional("failure"),
        .optional(
            "release",
            .object([
                .required("version"), .required("newer", .boolean), .required("urgent", .boolean), .required("date"),
                .required("notes"), .required("counter", .u64),
                .required(
                    "packages", .list(.object([.required("file"), .required("sha256"), .required("size", .u64)]))),
            ])),
    ])
}
