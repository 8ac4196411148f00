import Glibc
import JSONRPC
import Salt
import SealedSecrets
import TestSupport
import Testing
import WalletKeys

/// Traces of every secret of a wallet in agent, host, frames and files: words, seed, private keys, vault key.
@Suite(.enabled(if: geteuid() == 0, "an agent isn't dumpable, so only root can look into it"))
struct WalletSecretsInMemoryTests {
    private let home: ScratchHome
    private let agent: Int32
    private let commandLine: FrameClient
    private let browser: BrowserStandIn
    private let phrase = Self.newPhrase()
    private let other = Self.newPhrase()
    private let passphrase = ProcessMemory.strangeText(count: 30)
    /// Where words meet in the programs' own texts: what stood there before they were told any.
    private let ownTexts: Set<UInt64>

    init() throws {
        home = try ScratchHome()
        agent = try home.startAgent().pid
        commandLine = try home.commandLine()
        browser = try BrowserStandIn(.firefox(addOn: "wallet@sidekey.app"), home: home)
        _ = try browser.hello(profile: WalletFixture.profile).get()
        let words = [phrase, other].flatMap(WalletSecrets.wordsInMemory)
        ownTexts = try [agent, browser.process.pid].reduce(into: []) {
            $0.formUnion(try ProcessMemory.foundWindows(of: words, pid: $1))
        }
    }

    @Test func `whatever was done with the keys, after the lock no 8 bytes of them are left, nor in a frame or file`()
        throws
    {
        try create(phrase)
        var secrets = try WalletSecrets(of: home.path, phrase: phrase, passphrase: passphrase)
        #expect(try secrets.keys.count > 15 && left(secrets.inMemory, in: agent) == 0)

        // The control: the same search finds what a session holds while it is open.
        try unlock()
        for name in ["seed", "vault key"] {
            let key = try #require(secrets.keys[name]).bytes
            #expect(try left([key], in: agent) == key.count - 7, "\(name)")
        }
        try use()
        secrets.add(try importKey(), named: "imported key")
        #expect(try left([try #require(secrets.keys["imported key"]).bytes], in: agent) == 25)
        try prove("vault.rotate")
        secrets.merge(try WalletSecrets(of: home.path, phrase: phrase, passphrase: passphrase))
        try use()
        _ = try browser.call("vault.lock").get()
        for pid in [agent, browser.process.pid] { #expect(try left(secrets.inMemory, in: pid) == 0) }

        // Another wallet in its place: the old vault is set aside, and is as closed as it was.
        try create(other, replacing: true)
        let later = try WalletSecrets(of: home.path, phrase: other, passphrase: passphrase)
        try unlock()
        _ = try browser.call("vault.lock").get()
        let names = SystemFile.names(in: home.path)
        #expect(names.contains("vault.aside-1") && names.contains("wallet.sqlite"))
        let files = names.compactMap { SystemFile.read("\(home.path)/\($0)") }
        #expect(files.count >= 6)
        #expect(browser.received.count > 10 && commandLine.received.count > 5)
        for secrets in [secrets, later] {
            for pid in [agent, browser.process.pid] { #expect(try left(secrets.inMemory, in: pid) == 0) }
            #expect(try secrets.found(in: files + browser.received + commandLine.received) == [])
            // The control: words and keys are found where they are.
            let seed = Base64.encode(try #require(secrets.keys["seed"]).bytes)
            #expect(try secrets.found(in: [Array("\(secrets.phrase), \(seed)".utf8)]) == ["phrase", "seed"])
        }
    }

    @Test func `a session that ran out by itself leaves nothing either`() throws {
        try create(phrase)
        let secrets = try WalletSecrets(of: home.path, phrase: phrase, passphrase: passphrase)
        try unlock()
        _ = try browser.call("policy.tighten", ["session": 10_000]).get()
        #expect(try left(secrets.inMemory, in: agent) > 0)
        #expect(try Deadline(seconds: 30).wait { try browser.call("vault.status").get()["vault"]?.text == "locked" })
        #expect(try Deadline(seconds: 5).wait { try left(secrets.inMemory, in: agent) == 0 })
    }

    /// Expects neither the words nor the passphrase, which no session holds. In the whole run after each operation; in the usual one
    /// the search at a test's end is for them too.
    private func expectNoTexts() throws {
        guard Extent.isWhole else { return }
        let texts = ProcessMemory.spellings(of: passphrase) + [phrase, other].flatMap(WalletSecrets.wordsInMemory)
        for pid in [agent, browser.process.pid] { #expect(try left(texts, in: pid) == 0) }
    }

    private func left(_ secrets: [[UInt8]], in pid: Int32) throws -> Int {
        try ProcessMemory.foundWindows(of: secrets, pid: pid).subtracting(ownTexts).count
    }

    private func create(_ phrase: String, replacing: Bool = false) throws {
        let method = "vault.create"
        _ = try commandLine.call(
            method,
            [
                "phrase": commandLine.sealed(phrase, for: method, "phrase"),
                "passphrase": commandLine.sealed(passphrase, for: method), "unattended": false,
                "replace": .bool(replacing), "approvals": "popup",
            ]
        ).get()
        try expectNoTexts()
    }

    private func unlock() throws {
        _ = try browser.unlock(passphrase: passphrase).get()
        try expectNoTexts()
    }

    private func prove(_ method: String, _ more: JSONObject = [:]) throws {
        var params = more
        params["passphrase"] = try commandLine.sealed(passphrase, for: method)
        _ = try commandLine.call(method, params).get()
        try expectNoTexts()
    }

    /// Everything that takes the keys: deriving, signing, showing the words, and proofs that open no session.
    private func use() throws {
        let origin = "https://\(ProcessMemory.strangeText(count: 8).lowercased()).example"
        let connect = try browser.begin("connect", WalletFixture.page(origin: origin))
        _ = try approve()
        _ = try browser.answer(to: connect).get()
        for passphrase in [nil, passphrase] {
            let request = ProcessMemory.strangeText(count: 6)
            let sign = try browser.begin(
                "signMessage", WalletFixture.page(["message": "aGVsbG8="], origin: origin, request: request))
            _ = try approve(unlockedBy: passphrase)
            #expect(try browser.answer(to: sign).get()["signature"] != nil)
            try expectNoTexts()
        }
        _ = try browser.call("accounts.add").get()
        try prove("vault.reveal", ["key": .string(Base64.encode(SealingKey().publicKey))])
    }

    /// Approves what waits: on the command line by a proof of its own, or in the browser by the open session.
    private func approve(unlockedBy passphrase: String? = nil) throws -> JSON {
        guard let passphrase else { return try browser.approveWaiting().get() }
        let (id, digest, review) = try browser.waiting()
        let sealed = try commandLine.sealed(passphrase, for: "approvals.approve", "unlock.passphrase")
        return try commandLine.call(
            "approvals.approve",
            [
                "id": .string(id), "digest": .string(digest), "review": .string(review),
                "unlock": ["passphrase": sealed],
            ]
        ).get()
    }

    /// Imports a private key: 32 bytes that happen to be letters and digits, since a test's secrets are texts.
    private func importKey() throws -> [UInt8] {
        let key = ProcessMemory.strangeText(count: 32)
        try prove("accounts.import", ["key": commandLine.sealed(key, for: "accounts.import", "key")])
        return Array(key.utf8)
    }

    private static func newPhrase() -> String {
        SeedPhrase.generate().withText { String(decoding: $0, as: UTF8.self) }
    }
}
