internal import Salt
internal import SolanaTransactions

/// Looking at what came back from a wallet, since what was asked for needn't be what was signed.
enum SignedTransaction {
    /// The transaction that was asked for, with the account's signature out of what came back.
    ///
    /// Only that signature is taken: others that the wallet has lost or replaced stay as they were.
    ///
    /// - Throws: `transaction`, `transactionChanged`, `wrongSignature`, `notASigner`.
    static func check(
        _ bytes: [UInt8], of asked: Transaction, by account: PublicKey
    ) throws(WalletAdapterError) -> Transaction {
        let signed: Transaction
        do throws(CodingError) {
            signed = try Transaction(decoding: bytes)
        } catch {
            throw .transaction(error)
        }
        guard signed.messageBytes == asked.messageBytes else { throw .transactionChanged(signed) }
        guard let index = asked.requiredSigners.firstIndex(of: account) else { throw .notASigner }
        let signature = signed.signatures[index]
        guard SaltSign.verify(signature.bytes, of: asked.messageBytes, publicKey: account.bytes) else {
            throw .wrongSignature
        }
        do throws(NotASignerError) {
            return try asked.placing(signature, for: account)
        } catch {
            throw .notASigner
        }
    }

    /// - Throws: `notASigner`, before anybody is asked.
    static func checkSigner(_ account: PublicKey, of transaction: Transaction) throws(WalletAdapterError) {
        guard transaction.requiredSigners.contains(account) else { throw .notASigner }
    }
}
