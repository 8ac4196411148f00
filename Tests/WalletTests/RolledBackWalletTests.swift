import Foundation
import JSONRPC
import TestSupport
import Testing
import Wallet
import WalletKeys

/// A wallet's files put back to what they were: the vault, the database and the anchor, alone and together.
///
/// The anchor tells of a database that was put back by itself, and the vault's key of one that belongs to another key. All that there is
/// to compare lies in the folder: who puts everything back that says how far it had come gets what was once true (decision 8).
@Suite(.serialized, .timeLimit(.minutes(5))) struct RolledBackWalletTests {
    /// Files by their names.
    private typealias Files = [String: Data]

    /// What is put back; the other files stay as they were last.
    struct Parts: OptionSet, CustomTestStringConvertible {
        let rawValue: Int
        static let vault = Parts(rawValue: 1)
        static let database = Parts(rawValue: 2)
        static let anchor = Parts(rawValue: 4)

        static let all = (0..<8).map(Parts.init)

        var names: [String] {
            (contains(.vault) ? ["vault", "vault.previous"] : [])
                + (contains(.database) ? ["wallet.sqlite", "wallet.sqlite-wal", "wallet.sqlite-shm"] : [])
                + (contains(.anchor) ? ["anchor"] : [])
        }

        var testDescription: String { rawValue == 0 ? "nothing" : names.joined(separator: ", ") }
    }

    /// What the wallet says once it is unlocked.
    private struct State: Equatable {
        var trust: String?
        var approvals: String?
        var allowance: String?
        var origins: [String]
        var accounts: Int

        /// What holds where somebody else wrote.
        func strictest() -> State {
            State(trust: "reset", approvals: "native", allowance: "0", origins: [], accounts: accounts)
        }
    }

    /// The vault is written anew in between, under the same key: an account more.
    @Test func `with the vault's key as it was, records put back without their anchor are found`() async throws {
        let (older, newer, oldState, newState) = try await history { life in
            _ = try await life.browser.call("accounts.add").get()
        }
        #expect(oldState != newState && oldState.accounts != newState.accounts)
        for parts in Parts.all {
            // The key is the same: an older vault opens, with the accounts of then.
            var expected = parts.contains(.database) ? oldState : newState
            expected.accounts = (parts.contains(.vault) ? oldState : newState).accounts
            if parts.contains(.database), !parts.contains(.anchor) { expected = expected.strictest() }
            let after = try await state(of: older, over: newer, parts)
            #expect(after == expected, "\(parts.testDescription)")
        }
    }

    /// The vault gets another key in between: its records fit that one alone.
    @Test func `with another key, the vault and its records are found unless all three are put back`() async throws {
        let (older, newer, oldState, newState) = try await history { life in
            let method = "vault.rotate"
            let sealed = try life.commandLine.sealed(ServiceFixture.passphrase, for: method)
            _ = try await life.commandLine.call(method, ["passphrase": sealed]).get()
        }
        #expect(oldState != newState)
        for parts in Parts.all {
            let expected =
                switch parts {
                case [], .anchor: newState
                case [.vault, .database, .anchor]: oldState
                default: newState.strictest()
                }
            let after = try await state(of: older, over: newer, parts)
            #expect(after == expected, "\(parts.testDescription)")
        }
    }

    /// The files before and after a change that was made together with another policy and another grant.
    private func history(
        _ change: (Life) async throws -> Void
    ) async throws -> (older: Files, newer: Files, oldState: State, newState: State) {
        let life = try await Life()
        _ = try await life.connect("https://first.example")
        let oldState = try await life.state()
        await life.fixture.service.shutDown()
        let older = try files(in: life.fixture.folder)

        let later = try await Life(files: older)
        try await later.unlock()
        let opened = try await later.state()
        try #require(opened == oldState)
        try await change(later)
        _ = try await later.connect("https://second.example")
        _ = try await later.browser.call("policy.tighten", ["allowance": "7"]).get()
        let newState = try await later.state()
        await later.fixture.service.shutDown()
        return (older, try files(in: later.fixture.folder), oldState, newState)
    }

    private func state(of older: Files, over newer: Files, _ parts: Parts) async throws -> State {
        var mixed = newer
        for name in parts.names { mixed[name] = older[name] }
        let life = try await Life(files: mixed)
        try await life.unlock()
        return try await life.state()
    }

    private func files(in folder: URL) throws -> Files {
        var files: Files = [:]
        for name in Parts([.vault, .database, .anchor]).names {
            files[name] = try? Data(contentsOf: folder.appendingPathComponent(name))
        }
        try #require(files["vault"] != nil && files["wallet.sqlite"] != nil && files["anchor"] != nil)
        return files
    }

    /// A wallet with a browser and a command line at it.
    private struct Life {
        let fixture: ServiceFixture
        let browser: RecordingConnection
        let commandLine: RecordingConnection

        /// - Parameter files: those of a wallet that was closed; without them it is a new one, unlocked.
        init(files: Files? = nil) async throws {
            if let files {
                let home = try ServiceFolder()
                for (name, content) in files {
                    try SystemFile.write(home.url.appendingPathComponent(name).path, Array(content))
                }
                fixture = try await ServiceFixture(home: home)
            } else {
                fixture = try await ServiceFixture(prompt: ScriptedPrompt())
            }
            browser = await fixture.attached(1)
            _ = try await browser.hello().get()
            commandLine = await fixture.plain(2)
            _ = try await commandLine.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
            if files == nil { try await unlock() }
        }

        func unlock() async throws {
            let sealed = try browser.sealed(ServiceFixture.passphrase, for: "vault.unlock")
            _ = try await browser.call("vault.unlock", ["passphrase": sealed]).get()
        }

        func connect(_ origin: String) async throws -> JSON {
            let known = browser.notifications("com.wallet.request").count
            let page: JSONObject = [
                "origin": .string(origin), "tab": 1, "document": "d", "request": .string(UUID().uuidString),
            ]
            let asked = await browser.begin("connect", page)
            for _ in 0..<5000 where browser.notifications("com.wallet.request").count == known {
                try await Task.sleep(for: .milliseconds(1))
            }
            let id = try #require(browser.notifications("com.wallet.request").last?["id"])
            let shown = try await browser.call("approvals.get", ["id": id]).get()
            _ = try await browser.call(
                "approvals.approve",
                [
                    "id": id, "digest": try #require(shown["summary"]?["digest"]),
                    "review": try #require(shown["reviewHash"]),
                ]
            ).get()
            return try await browser.outcome(of: asked).get()
        }

        func state() async throws -> State {
            let policy = try await browser.call("policy.get").get()
            let origins = try await browser.call("origins.list").get()["origins"]?.array ?? []
            return State(
                trust: policy["trust"]?.text, approvals: policy["approvals"]?.text,
                allowance: policy["allowance"]?.text, origins: origins.compactMap { $0["origin"]?.text }.sorted(),
                accounts: try await browser.call("vault.status").get()["accounts"]?.array?.count ?? 0)
        }
    }
}
