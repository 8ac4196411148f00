import ApprovalQueue
import DisplayText
import JSONRPC
import Screens
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// The accounts that a connected site is to see, as the browser proposes them.
struct SiteChange: Sendable {
    let origin: String?
    let profile: String?
    let container: String?
    let accounts: [String]

    /// The options of `sidekey origins set`; what isn't spelled as an origin or an account is left to the user.
    var options: String {
        let isOrigin = origin?.wholeMatch(of: /[A-Za-z0-9.:\/\[\]_-]+( in [A-Za-z0-9.:\/\[\]_-]+)?/) != nil
        let site = isOrigin ? origin.map { $0.contains(" ") ? "'\($0)'" : $0 } : nil
        let keys = accounts.filter { $0.wholeMatch(of: /[1-9A-HJ-NP-Za-km-z]{32,44}/) != nil }
        return ([site ?? "ORIGIN"] + keys.map { "--account \($0)" }).joined(separator: " ")
    }
}

extension Parameter where Value == SiteChange {
    static var siteChange: Self {
        .combining(
            .optional("origin"), .optional("profile"), .optional("container"),
            .optional("accounts", .texts, default: [])
        ) { origin, profile, container, accounts in
            SiteChange(origin: origin, profile: profile, container: container, accounts: accounts)
        }
    }
}

/// The ceremony about what a site learns.
extension CeremonyModule {
    /// Shows which accounts a connected site will see, and shows it those by the passphrase.
    ///
    /// - Throws: 4100 (`not-connected`), -32000 (`account-unknown`).
    func showAccounts(_ change: SiteChange, _ screens: ScreenDialog) async throws(RPCError) -> Bool {
        guard let origin = change.origin, let profile = change.profile, let container = change.container,
            !change.accounts.isEmpty
        else { throw .parameter("origin", "a site of one profile and container, and its accounts") }
        let key = ConnectedOrigin.Key(profile: profile, container: container, origin: origin)
        guard let seen = await origins.accounts(of: key) else {
            throw RPCError(.unauthorized, .notConnected, "this site is not connected")
        }
        let chosen = try await keys.chosen(change.accounts)
        let parts = await parts(of: origin, seen: seen, chosen: chosen, in: screens.words)
        let isProven: Bool? = try await screens.prove(
            .ceremonySiteTitle, next: .extensionButton, parts: { _ in parts }
        ) { [keys] _, passphrase throws(RPCError) in
            try await keys.prove(passphrase)
            return true
        }
        guard isProven == true else { return false }
        _ = try await origins.show(
            chosen, to: key.origin, profile: profile, container: container, widening: true, telling: events)
        return true
    }

    private func parts(
        of origin: String, seen: [String], chosen: [String], in words: Phrasebook
    ) async -> [ScreenPart] {
        let summary: JSON = ["origin": .string(JSONString(origin))]
        // The site is named as where it asked to connect, with what is odd in its name.
        let asker = ReviewSummary(summary: summary, kind: "connect", items: [], isComplete: true, in: words).asker
        let labels = await keys.status().accounts.map { ("\($0.publicKey)", $0.label) }
        func row(_ name: TextKey, _ account: String) -> ScreenPart {
            let label = labels.first { $0.0 == account }.map { " " + QuotedText.inline($0.1, most: 64) } ?? ""
            return .row(name: words(name), value: account + label, isAddress: true)
        }
        return asker.notes.map { .text($0, .note) }
            + [.text(words(.ceremonySiteSees, ["site": asker.name]), .sentence)]
            + chosen.map { row(seen.contains($0) ? .factAccount : .ceremonySiteNew, $0) }
            + seen.filter { !chosen.contains($0) }.map { row(.ceremonySiteGone, $0) }
    }
}
