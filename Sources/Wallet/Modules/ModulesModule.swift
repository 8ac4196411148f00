import JSONRPC
import WalletRuntime
import WalletState

/// The installed modules, each by its manifest.
struct ModulesModule: WalletModule {
    private func list(_ call: MethodCall, _ page: ListPage) async throws(RPCError) -> JSON {
        let rows = call.modules.manifests.drop { $0.id <= page.cursor ?? "" }.prefix(page.limit)
        return page.answer("modules", rows.map(\.json), next: rows.last?.id)
    }

    private func run(_ call: MethodCall, _ command: String, _ arguments: [String]) async throws(RPCError) -> JSON {
        try await call.modules.run(command, arguments).json
    }

    private func page(_ call: MethodCall, _ module: String, _ screen: String) async throws(RPCError) -> JSON {
        try await call.modules.page(screen, of: module).json
    }

    private func act(
        _ call: MethodCall, _ module: String, _ screen: String, _ action: String, _ values: [String: String]
    ) async throws(RPCError) -> JSON {
        try await call.modules.perform(action, on: screen, of: module, values).json
    }

    /// The person's input, by the inputs' names.
    private static let values = ParameterForm<JSONObject>.anyObject.map { object, name throws(RPCError) in
        var values: [String: String] = [:]
        for member in object.members {
            guard let text = member.value.text else { throw RPCError.parameter(name, "a value is not a text") }
            values[member.name.string] = text
        }
        return values
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
                "modules.list", callers: .owner, params: .page,
                result: .object([.required("modules", .list(module)), .optional("cursor")]), by: ModulesModule.list),
            Method(
                "modules.run", callers: [.commandLine],
                params: .required("command"), .required("arguments", .texts), result: .modulePage, by: ModulesModule.run
            ),
            Method(
                "modules.page", callers: [.walletExtension], params: .required("module"), .required("screen"),
                result: .modulePage, by: ModulesModule.page),
            Method(
                "modules.act", callers: [.walletExtension],
                params: .required("module"), .required("screen"), .required("action"), .required("values", values),
                result: .modulePage, by: ModulesModule.act),
        ])

    private static let module = ValueType.object([
        .required("id"), .required("version"), .required("needs", .list(.string)),
        .required("extensionPoints", .anyObject), .required("methods", .list(.anyObject)),
    ])
}

extension ModuleManifest {
    /// The manifest as docs/protocol.md spells it.
    var json: JSON {
        var points: JSONObject = [:]
        let commands = extensionPoints.commands.map { command -> JSON in
            [
                "name": .string(command.name), "summary": .string(command.summary),
                "usage": .string(command.usage),
            ]
        }
        if !commands.isEmpty { points["commands"] = .array(commands) }
        let screens = extensionPoints.screens.map { screen -> JSON in
            ["id": .string(screen.id), "title": .string(screen.title)]
        }
        if !screens.isEmpty { points["screens"] = .array(screens) }
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
