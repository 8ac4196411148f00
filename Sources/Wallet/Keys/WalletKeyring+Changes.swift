import ApprovalQueue
import JSONRPC
import Logging
import Salt
import Synchronization
import WalletKeys
import WalletState

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Changes of the vault, and other operations that need the passphrase even in an open session.
extension WalletKeyring {
    /// Tries the passphrase for a change.
    ///
    /// - Throws: 4100 (`wrong-passphrase`).
    @discardableResult
    func prove(_ passphrase: consuming SecretBytes) async throws(RPCError) -> PassphraseProven {
        try Self.checkLength(of: passphrase)
        let proof: PassphraseProven
        do throws(WalletKeyError) {
            proof = try await lock.prove(passphrase: passphrase)
        } catch {
            throw await fault(error)
        }
        try await verify(by: proof.policyKey)
        return proof
    }

    /// Makes a wallet, with the records for policy and grants.
    func create(
        _ secret: VaultSecret, paths: [DerivationPath], passphrase: consuming SecretBytes, isUnattended: Bool,
        existing: SessionLock.Existing, setting: ApprovalPolicy.Setting? = nil
    ) async throws(RPCError) {
        do throws(WalletKeyError) {
            try await lock.create(
                secret, paths: paths, passphrase: passphrase, unattended: isUnattended, existing: existing
            ) { key throws(WalletKeyError) in
                try await stage(key, for: .other(setting))
            }
        } catch {
            throw await rolledBack(error)
        }
        await commit(.walletCreated)
    }

    /// Settles what a user answered as they made the wallet.
    func settle(_ answers: SetupAnswers, by passphrase: consuming SecretBytes) async throws(RPCError) {
        try await prove(passphrase)
        _ = try await records.settle(loosening: true) { policy throws(RPCError) in
            policy.setting = answers.allowance.setting
            policy.allowance = answers.allowance.lamports
            policy.recognition = answers.word
        }
    }

    func changePassphrase(
        from passphrase: consuming SecretBytes, to newPassphrase: consuming SecretBytes
    ) async throws(RPCError) {
        // The new vault has the present format, and its records have to be there first.
        try await prove(passphrase.clone())
        do throws(WalletKeyError) {
            try await lock.changePassphrase(from: passphrase, to: newPassphrase)
        } catch {
            throw await fault(error)
        }
        await record(.vaultChanged)
    }

    /// Draws a new vault key, and puts policy and grants under the key that comes from it.
    func rotate(_ passphrase: consuming SecretBytes) async throws(RPCError) {
        try await prove(passphrase.clone())
        do throws(WalletKeyError) {
            try await lock.rotate(passphrase: passphrase) { key throws(WalletKeyError) in
                try await stage(key, for: .same)
            }
        } catch {
            throw await rolledBack(error)
        }
        await commit(.vaultChanged)
    }

    /// The vault with the records under its key; it opens with its passphrase anywhere.
    ///
    /// Before the first unlock these records are unknown, and the backup is the vault alone: its contents are nil.
    func backup() async throws(RPCError) -> (backup: WalletBackup, contents: BackupContents?) {
        let before = await records.backupAuthenticator
        let vault: Vault
        do throws(WalletKeyError) { vault = try Vault(decoding: await lock.backup()) } catch {
            throw await fault(error)
        }
        // The vault's key may have been drawn anew in between: what is sealed under another one would never open.
        guard let (contents, authenticator) = try await records.backupContents(room: WalletBackup.contentsRoom),
            let key = (authenticator as? VaultAuthenticator)?.key, key.vault == vault.identifier,
            (before as? VaultAuthenticator)?.key === key
        else { return (WalletBackup(vault), nil) }
        do throws(WalletKeyError) {
            return (try WalletBackup(vault, contents: contents.json.serialized(), under: key), contents)
        } catch {
            throw await fault(error)
        }
    }

    /// Opens a backup and changes nothing: what a restore would bring.
    ///
    /// - Throws: 4100 (`wrong-passphrase`).
    func inspect(
        _ backup: [UInt8], passphrase: consuming SecretBytes
    ) async throws(RPCError) -> (vault: Vault, contents: BackupContents?) {
        do throws(WalletKeyError) {
            let (vault, bytes) = try await lock.inspect(backup, passphrase: passphrase)
            guard let bytes else { return (vault, nil) }
            return (vault, try Self.contents(bytes))
        } catch {
            throw await fault(error)
        }
    }

    /// Puts a backup in the vault's place, and sets the present vault aside.
    ///
    /// - Throws: -32000 (`change-refused`) if there is no room for its limits beside those that are here.
    func restore(_ backup: [UInt8], passphrase: consuming SecretBytes) async throws(RPCError) {
        let refusal = Mutex<RPCError?>(nil)
        do throws(WalletKeyError) {
            try await lock.restore(backup, passphrase: passphrase) { key, bytes throws(WalletKeyError) in
                var contents: BackupContents?
                if let bytes { contents = try Self.contents(bytes) }
                try await stage(key, for: .other(nil, backup: contents)) { error in refusal.withLock { $0 = error } }
                guard let contents else { return }
                try await written { [records] () async throws(RPCError) in
                    try await records.take(contents, under: VaultAuthenticator(key: key))
                }
            }
        } catch {
            let fault = await rolledBack(error)
            throw refusal.withLock { $0 } ?? fault
        }
        await commit(.vaultChanged)
    }

