// 4100: unauthorized, as a device gave nothing: a security key, a Ledger, a hardware token, the TPM, or the sensor for fingerprints
extension RPCReason {
    /// No security key is plugged in.
    public static let securityKeyAbsent = RPCReason(rawValue: "security-key-absent")
    /// No security key that is plugged in opens the vault.
    public static let securityKeyOther = RPCReason(rawValue: "security-key-other")
    /// The security key has no FIDO2 with `hmac-secret`.
    public static let securityKeyUnsupported = RPCReason(rawValue: "security-key-unsupported")
    /// The security key opens the vault already.
    public static let securityKeyPresent = RPCReason(rawValue: "security-key-present")
    /// More than one security key is plugged in.
    public static let securityKeySeveral = RPCReason(rawValue: "security-key-several")
    /// The security key asks for its PIN; `data.retries` says how many wrong ones it takes, if it told.
    public static let securityKeyPIN = RPCReason(rawValue: "security-key-pin")
    /// The security key has no PIN, and one was given.
    public static let securityKeyPINUnset = RPCReason(rawValue: "security-key-pin-unset")
    /// The PIN is wrong; `data.retries` as for `security-key-pin`.
    public static let securityKeyPINWrong = RPCReason(rawValue: "security-key-pin-wrong")
    /// The security key takes PINs again once it was pulled out and plugged in.
    public static let securityKeyPINPaused = RPCReason(rawValue: "security-key-pin-paused")
    /// The security key takes no PIN until it is reset.
    public static let securityKeyPINBlocked = RPCReason(rawValue: "security-key-pin-blocked")
    /// The user refused at the security key.
    public static let securityKeyDenied = RPCReason(rawValue: "security-key-denied")
    /// Nobody touched the security key in time.
    public static let securityKeyTimeout = RPCReason(rawValue: "security-key-timeout")
    /// The use of the security key was cancelled.
    public static let securityKeyCancelled = RPCReason(rawValue: "security-key-cancelled")
    /// The security key was pulled out.
    public static let securityKeyRemoved = RPCReason(rawValue: "security-key-removed")
    /// The security key's answer isn't what was asked for, or its signature is wrong.
    public static let securityKeyInvalid = RPCReason(rawValue: "security-key-invalid")
    /// The program that talks to security keys is missing or has failed.
    public static let securityKeyUnavailable = RPCReason(rawValue: "security-key-unavailable")
    /// The security key failed; `data.code` is CTAP's number, or libfido2's if it is negative.
    public static let securityKeyFault = RPCReason(rawValue: "security-key-fault")
    /// The security key counts no more uses than at its last one: there is a copy of it.
    public static let securityKeyCopied = RPCReason(rawValue: "security-key-copied")
    /// No Ledger is plugged in.
    public static let ledgerAbsent = RPCReason(rawValue: "ledger-absent")
    /// More than one Ledger is plugged in.
    public static let ledgerSeveral = RPCReason(rawValue: "ledger-several")
    /// The Ledger is locked: its PIN has to be typed on it.
    public static let ledgerLocked = RPCReason(rawValue: "ledger-locked")
    /// The Solana app isn't open on the Ledger.
    public static let ledgerOtherApp = RPCReason(rawValue: "ledger-other-app")
    /// The Ledger can't show it, and blind signing is off in its Solana app.
    public static let ledgerBlindSigningOff = RPCReason(rawValue: "ledger-blind-signing-off")
    /// Another program is talking to the Ledger.
    public static let ledgerBusy = RPCReason(rawValue: "ledger-busy")
    /// The Ledger was pulled out.
    public static let ledgerRemoved = RPCReason(rawValue: "ledger-removed")
    /// Nobody confirmed on the Ledger in time.
    public static let ledgerTimeout = RPCReason(rawValue: "ledger-timeout")
    /// The wait for the Ledger was cancelled.
    public static let ledgerCancelled = RPCReason(rawValue: "ledger-cancelled")
    /// The Ledger's answer isn't what was asked for: a signature that doesn't verify, for one.
    public static let ledgerInvalid = RPCReason(rawValue: "ledger-invalid")
    /// The program that talks to Ledgers is missing or has failed.
    public static let ledgerUnavailable = RPCReason(rawValue: "ledger-unavailable")
    /// The Ledger failed; `data.code` is its status word.
    public static let ledgerFault = RPCReason(rawValue: "ledger-fault")
    /// The Ledger's Solana app is too old for this.
    public static let ledgerOutdated = RPCReason(rawValue: "ledger-outdated")
    /// The account's key isn't on this Ledger.
    public static let ledgerOther = RPCReason(rawValue: "ledger-other")
    /// This user may not open the Ledger: its udev rule is missing.
    public static let ledgerForbidden = RPCReason(rawValue: "ledger-forbidden")
    /// The Ledger waits for an update of its firmware.
    public static let ledgerBootloader = RPCReason(rawValue: "ledger-bootloader")
    /// The account's hardware token isn't there.
    public static let hardwareTokenAbsent = RPCReason(rawValue: "hardware-token-absent")
    /// The library for the hardware token isn't there, or is no PKCS #11 module.
    public static let hardwareTokenNoLibrary = RPCReason(rawValue: "hardware-token-no-library")
    /// Somebody else can change the library for the hardware token, or a folder on the way to it.
    public static let hardwareTokenLibraryUntrusted = RPCReason(rawValue: "hardware-token-library-untrusted")
    /// The hardware token asks for its PIN.
    public static let hardwareTokenPIN = RPCReason(rawValue: "hardware-token-pin")
    /// The PIN has fewer than 4 or more than 64 bytes.
    public static let hardwareTokenPINInvalid = RPCReason(rawValue: "hardware-token-pin-invalid")
    /// The PIN is wrong; `data.left` is `few` or `one` if the token says that its tries run out.
    public static let hardwareTokenPINWrong = RPCReason(rawValue: "hardware-token-pin-wrong")
    /// The hardware token takes no PIN any more.
    public static let hardwareTokenLocked = RPCReason(rawValue: "hardware-token-locked")
    /// The account's key isn't on the hardware token.
    public static let hardwareTokenNoKey = RPCReason(rawValue: "hardware-token-no-key")
    /// The hardware token can't sign with Ed25519.
    public static let hardwareTokenUnsupported = RPCReason(rawValue: "hardware-token-unsupported")
    /// The hardware token was pulled out, or answers no more.
    public static let hardwareTokenRemoved = RPCReason(rawValue: "hardware-token-removed")
    /// The hardware token took too long.
    public static let hardwareTokenTimeout = RPCReason(rawValue: "hardware-token-timeout")
    /// The wait for the hardware token was cancelled, here or on its own pad.
    public static let hardwareTokenCancelled = RPCReason(rawValue: "hardware-token-cancelled")
    /// The hardware token's answer isn't what was asked for: a signature that doesn't verify, for one.
    public static let hardwareTokenInvalid = RPCReason(rawValue: "hardware-token-invalid")
    /// The program that talks to hardware tokens is missing or has failed; a library that crashes ends it.
    public static let hardwareTokenUnavailable = RPCReason(rawValue: "hardware-token-unavailable")
    /// The library for the hardware token failed; `data.code` is its number.
    public static let hardwareTokenFault = RPCReason(rawValue: "hardware-token-fault")
    /// The machine has no TPM 2.0 that is switched on.
    public static let tpmAbsent = RPCReason(rawValue: "tpm-absent")
    /// The system lets this user not use the TPM.
    public static let tpmDenied = RPCReason(rawValue: "tpm-denied")
    /// The TPM's owner hierarchy has a password or is off.
    public static let tpmOwned = RPCReason(rawValue: "tpm-owned")
    /// The TPM doesn't limit wrong PINs enough.
    public static let tpmUnguarded = RPCReason(rawValue: "tpm-unguarded")
    /// A TPM opens the wallet already.
    public static let tpmPresent = RPCReason(rawValue: "tpm-present")
    /// The TPM asks for the PIN.
    public static let tpmPIN = RPCReason(rawValue: "tpm-pin")
    /// The PIN isn't six digits.
    public static let tpmPINInvalid = RPCReason(rawValue: "tpm-pin-invalid")
    /// The PIN is wrong; `data.retries` says how many wrong ones the TPM takes, if it told.
    public static let tpmPINWrong = RPCReason(rawValue: "tpm-pin-wrong")
    /// The TPM takes no PIN; `data.seconds` says in how many it takes one again at the latest, if it told.
    public static let tpmLocked = RPCReason(rawValue: "tpm-locked")
    /// Another TPM made the wallet's seal, or this one before it was cleared.
    public static let tpmOther = RPCReason(rawValue: "tpm-other")
    /// The TPM took too long.
    public static let tpmTimeout = RPCReason(rawValue: "tpm-timeout")
    /// The use of the TPM was cancelled.
    public static let tpmCancelled = RPCReason(rawValue: "tpm-cancelled")
    /// What the TPM unsealed doesn't open the wallet.
    public static let tpmInvalid = RPCReason(rawValue: "tpm-invalid")
    /// The program that talks to the TPM is missing or has failed.
    public static let tpmUnavailable = RPCReason(rawValue: "tpm-unavailable")
    /// The TPM failed or answers no more; `data.code` is its number, if there is one.
    public static let tpmFault = RPCReason(rawValue: "tpm-fault")
    /// There is no sensor, no fprintd, or no system bus.
    public static let fingerprintAbsent = RPCReason(rawValue: "fingerprint-absent")
    /// No finger of this user's is enrolled.
    public static let fingerprintUnenrolled = RPCReason(rawValue: "fingerprint-unenrolled")
    /// Another program uses the sensor.
    public static let fingerprintBusy = RPCReason(rawValue: "fingerprint-busy")
    /// The system lets this session ask for no finger.
    public static let fingerprintRefused = RPCReason(rawValue: "fingerprint-refused")
    /// The sensor or fprintd went away.
    public static let fingerprintRemoved = RPCReason(rawValue: "fingerprint-removed")
    /// Nobody touched the sensor in time.
    public static let fingerprintTimeout = RPCReason(rawValue: "fingerprint-timeout")
    /// The waiting for a finger was cancelled.
    public static let fingerprintCancelled = RPCReason(rawValue: "fingerprint-cancelled")
    /// The finger doesn't match; `data.retries` says how many more may fail.
    public static let fingerprintNoMatch = RPCReason(rawValue: "fingerprint-no-match")
    /// The sensor failed.
    public static let fingerprintFault = RPCReason(rawValue: "fingerprint-fault")
    /// The user lets no finger reopen the wallet.
    public static let fingerprintOff = RPCReason(rawValue: "fingerprint-off")
    /// No key is kept: the agent was started, or the way in which the wallet opens was changed, since the last proof.
    public static let fingerprintNotKept = RPCReason(rawValue: "fingerprint-not-kept")
    /// The last proof is 24 hours old.
    public static let fingerprintExpired = RPCReason(rawValue: "fingerprint-expired")
    /// Five fingers didn't match since the last proof.
    public static let fingerprintTries = RPCReason(rawValue: "fingerprint-tries")
}
