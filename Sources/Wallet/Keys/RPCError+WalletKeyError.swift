import JSONRPC
import WalletKeys
import WalletState

extension RPCError {
    /// The protocol's error for a fault of the keys.
    init(_ error: WalletKeyError) {
        if case .storage(let errno) = error, let fault = DiskFault(errno: errno) {
            self.init(fault)
            return
        }
        let (code, reason): (RPCErrorCode, RPCReason) =
            switch error {
            case .vaultExists: (.invalidInput, .vaultExists)
            case .vaultMissing: (.invalidInput, .vaultMissing)
            case .vaultDamaged, .vaultForged, .vaultUnsupported, .fileRefused: (.invalidInput, .vaultDamaged)
            case .storage: (.internalError, .storage)
            case .wrongPassphrase: (.unauthorized, .wrongPassphrase)
            case .passphraseInvalid: (.invalidInput, .passphraseInvalid)
            case .phraseInvalid: (.invalidInput, .phraseInvalid)
            case .locked: (.locked, .locked)
            case .accountUnknown: (.invalidInput, .accountUnknown)
            case .passkeyUnknown, .passkeyExists, .secretUnknown, .accountExists, .secretExists, .lastAccount,
                .labelInvalid, .vaultFull, .otherVault:
                (.invalidInput, .changeRefused)
            case .wrongPasskey: (.unauthorized, .wrongPasskey)
            case .vaultChanged: (.invalidInput, .vaultChanged)
            case .signatureFault, .outOfMemory, .primitive: (.internalError, .internal)
            case .busy: (.tooManyPending, .tooManyPending)
            case .cancelled: (.invalidInput, .cancelled)
            }
        self.init(code, reason, "\(error)")
    }
}
