import ApprovalQueue
import DisplayText
import JSONRPC
import Pinentry
import SolanaTransactions
import WalletKeys
import WalletRuntime
import WalletState

/// Ceremonies: the user starts them in the popup and does them in Sidekey's window. They take the passphrase, and no browser may do them.
///
/// The browser names the ceremony, and may propose rules or an account; it learns the outcome and nothing else.
struct CeremonyModule: WalletModule {
    /// The longest time for one window.
    private static let limit: Duration = .seconds(1800)

    let keys: WalletKeyring
    let records: AuthenticatedStore
    let prompts: PromptQueue
    let policy: PolicyModule
    let origins: ConnectedOrigins
    let events: WalletEvents
    let search: AccountSearch
    let wallets: WalletSwitch?

    /// - Throws: -32000 (`vault-missing`), 4101 before anything is asked, the errors of the prompt and those of the change.
    private func start(
        _ call: MethodCall, _ kind: Ceremony, _ account: String?, _ limit: Int?, _ wallet: String?,
        _ rules: PolicyChange,
        _ site: SiteChange
    ) async throws(RPCError) -> JSON {
        let isThere = await keys.status().state != .none
        guard isThere || kind == .restore else {
            throw RPCError(.invalidInput, .vaultMissing, "there is no wallet yet")
        }
        // The rules aren't known before the first unlock: the window would show others beside the new ones.
        if kind.takesTrust, await records.trust == .unverified { throw WalletKeyring.locked }
        let done: Bool? = try await prompts.converse(
            for: call.client.connection, about: "vault.ceremony", command: kind.command(account, limit, rules, site),
            limit: Self.limit,
            isFirst: !isThere
        ) { dialog throws(RPCError) in
            let screens = try ScreenDialog(dialog)
            let isDone =
                switch kind {
                case .passphrase: try await changePassphrase(screens)
                case .phrase: try await showSecrets(screens)
                case .words: try await proveWords(SetupScreens(dialog))
                case .import: try await importSecret(SetupScreens(dialog))
                case .remove: try await removeAccount(account, screens)
                case .protection: try await loosen(rules, screens)
                case .recognition: try await chooseWord(screens)
                case .limit: try await addLimit(screens)
                case .unlimit: try await removeLimit(limit, screens)
                case .network: try await chooseNetwork(screens)
                case .site: try await showAccounts(site, screens)
                case .backup: try await saveBackup(screens)
                case .restore: try await restoreBackup(isReplacing: isThere, screens)
                case .wallet: try await removeWallet(wallet ?? "", screens)
                }
            return isDone ? true : nil
        }
        return ["outcome": done == true ? "done" : "cancelled"]
    }
}

/// A ceremony in one window.
enum Ceremony: String, Sendable, CaseIterable {
    case passphrase
    case phrase
    /// Proves that the user has the words of the phrase.
    case words
    case `import`
    case remove
    case protection
    case recognition
    case limit
    case unlimit
    case network
    case site
    case backup
    case restore
    /// Removes a wallet that isn't open.
    case wallet

    /// True if it changes the policy or a site's accounts, which the code of the vault vouches for.
    var takesTrust: Bool { [.protection, .recognition, .limit, .unlimit, .network, .site].contains(self) }

    /// The command that does the same in a terminal.
    ///
    /// - Parameters:
    ///   - account: The account that is proposed.
    ///   - limit: The number of a limit.
    ///   - site: The accounts that a site is to see.
    func command(_ account: String?, _ limit: Int?, _ rules: PolicyChange, _ site: SiteChange) -> String {
        switch self {
        case .passphrase: "sidekey vault change-passphrase"
        case .phrase: "sidekey phrase show"
        case .words: "sidekey phrase check"
        case .import: "sidekey account import"
        case .remove:
            "sidekey account remove \(account.flatMap { try? PublicKey(base58: $0) }?.description ?? "ACCOUNT")"
        case .protection: rules.command
        case .recognition: "sidekey policy set --recognition"
        case .limit: "sidekey policy limit"
        case .unlimit: "sidekey policy unlimit \(limit.map { "\($0)" } ?? "NUMBER")"
        case .network: "sidekey network use"
        case .site: "sidekey origins set \(site.options)"
        case .backup: "sidekey vault backup FILE"
        case .restore: "sidekey vault restore FILE"
        case .wallet: "sidekey wallets remove NAME"
        }
    }
}

extension PolicyChange {
    /// The command that makes the change; several, where it takes several.
    fileprivate var command: String {
        var commands: [String] = []
        for budget in budgets {
            // Quoted, as the origin comes from the extension.
            let site = "sidekey policy limit --site '\(budget.origin.filter { $0 != "'" })'"
            commands.append(site + (budget.spend.isEmpty ? " --remove" : Self.options(budget.spend.ordered)))
        }
        let presses = pressAmounts.sorted { $0.key.name < $1.key.name }.map { ($0.key, $0.value) }
        if !presses.isEmpty { commands.append("sidekey policy press" + Self.options(presses)) }
        if let guards { commands.append("sidekey policy guards" + guards.options) }
        let set = options
        if !set.isEmpty || commands.isEmpty { commands.append("sidekey policy set" + set) }
        return commands.joined(separator: " && ")
    }

    private static func options(_ amounts: [(asset: PolicyAsset, amount: UInt64)]) -> String {
        amounts.map { asset, amount in
            let decimals = KnownAsset.named(asset)?.decimals ?? 0
            return " --spend '\(DecimalAmount(units: amount, decimals: decimals)) \(asset.name)/24h'"
        }.joined()
    }

    /// The rules as options of `sidekey policy set`.
    private var options: String {
        var options = ""
        if let setting { options += " --approvals \(setting.rawValue)" }
        if let allowance { options += " --allowance \(DecimalAmount.sol(allowance))" }
        if let pressAllowance { options += " --press-allowance \(DecimalAmount.sol(pressAllowance))" }
        if let session { options += " --session \(session / 1000)" }
        if let perRequest { options += perRequest ? " --per-request" : " --no-per-request" }
        return options
    }
}

extension GuardChange {
    /// The change as options of `sidekey policy guards`; what isn't spelled as an origin is left to the user.
    fileprivate var options: String {
        func sites(_ option: String, _ sites: [String]) -> String {
            sites.map { " --\(option) \($0.wholeMatch(of: /[A-Za-z0-9.:\/\[\]_-]+/) == nil ? "SITE" : $0)" }.joined()
        }
        let percent = tolerance.map { " --tolerance \(DecimalAmount(units: UInt64(clamping: $0), decimals: 2))%" }
        return (percent ?? "") + sites("off", off) + sites("on", on)
    }
}

extension CeremonyModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            keys: parts.keys, records: parts.records, prompts: parts.prompts, policy: PolicyModule(parts),
            origins: parts.origins, events: parts.events,
            search: AccountSearch(network: parts.network, endpoints: parts.endpoints) { [keys = parts.keys] in
                await keys.status().state == .none
            }, wallets: parts.wallets)
    }

    static let declaration = ModuleDeclaration<CeremonyModule>(
        id: "ceremony",
        methods: [
            // No page and no other extension: what a person does in this window, they have asked for.
            Method(
                "vault.ceremony", callers: .screens,
                params: .required("kind", .word), .optional("account"),
                .optional("limit", .integer(in: 1...Int(Int32.max))), .optional("wallet"), .spendingChange, .siteChange,
                result: .object([.required("outcome")]), limit: .prompting, by: CeremonyModule.start)
        ])
}
