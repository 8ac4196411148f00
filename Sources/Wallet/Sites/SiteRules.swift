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

    func finding(_ parameters: KeyValuePairs<String, String>) -> JSON {
        Finding(
            id: rawValue, level: .danger, parameters: parameters.map { ReviewField(name: $0.key, value: $0.value) }
        ).json
    }
}

/// The look at a site that asks: at its name beside the user's own sites.
struct SiteRules: SiteChecking {
    let records: AuthenticatedStore

    func findings(about content: RequestContent) async -> [JSON] {
        let origin = content.page.origin
        guard origin != .wallet, origin.extensionID == nil, !origin.isApp else { return [] }
        var findings: [JSON] = []
        if let found = await records.resemblance(of: origin.host) {
            findings.append(SiteRule.imitation.finding(["site": found.site, "form": found.form.rawValue]))
        }
        return findings
    }
}
