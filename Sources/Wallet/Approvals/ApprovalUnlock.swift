import JSONRPC
import WalletRuntime

/// What opens the keys together with an approval: the passphrase, or a passkey that signed the request's digest.
enum ApprovalUnlock {
    case passphrase(SealedParameter)
    case passkey(PasskeyUse)

    init(_ object: JSONObject) throws(RPCError) {
        var members = RPCParameters(object)
        if let use = try members.optionalObject("passkey") {
            try members.finish()
            self = .passkey(try PasskeyUse(use, at: "unlock.passkey"))
        } else {
            let passphrase = try members.sealed("passphrase", in: "unlock")
            try members.finish()
            self = .passphrase(passphrase)
        }
    }
}
