import JSONRPC
import Salt
import SealedSecrets
import WalletRuntime

/// The sealing key of one connection, with the protocol's errors.
struct ConnectionSecrets: SecretOpening {
    private let key = SealingKey()

    /// What `hello` answers as `sealingKey`.
    var publicKey: JSON { .string(Base64.encode(key.publicKey)) }

    func open(_ parameter: SealedParameter, of method: String) throws(RPCError) -> SecretBytes {
        do throws(SealingError) {
            let sealed = try SealedSecret(
                encapsulatedKey: parameter.encapsulatedKey, ciphertext: parameter.ciphertext)
            return try key.open(sealed, for: SealingPurpose(method: method, parameter: parameter.name))
        } catch {
            throw RPCError(error, name: parameter.name)
        }
    }
}

extension RPCError {
    fileprivate init(_ error: SealingError, name: String) {
        let (code, reason): (RPCErrorCode, RPCReason) =
            switch error {
            case .malformed, .tooLong, .publicKeyInvalid: (.invalidParams, .paramValue)
            case .invalid: (.invalidInput, .sealedInvalid)
            case .replayed: (.invalidInput, .sealedReplayed)
            case .exhausted: (.invalidInput, .sealingExhausted)
            }
        self.init(code, reason, "\(error)", data: ["name": .string(name)])
    }
}
