import Foundation
import JSONRPC
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// The wallet's own modules as a set: where they come from, what they declare, and that each can be missing.
@Suite struct InstalledModuleTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let terminal: JSONObject = ["client": "cli", "profile": .null, "connectionKey": .null]

    private func unlock(_ terminal: RecordingConnection) async throws {
        let sealed = try terminal.sealed(ServiceFixture.passphrase, for: "vault.unlock")
        _ = try await terminal.call("vault.unlock", ["passphrase": sealed]).get()
    }

    @Test func `the list of modules is the one that the folders make`() throws {
        let copy = ScratchRoot.url.appendingPathComponent("modules-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: copy) }
        try FileManager.default.copyItem(at: Self.top.appending(path: "Sources/Wallet"), to: copy)
        let list = copy.appending(path: "InstalledModules.swift")
        let committed = try Data(contentsOf: list)
        try FileManager.default.removeItem(at: list)
        let script = Self.top.appending(path: "Tests/Support/installed_modules.py").path
        let made = try ChildProcess.run("/usr/bin/python3", [script, copy.path])
        #expect(made.ending == .exited(0), "\(made.errors)")
        #expect(try Data(contentsOf: list) == committed)
    }

    @Test(arguments: [
        "accounts", "activity", "agent", "approvals", "contacts", "deeplinks", "fingerprint", "message", "modules",
        "network",
        "offchain", "origins", "passkey", "permissions", "policy", "portfolio", "reveal", "securitykey", "settings",
        "solana", "tpm",
        "transfer", "vault", "walletlib",
    ])
    func `the wallet runs without any one of its modules`(id: String) async throws {
        let fixture = try await ServiceFixture(hasVault: false, omitting: [id])
        let all = try await ServiceFixture(hasVault: false)
        let missing = try #require(all.service.manifests.first { $0.id == id })
        let terminal = await fixture.plain(1)
        #expect(try await terminal.hello(Self.terminal).failure == nil)
        for manifest in fixture.service.manifests { #expect(manifest.id != id) }
        #expect(fixture.service.manifests.count == all.service.manifests.count - 1)
        for method in missing.methods where method.callers.contains(.commandLine) {
            #expect(try await terminal.call(method.name).failure?.code == .methodNotFound)
        }
        // Somebody else still answers.
        let other = id == "settings" ? "modules.list" : "settings.get"
        #expect(try await terminal.call(other).failure == nil)
        await fixture.service.shutDown()
        await all.service.shutDown()
    }

    /// The names in a table's row: the method, and what it takes.
    private struct Row {
        let params: Set<String>
        let result: String
    }

    private static func rows() throws -> [String: Row] {
        let text = try String(contentsOf: top.appending(path: "docs/protocol.md"), encoding: .utf8)
        var rows: [String: Row] = [:]
        // Behind the methods come errors, frames of another protocol, and what the Safari wallet did.
        let methods = text.components(separatedBy: "\n## Policy and grants").first ?? ""
        for line in methods.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.replacing("\\|", with: "/").split(separator: "|", omittingEmptySubsequences: false)
            guard cells.count == 5 else { continue }
            let names = cells[1].matches(of: /`([A-Za-z._]+)`/).map { String($0.1) }
            let quoted = cells[2].matches(of: /`([^`]*)`/).map { String($0.1) }.joined(separator: ", ")
            for name in names {
                let known = rows[name]?.params ?? []
                rows[name] = Row(params: known.union(Self.members(quoted)), result: String(cells[3]))
            }
        }
        return rows
    }

    /// The members at the outermost level of `a, b?: {c, d}, e[]`.
    private static func members(_ text: String) -> Set<String> {
        var depth = 0
        var outer = ""
        for character in text {
            if character == "{" || character == "[" { depth += 1 }
            if depth == 0 { outer.append(character) }
            if character == "}" || character == "]" { depth -= 1 }
        }
        return Set(
            outer.split(separator: ",").compactMap { part in
                part.split(separator: ":").first?.filter { $0.isLetter || $0.isNumber || $0 == "_" }.description
            }.filter { !$0.isEmpty })
    }

    /// What the tables don't list by name but refer to.
    private static let options: Set<String> = [
        "commitment", "preflightCommitment", "skipPreflight", "minContextSlot", "maxRetries",
    ]
    private static let transfer: Set<String> = [
        "to", "address", "amount", "all", "mint", "account", "cluster", "memo", "priority", "priorityCap",
        "allowOffCurve",
    ]

    @Test func `every method takes what the protocol's tables say and declares it`() async throws {
        let rows = try Self.rows()
        let fixture = try await ServiceFixture(hasVault: false)
        for method in fixture.service.manifests.flatMap(\.methods) {
            let row = try #require(rows[method.name], "\(method.name) stands in no table")
            var written = row.params
            if written.remove("options") != nil { written.formUnion(Self.options) }
            if method.name == "transfer.preview" || method.name == "transfer.send" { written = Self.transfer }
            let declared = Set(try #require(method.params, "\(method.name) declares no params").map(\.name))
            #expect(declared == written, "\(method.name)")
            #expect(method.result != .any, "\(method.name) declares no result")
        }
        let methods = Set(fixture.service.manifests.flatMap(\.methods).map(\.name))
        #expect(Set(rows.keys.filter { $0.contains(".") }).subtracting(methods).isEmpty)
        await fixture.service.shutDown()
    }

    @Test func `the agent lists its modules and counts its calls`() async throws {
        let fixture = try await ServiceFixture(hasVault: false)
        let terminal = await fixture.plain(1)
        _ = try await terminal.hello(Self.terminal)
        _ = try await terminal.call("vault.status")
        _ = try await terminal.call("records.get", ["id": "none"])
        _ = try await terminal.call("no.method")
        let first = try await terminal.call("modules.list", ["limit": 5]).get()
        #expect(first["modules"]?.array?.count == 5)
        let rest = try await terminal.call("modules.list", ["cursor": try #require(first["cursor"])]).get()
        let modules = (first["modules"]?.array ?? []) + (rest["modules"]?.array ?? [])
        #expect(modules.compactMap { $0["id"]?.text } == fixture.service.manifests.map(\.id))
        let solana = try #require(modules.first { $0["id"] == "solana" })
        let sign = try #require(solana["methods"]?.array?.first { $0["name"] == "signMessage" })
        #expect(sign["needs"] == ["approval", "connected-origin"])
        #expect(sign["callers"] == ["page"])
        #expect(sign["result"] == "{signature: base64, signedMessage: base64}")
        let metrics = try await terminal.call("agent.metrics").get()
        let status = try #require(metrics["methods"]?.array?.first { $0["method"] == "vault.status" })
        #expect(status["count"] == 1)
        let record = try #require(metrics["methods"]?.array?.first { $0["method"] == "records.get" })
        #expect(record["errors"] == 1)
        #expect(metrics["unknown"] == 1)
        // How often somebody asks what is nobody's business in a browser.
        let browser = await fixture.attached(2)
        _ = try await browser.hello()
        #expect(try await browser.call("agent.metrics").failure?.code == .methodNotFound)
        #expect(try await browser.call("modules.list").failure == nil)
        await fixture.service.shutDown()
    }

    /// Another package's module.
    struct Notes: WalletModule {
        let manifest = ModuleManifest(
            id: "notes",
            methods: [
                MethodManifest("notes.set", callers: [.commandLine], params: [.required("text")], needs: [.storage]),
                MethodManifest("notes.get", callers: [.commandLine], params: [], needs: [.unlockedSession]),
                MethodManifest("notes.page", callers: [.page], params: [], needs: [.connectedOrigin]),
                MethodManifest("notes.net", callers: [.commandLine], params: [], needs: [.network]),
                MethodManifest("notes.sign", callers: [.commandLine], params: [], needs: [.approval]),
            ],
            extensionPoints: ExtensionPoints(
                commands: [ModuleCommand("note", summary: "keeps a note", usage: "WORD...")],
                screens: [ModuleScreen("notes", title: "Notes")]))

        func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
            guard let storage = call.context.storage else { return .null }
            var parameters = call.parameters
            if call.request.method == "notes.set" {
                try await storage.set(.string(parameters.string("text")), for: "language")
            }
            return ["text": try await storage.value(for: "language") ?? .null]
        }

        func run(_ command: String, _ arguments: [String], for call: MethodCall) async throws(RPCError) -> ModulePage {
            try await call.context.storage?.set(.string(arguments.joined(separator: " ")), for: command)
            return try await page("notes", for: call)
        }

        func page(_ screen: String, for call: MethodCall) async throws(RPCError) -> ModulePage {
            let note = try await call.context.storage?.value(for: "note")?.text
            return ModulePage(
                facts: [ModulePage.Fact("Note", note ?? "none")],
                actions: [ModulePage.Action("keep", "Keep", inputs: [ModulePage.Input("note", "A note")])])
        }

        func perform(
            _ action: String, on screen: String, _ values: [String: String], for call: MethodCall
        ) async throws(RPCError) -> ModulePage {
            guard action == "keep", let note = values["note"] else { throw .methodUnknown }
            try await call.context.storage?.set(.string(note), for: "note")
            return try await page(screen, for: call)
        }
    }

    @Test func `a module of another package brings a command to the terminal and a screen to the popup`() async throws {
        let fixture = try await ServiceFixture(prompt: ScriptedPrompt(), modules: [Notes()])
        let terminal = await fixture.plain(1)
        _ = try await terminal.hello(Self.terminal)
        let run: JSONObject = ["command": "note", "arguments": ["buy", "milk"]]
        #expect(try await terminal.call("modules.run", run).get()["facts"] == [["label": "Note", "value": "buy milk"]])
        let none: JSONObject = ["command": "vault", "arguments": []]
        #expect(try await terminal.call("modules.run", none).failure?.code == .methodNotFound)
        // What a browser shows is asked by the browser alone, and the other way around.
        let place: JSONObject = ["module": "notes", "screen": "notes"]
        #expect(try await terminal.call("modules.page", place).failure?.code == .methodNotFound)
        let browser = await fixture.attached(2)
        _ = try await browser.hello()
        #expect(try await browser.call("modules.run", run).failure?.code == .methodNotFound)
        let page = try await browser.call("modules.page", place).get()
        #expect(page["facts"] == [["label": "Note", "value": "buy milk"]])
        #expect(
            page["actions"] == [
                ["id": "keep", "label": "Keep", "inputs": [["name": "note", "label": "A note"]]]
            ])
        var act = place
        act["action"] = "keep"
        act["values"] = ["note": "<b>eggs</b>"]
        let after = try await browser.call("modules.act", act).get()
        #expect(after["facts"] == [["label": "Note", "value": "<b>eggs</b>"]])
        act["values"] = ["note": 1]
        #expect(try await browser.call("modules.act", act).failure?.code == .invalidParams)
        act["values"] = [:]
        act["action"] = "burn"
        #expect(try await browser.call("modules.act", act).failure?.code == .methodNotFound)
        for wrong in [["module": "vault", "screen": "notes"], ["module": "notes", "screen": "vault"]] as [JSONObject] {
            #expect(try await browser.call("modules.page", wrong).failure?.code == .methodNotFound)
        }
        let modules = try await browser.call("modules.list").get()["modules"]?.array ?? []
        let notes = modules.first { $0["id"] == "notes" }
        #expect(
            notes?["extensionPoints"] == [
                "commands": [["name": "note", "summary": "keeps a note", "usage": "WORD..."]],
                "screens": [["id": "notes", "title": "Notes"]],
            ])
        await fixture.service.shutDown()
    }

    @Test func `a module of another package has its needs met, its own storage, and nothing of the wallet's`()
        async throws
    {
        let prompt = ScriptedPrompt()
        let fixture = try await ServiceFixture(prompt: prompt, modules: [Notes()])
        let terminal = await fixture.plain(1)
        let greeting = try await terminal.hello(Self.terminal).get()
        #expect(greeting["pages"]?.array?.contains("notes.page") == true)
        // The same key as the settings', and another value.
        _ = try await terminal.call("settings.set", ["language": "el"]).get()
        #expect(try await terminal.call("notes.set", ["text": "mine"]).get() == ["text": "mine"])
        #expect(try await terminal.call("settings.get").get()["settings"]?["language"] == "el")
        #expect(try await terminal.call("notes.get").failure?.reason == .locked)
        #expect(try await terminal.call("notes.net").failure?.reason == .noNetwork)
        #expect(try await terminal.call("notes.sign").failure?.code == .internalError)
        let browser = await fixture.attached(2)
        _ = try await browser.hello()
        let page: JSONObject = ["origin": "https://dapp.example", "tab": 1, "document": "d", "request": "1"]
        #expect(try await browser.call("notes.page", page).failure?.reason == .notConnected)
        try await unlock(terminal)
        #expect(try await terminal.call("notes.get").get() == ["text": "mine"])
        await fixture.service.shutDown()
        let later = try await ServiceFixture(
            prompt: prompt, hasVault: false, home: fixture.home, modules: [Notes()])
        let again = await later.plain(1)
        _ = try await again.hello(Self.terminal)
        try await unlock(again)
        #expect(try await again.call("notes.get").get() == ["text": "mine"])
        await later.service.shutDown()
    }

    /// As the command that stops the agent or opens another wallet is answered while the agent leaves.
    @Test func `whoever has asked is answered before the wallet is closed`() async throws {
        struct Slow: WalletModule {
            let manifest = ModuleManifest(
                id: "slow", methods: [MethodManifest("slow.answer", callers: [.commandLine], params: [])])
            let begun = AsyncStream.makeStream(of: Void.self)

            func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
                begun.continuation.finish()
                try? await Task.sleep(for: .milliseconds(100))
                return ["done": true]
            }
        }
        let slow = Slow()
        let fixture = try await ServiceFixture(hasVault: false, modules: [slow])
        let terminal = await fixture.plain(1)
        #expect(try await terminal.hello(Self.terminal).failure == nil)
        let id = await terminal.begin("slow.answer")
        for await _ in slow.begun.stream {}
        await fixture.service.shutDown()
        #expect(terminal.isAnswered(id))
    }

    @Test func `modules that clash with the wallet's are refused as it opens`() async throws {
        struct Thief: WalletModule {
            let manifest = ModuleManifest(
                id: "thief", methods: [MethodManifest("vault.unlock", callers: [.otherExtension])])
            func answer(_ call: MethodCall) async throws(RPCError) -> JSON { [:] }
        }
        await #expect(throws: ModuleError.duplicateMethod("vault.unlock")) {
            _ = try await ServiceFixture(hasVault: false, modules: [Thief()])
        }
    }

    /// A folder that another one needs besides is found here, before somebody leaves it out.
    @Test func `the library compiles with the folders of modules left out`() throws {
        let script = Self.top.appending(path: "Tests/Support/without_module.py").path
        let left = [
            "Accounts", "Activity", "Agent", "Contacts", "Modules", "Names", "Network", "Origins", "Portfolio",
            "Settings",
            "Transfer",
        ]
        let made = try ChildProcess.run(
            "/usr/bin/python3", [script, BuiltProgram.folder] + left, environment: ProcessInfo.processInfo.environment,
            within: Deadline(seconds: 300))
        #expect(made.ending == .exited(0), "\(made.text) \(made.errors)")
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
