import DisplayText
import JSONRPC
import Pinentry
import Screens
import SolanaRPC
import SolanaTransactions
import WalletKeys
import WalletNetwork
import WalletState
import Wording

/// The ids of what is chosen and typed.
private enum ID {
    static let account = "account"
    static let action = "action"
    static let ceiling = "ceiling"
    static let cluster = "cluster"
    static let endpoints = "endpoints"
    static let period = "period"
    static let signatures = "signatures"
    static let site = "site"
    static let spending = "spending"
    static let word = "word"
}

/// The ceremonies about what the browser may do, and whom the wallet asks.
extension CeremonyModule {
    // Rules

    /// Shows what the browser proposes beside what holds, and applies it by the passphrase.
    func loosen(_ change: PolicyChange, _ screens: ScreenDialog) async throws(RPCError) -> Bool {
        let words = screens.words
        let present = await records.policy
        var wanted = present
        try change.apply(to: &wanted)
        // Rules that something else reset, or that were lost with the database, are confirmed as they are, too.
        let isLost = try await records.loss() != nil
        let trust = await records.trust
        guard wanted != present || trust == .reset || isLost else {
            throw .parameter("approvals", "these rules hold already")
        }
        let parts = words.changes(from: present, to: wanted)
        let isProven: Bool? = try await screens.prove(
            .ceremonyProtectionTitle, next: .extensionButton, parts: { _ in parts }
        ) { [keys] _, passphrase throws(RPCError) in
            try await keys.prove(passphrase)
            return true
        }
        guard isProven == true else { return false }
        try await policy.settle(change, loosening: true)
        return true
    }

    /// Chooses the word by which the user knows the window.
    func chooseWord(_ screens: ScreenDialog) async throws(RPCError) -> Bool {
        let words = screens.words
        let most = ApprovalPolicy.recognitionBounds.upperBound
        let present = await records.policy.recognition
        let word: String? = try await screens.prove(
            .ceremonyWordTitle, next: .ceremonySave,
            parts: { values in
                [
                    .entry(
                        id: ID.word, label: words(.setupRecognition), text: values[ID.word]?.first ?? present ?? "",
                        maximum: most)
                ]
            },
            check: { ($0[ID.word]?.first ?? "").utf8.count > most ? words(.recognitionTooLong, most) : nil }
        ) { [keys] values, passphrase throws(RPCError) in
            try await keys.prove(passphrase)
            return values[ID.word]?.first ?? ""
        }
        guard let word else { return false }
        try await policy.settle(PolicyChange(recognition: word), loosening: true)
        return true
    }

    // Limits

    /// Adds a limit, which lets less through: it takes a press and no passphrase.
    func addLimit(_ screens: ScreenDialog) async throws(RPCError) -> Bool {
        let words = screens.words
        let accounts = await keys.status().accounts
        var values: ScreenDialog.Values = [:]
        var problem: String?
        while true {
            let answer = try await screens.ask(
                .ceremonyLimitTitle, words.limitParts(values, accounts: accounts.map { ("\($0.publicKey)", $0.label) }),
                next: .ceremonyLimitButton, style: .primary, problem: problem)
            guard answer.button == ScreenDialog.ID.next else { return false }
            values = answer.values
            do throws(RPCError) {
                let change = LimitChange(number: nil, limit: try words.limit(values))
                try await policy.settle(PolicyChange(limits: [change]), loosening: false)
                return true
            } catch {
                guard error.code == .invalidParams else { throw error }
                problem = words(.ceremonyLimitProblem)
            }
        }
    }

    /// Removes a limit by the passphrase.
    func removeLimit(_ number: Int?, _ screens: ScreenDialog) async throws(RPCError) -> Bool {
        let words = screens.words
        guard let found = await records.limits.first(where: { $0.number == number }) else { throw LimitChange.unknown }
        let parts = words.parts(of: found)
        let isProven: Bool? = try await screens.prove(
            .ceremonyUnlimitTitle, next: .ceremonyRemoveButton, parts: { _ in parts }
        ) { [keys] _, passphrase throws(RPCError) in
            try await keys.prove(passphrase)
            return true
        }
        guard isProven == true else { return false }
        try await policy.settle(PolicyChange(removed: [found.number]), loosening: true)
        return true
    }

