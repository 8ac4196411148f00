import JSONRPC
import Logging
import Salt
import Synchronization
import TestSupport
import Testing
import WalletRuntime

/// The runtime's work around a module's own.
@Suite struct ModuleCallTests {
    /// Answers as a test says.
    struct Scripted: WalletModule {
        let manifest: ModuleManifest
        let body: @Sendable (MethodCall) async throws(RPCError) -> JSON

        init(
            _ id: String, _ methods: [MethodManifest], needs: Set<Need> = [],
            _ body: @escaping @Sendable (MethodCall) async throws(RPCError) -> JSON = { _ in [:] }
        ) {
            manifest = ModuleManifest(id: id, methods: methods, needs: needs)
            self.body = body
        }

        func answer(_ call: MethodCall) async throws(RPCError) -> JSON { try await body(call) }
    }

    /// Has the needs that are named, and writes down which it was asked for.
    final class Conditions: NeedChecking {
        let met: Set<Need>
        let asked = Mutex<[String]>([])

        init(_ met: Set<Need>) { self.met = met }

        func check(_ need: Need, of call: MethodCall) async throws(RPCError) {
            asked.withLock { $0.append(need.rawValue) }
            guard met.contains(need) else { throw RPCError(.locked, .locked, "\(need.rawValue) is missing") }
        }
    }

    static func router(
        _ modules: any WalletModule..., conditions: any NeedChecking = NothingMet(), clock: ManualClock = ManualClock(),
        storage: (any StorageSource)? = nil, log: LogLines = LogLines(), levels: LogLevels = LogLevels()
    ) throws -> MethodRouter {
        MethodRouter(
            registry: try ModuleRegistry(modules), conditions: conditions,
            context: RuntimeContext(clock: clock, logger: log.logger, levels: levels, storage: storage))
    }

    static func ask(
        _ router: MethodRouter, _ method: String, _ params: JSONObject = [:], as kind: ConnectionClass = .commandLine
    ) async -> Result<JSON, RPCError> {
        do throws(RPCError) {
            return .success(
                try await router.answer(
                    RPCRequest(id: "1", method: method, params: params), from: Client(connection: ConnectionID(1)),
                    as: kind, secrets: MethodRouterTests.NoSecrets()))
        } catch {
            return .failure(error)
        }
    }

    static func own(
        _ name: String, params: [ParameterManifest]? = nil, needs: Set<Need> = [], limit: Duration = .seconds(5)
    ) -> MethodManifest {
        MethodManifest(name, callers: [.commandLine, .walletExtension], params: params, needs: needs, limit: limit)
    }

