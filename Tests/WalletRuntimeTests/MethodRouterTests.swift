import JSONRPC
import Salt
import Testing
import WalletRuntime

@Suite struct MethodRouterTests {
    /// Answers with who asked.
    struct Mirror: WalletModule {
        var manifest = ModuleManifest(
            id: "mirror",
            methods: [
                MethodManifest("page.method", callers: [.page]),
                MethodManifest("own.method", callers: [.walletExtension, .commandLine]),
                MethodManifest("cli.method", callers: [.commandLine]),
                MethodManifest("other.method", callers: [.otherExtension, .deeplink]),
            ])

        func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
            if case .page(let page) = call.caller { return .string(page.origin.serialized) }
            return .string(call.caller.kind.rawValue)
        }
    }

    /// Opens nothing.
    struct NoSecrets: SecretOpening {
        func open(_ parameter: SealedParameter, of method: String) throws(RPCError) -> SecretBytes {
            throw RPCError(.invalidInput, .sealedInvalid, "\(method) \(parameter.name)")
        }
    }

    static let page: JSONObject = [
        "origin": "https://dapp.example", "tab": 1, "document": "d", "request": "1",
    ]

    static func ask(_ method: String, as kind: ConnectionClass, params: JSONObject = [:]) async throws -> JSON {
        let router = MethodRouter(registry: try ModuleRegistry([Mirror()]))
        return try await router.answer(
            RPCRequest(id: "1", method: method, params: params), from: Client(connection: ConnectionID(1)), as: kind,
            secrets: NoSecrets())
    }

    @Test func eachClassReachesItsOwnMethods() async throws {
        #expect(try await Self.ask("page.method", as: .walletExtension, params: Self.page) == "https://dapp.example")
        #expect(try await Self.ask("own.method", as: .walletExtension) == "walletExtension")
        #expect(try await Self.ask("own.method", as: .commandLine) == "commandLine")
        #expect(try await Self.ask("cli.method", as: .commandLine) == "commandLine")
    }

    @Test(arguments: [
        ("cli.method", ConnectionClass.walletExtension), ("page.method", .commandLine), ("no.method", .commandLine),
        ("page.method", .otherExtension("x")), ("own.method", .otherExtension("x")),
        ("cli.method", .otherExtension("x")), ("other.method", .otherExtension("x")), ("", .walletExtension),
    ])
    func whatACallerMayNotUseDoesNotExistForIt(method: String, kind: ConnectionClass) async {
        let error = await #expect(throws: RPCError.self) { try await Self.ask(method, as: kind, params: Self.page) }
        #expect(error?.code == .methodNotFound)
    }

    @Test func aPageIsNamedByEveryMemberOfItsContext() async throws {
        for name in ["origin", "tab", "document", "request"] {
            var params = Self.page
            params[name] = nil
            let error = await #expect(throws: RPCError.self) {
                try await Self.ask("page.method", as: .walletExtension, params: params)
            }
            #expect(error?.reason == .paramMissing)
        }
    }

    @Test func modulesThatClashAreRefusedAtTheStart() {
        #expect(throws: ModuleError.duplicateModule("mirror")) { try ModuleRegistry([Mirror(), Mirror()]) }
        var second = Mirror()
        second.manifest = ModuleManifest(id: "second", methods: [MethodManifest("page.method", callers: [.page])])
        #expect(throws: ModuleError.duplicateMethod("page.method")) { try ModuleRegistry([Mirror(), second]) }
        second.manifest = ModuleManifest(id: "second", methods: [MethodManifest("x", callers: [])])
        #expect(throws: ModuleError.methodWithoutCaller("x")) { try ModuleRegistry([second]) }
    }

    @Test func identifiersAreRandomUUIDsOfVersionFour() {
        let made = Set((0..<1000).map { _ in RandomUUIDs().next() })
        #expect(made.count == 1000)
        for identifier in made {
            let groups = identifier.split(separator: "-")
            #expect(groups.map(\.count) == [8, 4, 4, 4, 12])
            #expect(groups[2].first == "4")
            #expect("89ab".contains(groups[3].first ?? " "))
        }
    }
}