    // The network

    /// Chooses the network, or none, and then the nodes that it is reached by.
    func chooseNetwork(_ screens: ScreenDialog) async throws(RPCError) -> Bool {
        let words = screens.words
        let present = await records.policy.network
        let off = "off"
        let options =
            Cluster.allCases.map { ScreenOption(id: $0.name, label: words.name(of: $0)) }
            + [ScreenOption(id: off, label: words(.ceremonyNetworkOff))]
        let answer = try await screens.ask(
            .ceremonyNetworkTitle,
            [
                .text(words(.ceremonyNetworkMeans), .plain),
                .choice(
                    id: ID.cluster, label: words(.factNetwork), options: options,
                    chosen: present.isOff ? off : present.preferred.name, answersAtOnce: false),
            ])
        guard answer.button == ScreenDialog.ID.next, let name = answer.values[ID.cluster]?.first else { return false }
        let cluster = Cluster(name: name)
        let own = cluster.flatMap { present.own[$0] }?.map(\.url).joined(separator: " ") ?? ""
        let change: NetworkSettings.Change? =
            try await screens.prove(
                .ceremonyNetworkTitle, next: .ceremonySave,
                parts: { values in
                    guard let cluster else { return [.text(words(.networkIsOff), .sentence)] }
                    return [
                        .text(words.name(of: cluster), .sentence),
                        .entry(
                            id: ID.endpoints, label: words(.ceremonyEndpoints),
                            text: values[ID.endpoints]?.first ?? own,
                            maximum: 4096),
                    ]
                },
                check: { values in
                    Self.change(to: cluster, values[ID.endpoints]?.first) == nil ? words(.ceremonyEndpointProblem) : nil
                }
            ) { [keys] values, passphrase throws(RPCError) in
                try await keys.prove(passphrase)
                return Self.change(to: cluster, values[ID.endpoints]?.first)
            } ?? nil
        guard let change else { return false }
        try await policy.settle(PolicyChange(network: change), loosening: true)
        return true
    }

    /// The change that the addresses make; nil if one of them is none. No address is the public node.
    private static func change(to cluster: Cluster?, _ typed: String?) -> NetworkSettings.Change? {
        guard let cluster else { return try? NetworkSettings.Change(["off": true]) }
        let addresses = (typed ?? "").split(whereSeparator: \.isWhitespace).map { JSON.string(JSONString(String($0))) }
        let change = try? NetworkSettings.Change([
            "cluster": .string(JSONString(cluster.name)), "off": false,
            "endpoints": .object([cluster.name: addresses.isEmpty ? .null : .array(addresses)]),
        ])
        // More than a cluster may have, or one twice.
        var tried = NetworkSettings()
        guard let change, (try? change.apply(to: &tried)) != nil else { return nil }
        return change
    }
}

extension Phrasebook {
    // Rules

