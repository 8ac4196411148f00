import JSONRPC
import Logging
import Salt
import SolanaTransactions
import WalletCore
import WalletKeys

/// The wallet's keys as the modules see them: errors are the protocol's, and what happens to them is logged and told.
struct WalletKeyring: Sendable {
    private let lock: SessionLock
    private let log: ActivityLog
    private let events: WalletEvents
    private let logger: Logger

    init(lock: SessionLock, log: ActivityLog, events: WalletEvents, logger: Logger) {
        self.lock = lock
        self.log = log
        self.events = events
        self.logger = logger
    }

    static let locked = RPCError(.locked, .locked, "the session is locked")

    /// What is known of vault and session now; a vault that can't be read is a state of its own.
    func status() async -> VaultStatus {
        do {
            return VaultStatus(try await lock.status())
        } catch {
            logger.error("the vault can't be read", metadata: ["error": "\(error)"])
            return .damaged
        }
    }

    var isUnlocked: Bool {
        get async { await lock.isUnlocked }
    }

    /// Passes the session's changes on until the task is cancelled.
    func announceChanges() async {
        for await state in await lock.changes() {
            events.publish(.vaultChanged)
            await record(state == .unlocked ? .unlocked : .locked)
        }
    }

    func unlock(_ passphrase: consuming SecretBytes) async throws(RPCError) {
        try Self.checkLength(of: passphrase)
        do throws(WalletKeyError) {
            try await lock.unlock(passphrase: passphrase)
        } catch {
            throw await fault(error)
        }
    }

    /// Opens the keys for one approval, without a session.
    func proof(_ passphrase: consuming SecretBytes) async throws(RPCError) -> any ApprovalProof {
        try Self.checkLength(of: passphrase)
        do throws(WalletKeyError) {
            return PassphraseProof(try await lock.proof(passphrase: passphrase))
        } catch {
            throw await fault(error)
        }
    }

    func close() async {
        await lock.lock()
    }

    func create(
        phrase: consuming SecretBytes, passphrase: consuming SecretBytes, isUnattended: Bool
    ) async throws(RPCError) {
        let words: SeedPhrase
        do throws(SeedPhraseError) {
            words = try SeedPhrase(parsing: phrase)
        } catch {
            throw RPCError(.invalidInput, .phraseInvalid, "the phrase isn't valid: \(error)")
        }
        try await create(phrase: words, passphrase: passphrase, isUnattended: isUnattended)
    }

    func create(
        phrase: consuming SeedPhrase, passphrase: consuming SecretBytes, isUnattended: Bool
    ) async throws(RPCError) {
        do throws(WalletKeyError) {
            try await lock.create(phrase: phrase, passphrase: passphrase, unattended: isUnattended)
        } catch {
            throw await fault(error)
        }
        await record(.walletCreated)
    }

    /// Signs each of the messages with one account: by the open session, or by the proof that an approval brought.
    ///
    /// - Throws: 4101 where neither is there; -32603 where a signature didn't verify.
    func sign(_ messages: [[UInt8]], as account: PublicKey, with proof: (any ApprovalProof)?) async throws(RPCError)
        -> [Signature]
    {
        do throws(WalletKeyError) {
            if let proof = proof as? PassphraseProof {
                return try await proof.signer.sign(messages: messages, as: account)
            }
            return try await lock.signer.sign(messages: messages, as: account)
        } catch {
            throw RPCError(error)
        }
    }

    /// Refuses by its length what can't be a passphrase, whether there is a wallet or not.
    private static func checkLength(of passphrase: borrowing SecretBytes) throws(RPCError) {
        guard passphrase.count <= Passphrase.maximumCount else {
            throw RPCError(WalletKeyError.passphraseInvalid(.tooLong))
        }
    }

    private func fault(_ error: WalletKeyError) async -> RPCError {
        if error == .wrongPassphrase { await record(.wrongPassphrase) }
        return RPCError(error)
    }

    private func record(_ kind: ActivityEntry.Kind) async {
        do { try await log.append(ActivityEntry(kind)) } catch {
            logger.error("an entry of the activity log was not written", metadata: ["code": "\(error.code.rawValue)"])
        }
    }
}

/// A passphrase that was right, good for one approval.
private final class PassphraseProof: ApprovalProof {
    let signer: ProofSigner

    init(_ signer: ProofSigner) {
        self.signer = signer
    }
}
