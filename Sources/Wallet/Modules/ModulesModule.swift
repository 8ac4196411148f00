import JSONRPC
import WalletRuntime
import WalletState

/// The installed modules, each by its manifest.
struct ModulesModule: WalletModule {
    private func list(_ call: MethodCall) throws(RPCError) -> JSON {
        var parameters = call.parameters
        let page = try ListPage(reading: &parameters)
        let rows = call.modules.manifests.drop { $0.id <= page.cursor ?? "" }.prefix(page.limit)
        return page.answer("modules", rows.map(\.json), next: rows.last?.id)
    }

    private func run(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let command = try parameters.string("command")
        let arguments = try parameters.strings("arguments")
        return try await call.modules.run(command, arguments).json
    }

    private func page(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let module = try parameters.string("module")
        return try await call.modules.page(parameters.string("screen"), of: module).json
    }

    private func act(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let (module, screen) = (try parameters.string("module"), try parameters.string("screen"))
        let action = try parameters.string("action")
        var values: [String: String] = [:]
        for member in try parameters.object("values").members {
            guard let text = member.value.text else {
                throw RPCError(.invalidParams, .paramValue, "a value is not a text", data: ["name": "values"])
            }
            values[member.name.string] = text
        }
        return try await call.modules.perform(action, on: screen, of: module, values).json
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
            },
            Method(
                "modules.run", callers: [.commandLine],
                params: [.required("command"), .required("arguments", .list(.string))], result: .modulePage
            ) { module, call throws(RPCError) in
                try await module.run(call)
            },
            Method(
                "modules.page", callers: [.walletExtension], params: [.required("module"), .required("screen")],
                result: .modulePage
            ) { module, call throws(RPCError) in
                try await module.page(call)
            },
            Method(
                "modules.act", callers: [.walletExtension],
                params: [
                    .required("module"), .required("screen"), .required("action"), .required("values", .anyObject),
                ], result: .modulePage
            ) { module, call throws(RPCError) in
                try await module.act(call)
            },
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
