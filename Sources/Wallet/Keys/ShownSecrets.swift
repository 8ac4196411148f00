import JSONRPC
import Salt
import WalletKeys

/// The vault's secrets for whoever shows them to their user, with the protocol's errors.
extension PassphraseProven {
    /// The phrases and imported keys, in their order.
    func shownSecrets() throws(RPCError) -> [VaultSecret] {
        do throws(WalletKeyError) { return try secrets() } catch { throw RPCError(error) }
    }
}

extension VaultSecret {
    /// The words, a space between two; nil for an imported key.
    func shownPhrase() throws(RPCError) -> SecretBytes? {
        do throws(WalletKeyError) {
            guard let phrase = try phrase() else { return nil }
            return phrase.withText { SecretBytes(copying: $0) }
        } catch {
            throw RPCError(error)
        }
    }
}