    /// The changes between two policies, and the amount that a hijacked browser could then take.
    fileprivate func changes(from present: ApprovalPolicy, to wanted: ApprovalPolicy) -> [ScreenPart] {
        var parts: [ScreenPart] = []
        // First, so that it is seen wherever a screen is short.
        if wanted.setting == .popup {
            parts.append(.finding(.danger, name: self(.level_danger), self(.ceremonyTakesAll)))
        } else if wanted.setting == .risky, let amount = listed(wanted.browserAmounts) {
            parts.append(
                .finding(.warning, name: self(.level_warning), self(.ceremonyTakesAllowance, ["amount": amount])))
        }
        func add(_ name: TextKey, _ before: String, _ after: String) {
            guard before != after else { return }
            parts.append(.row(name: self(name), value: "\(before) → \(after)", isAddress: false))
        }
        add(.ceremonyApprovals, text(of: present.setting), text(of: wanted.setting))
        add(.ceremonyAllowance, sol(present.allowance), sol(wanted.allowance))
        add(.ceremonyPresses, sol(present.pressAllowance), sol(wanted.pressAllowance))
        func all(_ amounts: AssetAmounts) -> String {
            listed(amounts.ordered) ?? self(.ceremonyNothing)
        }
        add(.ceremonyPressTokens, all(present.pressAmounts), all(wanted.pressAmounts))
        let sites = Set(present.budgets.byOrigin.keys).union(wanted.budgets.byOrigin.keys)
        for site in sites.sorted() {
            let (before, after) = (all(present.budgets.spend(of: site)), all(wanted.budgets.spend(of: site)))
            guard before != after else { continue }
            let name = self(.ceremonyBudget, ["site": VisibleText.spellingOut(site, keepingLines: false)])
            parts.append(.row(name: name, value: "\(before) → \(after)", isAddress: false))
        }
        add(.ceremonySession, time(present.session), time(wanted.session))
        add(
            .ceremonyTolerance, percent(UInt64(clamping: present.guards.tolerance)),
            percent(UInt64(clamping: wanted.guards.tolerance)))
        for site in wanted.guards.off where !present.guards.isOff(for: site) {
            parts.append(
                .finding(
                    .warning, name: self(.level_warning),
                    self(.ceremonyUnguarded, ["site": VisibleText.spellingOut(site, keepingLines: false)])))
        }
        if present.perRequest, !wanted.perRequest { parts.append(.text(self(.ceremonyNotEach), .plain)) }
        if !present.perRequest, wanted.perRequest { parts.append(.text(self(.promptProofEach), .plain)) }
        return parts
    }

