import JSONRPC
import SolanaTransactions
import WalletKeys
import WalletState

/// The vault and its session as surfaces see them.
struct VaultStatus: Sendable {
    enum State: String, Sendable {
        case none
        case locked
        case unlocked
        /// The file isn't the one that the wallet wrote.
        case damaged
    }

    let state: State
    let isUnattended: Bool
    let accounts: [VaultAccount]
    /// The number of security keys that open the vault.
    let securityKeys: Int
    /// True if a TPM opens the vault.
    let hasTPM: Bool
    let remaining: Duration?
    /// The reason the vault can't be opened; nil if it can.
    let fault: VaultFault?

    init(_ status: SessionStatus) {
        switch status.state {
        case .none: state = .none
        case .locked: state = .locked
        case .unlocked: state = .unlocked
        }
        isUnattended = status.isUnattended
        accounts = status.accounts
        securityKeys = status.securityKeys
        hasTPM = status.hasTPM
        remaining = status.remaining
        fault = nil
    }

    /// The status of a vault that can't be opened.
    init(_ fault: VaultFault) {
        self.fault = fault
        state = .damaged
        isUnattended = false
        accounts = []
        securityKeys = 0
        hasTPM = false
        remaining = nil
    }
}

extension VaultAccount {
    var json: JSON {
        var account: JSONObject = [
            "publicKey": .string(publicKey.description), "label": .string(label), "path": .string(path.description),
            "hidden": .bool(isHidden), "imported": .bool(signer == .vault && path == .none),
            "signer": .string(JSONString(signer.rawValue)),
        ]
        account["token"] = token.map { .string($0.label) }
        return .object(account)
    }
}

/// The reason the vault's file can't be opened, and whether its earlier generation can take its place.
struct VaultFault: Sendable, Hashable {
    /// The kinds of faults, as they stand on the wire; cases are only ever added.
    enum Cause: String, Sendable {
        /// The bytes differ from those that the wallet wrote.
        case damaged
        /// It has a format that a newer version writes.
        case newer
        /// It is another user's, open to others, or a link.
        case refused
        /// The disk fails to read it.
        case unreadable
    }

    let cause: Cause
    let message: String
    /// The newer format's number.
    let format: UInt16?
    /// True if `vault.previous` is a whole vault.
    let hasPrevious: Bool

    init(_ error: WalletKeyError, hasPrevious: Bool) {
        self.hasPrevious = hasPrevious
        var format: UInt16?
        switch error {
        case .vaultDamaged(let damage): (cause, message) = (.damaged, "\(damage)")
        case .vaultUnsupported(let version):
            (cause, message) = (.newer, "\(error)")
            format = version
        case .fileRefused: (cause, message) = (.refused, "\(error)")
        default: (cause, message) = (.unreadable, "\(error)")
        }
        self.format = format
    }

    var json: JSON {
        var object: JSONObject = [
            "cause": .string(cause.rawValue), "message": .string(message), "previous": .bool(hasPrevious),
        ]
        if let format { object["format"] = .number(Int(format)) }
        return .object(object)
    }
}

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
            case .passkeyUnknown, .passkeyExists, .securityKeyUnknown, .securityKeyExists, .secretUnknown,
                .accountExists, .secretExists, .lastAccount, .pathRefused,
                .labelInvalid, .vaultFull, .otherVault, .tpmUnknown:
                (.invalidInput, .changeRefused)
            case .keyOutside: (.invalidInput, .keyOutside)
            case .wrongPasskey: (.unauthorized, .wrongPasskey)
            case .wrongSecurityKey: (.unauthorized, .securityKeyInvalid)
            case .securityKeyCopied: (.unauthorized, .securityKeyCopied)
            case .wrongTPM: (.unauthorized, .tpmInvalid)
            case .tpmExists: (.invalidInput, .tpmPresent)
            case .keyNotKept(.expired): (.unauthorized, .fingerprintExpired)
            case .keyNotKept(.missed): (.unauthorized, .fingerprintTries)
            case .keyNotKept: (.unauthorized, .fingerprintNotKept)
            case .vaultChanged: (.invalidInput, .vaultChanged)
            case .signatureFault, .outOfMemory, .primitive: (.internalError, .internal)
            case .busy: (.tooManyPending, .tooManyPending)
            case .cancelled: (.invalidInput, .cancelled)
            }
        self.init(code, reason, "\(error)")
    }
}

extension DatabaseLoss {
    var json: JSON {
        ["cause": .string(cause.rawValue), "file": .string(file), "anchors": .array(anchors.map { .string($0) })]
    }
}
