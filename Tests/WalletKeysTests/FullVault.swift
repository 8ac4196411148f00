import Foundation
import Salt
import SolanaTransactions
import TestSupport
import Testing
import WalletKeys

/// A vault with one of everything: two phrases, one of them with a passphrase, an imported key, and two passkeys.
enum FullVault {
    static let credentials: [[UInt8]] = [[1, 1], [2, 2, 2]]

    /// Writes it to a folder, with the generation before it, and a backup of an earlier one in the folder `backup`.
    static func write(to path: String) async throws {
        let lock = SessionLock(file: VaultFile(folder: path), clock: SteppedClock(), cost: .minimum)
        try await lock.create(
            phrase: SeedPhrase(parsing: secret(Wallet.phrase)), passphrase: secret(Wallet.passphrase),
            unattended: false)
        func proof() async throws -> PassphraseProven { try await lock.prove(passphrase: secret(Wallet.passphrase)) }
        let other = String(repeating: "abandon ", count: 23) + "art"
        try await lock.add(
            VaultSecret(phrase: SeedPhrase(parsing: secret(other)), passphrase: secret("pass\u{E9}")), by: proof())
        try FileManager.default.createDirectory(
            atPath: path + "/backup", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try VaultFile(folder: path + "/backup").create(try Vault(decoding: await lock.backup()))
        for credential in credentials {
            let salts = PasskeySalts.random()
            let passkey = try #require(
                Passkey(
                    name: "Key \(credential.count)", created: 1_700_000_000_000, relyingParty: "extension-id",
                    credential: credential, algorithm: -7, publicKey: [1, 2, 3]))
            try await lock.add(passkey, salts: salts, output: output(credential, salts.present), by: proof())
        }
        guard let key = VaultSecret(privateKey: SecretBytes(copying: [UInt8](repeating: 9, count: 32))) else {
            throw WalletKeyError.secretUnknown
        }
        try await lock.add(key, by: proof())
    }

    /// A passkey's outputs for the salts that the file asks for.
    static func proof(_ passkey: Passkey, _ salts: PasskeySalts) -> PasskeyProof {
        PasskeyProof(
            credential: passkey.credential, output: output(passkey.credential, salts.present),
            nextOutput: output(passkey.credential, salts.next))
    }

    /// What an authenticator with this credential makes of a salt.
    static func output(_ credential: [UInt8], _ salt: [UInt8]) -> SecretBytes {
        SecretBytes(copying: SaltHash.sha256(credential + salt))
    }
}
