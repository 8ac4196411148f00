import Glibc
import JSONRPC
import TestSupport
import Testing
import WalletKeys

/// The vault's key in the memory of an agent that keeps it for a finger: fprintd is played on a bus of its own.
@Suite(.timeLimit(.minutes(5)), .enabled(if: geteuid() == 0, "an agent isn't dumpable, so only root can look into it"))
struct KeptKeyInMemoryTests {
    private let home: ScratchHome
    private let sensor: PlayedSensor
    private let agent: Int32
    private let commandLine: FrameClient
    private let passphrase = ProcessMemory.strangeText(count: 30)
    private let phrase = SeedPhrase.generate().withText { String(decoding: $0, as: UTF8.self) }

    init() throws {
        home = try ScratchHome()
        sensor = try PlayedSensor()
        agent = try home.startAgent(environment: ["SIDEKEY_DESKTOP": sensor.address]).pid
        commandLine = try home.commandLine()
    }

    private func call(_ method: String, _ more: JSONObject = [:]) throws {
        var params = more
        params["passphrase"] = try commandLine.sealed(passphrase, for: method)
        _ = try commandLine.call(method, params).get()
    }

    private func left(_ key: [UInt8]?) throws -> Int {
        try ProcessMemory.windows(of: [#require(key)], pid: agent)
    }

    private func lock(_ params: JSONObject = [:]) throws { _ = try commandLine.call("vault.lock", params).get() }

    @Test func `a key that is kept for a finger is in locked pages alone, and gone once it is forgotten`() throws {
        try call(
            "vault.create",
            ["phrase": commandLine.sealed(phrase, for: "vault.create", "phrase"), "unattended": false])
        let secrets = try WalletSecrets(of: home.path, phrase: phrase, passphrase: passphrase)
        let key = secrets.keys["vault key"]?.bytes
        let others = secrets.keys.filter { $0.key != "vault key" }.values.map(\.bytes)
        try call("vault.unlock")
        try lock()
        #expect(try left(key) == 0)

        try call("fingerprint.on")
        try call("vault.unlock")
        try lock()
        #expect(try left(key) == 25)
        #expect(try ProcessMemory.exposedPlaces(of: [#require(key)], pid: agent) == [])
        // Of the rest there is nothing: the secrets stay sealed.
        #expect(try ProcessMemory.windows(of: others, pid: agent) == 0)
        // A finger opens it, and the lock closes all but the key again.
        let asked = try commandLine.begin("vault.unlock", ["fingerprint": true])
        #expect(try Deadline(seconds: 20).wait { try sensor.does("-").contains("VerifyStart") })
        try sensor.does("match")
        #expect(try commandLine.answer(to: asked).get()["vault"] == "unlocked")
        #expect(try ProcessMemory.windows(of: others, pid: agent) > 0)
        try lock()
        #expect(try left(key) == 25 && ProcessMemory.windows(of: others, pid: agent) == 0)

        try lock(["forget": true])
        #expect(try left(key) == 0)
        try call("vault.unlock")
        try lock()
        #expect(try left(key) == 25)
        _ = try commandLine.call("fingerprint.off").get()
        #expect(try left(key) == 0)
        try call("fingerprint.on")
        try call("vault.unlock")
        try lock()
        try call("vault.rotate")
        #expect(try left(key) == 0)
    }
}
