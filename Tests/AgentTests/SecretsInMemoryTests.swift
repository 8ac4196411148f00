import Glibc
import JSONRPC
import Salt
import TestSupport
import Testing

/// Traces of a passphrase and of the seed in agent and host, in any spelling, once the wallet is locked: none.
@Suite(.enabled(if: geteuid() == 0, "an agent isn't dumpable, so only root can look into it"))
struct SecretsInMemoryTests {
    private let wallet: WalletFixture
    private let text: String
    private let passphrase: [[UInt8]]

    init() async throws {
        text = ProcessMemory.strangeText(count: 30)
        passphrase = ProcessMemory.spellings(of: text)
        wallet = try await WalletFixture(passphrase: text)
    }

    /// The BIP-39 seed of the fixture's phrase, which an open session holds.
    private var seed: [UInt8] {
        PBKDF2.deriveSHA512(
            password: SecretBytes(copying: Array((String(repeating: "abandon ", count: 23) + "art").utf8)),
            salt: SecretBytes(copying: Array("mnemonic".utf8)), rounds: 2048
        ).disclosed()
    }

    @Test func `after an unlock, an approval, wrong ones and a lock no 8 bytes of them are left`() throws {
        let browser = try wallet.browser()
        let agent = try #require(wallet.home.agent)
        _ = try browser.unlock(passphrase: text).get()
        // The control: the same search finds the seed while the session is open.
        #expect(try ProcessMemory.windows(of: [seed], pid: agent) == 57)
        #expect(try ProcessMemory.windows(of: passphrase, pid: agent) == 0)
        _ = try browser.call("vault.lock").get()

        let connect = try browser.begin("connect", WalletFixture.page())
        _ = try browser.approveWaiting(["unlock": browser.unlocking(passphrase: text)]).get()
        _ = try browser.answer(to: connect).get()
        _ = try browser.call("vault.lock").get()
        let later = String(text.dropFirst(3)) + " and more"
        expect(try browser.unlock(passphrase: later), .unauthorized, .wrongPassphrase)
        try wallet.unlock()
        try wallet.sidekey("lock")

        for pid in [agent, browser.process.pid] {
            #expect(try ProcessMemory.windows(of: passphrase + [seed], pid: pid) == 0)
            // And finds what is there, the folder's name.
            #expect(try ProcessMemory.windows(of: [Array(wallet.home.path.utf8)], pid: pid) > 0)
        }
    }
}