    private static func contents(_ bytes: [UInt8]) throws(WalletKeyError) -> BackupContents {
        guard let json = try? JSON(parsing: JSONSource(bytes)), let contents = try? BackupContents(json) else {
            throw .vaultForged
        }
        return contents
    }

    private func stage(
        _ key: PolicyKey, for wallet: AuthenticatedStore.Succession, refused: (RPCError) -> Void = { _ in }
    ) async throws(WalletKeyError) {
        try await written(refused: refused) { [records] () async throws(RPCError) in
            try await records.stage(VaultAuthenticator(key: key), for: wallet)
        }
    }

    private func written(
        refused: (RPCError) -> Void = { _ in }, _ write: () async throws(RPCError) -> Void
    ) async throws(WalletKeyError) {
        do throws(RPCError) {
            try await write()
        } catch {
            if error.reason == .changeRefused { refused(error) }
            logger.error(
                "the records of policy and grants were not written", metadata: ["error": .string(error.message)])
            throw .storage(errno: error.reason == .diskFull ? ENOSPC : error.reason == .diskReadOnly ? EROFS : EIO)
        }
    }

    private func rolledBack(_ error: WalletKeyError) async -> RPCError {
        await records.rollback()
        return await fault(error)
    }

    private func commit(_ kind: ActivityEntry.Kind) async {
        await records.commit()
        await record(kind)
        await recordChanges(ended: true)
        events.publish(.vaultChanged)
    }

    /// Changes the vault and writes down the change.
    func change(
        _ body: @Sendable (SessionLock) async throws(WalletKeyError) -> Void
    ) async throws(RPCError) {
        do throws(WalletKeyError) { try await body(lock) } catch { throw await fault(error) }
        await forgetHeldWatches()
        await record(.vaultChanged)
        events.publish(.vaultChanged)
    }

    /// A phrase as a vault keeps it.
    ///
    /// - Throws: -32000 (`phrase-invalid`, `passphrase-invalid`).
    static func secret(
        phrase: consuming SecretBytes, passphrase: consuming SecretBytes?
    ) throws(RPCError) -> VaultSecret {
        let words: SeedPhrase
        do throws(SeedPhraseError) {
            words = try SeedPhrase(parsing: phrase)
        } catch {
            throw RPCError(.invalidInput, .phraseInvalid, "the phrase isn't valid: \(error)")
        }
        do throws(WalletKeyError) {
            switch passphrase {
            case .some(let passphrase): return try VaultSecret(phrase: words, passphrase: passphrase)
            case .none: return try VaultSecret(phrase: words, passphrase: SecretBytes(count: 0) { _ in })
            }
        } catch {
            throw RPCError(error)
        }
    }
}

/// The vault's key for policy and grants, as the records take it.
struct VaultAuthenticator: PolicyAuthenticator {
    let key: PolicyKey

    var vault: [UInt8] { key.vault }

    func code(over bytes: [UInt8]) -> [UInt8] { key.code(over: bytes) }

    func codes(over texts: [[UInt8]]) -> [[UInt8]] { key.codes(over: texts) }

    func isCode(_ code: [UInt8], over bytes: [UInt8]) -> Bool { key.isCode(code, over: bytes) }
}

/// The vault's passkeys, with the protocol's errors.
extension WalletKeyring {
    /// The passkeys and what their authenticators evaluate next.
    func passkeys() async throws(RPCError) -> [(passkey: Passkey, salts: PasskeySalts)] {
        do throws(WalletKeyError) { return try await lock.passkeys() } catch { throw RPCError(error) }
    }

    /// Opens a session by a passkey. It proves nothing outside the browser: the extension says what the assertion was for.
    func unlock(_ proof: consuming PasskeyProof) async throws(RPCError) {
        let credential = proof.credential
        do throws(WalletKeyError) { try await lock.unlock(passkey: proof) } catch { throw await fault(error) }
        try await opened(by: .passkey(credential))
    }

    /// Opens the keys for one approval by a passkey, without a session.
    func proof(_ proof: consuming PasskeyProof) async throws(RPCError) -> any ApprovalProof {
        let credential = proof.credential
        let signer: ProofSigner
        do throws(WalletKeyError) { signer = try await lock.proof(passkey: proof) } catch { throw await fault(error) }
        return try await proven(signer, by: .passkey(credential))
    }

    func add(
        _ passkey: Passkey, salts: PasskeySalts, output: borrowing SecretBytes, by proof: PassphraseProven
    ) async throws(RPCError) {
        do throws(WalletKeyError) {
            try await lock.add(passkey, salts: salts, output: output, by: proof)
        } catch {
            throw RPCError(error)
        }
        await record(.passkeyAdded)
    }

    func removePasskey(_ credential: [UInt8], by proof: PassphraseProven) async throws(RPCError) {
        do throws(WalletKeyError) {
            try await lock.removePasskey(credential: credential, by: proof)
        } catch {
            throw RPCError(error)
        }
        await record(.passkeyRemoved)
    }
}
