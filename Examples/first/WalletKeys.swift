import FoundationEssentials
import Salt
import SolanaTransactions
import WalletKeys

let folder = FileManager.default.temporaryDirectory.appending(path: "sidekey-\(UUID().uuidString)")
try FileManager.default.createDirectory(
    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
defer { try? FileManager.default.removeItem(at: folder) }

func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8)) }

/// Whatever signs for accounts is a `WalletSigner`: an open session, the proof for one approval, or a device of yours.
func greet<Signer: WalletSigner>(with signer: Signer, as account: PublicKey) async {
    do throws(Signer.Fault) {
        let signatures = try await signer.sign(messages: [Array("hello".utf8)], as: account)
        print("signed: \(signatures[0])")
    } catch {
        print("not signed: \(error)")
    }
}

// The phrase of BIP-39's test vectors: everybody has it. A program of yours draws one, or asks its user.
let session = SessionLock(file: VaultFile(folder: folder.path))
try await session.create(
    phrase: SeedPhrase(parsing: secret(String(repeating: "abandon ", count: 11) + "about")),
    passphrase: secret("correct horse battery"), unattended: false)
let account = try await session.status().accounts[0].publicKey
print(account)

await greet(with: session.signer, as: account)
try await session.unlock(passphrase: secret("correct horse battery"))
await greet(with: session.signer, as: account)
await session.lock()
