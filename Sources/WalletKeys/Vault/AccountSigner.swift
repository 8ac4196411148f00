import SolanaTransactions

/// The place of an account's key, which is what signs for it. Cases are only ever added, each with a new format of the vault.
public enum AccountSigner: String, Sendable, Hashable, CaseIterable {
    /// A secret in the vault.
    case vault
    /// A Ledger, which derives the key at the account's path and never gives it away.
    case ledger
    /// A PKCS #11 token, which a library of its maker's reaches (``VaultToken``).
    case hardwareToken = "hardware-token"
}

extension AccountSigner {
    /// The position of a secret that none has: the key isn't in the vault.
    static let outside: UInt16 = .max

    /// Its number in the vault's file; nil for the vault itself, which has none.
    var kind: UInt8? {
        switch self {
        case .vault: nil
        case .ledger: 1
        case .hardwareToken: 2
        }
    }

    /// The first format of the vault that has it.
    var format: UInt16 {
        switch self {
        case .vault: 1
        case .ledger: Vault.signerFormat
        case .hardwareToken: Vault.tokenFormat
        }
    }

    /// The signer of a number; nil for one that the format doesn't have.
    init?(kind: UInt8, format: UInt16) {
        guard let signer = Self.allCases.first(where: { $0.kind == kind && $0.format <= format }) else { return nil }
        self = signer
    }

    /// True if it can hold a key at this path.
    func holds(_ path: DerivationPath) -> Bool {
        switch self {
        case .vault: true
        // The Solana app derives below 44'/501' alone, five steps deep at most.
        case .ledger: (2...5).contains(path.indices.count) && path.indices.starts(with: [44, 501])
        // Its keys are made there, one by one, and derived from nothing.
        case .hardwareToken: path == .none
        }
    }
}

/// Accounts whose keys are on devices.
extension OpenVault {
    /// Adds an account whose key is on a device.
    ///
    /// - Throws: ``WalletKeyError/accountExists``, ``WalletKeyError/pathRefused``, ``WalletKeyError/labelInvalid``, ``WalletKeyError/vaultFull``.
    func adding(
        _ account: PublicKey, at path: DerivationPath, on signer: AccountSigner, label: String?
    ) throws(WalletKeyError) -> OpenVault {
        guard signer == .ledger, signer.holds(path) else { throw .pathRefused }
        return try adding(account, path, on: signer, label)
    }

    /// Adds an account whose key is on a token.
    ///
    /// - Throws: ``WalletKeyError/accountExists``, ``WalletKeyError/labelInvalid``, ``WalletKeyError/vaultFull``.
    func adding(_ account: PublicKey, on token: VaultToken, label: String?) throws(WalletKeyError) -> OpenVault {
        try adding(account, .none, on: .hardwareToken, token: token, label)
    }

    private func adding(
        _ account: PublicKey, _ path: DerivationPath, on signer: AccountSigner, token: VaultToken? = nil,
        _ label: String?
    ) throws(WalletKeyError) -> OpenVault {
        if let label, !VaultAccount.isLabel(label) { throw .labelInvalid }
        return try next { contents throws(WalletKeyError) in
            try contents.append(
                account, path: path, secret: AccountSigner.outside, signer: signer, token: token, label: label)
        }
    }
}
