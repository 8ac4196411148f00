import ApprovalQueue
import JSONRPC
import WalletRuntime

/// The settings that a browser may change: the look of things, the site that "Swap" opens, and whether
/// Sidekey looks for updates. All else is policy.
struct SettingsModule: WalletModule {
    let events: WalletEvents

    /// Each setting with the values it may have; the first is the default.
    private enum Setting: String, CaseIterable {
        case language
        case theme
        case explorer
        case currency
        case swap
        case updates

        var values: [String] {
            switch self {
            // Without a name it is the browser's own, or the terminal's.
            case .language: ["", "en", "pt_BR", "el", "tr"]
            case .theme: ["system", "light", "dark"]
            case .explorer: ["explorer.solana.com", "solscan.io", "solana.fm"]
            // Off asks no node for prices.
            case .currency: KeptPrices.choices
            // The origin of a site; none at first.
            case .swap: [""]
            // Off asks no server for the list of releases.
            case .updates: KeptReleases.choices
            }
        }

        /// Returns true for a value that this version knows: a backup of a newer one may have brought another.
        func isKnown(_ value: String) -> Bool {
            if values.contains(value) { return true }
            guard self == .swap, let site = try? Origin(value) else { return false }
            return site.isHTTPS
        }

        /// The parameter that sets it.
        var parameter: Parameter<String?> {
            if self == .swap { return .optional(rawValue, Self.site) }
            return .optional(
                rawValue,
                ParameterForm<String>.text.map { value, name throws(RPCError) in
                    guard values.contains(value) else { throw .parameter(name, "no such value") }
                    return value
                }
                .listed(as: .word(values)))
        }

        /// The origin of a site with https, or empty for none.
        private static let site = ParameterForm<String>.text.map { value, name throws(RPCError) in
            if value.isEmpty { return value }
            guard try Origin(value).isHTTPS else { throw .parameter(name, "not the origin of an https site") }
            return value
        }
    }

    private func set(
        _ call: MethodCall, _ language: String?, _ theme: String?, _ explorer: String?, _ currency: String?,
        _ swap: String?, _ updates: String?
    ) async throws(RPCError) -> JSON {
        let storage = try Self.storage(of: call)
        let changes: [(setting: Setting, value: String?)] = [
            (.language, language), (.theme, theme), (.explorer, explorer), (.currency, currency),
            (.swap, swap), (.updates, updates),
        ]
        var isChanged = false
        for case (let setting, let value?) in changes {
            try await storage.set(.string(value), for: setting.rawValue)
            isChanged = true
        }
        // Browsers that are open have it from here: they read the settings when they are told that there are others.
        if isChanged { events.publish(.settingsChanged) }
        return try await settings(call)
    }

    private func settings(_ call: MethodCall) async throws(RPCError) -> JSON {
        let storage = try Self.storage(of: call)
        var settings: JSONObject = [:]
        for setting in Setting.allCases {
            let stored = try await storage.value(for: setting.rawValue)?.text
            let known = stored.flatMap { setting.isKnown($0) ? $0 : nil }
            settings[setting.rawValue] = .string(known ?? setting.values.first ?? "")
        }
        return ["settings": .object(settings)]
    }

    private static func storage(of call: MethodCall) throws(RPCError) -> any ModuleStorage {
        guard let storage = call.context.storage else {
            throw RPCError(.internalError, .storage, "the settings have no storage")
        }
        return storage
    }
}

extension SettingsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(events: parts.events)
    }

    static let declaration = ModuleDeclaration<SettingsModule>(
        id: "settings",
        methods: [
            Method("settings.get", callers: .owner, result: answer, by: SettingsModule.settings),
            Method(
                "settings.set", callers: .owner,
                params: Setting.language.parameter, Setting.theme.parameter, Setting.explorer.parameter,
                Setting.currency.parameter, Setting.swap.parameter, Setting.updates.parameter, result: answer,
                by: SettingsModule.set),
        ],
        needs: [.storage])

    private static let answer = ValueType.object([
        .required(
            "settings",
            .object([
                .required("language"), .required("theme"), .required("explorer"), .required("currency"),
                .required("swap"), .required("updates", .word(KeptReleases.choices)),
            ]))
    ])
}
