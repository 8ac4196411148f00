import JSONRPC
import Testing
import WalletRuntime

@Suite struct ManifestTests {
    struct Named: WalletModule {
        let manifest: ModuleManifest

        func answer(_ call: MethodCall) async throws(RPCError) -> JSON { [:] }
    }

    static func install(_ manifests: ModuleManifest..., offering: Set<Need> = Need.known) throws(ModuleError) {
        _ = try ModuleRegistry(manifests.map(Named.init), offering: offering)
    }

    static func module(_ id: String = "a", _ methods: MethodManifest...) -> ModuleManifest {
        ModuleManifest(id: id, methods: methods)
    }

    @Test func aModuleWithEveryKindOfNeedIsInstalled() throws {
        try Self.install(
            ModuleManifest(
                id: "everything",
                methods: [
                    MethodManifest("e.page", callers: [.page], needs: [.connectedOrigin, .approval, .network]),
                    MethodManifest("e.own", callers: [.walletExtension], needs: [.unlockedSession]),
                ], needs: [.storage]))
    }

    @Test func aNeedThatNobodyKnowsOrThatIsNotOfferedIsRefusedByItsName() {
        let odd = MethodManifest("a.odd", callers: [.page], needs: [Need(rawValue: "telepathy")])
        let error = #expect(throws: ModuleError.self) { try Self.install(Self.module("a", odd)) }
        #expect(error == .unknownNeed("a.odd", "telepathy"))
        #expect(error?.description == "a.odd needs telepathy, which the runtime doesn't know")
        #expect(throws: ModuleError.unknownNeed("a", "telepathy")) {
            try Self.install(ModuleManifest(id: "a", methods: [], needs: [Need(rawValue: "telepathy")]))
        }
        let network = MethodManifest("a.net", callers: [.page], needs: [.network])
        #expect(throws: ModuleError.needNotOffered("a.net", "network")) {
            try Self.install(Self.module("a", network), offering: [.storage])
        }
    }

    @Test func aConnectedOriginIsNeededByMethodsForPagesOnly() {
        let mixed = MethodManifest("a.mixed", callers: [.page, .commandLine], needs: [.connectedOrigin])
        #expect(throws: ModuleError.originWithoutPage("a.mixed")) { try Self.install(Self.module("a", mixed)) }
        let told = MethodManifest("a.told", callers: [.page], needs: [.unlockedSession])
        #expect(throws: ModuleError.sessionTold("a.told")) { try Self.install(Self.module("a", told)) }
    }

    @Test(arguments: ["", "A", "1a", "a b", "a.b", "ä", String(repeating: "a", count: 33)])
    func anIdHasOneForm(id: String) {
        #expect(throws: ModuleError.badName(id)) { try Self.install(Self.module(id)) }
    }

    @Test(arguments: ["", "hello", "host.attach", "a b", "a\n", "ä", String(repeating: "a", count: 65)])
    func aMethodTakesNoNameOfTheProtocolsOwn(name: String) {
        #expect(throws: ModuleError.badName(name)) {
            try Self.install(Self.module("a", MethodManifest(name, callers: [.page])))
        }
    }

    @Test func parametersAndExtensionPointsDoNotClash() {
        let twice = MethodManifest("a.x", callers: [.page], params: [.required("p"), .optional("p", .integer)])
        #expect(throws: ModuleError.duplicateParameter("a.x", "p")) { try Self.install(Self.module("a", twice)) }
        let point = ExtensionPoints(
            commands: [ModuleCommand("c", summary: "one")], screens: [ModuleScreen("c", title: "One")])
        let screen = ExtensionPoints(screens: [ModuleScreen("c", title: "Two")])
        let (one, two) = (
            ModuleManifest(id: "one", methods: [], extensionPoints: point),
            ModuleManifest(id: "two", methods: [], extensionPoints: screen)
        )
        #expect(throws: ModuleError.duplicatePoint("screen", "c")) { try Self.install(one, two) }
        let loud = ExtensionPoints(commands: [ModuleCommand("A b", summary: "none")])
        #expect(throws: ModuleError.badName("A b")) {
            try Self.install(ModuleManifest(id: "one", methods: [], extensionPoints: loud))
        }
        #expect(throws: ModuleError.noTime("a.x")) {
            try Self.install(Self.module("a", MethodManifest("a.x", callers: [.page], limit: .zero)))
        }
    }

    @Test func aTypeIsWrittenInOneLine() {
        let type = ValueType.object([
            .required("entries", .list(.object([.required("sequence", .integer), .optional("detail")]))),
            .optional("cursor", .either([.string, .null])),
        ])
        #expect(type.description == "{entries: [{sequence: integer, detail?: string}], cursor?: string | null}")
    }
}
