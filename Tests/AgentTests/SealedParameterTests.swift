import JSONRPC
import SealedSecrets
import TestSupport
import Testing

/// The agent takes a sealed secret, or refuses one.
@Suite struct SealedParameterTests {
    private let wallet: WalletFixture
    private let browser: BrowserStandIn

    init() async throws {
        wallet = try await WalletFixture()
        browser = try wallet.browser()
    }

    @Test func `one that came before is refused`() throws {
        let passphrase = try browser.sealed(WalletFixture.passphrase, for: "vault.unlock")
        _ = try browser.call("vault.unlock", ["passphrase": passphrase]).get()
        expect(try browser.call("vault.unlock", ["passphrase": passphrase]), .invalidInput, .sealedReplayed)
        _ = try browser.unlock().get()
    }

    @Test func `one of another connection, method or parameter doesn't open`() throws {
        let other = try wallet.browser(connectionKey: "00000000-1f5e-4c53-8a39-6a1d2b3c4d5e")
        for sealed in [
            try other.sealed(WalletFixture.passphrase, for: "vault.unlock"),
            try browser.sealed(WalletFixture.passphrase, for: "vault.create"),
            try browser.sealed(WalletFixture.passphrase, for: "vault.unlock", "unlock.passphrase"),
            try browser.sealed(WalletFixture.passphrase, for: "approvals.approve", "unlock.passphrase"),
        ] {
            expect(try browser.call("vault.unlock", ["passphrase": sealed]), .invalidInput, .sealedInvalid)
        }
        #expect(try browser.call("vault.status").get()["vault"]?.text == "locked")
    }

    @Test func `a passphrase in clear text has the wrong type`() throws {
        let clear = JSON.string(WalletFixture.passphrase)
        let member = try browser.sealed(WalletFixture.passphrase, for: "vault.unlock")
        let enc = try #require(member["enc"])
        let ciphertext = try #require(member["ciphertext"])
        for (passphrase, reason) in [
            (clear, RPCReason.paramType), (nil, .paramType), ([clear], .paramType), ([:], .paramMissing),
            (["enc": enc], .paramMissing), (["enc": enc, "ciphertext": clear], .paramValue),
            (["enc": enc, "ciphertext": "AAAA"], .paramValue),
            (["enc": "AAAA", "ciphertext": ciphertext], .paramValue),
            (["enc": enc, "ciphertext": ciphertext, "passphrase": clear], .paramUnknown),
        ] as [(JSON, RPCReason)] {
            expect(try browser.call("vault.unlock", ["passphrase": passphrase]), .invalidParams, reason)
        }
        expect(try browser.approve(["passphrase": clear]), .invalidParams, .paramType)
        let client = try wallet.home.commandLine()
        expect(
            try client.call("vault.create", ["phrase": clear, "passphrase": clear, "unattended": true]),
            .invalidParams, .paramType)
        // What is refused for another parameter's sake isn't used up.
        expect(try browser.call("vault.unlock", ["passphrase": member, "x": 1]), .invalidParams, .paramUnknown)
        _ = try browser.call("vault.unlock", ["passphrase": member]).get()
    }

    @Test func `a connection opens 1,024 of them, and the next connection more`() throws {
        // A control character is refused before it costs a derivation.
        for _ in 0..<SealingKey.maximumOpenings {
            let sealed = try browser.sealed("\u{1}", for: "vault.unlock")
            expect(try browser.call("vault.unlock", ["passphrase": sealed]), .invalidInput, .passphraseInvalid)
        }
        expect(try browser.unlock(), .invalidInput, .sealingExhausted)
        _ = try wallet.browser().unlock().get()
    }
}

extension BrowserStandIn {
    fileprivate func approve(_ unlock: JSON) throws -> Result<JSON, RPCError> {
        try call("approvals.approve", ["id": "x", "digest": "x", "review": "x", "unlock": unlock])
    }
}