    @Test func needsAreLookedForBeforeTheModuleIsAsked() async throws {
        let wasAsked = Mutex(0)
        let module = Scripted(
            "scripted",
            [
                MethodManifest("m.page", callers: [.page], needs: [.connectedOrigin, .network]),
                Self.own("m.own", needs: [.unlockedSession, .network, .storage]),
            ]
        ) { _ throws(RPCError) in
            wasAsked.withLock { $0 += 1 }
            return [:]
        }
        let none = Conditions([])
        var router = try Self.router(module, conditions: none)
        #expect(await Self.ask(router, "m.own").failure?.message == "unlocked-session is missing")
        #expect(
            await Self.ask(router, "m.page", MethodRouterTests.page, as: .walletExtension).failure?.message
                == "connected-origin is missing")
        #expect(wasAsked.withLock(\.self) == 0)
        let all = Conditions([.unlockedSession, .network, .connectedOrigin])
        router = try Self.router(module, conditions: all)
        #expect(await Self.ask(router, "m.own").failure == nil)
        #expect(await Self.ask(router, "m.page", MethodRouterTests.page, as: .walletExtension).failure == nil)
        #expect(
            all.asked.withLock(\.self) == ["unlocked-session", "network", "connected-origin", "network"])
        #expect(wasAsked.withLock(\.self) == 2)
    }

    @Test func whereNobodyLooksAfterANeedItIsNotMet() async throws {
        let router = try Self.router(Scripted("scripted", [Self.own("m.net", needs: [.network])]))
        #expect(await Self.ask(router, "m.net").failure?.code == .internalError)
    }

    @Test func anAnswerWithoutTheApprovalThatItNeedsIsDropped() async throws {
        let log = LogLines()
        let module = Scripted("scripted", [Self.own("m.sign", needs: [.approval])]) { call throws(RPCError) in
            if call.params["yes"] != nil { Decision.current?.make() }
            if call.params["no"] != nil { throw RPCError(.userRejected, .rejected, "no") }
            return "signature"
        }
        let router = try Self.router(module, log: log)
        let refused = await Self.ask(router, "m.sign")
        #expect(refused.failure?.message == "the module answered without the approval it needs")
        #expect(log.lines.contains { $0.hasPrefix("error an answer without an approval was dropped") })
        #expect(await Self.ask(router, "m.sign", ["no": true]).failure?.code == .userRejected)
        #expect(await Self.ask(router, "m.sign", ["yes": true]).success == "signature")
        // A yes is good for its own call.
        #expect(await Self.ask(router, "m.sign").failure != nil)
    }

    @Test func parametersAreHeldAgainstTheManifestWithTheErrorsThatModulesThrow() async throws {
        let all: [ParameterManifest] = [
            .required("text"), .optional("count", .integer), .optional("flag", .boolean), .optional("key", .sealed),
            .optional("list", .list(.string)), .optional("terminal", .string, callers: [.commandLine]),
            .optional("free", .any),
        ]
        let router = try Self.router(Scripted("scripted", [Self.own("m.x", params: all), Self.own("m.free")]))
        func reason(_ params: JSONObject, as kind: ConnectionClass = .commandLine) async -> String? {
            let error = await Self.ask(router, "m.x", params, as: kind).failure
            return error.map { "\($0.reason?.rawValue ?? "") \($0.data["name"]?.text ?? "")" }
        }
        #expect(await reason(["text": "a", "count": 1, "flag": true, "key": [:], "list": [], "free": .null]) == nil)
        #expect(await reason([:]) == "param-missing text")
        #expect(await reason(["text": .null]) == "param-type text")
        #expect(await reason(["text": 1]) == "param-type text")
        #expect(await reason(["text": "a", "count": "1"]) == "param-type count")
        #expect(await reason(["text": "a", "flag": 1]) == "param-type flag")
        #expect(await reason(["text": "a", "key": "clear"]) == "param-type key")
        #expect(await reason(["text": "a", "list": [:]]) == "param-type list")
        #expect(await reason(["text": "a", "other": 1]) == "param-unknown other")
        #expect(await reason(["text": "a", "terminal": "t"]) == nil)
        #expect(await reason(["text": "a", "terminal": "t"], as: .walletExtension) == "param-unknown terminal")
        // A method that declares nothing reads for itself.
        #expect(await Self.ask(router, "m.free", ["whatever": 1]).failure == nil)
    }

    @Test func aModuleThatHangsEndsInAClearErrorAndNobodyElseWaits() async throws {
        let clock = ManualClock()
        let log = LogLines()
        let wasCancelled = Mutex(false)
        let module = Scripted("scripted", [Self.own("m.hang"), Self.own("m.quick")]) { call throws(RPCError) in
            if call.request.method == "m.hang" {
                await withTaskCancellationHandler {
                    // Hears of nothing: only its own call waits for it.
                    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                } onCancel: {
                    wasCancelled.withLock { $0 = true }
                }
            }
            return "quick"
        }
        let router = try Self.router(module, clock: clock, log: log)
        let hanging = Task { await Self.ask(router, "m.hang") }
        while router.metrics.entries.first?.running != 1 { await Task.yield() }
        #expect(await Self.ask(router, "m.quick").success == "quick")
        clock.advance(by: .seconds(4))
        #expect(await Self.ask(router, "m.quick").success == "quick")
        // Its watch may not sleep yet: time passes until it has seen it.
        let ticking = Task {
            while !Task.isCancelled {
                clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        let error = await hanging.value.failure
        ticking.cancel()
        #expect(error?.code == .internalError)
        #expect(error?.reason == .moduleTimedOut)
        #expect(error?.data["limit"] == 5000)
        #expect(error?.message == "the module scripted didn't answer in time")
        while !wasCancelled.withLock(\.self) { await Task.yield() }
        #expect(log.lines.contains("error a module hangs method=m.hang module=scripted"))
        #expect(await Self.ask(router, "m.quick").success == "quick")
        #expect(router.metrics.entries.first?.running == 0)
    }

    @Test func `a module that a suspension took past its limit says itself how it ended`() async throws {
        let clock = ManualClock()
        let deadline = clock.now + .seconds(4)
        let module = Scripted("scripted", [Self.own("m.hang")]) { call throws(RPCError) in
            try? await clock.sleep(until: deadline)
            // Longer than the watch takes that wakes beside it.
            try? await Task.sleep(for: .milliseconds(200))
            throw RPCError(.invalidInput, .expired, "nobody decided in time")
        }
        let router = try Self.router(module, clock: clock, log: LogLines())
        let asked = Task { await Self.ask(router, "m.hang") }
        while router.metrics.entries.first?.running != 1 { await Task.yield() }
        // The call's own limit of five seconds begins before the module does.
        try await Task.sleep(for: .milliseconds(100))
        clock.advance(by: .seconds(3600))
        #expect(await asked.value.failure?.reason == .expired)
    }

    @Test func aHandlerThatAnswersTwiceOrNeverAnswersOnce() async throws {
        let log = LogLines()
        let module = Scripted("scripted", [Self.own("m.twice"), Self.own("m.never"), Self.own("m.throws")]) {
            call throws(RPCError) in
            try await call.answered { reply in
                switch call.request.method {
                case "m.twice":
                    #expect(reply.succeed("first"))
                    #expect(!reply.succeed("second"))
                    #expect(!reply.fail(RPCError(.internalError, nil, "third")))
                case "m.throws": reply.fail(RPCError(.invalidInput, .expired, "late"))
                default: break
                }
            }
        }
        let router = try Self.router(module, log: log)
        #expect(await Self.ask(router, "m.twice").success == "first")
        #expect(log.lines.count { $0 == "error a module answered twice method=m.twice module=scripted" } == 2)
        #expect(await Self.ask(router, "m.never").failure?.message == "the module gave no answer")
        #expect(await Self.ask(router, "m.throws").failure?.reason == .expired)
    }

    @Test func noModuleReachesAnothersStorage() async throws {
        let storage = MemoryStorage()
        func keeper(_ id: String, needs: Set<Need> = [.storage]) -> Scripted {
            Scripted(id, [Self.own("\(id).x")], needs: needs) { call throws(RPCError) in
                guard let storage = call.context.storage else { return .null }
                if let value = call.params["set"] { try await storage.set(value, for: "key") }
                return [
                    "value": try await storage.value(for: "key") ?? .null,
                    "keys": .array(try await storage.keys().map { .string($0) }),
                ]
            }
        }
        let router = try Self.router(keeper("a"), keeper("b"), keeper("c", needs: []), storage: storage)
        #expect(await Self.ask(router, "a.x", ["set": "mine"]).success == ["value": "mine", "keys": ["key"]])
        #expect(await Self.ask(router, "b.x").success == ["value": .null, "keys": []])
        #expect(await Self.ask(router, "b.x", ["set": 2]).success == ["value": 2, "keys": ["key"]])
        #expect(await Self.ask(router, "a.x").success == ["value": "mine", "keys": ["key"]])
        // A module that doesn't ask for one has none.
        #expect(await Self.ask(router, "c.x").success == .null)
    }

    @Test func memoryKeepsNoMoreThanTheBounds() async throws {
        let storage = MemoryStorage().storage(of: "a")
        for number in 0..<StorageBounds.count { try await storage.set(.number(number), for: "\(number)") }
        await #expect(throws: RPCError.self) { try await storage.set(1, for: "one more") }
        try await storage.set(2, for: "1")
        try await storage.set(nil, for: "2")
        try await storage.set(3, for: "one more")
        await #expect(throws: RPCError.self) { try await storage.set(1, for: "") }
        let long = JSON.string(String(repeating: "a", count: StorageBounds.value))
        await #expect(throws: RPCError.self) { try await storage.set(long, for: "1") }
        #expect(try await storage.value(for: "1") == 2)
    }

    @Test func aModuleAsksAnotherInTheNameOfItsOwnCallerOnly() async throws {
        let asking = Scripted("asking", [Self.own("a.ask")]) { call throws(RPCError) in
            guard let method = call.params["method"]?.text else { return .null }
            return try await call.modules.ask(method, ["method": "a.ask"])
        }
        let other = Scripted("other", [MethodManifest("o.terminal", callers: [.commandLine])]) {
            call throws(RPCError) in
            .string(call.caller.kind.rawValue)
        }
        let router = try Self.router(asking, other)
        #expect(await Self.ask(router, "a.ask", ["method": "o.terminal"]).success == "commandLine")
        let refused = await Self.ask(router, "a.ask", ["method": "o.terminal"], as: .walletExtension).failure
        #expect(refused?.code == .methodNotFound)
        // One that asks itself comes to an end.
        #expect(await Self.ask(router, "a.ask", ["method": "a.ask"]).failure?.code == .internalError)
    }

    @Test func callsAreCountedByMethodAndUnknownNamesAreNotKept() async throws {
        let clock = ManualClock()
        let module = Scripted("scripted", [Self.own("m.a"), Self.own("m.b")]) { call throws(RPCError) in
            clock.advance(by: .milliseconds(call.params["took"]?.int ?? 0))
            if call.request.method == "m.b" { throw RPCError(.invalidInput, .expired, "late") }
            return [:]
        }
        let router = try Self.router(module, clock: clock)
        for took in [1, 30, 2, 3, 2000] { _ = await Self.ask(router, "m.a", ["took": .number(took)]) }
        _ = await Self.ask(router, "m.b")
        for number in 0..<100 { _ = await Self.ask(router, "no.\(number)") }
        let entries = router.metrics.entries
        #expect(entries.map(\.method) == ["m.a", "m.b"])
        #expect(entries.map(\.count) == [5, 1])
        #expect(entries.map(\.errors) == [0, 1])
        #expect(entries.first?.median == .milliseconds(3))
        #expect(entries.first?.maximum == .milliseconds(2000))
        #expect(router.metrics.unknown == 100)
    }

    @Test func levelsAreByModuleAndLinesByTheirModulesName() async throws {
        let log = LogLines()
        let levels = LogLevels(parsing: "warning, loud=debug,=,x=nonsense,nonsense")
        #expect(levels.usual == .warning)
        #expect(levels.level(of: "x") == .warning)
        func module(_ id: String) -> Scripted {
            Scripted(id, [Self.own("\(id).x")]) { call throws(RPCError) in
                call.context.logger.debug("said")
                call.context.logger.warning("warned")
                return [:]
            }
        }
        let router = try Self.router(module("loud"), module("quiet"), log: log, levels: levels)
        _ = await Self.ask(router, "loud.x")
        _ = await Self.ask(router, "quiet.x")
        let lines = log.lines.filter { !$0.contains("answered") }
        #expect(lines == ["debug said module=loud", "warning warned module=loud", "warning warned module=quiet"])
        #expect(log.lines.contains { $0.hasPrefix("debug answered caller=commandLine method=loud.x") })
    }

    @Test func aMaskedValuePrintsMaskedWhereverItGoes() {
        let address = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU"
        struct Holder { let account: Masked }
        let log = LogLines()
        let masked = Masked.address(address)
        log.logger.error("\(masked)", metadata: ["a": .masked(masked), "b": "\(Holder(account: masked))"])
        var dumped = ""
        dump([masked], to: &dumped)
        let texts = [
            "\(masked)", String(describing: [masked]), String(reflecting: Holder(account: masked)), dumped,
            "\(Mirror(reflecting: masked).children.map { "\($0)" })", "\(Optional(masked) as Any)", log.lines.joined(),
            "\(["k": masked])",
        ]
        for text in texts { #expect(!text.contains(address.dropFirst(5).prefix(8)), "\(text)") }
        #expect(log.lines == ["error 7xKX…gAsU a=7xKX…gAsU b=Holder(account: 7xKX…gAsU)"])
        #expect("\(Masked.hash(String(repeating: "ab", count: 32)))" == "abababab…")
        #expect("\(Masked.token("secret-token"))" == "••• (12)")
        #expect("\(Masked.address("short"))" == "…")
        #expect(masked == Masked.address(address))
        #expect("\(Masked.origin("https://dapp.example"))" == "https://…")
        #expect("\(Masked.path("/home/ann lee/wallet/vault"))" == "…/vault")
        struct Fault: Error, CustomStringConvertible {
            let description = "cannot open /home/ann lee/agent.sock: no such file: /run/user/7/a"
        }
        #expect("\(Logger.MetadataValue.masked(Fault()))" == "cannot open …/agent.sock: no such file: …/a")
    }
}

/// A log in memory, one line an event.
final class LogLines: Sendable {
    private let written = Mutex<[String]>([])
    var lines: [String] { written.withLock(\.self) }

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            let line = "\(event.level) \(event.message)" + all.map { " \($0.key)=\($0.value)" }.joined()
            log.written.withLock { $0.append(line) }
        }
    }
}

extension Result {
    var success: Success? { try? get() }

    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
