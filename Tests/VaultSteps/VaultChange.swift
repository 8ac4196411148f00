import Salt
import WalletKeys

/// Everything that writes a vault, each under the name that the test calls it by.
enum VaultChange: String {
    case create
    case createAside = "create-aside"
    case restore
    case upgrade
    case changePassphrase = "change-passphrase"
    case rotate
    case addAccount = "add-account"
    case updateAccount = "update-account"
    case importKey = "import-key"
    case importPhrase = "import-phrase"
    case removeAccount = "remove-account"
    case addPasskey = "add-passkey"
    case removePasskey = "remove-passkey"
    case unlockByPasskey = "unlock-by-passkey"
    case approveByPasskey = "approve-by-passkey"
    case unlock
    case unlockWrongly = "unlock-wrongly"
    case addWallet = "add-wallet"
    case chooseWallet = "choose-wallet"
    case removeWallet = "remove-wallet"
    case removeFirstWallet = "remove-first-wallet"

    /// Makes the change in a folder whose passphrase is the tests'; the backup to restore lies in its folder `backup`.
    func make(in folder: String) async throws(WalletKeyError) {
        let lock = SessionLock(file: VaultFile(folder: folder), cost: .minimum)
        let list = WalletList(folder: folder)
        switch self {
        case .create: try await Self.create(lock, existing: .keep)
        case .createAside: try await Self.create(lock, existing: .setAside)
        case .restore:
            guard let backup = try VaultFile(folder: folder + "/backup").read() else { throw .vaultMissing }
            try await lock.restore(backup.encoded(), passphrase: Self.passphrase) { _, _ in }
        case .upgrade:
            try await lock.unlock(passphrase: Self.passphrase)
            try await lock.upgrade()
        case .changePassphrase: try await lock.changePassphrase(from: Self.passphrase, to: Self.newPassphrase)
        case .rotate: try await lock.rotate(passphrase: Self.passphrase)
        case .addAccount:
            try await lock.unlock(passphrase: Self.passphrase)
            try await lock.addAccount()
        case .updateAccount:
            try await lock.unlock(passphrase: Self.passphrase)
            guard let account = try await lock.status().accounts.first else { throw .accountUnknown }
            try await lock.update(account.publicKey, label: "Changed", isHidden: true, position: 1)
        case .importKey:
            guard let key = VaultSecret(privateKey: Self.bytes(3, 32)) else { throw .secretUnknown }
            try await lock.add(key, by: lock.prove(passphrase: Self.passphrase))
        case .importPhrase:
            try await lock.add(Self.phrase(passphrase: "third"), by: lock.prove(passphrase: Self.passphrase))
        case .removeAccount:
            // Its secret goes with it: it is the only account of that.
            guard let account = try await lock.status().accounts.last else { throw .accountUnknown }
            try await lock.remove(account.publicKey, by: lock.prove(passphrase: Self.passphrase))
        case .addPasskey:
            let salts = PasskeySalts.random()
            guard let passkey = Self.passkey else { throw .passkeyUnknown }
            try await lock.add(
                passkey, salts: salts, output: Self.output(passkey.credential, salts.present),
                by: lock.prove(passphrase: Self.passphrase))
        case .removePasskey:
            guard let passkey = try await lock.passkeys().first?.passkey else { throw .passkeyUnknown }
            try await lock.removePasskey(
                credential: passkey.credential, by: lock.prove(passphrase: Self.passphrase))
        case .unlockByPasskey: try await lock.unlock(passkey: Self.proof(lock))
        case .approveByPasskey: _ = try await lock.proof(passkey: Self.proof(lock))
        case .unlock: try await lock.unlock(passphrase: Self.passphrase)
        case .unlockWrongly: try await Self.unlockWrongly(lock)
        case .addWallet: try list.choose(list.add(named: "Added", at: 3))
        case .chooseWallet: try list.choose(Self.further(list))
        case .removeWallet: try list.remove(Self.further(list))
        case .removeFirstWallet:
            guard let first = list.entry(WalletList.firstID) else { throw .vaultMissing }
            try list.remove(first)
        }
    }

    private static var passphrase: SecretBytes { text("correct horse battery") }
    private static var newPassphrase: SecretBytes { text("another horse battery") }

    private static let passkey = Passkey(
        name: "Third", created: 1_700_000_000_000, relyingParty: "extension-id", credential: [3, 3], algorithm: -7,
        publicKey: [1, 2, 3])

    private static func further(_ list: WalletList) throws(WalletKeyError) -> WalletList.Entry {
        guard let entry = list.all(present: "").first(where: { $0.id != WalletList.firstID }) else {
            throw .vaultMissing
        }
        return entry
    }

    private static func create(
        _ lock: SessionLock, existing: SessionLock.Existing
    ) async throws(WalletKeyError) {
        try await lock.create(
            phrase(passphrase: "new"), passphrase: newPassphrase, unattended: false, existing: existing)
    }

    private static func unlockWrongly(_ lock: SessionLock) async throws(WalletKeyError) {
        do throws(WalletKeyError) {
            try await lock.unlock(passphrase: text("wrong horse"))
        } catch {
            guard error == .wrongPassphrase else { throw error }
        }
    }

    /// The phrase of BIP-39's first vector under a passphrase.
    private static func phrase(passphrase: String) throws(WalletKeyError) -> VaultSecret {
        let words = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"
        let phrase: SeedPhrase
        do throws(SeedPhraseError) { phrase = try SeedPhrase(parsing: text(words)) } catch {
            throw .phraseInvalid(error)
        }
        return try VaultSecret(phrase: phrase, passphrase: text(passphrase))
    }

    /// The first passkey's outputs for the salts that the file asks for.
    private static func proof(_ lock: SessionLock) async throws(WalletKeyError) -> PasskeyProof {
        guard let (passkey, salts) = try await lock.passkeys().first else { throw .passkeyUnknown }
        return PasskeyProof(
            credential: passkey.credential, output: output(passkey.credential, salts.present),
            nextOutput: output(passkey.credential, salts.next))
    }

    /// What the tests' authenticator makes of a salt.
    private static func output(_ credential: [UInt8], _ salt: [UInt8]) -> SecretBytes {
        SecretBytes(copying: SaltHash.sha256(credential + salt))
    }

    private static func text(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8)) }

    private static func bytes(_ byte: UInt8, _ count: Int) -> SecretBytes {
        SecretBytes(copying: [UInt8](repeating: byte, count: count))
    }
}
