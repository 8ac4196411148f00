import JSONRPC
import Wording

/// The connections of the present wallet that end once another takes its place.
struct Disconnections {
    private let sites: [String]
    private let apps: [String]
    private let extensions: [String]
    private let passkeys: [String]
    /// What is to be said of contacts, policy and limits where they go too, and how to keep them where that can be done.
    private let forgotten: [TextKey]

    init(from agent: inout AgentClient) throws(CommandError) {
        let origins = try agent.all("origins.list", member: "origins").compactMap { $0["origin"]?.text?.visible }
        sites = Array(Set(origins)).sorted()
        apps = try Self.names("deeplinks.list", "apps", "url", from: &agent)
        extensions = try Self.names("permissions.list", "extensions", "extension", from: &agent)
        let status = try agent.call("vault.status")
        // They stand in the vault's file: of one that can't be read nobody can say which.
        let isWhole = status["fault"] == nil
        passkeys = try isWhole ? Self.names("passkey.list", "passkeys", "name", from: &agent) : []
        forgotten =
            switch status["trust"]?.text {
            // Nobody knows them before the first unlock, and a vault that can't be read has none.
            case "unverified": isWhole ? [.restoreForgets, .restoreKeepsUnlocked] : [.restoreForgets]
            // What was added since they were reset stays with the reset rules, until the user confirms those.
            case "reset": isWhole ? [.restoreForgets, .restoreKeepsConfirmed] : [.restoreForgets]
            default: []
            }
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
            (TextKey.restoreDisconnectsSites, sites), (.restoreDisconnectsApps, apps),
            (.restoreDisconnectsExtensions, extensions), (.restoreDisconnectsPasskeys, passkeys),
        ] where !names.isEmpty {
            lines.append(say(key, ["names": names.joined(separator: ", ")]))
        }
        if !forgotten.isEmpty { lines.append(forgotten.map { say($0) }.joined(separator: " ")) }
        guard !lines.isEmpty else { return }
        StandardError.write("\(say(.restoreDisconnects))\n" + lines.map { "  \($0)\n" }.joined())
    }
}
