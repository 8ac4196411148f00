import ApprovalQueue
import Fingerprints
import Foundation
import GRDB
import JSONRPC
import Screens
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletKeys
import WalletState

/// A finger reopens the wallet and proves approvals: the wallet, Sidekey's window, and fprintd played on a bus of its own.
@Suite(.timeLimit(.minutes(10))) struct FingerprintTests {
    private static let use = ScriptedWindow.Press(button: "fingerprint")
    private static let device = ScriptedWindow.Press(button: "device 0")
    private static let approve = ScriptedWindow.Press(button: "approve")
    private static let passphrase = ScriptedWindow.Press(button: "approve", secrets: [ServiceFixture.passphrase])
    private static let bob = PublicKey("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9")

    private let window = ScriptedWindow()
    private let sensor: PlayedSensor

    init() throws { sensor = try PlayedSensor() }

    private struct Life {
        let fixture: ServiceFixture
        let browser: RecordingConnection
        let terminal: RecordingConnection

        func status() async throws -> String? { try await browser.call("vault.status").get()["vault"]?.text }

        /// True while a finger is said to be of use.
        func isOffered() async throws -> Bool { try await browser.call("vault.status").get()["fingerprint"] == true }

        func lock() async throws { _ = try await browser.call("vault.lock").get() }

        func unlock() async throws {
            _ = try await terminal.call(
                "vault.unlock", ["passphrase": terminal.sealed(ServiceFixture.passphrase, for: "vault.unlock")]
            ).get()
        }

        func turnOn() async throws -> JSON {
            try await terminal.call(
                "fingerprint.on", ["passphrase": terminal.sealed(ServiceFixture.passphrase, for: "fingerprint.on")]
            ).get()
        }

        func byFinger() async throws -> Result<JSON, RPCError> {
            try await browser.call("vault.unlock", ["fingerprint": true])
        }
    }

    private func life(
        _ policy: ApprovalPolicy = ApprovalPolicy(setting: .popup), home: ServiceFolder? = nil
    ) async throws -> Life {
        let fixture = try await ServiceFixture(
            prompt: window, hasVault: home == nil, policy: policy, home: home,
            fingerprint: FingerprintReader(bus: sensor.address))
        let browser = await fixture.attached(1)
        _ = try await browser.hello().get()
        let terminal = await fixture.plain(2)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        return Life(fixture: fixture, browser: browser, terminal: terminal)
    }

    /// A locked wallet whose key is kept.
    private func kept(_ policy: ApprovalPolicy = ApprovalPolicy(setting: .popup)) async throws -> Life {
        let life = try await life(policy)
        _ = try await life.turnOn()
        try await life.unlock()
        try await life.lock()
        return life
    }

    /// Does something once the sensor waits for the nth time.
    ///
    /// - Parameter stopping: False if what is done last doesn't end the wait.
    private func whenWaiting(_ words: String..., stopping: Bool = true) -> Task<Void, any Error> {
        // Nobody else asks it anything meanwhile.
        nonisolated(unsafe) let sensor = sensor
        return Task {
            for word in words {
                var before = try sensor.does("-").count(where: { $0 == "VerifyStop" })
                while try sensor.does("-").count(where: { $0 == "VerifyStart" }) <= before {
                    try await Task.sleep(for: .milliseconds(20))
                    before = try sensor.does("-").count(where: { $0 == "VerifyStop" })
                }
                try sensor.does(word)
                if !stopping { return }
                while try sensor.does("-").count(where: { $0 == "VerifyStop" }) <= before {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }
    }

    @Test func `only the passphrase turns it on, anybody turns it off, and off forgets the key at once`() async throws {
        let life = try await life()
        try await life.unlock()
        #expect(try await life.browser.call("fingerprint.status").get()["on"] == false)
        // A browser has no say: its prompt is closed, and no rule of its own turns it on.
        window.expect(.cancel)
        #expect(try await life.browser.call("fingerprint.on").failure?.code == .userRejected)
        #expect(try await life.browser.call("policy.tighten", ["fingerprint": true]).failure?.code == .invalidParams)
        #expect(try await life.browser.call("fingerprint.status").get()["on"] == false)
        #expect(try await life.browser.call("vault.status").get()["fingerprint"] == nil)
        #expect(try await life.turnOn()["on"] == true)
        #expect(try await life.isOffered())
        let listed = try await life.browser.call("openings.list").get()["openings"]?.array ?? []
        #expect(listed.contains { $0["kind"] == "fingerprint" && $0["last"] == nil })
        try await life.lock()
        #expect(try await life.isOffered())
        #expect(try await life.browser.call("fingerprint.off").get()["on"] == false)
        let log = try await life.browser.call("activity.list").get()["entries"]?.array ?? []
        #expect(
            log.compactMap { $0["kind"]?.text }.filter { $0.hasPrefix("fingerprint-") } == [
                "fingerprint-off", "fingerprint-on",
            ])
        #expect(try await !life.isOffered())
        #expect(try await life.byFinger().failure?.reason == .fingerprintOff)
    }

    @Test func `a finger reopens the wallet, once it was pressed for in Sidekey's window`() async throws {
        let life = try await kept()
        window.expect(Self.use, Self.use)
        let sees = whenWaiting("match")
        #expect(try await life.byFinger().get()["vault"] == "unlocked")
        try await sees.value
        #expect(window.open == 0)
        let openings = try await life.browser.call("openings.list").get()["openings"]?.array ?? []
        #expect(openings.contains { $0["kind"] == "fingerprint" && $0["last"] != nil })
        let log = try await life.browser.call("activity.list").get()
        #expect(String(decoding: log.serialized(), as: UTF8.self).contains("\"fingerprint\""))
    }

    @Test func `without a press in Sidekey's window the sensor doesn't wait, whatever a browser asks for`() async throws
    {
        let life = try await kept()
        window.expect(.cancel)
        #expect(try await life.byFinger().failure?.code == .userRejected)
        #expect(try sensor.does("-").allSatisfy { $0 != "Claim" })
        #expect(try await life.status() == "locked")
        // Where there is no window, a browser has no finger asked for at all.
        life.fixture.desktop.become(nil)
        let headless = try await ServiceFixture(
            home: life.fixture.home, fingerprint: FingerprintReader(bus: sensor.address))
        let browser = await headless.attached(9, display: nil)
        _ = try await browser.hello().get()
        #expect(try await browser.call("vault.unlock", ["fingerprint": true]).failure?.reason == .fingerprintNotKept)
        #expect(try sensor.does("-").allSatisfy { $0 != "Claim" })
    }

    @Test func `fingers that don't match are counted, and the fifth has the passphrase asked for`() async throws {
        let life = try await kept()
        // One press has the sensor wait; after each finger the same button is there again, until it is over.
        for _ in 0..<6 { window.expect(Self.use) }
        let sees = whenWaiting("no-match", "no-match", "no-match", "no-match", "no-match")
        #expect(try await life.byFinger().failure?.reason == .fingerprintTries)
        try await sees.value
        #expect((1...4).allSatisfy { left in window.problems.contains { $0.contains("\(left) left") } })
        #expect(window.screens.last?.buttons.count == 1)
        #expect(try await !life.isOffered())
        #expect(try await life.byFinger().failure?.reason == .fingerprintTries)
        try await life.unlock()
        #expect(try await life.browser.call("fingerprint.status").get()["retries"] == 5)
    }

    @Test func `a terminal without a display asks at the sensor itself, and others' matches count for nothing`()
        async throws
    {
        let life = try await kept()
        life.fixture.desktop.become(nil)
        var sees = whenWaiting("match")
        #expect(try await life.terminal.call("vault.unlock", ["fingerprint": true]).get()["vault"] == "unlocked")
        try await sees.value
        try await life.lock()
        sees = whenWaiting("no-match")
        let missed = try await life.terminal.call("vault.unlock", ["fingerprint": true]).failure
        #expect(missed?.reason == .fingerprintNoMatch && missed?.data["retries"] == 4)
        try await sees.value
        // Locking ends a wait: the sensor is free for the lock of the screen.
        let asked = await life.terminal.begin("vault.unlock", ["fingerprint": true])
        sees = whenWaiting("forged", stopping: false)
        try await sees.value
        // Time enough to take it for a match.
        try await Task.sleep(for: .milliseconds(500))
        await life.fixture.service.lockSession()
        #expect(try await life.terminal.outcome(of: asked).failure?.reason == .fingerprintCancelled)
        #expect(try await life.status() == "locked")
        _ = try await life.terminal.call("vault.lock", ["forget": true]).get()
        #expect(
            try await life.terminal.call("vault.unlock", ["fingerprint": true]).failure?.reason == .fingerprintNotKept)
    }

    @Test func `without a finger, a sensor or the right to one nothing is turned on`() async throws {
        let life = try await life()
        try sensor.does("forget")
        let status = try await life.browser.call("fingerprint.status").get()
        #expect(status["usable"] == false && status["reason"] == "fingerprint-unenrolled")
        await #expect(throws: RPCError.self) { try await life.turnOn() }
        #expect(try await life.browser.call("fingerprint.on").failure?.reason == .fingerprintUnenrolled)
        try sensor.does("die")
        #expect(try await life.browser.call("fingerprint.on").failure?.reason == .fingerprintAbsent)
        #expect(window.open == 0 && window.screens.isEmpty)
    }

    @Test func `the window that asks for the passphrase takes a finger as well`() async throws {
        let life = try await kept()
        window.expect(Self.use, Self.use)
        let sees = whenWaiting("match")
        #expect(try await life.browser.call("vault.unlock", ["native": true]).get()["vault"] == "unlocked")
        try await sees.value
        #expect(window.screens.first?.field != nil)
        try await life.lock()
        window.expect(
            .init(button: "unlock", secrets: ["wrong"]), .init(button: "unlock", secrets: [ServiceFixture.passphrase]))
        #expect(try await life.browser.call("vault.unlock", ["native": true]).get()["vault"] == "unlocked")
    }

    // Approvals

    private static func page(_ params: JSONObject = [:], request: String) -> JSONObject {
        var page: JSONObject = [
            "origin": "https://dapp.example", "tab": 1, "document": "document-1", "request": .string(request),
        ]
        for member in params.members { page[member.name.string] = member.value }
        return page
    }

    private func connected(_ life: Life) async throws -> PublicKey {
        let connect = await life.browser.begin("connect", Self.page(request: "connect"))
        window.expect(Self.passphrase)
        _ = try await life.browser.native().get()
        let answer = try await life.browser.outcome(of: connect).get()
        return try PublicKey(base58: #require(answer["publicKey"]?.text))
    }

    private func sign(_ instruction: Instruction, _ life: Life, as account: PublicKey, _ request: String) async throws
        -> String
    {
        let transaction = try Transaction(feePayer: account, blockhash: Blockhash()) { instruction }
        return await life.browser.begin(
            "signTransaction", Self.page(["tx": .string(Base64.encode(transaction.encoded()))], request: request))
    }

    private func proofs(_ life: Life) async throws -> [String] {
        let id = try await life.browser.waiting()["id"]
        let shown = try await life.browser.call("approvals.get", ["id": id ?? ""]).get()
        return (shown["wallet"]?["proofs"]?.array ?? []).compactMap(\.text)
    }

    @Test func `a finger proves an approval whose review says all, and opens no session`() async throws {
        var policy = ApprovalPolicy(setting: .native)
        policy.perRequest = true
        let life = try await kept(policy)
        let account = try await connected(life)
        try await life.lock()
        let paid = try await sign(
            SystemProgram.transfer(from: account, to: Self.bob, lamports: 5_000_000_000), life, as: account, "pay")
        #expect(try await proofs(life) == ["passphrase", "fingerprint"])
        window.expect(Self.device, Self.approve)
        let sees = whenWaiting("match")
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        try await sees.value
        #expect(try await life.browser.outcome(of: paid).get()["signedTransaction"] != nil)
        #expect(window.screens.contains { $0.buttons.map(\.label).contains("Use fingerprint") })
        #expect(try await life.status() == "locked")
        // One that doesn't match is told, and the passphrase is there.
        let next = try await sign(
            SystemProgram.transfer(from: account, to: Self.bob, lamports: 5_000_000_000), life, as: account, "next")
        window.expect(Self.device, Self.passphrase)
        let misses = whenWaiting("no-match")
        #expect(try await life.browser.native().get()["state"]?.text == "answered")
        try await misses.value
        _ = try await life.browser.outcome(of: next).get()
        #expect(window.screens.contains { $0.field?.problem?.contains("4 left") == true })
    }

    @Test func `a danger takes more than a finger`() async throws {
        let life = try await kept(ApprovalPolicy(setting: .native))
        let account = try await connected(life)
        let danger = try await sign(
            TokenProgram.approve(source: Self.bob, delegate: Self.bob, owner: account, amount: .max), life, as: account,
            "danger")
        #expect(try await proofs(life) == ["passphrase"])
        let before = window.screens.count
        // The button isn't there, and pressing it all the same is no approval.
        window.expect(Self.device)
        #expect(try await life.browser.native().get()["state"]?.text == "rejected")
        _ = try await life.browser.outcome(of: danger)
        #expect(window.screens.dropFirst(before).allSatisfy { !$0.buttons.map(\.label).contains("Use fingerprint") })
        #expect(try sensor.does("-").allSatisfy { $0 != "Claim" })
    }

    @Test func `a wallet whose records were edited lets no finger in`() async throws {
        let before = try await life()
        try await before.unlock()
        await before.fixture.service.shutDown()
        let database = try DatabaseQueue(path: before.fixture.folder.path + "/wallet.sqlite")
        try await database.write { database in
            let stored = try Data.fetchOne(database, sql: "SELECT policy FROM protected")
            let policy = String(decoding: try #require(stored), as: UTF8.self)
            let edited = policy.replacingOccurrences(of: "{", with: "{\"fingerprint\":true,", options: .anchored)
            try #require(edited != policy)
            try database.execute(sql: "UPDATE protected SET policy = ?", arguments: [Data(edited.utf8)])
        }
        try database.close()
        let life = try await life(home: before.fixture.home)
        try await life.unlock()
        let status = try await life.browser.call("fingerprint.status").get()
        #expect(status["on"] == false && status["remaining"] == nil)
        #expect(try await life.browser.call("policy.get").get()["trust"] == "reset")
        #expect(try await life.byFinger().failure?.reason == .fingerprintOff)
    }

    @Test func `another wallet in its place is opened by no finger`() async throws {
        let life = try await kept()
        let backup = try await life.terminal.call("vault.backup").get()["vault"]?.text ?? ""
        _ = try await life.terminal.call(
            "vault.restore",
            [
                "vault": .string(JSONString(backup)),
                "passphrase": life.terminal.sealed(ServiceFixture.passphrase, for: "vault.restore"),
            ]
        ).get()
        #expect(try await !life.isOffered())
        try await life.unlock()
        // The rule was the other wallet's.
        #expect(try await life.browser.call("fingerprint.status").get()["on"] == false)
        #expect(try await life.byFinger().failure?.reason == .fingerprintOff)
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
