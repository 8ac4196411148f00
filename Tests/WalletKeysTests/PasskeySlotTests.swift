import Salt
import Testing
import WalletKeys

@Suite(.timeLimit(.minutes(5)))
struct PasskeySlotTests {
    @Test func `a passkey opens the wallet once with each output`() async throws {
        let wallet = try await Wallet.created()
        try await wallet.addPasskey()
        try await wallet.session.unlock(passkey: proof(output: 5, next: 6))
        #expect(await wallet.session.isUnlocked)
        let salts = try #require(try wallet.file.read()?.passkeys.first).salts
        await wallet.session.lock()

        // An output that was seen opens neither the vault nor the generation beside it.
        await #expect(throws: WalletKeyError.wrongPasskey) {
            try await wallet.session.unlock(passkey: proof(output: 5, next: 6))
        }
        let earlier = try wallet.earlier()
        await #expect(throws: WalletKeyError.wrongPasskey) {
            try await earlier.session.unlock(passkey: proof(output: 5, next: 6))
        }
        #expect(try wallet.file.read()?.passkeys.first?.salts == salts)
        try await wallet.session.unlock(passkey: proof(output: 6, next: 7))
        let later = try #require(try wallet.file.read()?.passkeys.first).salts
        #expect(later.present == salts.next)
        #expect(later.next != salts.next)
    }

    @Test func `another credential, another's output and one of another length open nothing`() async throws {
        let wallet = try await Wallet.created()
        try await wallet.addPasskey()
        let before = try wallet.folder.bytes()
        await #expect(throws: WalletKeyError.passkeyUnknown) {
            try await wallet.session.unlock(passkey: proof([1], output: 5, next: 6))
        }
        for proof in [(UInt8(4), 32), (5, 31), (5, 33), (5, 0)] {
            await #expect(throws: WalletKeyError.wrongPasskey) {
                try await wallet.session.unlock(
                    passkey: PasskeyProof(
                        credential: [9, 9], output: output(proof.0, proof.1), nextOutput: output(6)))
            }
        }
        // Without the second output the first isn't taken: it would stay good.
        await #expect(throws: WalletKeyError.wrongPasskey) {
            try await wallet.session.unlock(
                passkey: PasskeyProof(credential: [9, 9], output: output(5), nextOutput: output(6, 16)))
        }
        #expect(await !wallet.session.isUnlocked)
        #expect(try wallet.folder.bytes() == before)
    }

    @Test func `two passkeys stand beside each other, and one that went opens nothing`() async throws {
        let wallet = try await Wallet.created()
        try await wallet.addPasskey()
        try await wallet.addPasskey([1, 2, 3], name: "Other", output: 40)
        await #expect(throws: WalletKeyError.passkeyExists) { try await wallet.addPasskey(output: 41) }
        try await wallet.session.unlock(passkey: proof([1, 2, 3], output: 40, next: 41))
        try await wallet.session.removePasskey(credential: [9, 9], by: wallet.proof())
        #expect(try wallet.file.read()?.passkeys.map(\.passkey.name) == ["Other"])
        await #expect(throws: WalletKeyError.passkeyUnknown) {
            try await wallet.session.unlock(passkey: proof(output: 5, next: 6))
        }
        let earlier = try wallet.earlier()
        await #expect(throws: WalletKeyError.passkeyUnknown) {
            try await earlier.session.unlock(passkey: proof(output: 5, next: 6))
        }
        await #expect(throws: WalletKeyError.passkeyUnknown) {
            try await wallet.session.removePasskey(credential: [9, 9], by: wallet.proof())
        }
        try await wallet.session.unlock(passkey: proof([1, 2, 3], output: 41, next: 42))
    }

    @Test func `a change of passphrase leaves passkeys as they are`() async throws {
        let wallet = try await Wallet.created()
        try await wallet.addPasskey()
        try await wallet.session.changePassphrase(from: secret(Wallet.passphrase), to: secret("another horse battery"))
        try await wallet.session.unlock(passkey: proof(output: 5, next: 6))
    }

    @Test func `a passkey's proof signs once and opens no session`() async throws {
        let wallet = try await Wallet.created()
        try await wallet.addPasskey()
        let signer = try await wallet.session.proof(passkey: proof(output: 5, next: 6))
        #expect(try await signer.sign(messages: [[1]], as: wallet.publicKey).count == 1)
        await #expect(throws: WalletKeyError.locked) { try await signer.sign(messages: [[1]], as: wallet.publicKey) }
        #expect(await !wallet.session.isUnlocked)
    }

    @Test func `fields out of their bounds make no passkey`() {
        func passkey(_ name: String, _ party: String, _ credential: Int, _ key: Int) -> Passkey? {
            Passkey(
                name: name, created: 1, relyingParty: party, credential: [UInt8](repeating: 1, count: credential),
                algorithm: -7, publicKey: [UInt8](repeating: 1, count: key))
        }
        #expect(passkey("k", "p", 1, 1) != nil)
        #expect(passkey(String(repeating: "k", count: 64), String(repeating: "p", count: 253), 1023, 1024) != nil)
        for refused in [
            passkey("", "p", 1, 1), passkey(String(repeating: "k", count: 65), "p", 1, 1), passkey("k", "", 1, 1),
            passkey("k", "a b", 1, 1), passkey("k", "p", 0, 1), passkey("k", "p", 1024, 1), passkey("k", "p", 1, 0),
            passkey("k", "p", 1, 1025),
        ] { #expect(refused == nil) }
    }

    private func proof(_ credential: [UInt8] = [9, 9], output first: UInt8, next: UInt8) -> PasskeyProof {
        PasskeyProof(credential: credential, output: output(first), nextOutput: output(next))
    }
}

/// What an authenticator would give: one byte over and over.
func output(_ byte: UInt8, _ count: Int = 32) -> SecretBytes {
    SecretBytes(copying: [UInt8](repeating: byte, count: count))
}
