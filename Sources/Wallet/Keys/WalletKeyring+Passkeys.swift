import ApprovalQueue
import JSONRPC
import Salt
import WalletKeys
import WalletState

/// The vault's passkeys, with the protocol's errors.
extension WalletKeyring {
    /// The passkeys and what their authenticators evaluate next.
    func passkeys() async throws(RPCError) -> [(passkey: Passkey, salts: PasskeySalts)] {
        do throws(WalletKeyError) { return try await lock.passkeys() } catch { throw RPCError(error) }
    }

    /// Opens a session by a passkey. It proves nothing outside the browser: the extension says what the assertion was asked for.
    func unlock(_ proof: consuming PasskeyProof) async throws(RPCError) {
        do throws(WalletKeyError) { try await lock.unlock(passkey: proof) } catch { throw await fault(error) }
        try await opened()
    }

    /// Opens the keys for one approval by a passkey, without a session.
    func proof(_ proof: consuming PasskeyProof) async throws(RPCError) -> any ApprovalProof {
        let signer: ProofSigner
        do throws(WalletKeyError) { signer = try await lock.proof(passkey: proof) } catch { throw await fault(error) }
        try await verify()
        return KeyProof(signer)
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
