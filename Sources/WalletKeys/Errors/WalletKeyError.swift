public import Salt

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The reasons the wallet's keys couldn't be made, opened or used; cases are only ever added.
public enum WalletKeyError: Error, Sendable, Hashable {
    /// There is a vault already, or an earlier generation of one.
    case vaultExists
    /// There is no vault.
    case vaultMissing
    /// The file isn't what was written: cut, changed, or not a vault at all. No passphrase will help.
    case vaultDamaged(VaultDamage)
    /// The file is in order but its contents aren't those that were sealed with it: somebody edited them.
    case vaultForged
    /// The file is of a format that a newer version writes.
    case vaultUnsupported(version: UInt16)
    /// The file or its folder belongs to another user, is open to others, or is a link.
    case fileRefused
    /// A system call on the vault's file failed with this `errno`.
    case storage(errno: Int32)
    /// The passphrase doesn't open the vault.
    case wrongPassphrase
    /// The passphrase can't be one.
    case passphraseInvalid(PassphraseFault)
    /// The text isn't a seed phrase.
    case phraseInvalid(SeedPhraseError)
    /// The session is locked, or was locked before the work was done.
    case locked
    /// No key in the vault belongs to this public key.
    case accountUnknown
    /// A signature that was made doesn't verify, so none was handed out.
    case signatureFault
    /// Too many passphrases wait to be tried.
    case busy
    /// The task was cancelled before the work was done.
    case cancelled
    /// Memory for the passphrase's derivation can't be had.
    case outOfMemory
    /// No passkey of the vault has this credential.
    case passkeyUnknown
    /// The passkey's output doesn't open its slot: another authenticator's, or one that was used before.
    case wrongPasskey
    /// A passkey with this credential is there already.
    case passkeyExists
    /// The vault has an account with this address already.
    case accountExists
    /// The vault has this phrase or key already.
    case secretExists
    /// No phrase of the vault stands at this position.
    case secretUnknown
    /// The vault has as many slots, secrets or accounts as one can have.
    case vaultFull
    /// The wallet's last account can't be removed.
    case lastAccount
    /// The text can't be an account's label.
    case labelInvalid
    /// The vault was changed while this change was prepared; nothing was written.
    case vaultChanged
    /// The backup is of another wallet, and there is a wallet.
    case otherVault
    /// No security key of the vault has this credential.
    case securityKeyUnknown
    /// The security key's output doesn't open its slot: another key's, or one that was used before.
    case wrongSecurityKey
    /// A security key with this credential is there already.
    case securityKeyExists
    /// The security key has made fewer signatures than when it was used last: there is a copy of it.
    case securityKeyCopied
    /// The account's key is on a device, and can't be used or taken from here.
    case keyOutside
    /// A device has no key for Solana at this path.
    case pathRefused
    /// No TPM opens the vault.
    case tpmUnknown
    /// What the TPM unsealed doesn't open its slot.
    case wrongTPM
    /// A TPM opens the vault already.
    case tpmExists
    /// No key of the vault is kept to reopen the session with.
    case keyNotKept(KeyLoss)
    /// libsodium refused what this library gave it: a fault of our own.
    case primitive(SaltError)
}

extension WalletKeyError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .vaultExists: "a vault exists already"
        case .vaultMissing: "there is no vault"
        case .vaultDamaged(let damage): "the vault file is damaged: \(damage)"
        case .vaultForged: "the vault file was changed by something else than the wallet"
        case .vaultUnsupported(let version): "the vault file has format \(version), which this version cannot read"
        case .fileRefused: "the vault file or its folder has another owner, is open to others, or is a link"
        case .storage(let errno): "the vault file cannot be read or written: \(String(cString: strerror(errno)))"
        case .wrongPassphrase: "wrong passphrase"
        case .passphraseInvalid(let fault): "invalid passphrase: \(fault)"
        case .phraseInvalid(let error): "invalid seed phrase: \(error)"
        case .locked: "the session is locked"
        case .accountUnknown: "no key for this account"
        case .signatureFault: "a signature does not verify"
        case .busy: "too many passphrases wait to be tried"
        case .cancelled: "cancelled"
        case .outOfMemory: "not enough memory to try the passphrase"
        case .passkeyUnknown: "no such passkey"
        case .wrongPasskey: "the passkey does not open the vault"
        case .passkeyExists: "this passkey is there already"
        case .accountExists: "this account is in the wallet already"
        case .secretExists: "this phrase or key is in the wallet already"
        case .secretUnknown: "no such phrase in the wallet"
        case .vaultFull: "the wallet holds no more"
        case .lastAccount: "the last account cannot be removed"
        case .labelInvalid: "the label is empty, too long or has control characters"
        case .vaultChanged: "the wallet was changed meanwhile; nothing was written"
        case .otherVault: "the backup is of another wallet"
        case .securityKeyUnknown: "no such security key"
        case .wrongSecurityKey: "the security key does not open the vault"
        case .securityKeyExists: "this security key is there already"
        case .securityKeyCopied: "the security key counts fewer signatures than before: there is a copy of it"
        case .keyOutside: "this account's key is on a device"
        case .pathRefused: "a device has no key for Solana at this path"
        case .tpmUnknown: "no TPM opens this wallet"
        case .wrongTPM: "what the TPM unsealed does not open the vault"
        case .tpmExists: "a TPM opens this wallet already"
        case .keyNotKept(let loss): "no key is kept: \(loss)"
        case .primitive(let error): "libsodium refused: \(error)"
        }
    }
}

/// The damage of a vault file, and the byte at which it was found.
public struct VaultDamage: Error, Sendable, Hashable {
    /// The kinds of damage; cases are only ever added.
    public enum Kind: String, Sendable {
        /// The file ends before its contents do.
        case cut
        /// Bytes follow the contents, or the file is longer than a vault can be.
        case excess
        /// The file doesn't begin like a vault.
        case notVault = "not a vault"
        /// The checksum doesn't fit: bytes changed.
        case checksum
        /// A field has a value that it can't have.
        case field
        /// The vault is gone, yet its earlier generation is there.
        case missing
    }

    public let kind: Kind
    /// Counted from the file's first byte.
    public let offset: Int

    public init(kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

extension VaultDamage: CustomStringConvertible {
    public var description: String { "\(kind.rawValue) at byte \(offset)" }
}
