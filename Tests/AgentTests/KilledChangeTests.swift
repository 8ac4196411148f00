import Glibc
import JSONRPC
import TestSupport
import Testing

/// The agent killed while one vault takes another's place: policy and grants are those of the vault that is there afterwards.
@Suite struct KilledChangeTests {
    /// Changes that replace a vault with one under another key.
    enum Change: String, CaseIterable, Sendable {
        case rotate = "vault.rotate"
        case restore = "vault.restore"

        func params(_ client: FrameClient, backup: String) throws -> JSONObject {
            var params: JSONObject = ["passphrase": try client.sealed(WalletFixture.passphrase, for: rawValue)]
            if self == .restore { params["vault"] = .string(JSONString(backup)) }
            return params
        }
    }

    @Test(arguments: Change.allCases)
    func `killed at every sync and every name given, the records fit the vault`(_ change: Change) async throws {
        // How the change goes where nothing stops it.
        let whole = try await InterposedWallet()
        let backup = try whole.prepare(change)
        whole.interposer.arm()
        _ = try whole.make(change, backup)
        let trace = whole.interposer.trace
        let steps = trace.enumerated().filter { "yrl".contains($0.element) }.map { $0.offset + 1 }
        #expect(trace.count { $0 == "y" } >= 5 && trace.contains("r"), Comment(rawValue: trace))
        var outcomes: [Bool] = []
        for step in steps {
            let wallet = try await InterposedWallet()
            let backup = try wallet.prepare(change)
            let before = try wallet.vault
            wallet.interposer.arm(.kill(at: step))
            // The answer may have been given before the last steps.
            _ = try? wallet.make(change, backup)
            // Writes that wait for one another share a sync: one time there is a step more at the end than the other.
            guard let ending = wallet.agent.waitForEnd(within: Deadline(seconds: 20)) else {
                #expect(steps.suffix(2).contains(step), "step \(step) of \(trace) was never reached")
                continue
            }
            #expect(ending == .killed(signal: SIGKILL))
            let isChanged = try wallet.vault != before
            outcomes.append(isChanged)
            try wallet.restart()
            let client = try wallet.wallet.home.commandLine()
            _ = try client.call(
                "vault.unlock", ["passphrase": client.sealed(WalletFixture.passphrase, for: "vault.unlock")]
            ).get()
            let policy = try client.call("policy.get").get()
            let name = Comment(rawValue: "killed at step \(step) of \(trace)")
            #expect(policy["trust"] == "intact" && policy["approvals"] == "popup", name)
            let origins = try client.call("origins.list").get()["origins"]?.array?.count
            #expect(origins == (isChanged && change != .rotate ? 0 : 1), name)
        }
        // The sweep went over the moment in which the vault took its place, and once it had it stayed.
        #expect(Set(outcomes) == [false, true] && outcomes == outcomes.sorted { !$0 && $1 })
    }
}

extension InterposedWallet {
    var vault: [UInt8] {
        get throws { try #require(SystemFile.read(wallet.home.path + "/vault")) }
    }

    /// A backup of the vault as it is; what is to be restored gets another key afterwards.
    fileprivate func prepare(_ change: KilledChangeTests.Change) throws -> String {
        let backup = try #require(try wallet.home.commandLine().call("vault.backup").get()["vault"]?.text)
        if change == .restore { _ = try make(.rotate, backup) }
        return backup
    }

    fileprivate func make(_ change: KilledChangeTests.Change, _ backup: String) throws -> JSON {
        let client = try wallet.home.commandLine()
        return try client.call(change.rawValue, change.params(client, backup: backup)).get()
    }
}
