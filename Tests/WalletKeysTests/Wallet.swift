import Salt
import SolanaTransactions
import TestSupport
import WalletKeys

/// A wallet of a test's own: a phrase that everybody knows and the cheapest passphrase that a vault may have.
struct Wallet: Sendable {
    static let phrase = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
    /// As bip_utils derives it at `m/44'/501'/0'/0'`.
    static let address = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
    static let passphrase = "correct horse battery"

    let folder: ScratchFolder
    let clock = SteppedClock()
    let session: SessionLock

    var file: VaultFile { VaultFile(folder: folder.path) }

    init() throws {
        folder = try ScratchFolder()
        session = SessionLock(
            file: VaultFile(folder: folder.path), clock: clock, cost: .minimum, period: .seconds(120))
    }

    static func created(unattended: Bool = false) async throws -> Wallet {
        let wallet = try Wallet()
        try await wallet.create(unattended: unattended)
        return wallet
    }

    static func unlocked() async throws -> Wallet {
        let wallet = try await created()
        try await wallet.session.unlock(passphrase: secret(passphrase))
        return wallet
    }

    func create(passphrase: String = Wallet.passphrase, unattended: Bool = false) async throws {
        try await session.create(
            phrase: try SeedPhrase(parsing: secret(Self.phrase)), passphrase: secret(passphrase), unattended: unattended
        )
    }

    /// That the passphrase is right, for one change.
    func proof() async throws -> PassphraseProven { try await session.prove(passphrase: secret(Self.passphrase)) }

    /// The same in a session of its own; nil where the passphrase is wrong.
    func opened() async -> PassphraseProven? { try? await another().prove(passphrase: secret(Self.passphrase)) }

    /// A wallet whose vault is this one's previous generation.
    func earlier() throws -> Wallet {
        let earlier = try Wallet()
        try earlier.folder.write(try folder.bytes("vault.previous"))
        return earlier
    }

    /// Adds a passkey whose authenticator gave this byte over and over.
    func addPasskey(_ credential: [UInt8] = [9, 9], name: String = "Key", output byte: UInt8 = 5) async throws {
        let passkey = Passkey(
            name: name, created: 1_700_000_000_000, relyingParty: "extension-id", credential: credential, algorithm: -7,
            publicKey: [1, 2, 3])
        guard let passkey else { throw WalletKeyError.passkeyUnknown }
        try await session.add(passkey, salts: .random(), output: output(byte), by: proof())
    }

    /// A session over the same file, as after a restart of the agent.
    func another() -> SessionLock { SessionLock(file: file, clock: clock, cost: .minimum) }

    var publicKey: PublicKey {
        get throws { try PublicKey(base58: Self.address) }
    }
}

/// A text as a secret.
func secret(_ text: String) -> SecretBytes {
    SecretBytes(copying: Array(text.utf8))
}
