import JSONRPC
import WalletRuntime
import WalletState

/// What is installed: each module by its manifest.
struct ModulesModule: WalletModule {
    private func list(_ call: MethodCall) throws(RPCError) -> JSON {
        var parameters = call.parameters
        let page = try ListPage(reading: &parameters)
        let rows = call.modules.manifests.drop { $0.id <= page.cursor ?? "" }.prefix(page.limit)
        return page.answer("modules", rows.map(\.json), next: rows.last?.id)
    }
}

extension ModulesModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init()
    }

    static let declaration = ModuleDeclaration<ModulesModule>(
        id: "modules",
        methods: [
            Method(
                "modules.list", callers: .owner, params: ListPage.params,
                result: .object([.required("modules", .list(module)), .optional("cursor")])
            ) { module, call throws(RPCError) in
                try module.list(call)
            }
        ], extensionPoints: ExtensionPoints(commands: ["modules"]))

    private static let module = ValueType.object([
        .required("id"), .required("version"), .required("needs", .list(.string)),
        .required("extensionPoints", .anyObject), .required("methods", .list(.anyObject)),
    ])
}

extension ModuleManifest {
    /// The manifest as docs/protocol.md spells it.
    var json: JSON {
        var points: JSONObject = [:]
        let all = [
            ("commands", extensionPoints.commands), ("settings", extensionPoints.settings),
            ("reviewFacts", extensionPoints.reviewFacts), ("reviewRules", extensionPoints.reviewRules),
            ("routes", extensionPoints.routes),
        ]
        for (name, names) in all where !names.isEmpty { points[name] = .array(names.map { .string($0) }) }
        return [
            "id": .string(id), "version": .string(version), "needs": .names(needs.map(\.rawValue)),
            "extensionPoints": .object(points), "methods": .array(methods.map(\.json)),
        ]
    }
}

extension MethodManifest {
    fileprivate var json: JSON {
        var json: JSONObject = [
            "name": .string(name), "callers": .names(callers.map(\.rawValue)), "needs": .names(needs.map(\.rawValue)),
            "result": .string(result.description), "limit": .number(limit.milliseconds),
        ]
        json["params"] = params.map { .array($0.map(\.json)) }
        return .object(json)
    }
}

extension ParameterManifest {
    fileprivate var json: JSON {
        var json: JSONObject = [
            "name": .string(name), "type": .string(type.description), "required": .bool(isRequired),
        ]
        json["callers"] = callers.map { .names($0.map(\.rawValue)) }
        return .object(json)
    }
}

extension JSON {
    fileprivate static func names(_ names: [String]) -> JSON { .array(names.sorted().map { .string($0) }) }
}