    /// Amounts of assets, one after the other; nil if there are none.
    private func listed(_ amounts: [(asset: PolicyAsset, amount: UInt64)]) -> String? {
        let texts = amounts.filter { $0.amount > 0 }.map { amount($0.amount, of: $0.asset) }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    private func text(of setting: ApprovalPolicy.Setting) -> String {
        switch setting {
        case .popup: self(.ceremonyApprovalsPopup)
        case .risky: self(.ceremonyApprovalsRisky)
        case .native: self(.ceremonyApprovalsNative)
        }
    }

    /// A time in days, in hours and minutes, or in seconds below a minute.
    private func time(_ milliseconds: Int) -> String {
        let minutes = milliseconds / 60_000
        guard minutes > 0 else { return "\(milliseconds / 1000) s" }
        if minutes % 1440 == 0 { return self(.countedDays, minutes / 1440) }
        if minutes % 60 == 0 { return self(.ruleWholeHours, ["hours": "\(minutes / 60)"]) }
        guard minutes >= 60 else { return self(.ruleMinutes, ["minutes": "\(minutes)"]) }
        return self(.ruleHours, ["hours": "\(minutes / 60)", "minutes": "\(minutes % 60)"])
    }

    // Limits

    /// The fields of a new limit, with what was typed before.
    fileprivate func limitParts(
        _ values: ScreenDialog.Values, accounts: [(address: String, label: String)]
    ) -> [ScreenPart] {
        func entry(_ id: String, _ label: TextKey, _ most: Int) -> ScreenPart {
            .entry(id: id, label: self(label), text: values[id]?.first ?? "", maximum: most)
        }
        func choice(_ id: String, _ label: TextKey, _ options: [(String, String)]) -> ScreenPart {
            .choice(
                id: id, label: self(label), options: options.map { ScreenOption(id: $0.0, label: $0.1) },
                chosen: values[id]?.first ?? options.first?.0 ?? "", answersAtOnce: false)
        }
        return [
            .text(self(.ceremonyLimitMeans), .plain),
            choice(ID.account, .factAccount, [("", self(.limitAny))] + accounts),
            entry(ID.site, .ceremonyLimitSite, 300),
            entry(ID.ceiling, .ceremonyLimitCeiling, 24),
            entry(ID.spending, .ceremonyLimitSpending, 24),
            entry(ID.signatures, .ceremonyLimitSignatures, 12),
            choice(
                ID.period, .ceremonyLimitPeriod,
                LimitPeriod.allCases.map { ($0.rawValue, time(Int($0.milliseconds))) }),
            choice(
                ID.action, .ceremonyLimitAction,
                [("refuse", self(.ceremonyLimitRefuse)), ("raise", self(.ceremonyLimitRaise))]),
        ]
    }

    /// The limit that was typed.
    ///
    /// - Throws: -32602 if it bounds nothing, or a field holds no value.
    fileprivate func limit(_ values: ScreenDialog.Values) throws(RPCError) -> PolicyLimit {
        func typed(_ id: String) -> String? {
            let text = (values[id]?.first ?? "").filter { !$0.isWhitespace }
            return text.isEmpty ? nil : text
        }
        let period = JSON.number(
            JSONNumber((typed(ID.period).flatMap { LimitPeriod(rawValue: $0) } ?? .day).milliseconds))
        var object: JSONObject = ["action": .string(JSONString(typed(ID.action) ?? "refuse"))]
        object["account"] = typed(ID.account).map { .string(JSONString($0)) }
        object["origin"] = typed(ID.site).map { .string(JSONString($0)) }
        if let ceiling = typed(ID.ceiling) { object["ceiling"] = .string(JSONString("\(try lamports(ceiling))")) }
        if let spending = typed(ID.spending) {
            object["spending"] = ["lamports": .string(JSONString("\(try lamports(spending))")), "period": period]
        }
        if let count = typed(ID.signatures) {
            object["signatures"] = ["count": .string(JSONString(count)), "period": period]
        }
        var members = RPCParameters(object)
        let limit = try PolicyLimit(reading: &members)
        try members.finish()
        return limit
    }

    /// SOL as the language writes it, without groups, in lamports.
    private func lamports(_ text: String) throws(RPCError) -> UInt64 {
        let point: Character = language == .english ? "." : ","
        let written = String(text.map { $0 == point ? "." : $0 == "." ? "?" : $0 })
        do throws(DecimalAmountError) { return try DecimalAmount(written, decimals: 9).units } catch {
            throw .parameter("limits", "no amount")
        }
    }

    /// A limit, as it stands.
    fileprivate func parts(of state: LimitState) -> [ScreenPart] {
        let limit = state.limit
        var parts: [ScreenPart] = []
        func add(_ name: TextKey, _ value: String?, isAddress: Bool = false) {
            if let value { parts.append(.row(name: self(name), value: value, isAddress: isAddress)) }
        }
        add(.factAccount, limit.account ?? self(.limitAny), isAddress: limit.account != nil)
        add(.factSite, limit.origin.map { VisibleText.spellingOut($0, keepingLines: false) } ?? self(.limitAny))
        add(.factCeiling, limit.ceiling.map(sol))
        add(
            .factSpending,
            limit.spending.map { "\(amount($0.most, of: limit.spendingAsset)) / \(time(Int($0.period)))" })
        add(.factSignatures, limit.signatures.map { "\($0.most) / \(time(Int($0.period)))" })
        for program in limit.programs?.sorted() ?? [] { add(.factPrograms, program, isAddress: true) }
        // As where it was added.
        add(.ceremonyLimitAction, self(limit.action == .raise ? .ceremonyLimitRaise : .ceremonyLimitRefuse))
        return parts
    }

    // The network

    fileprivate func name(of cluster: Cluster) -> String {
        switch cluster {
        case .mainnet: self(.network_mainnet)
        case .devnet: self(.network_devnet)
        case .testnet: self(.network_testnet)
        case .localnet: self(.network_localnet)
        }
    }
}

/// The stretch of time that a typed limit counts in.
private enum LimitPeriod: String, CaseIterable {
    case day
    case hour
    case week

    var milliseconds: Int64 {
        switch self {
        case .hour: 3_600_000
        case .day: 86_400_000
        case .week: 604_800_000
        }
    }
}
