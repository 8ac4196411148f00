import ApprovalQueue
import JSONRPC
import Sites
import TransactionReview
import WalletRuntime
import WalletState

/// The rules about the site that asks; the numbers are append-only (docs/rules.md).
enum SiteRule: String, CaseIterable {
    /// Its name resembles that of a site that the user uses. `site`, `form`
    case imitation = "S01"
    /// It is on a list of bad sites that the user has added. `site`, `list`
    case listed = "S02"
    /// A list that the user has added can't be read, so that it says nothing about the site. `list`
    case listUnread = "S03"

    private var level: ReviewLevel {
        switch self {
        case .imitation, .listed: .danger
        case .listUnread: .warning
        }
    }

    func finding(_ parameters: KeyValuePairs<String, String>) -> JSON {
        Finding(
            id: rawValue, level: level,
            // A list's name is in words.
            parameters: parameters.map { ReviewField(name: $0.key, value: $0.value, isQuoted: $0.key == "list") }
        ).json
    }
}

/// The look at a site that asks: at its name beside the user's own sites, and in the user's lists of bad ones.
struct SiteRules: SiteChecking {
    let records: AuthenticatedStore
    let lists: SiteLists

    func findings(about content: RequestContent) async -> [JSON] {
        let origin = content.page.origin
        guard origin != .wallet, origin.extensionID == nil, !origin.isApp else { return [] }
        var findings: [JSON] = []
        // A listed page could have a frame ask from a host of its domain that isn't listed.
        var hosts = [origin.host]
        if let top = origin.top?.host, top != origin.host { hosts.append(top) }
        for host in hosts {
            for word in await lists.words(about: host) {
                let finding =
                    switch word {
                    case .listed(let list): SiteRule.listed.finding(["site": host, "list": list])
                    case .unread(let list): SiteRule.listUnread.finding(["list": list])
                    }
                if !findings.contains(finding) { findings.append(finding) }
            }
        }
        if let found = await records.resemblance(of: origin.host) {
            findings.append(SiteRule.imitation.finding(["site": found.site, "form": found.form.rawValue]))
        }
        return findings
    }
}
