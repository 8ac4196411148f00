import ApprovalQueue
import JSONRPC
import WalletRuntime

/// The settings that a browser may change: the look of things. All else is policy.
struct SettingsModule: WalletModule {
    let events: WalletEvents

    /// Each setting with the values it may have; the first is the default.
    private static let settings: [(name: String, values: [String])] = [
        // Without a name it is the browser's own, or the terminal's.
        ("language", ["", "en", "pt_BR", "el", "tr"]),
        ("theme", ["system", "light", "dark"]),
        ("explorer", ["explorer.solana.com", "solscan.io", "solana.fm"]),
    ]

    private func set(_ call: MethodCall) async throws(RPCError) {
        let storage = try Self.storage(of: call)
        var parameters = call.parameters
        var changes: [(String, String)] = []
        for setting in Self.settings {
            guard let value = try parameters.optionalString(setting.name) else { continue }
            guard setting.values.contains(value) else {
                throw RPCError(.invalidParams, .paramValue, "no such value", data: ["name": .string(setting.name)])
            }
            changes.append((setting.name, value))
        }
        for (name, value) in changes { try await storage.set(.string(value), for: name) }
        // Browsers that are open have it from here: they read the settings when they are told that there are others.
        if !changes.isEmpty { events.publish(.settingsChanged) }
    }

    private func settings(_ call: MethodCall) async throws(RPCError) -> JSON {
        let storage = try Self.storage(of: call)
        var settings: JSONObject = [:]
        for setting in Self.settings {
            let stored = try await storage.value(for: setting.name)?.text
            settings[setting.name] = .string(stored ?? setting.values.first ?? "")
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
            Method("settings.get", callers: .owner, params: [], result: answer) { module, call throws(RPCError) in
                try await module.settings(call)
            },
            Method(
                "settings.set", callers: .owner,
                params: [.optional("language"), .optional("theme"), .optional("explorer")], result: answer
            ) { module, call throws(RPCError) in
                try await module.set(call)
                return try await module.settings(call)
            },
        ],
        needs: [.storage])

    private static let answer = ValueType.object([
        .required("settings", .object([.required("language"), .required("theme"), .required("explorer")]))
    ])
}
