import JSONRPC
import Localization

/// The connections of the present wallet that end once another takes its place.
struct Disconnections {
    private let sites: [String]
    private let apps: [String]
    private let extensions: [String]
    private let passkeys: [String]
    /// True where contacts, policy and limits go too: nobody knows them before the first unlock.
    private let isUnknown: Bool

    init(from agent: inout AgentClient) throws(CommandError) {
        let origins = try agent.all("origins.list", member: "origins").compactMap { $0["origin"]?.text?.visible }
        sites = Array(Set(origins)).sorted()
        apps = try Self.names("deeplinks.list", "apps", "url", from: &agent)
        extensions = try Self.names("permissions.list", "extensions", "extension", from: &agent)
        let status = try agent.call("vault.status")
        // They stand in the vault's file: of one that can't be read nobody can say which.
        passkeys = try status["fault"] == nil ? Self.names("passkey.list", "passkeys", "name", from: &agent) : []
        isUnknown = status["trust"]?.text == "unverified"
    }

    private static func names(
        _ method: String, _ list: String, _ member: String, from agent: inout AgentClient
    ) throws(CommandError) -> [String] {
        try (agent.call(method)[list]?.array ?? []).map { $0[member]?.text?.visible ?? "?" }
    }

    /// Says it on standard error, before anybody is asked.
    func tell() {
        var lines: [String] = []
        for (key, names) in [
            (CommandKey.restoreDisconnectsSites, sites), (.restoreDisconnectsApps, apps),
            (.restoreDisconnectsExtensions, extensions), (.restoreDisconnectsPasskeys, passkeys),
        ] where !names.isEmpty {
            lines.append(say(key, ["names": names.joined(separator: ", ")]))
        }
        if isUnknown { lines.append(say(.restoreForgets)) }
        guard !lines.isEmpty else { return }
        StandardError.write("\(say(.restoreDisconnects))\n" + lines.map { "  \($0)\n" }.joined())
    }
}
