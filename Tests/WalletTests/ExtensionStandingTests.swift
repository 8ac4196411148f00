import BrowserExtensions
import Foundation
import JSONRPC
import Testing
import Wallet
import WalletRuntime

/// What the wallet says of a copy of its extension before anything is pressed, and what it takes to trust a folder.
@Suite(.timeLimit(.minutes(5))) struct ExtensionStandingTests {
    @Test func `a copy that isn't known hears so with the vault's status, and a terminal hears nothing of it`()
        async throws
    {
        let check = ExtensionCheck(known: KnownExtensions(joining: []), reader: SilentReader())
        let fixture = try await ServiceFixture(check: check)
        let browser = await fixture.attached(1)
        _ = try await browser.hello().get()
        #expect(try await browser.call("vault.status").get()["extension"] == "unverified")
        let terminal = await fixture.plain(2)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        #expect(try await terminal.call("vault.status").get()["extension"] == nil)
    }

    @Test func `where nothing is checked the extension hears that`() async throws {
        #expect(try await WalletLife().browser.call("vault.status").get()["extension"] == "unchecked")
    }

    @Test func `a folder takes the passphrase in an unattended wallet that is open, too`() async throws {
        let life = try await WalletLife()
        _ = try await life.create(["unattended": true]).get()
        _ = try await life.unlock().get()
        let folder: JSONObject = ["folder": .string(life.fixture.folder.resolvingSymlinksInPath().path)]
        let without = try await life.commandLine.call("extensions.trustFolder", folder)
        guard case .failure(let error) = without else { return #expect(Bool(false), "\(without)") }
        #expect(error.reason == .paramMissing)
        var wrong = folder
        wrong["passphrase"] = try life.commandLine.sealed("another one", for: "extensions.trustFolder")
        guard case .failure(let refused) = try await life.commandLine.call("extensions.trustFolder", wrong) else {
            return #expect(Bool(false))
        }
        #expect(refused.reason == .wrongPassphrase)
        let folders = try await life.prove("extensions.trustFolder", folder).get()["folders"]?.array
        #expect(folders?.first == folder["folder"] && folders?.count == 1)
        #expect(try await life.commandLine.call("extensions.untrustFolder", folder).get()["folders"] == [])
    }
}

/// A reader that has ended: of no copy can anything be said.
private struct SilentReader: ExtensionReading {
    func finding(of caller: String, behind host: Int32) async throws(ExtensionReadingFault) -> ExtensionFinding {
        throw .unanswered
    }

    func folder(at path: String) async throws(ExtensionReadingFault) -> String? { throw .unanswered }
}
