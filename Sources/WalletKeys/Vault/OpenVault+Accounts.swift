import Salt
import SolanaTransactions

/// Accounts: deriving, importing, naming, ordering, removing.
extension OpenVault {
    /// Adds an account of a phrase; without a path, the next one of the usual kind.
    ///
    /// - Throws: ``WalletKeyError/accountExists``, ``WalletKeyError/secretUnknown`` if there is no such phrase, ``WalletKeyError/vaultFull``.
    func addingAccount(path: DerivationPath?, secret: Int) throws(WalletKeyError) -> OpenVault {
        try next { contents throws(WalletKeyError) in
            guard contents.secrets.indices.contains(secret) else { throw .secretUnknown }
            let seed = try contents.secrets[secret].seed()
            guard seed.hasPaths else { throw .secretUnknown }
            let used = Set(contents.accounts.filter { $0.signer == .vault && $0.secret == secret }.map(\.path))
            guard let path = path ?? DerivationPath.firstSolanaAccounts.first(where: { !used.contains($0) }) else {
                throw .vaultFull
            }
            try contents.append(try seed.publicKey(at: path), path: path, secret: UInt16(clamping: secret))
        }
    }

    /// Adds a secret and an account for each of the paths; an imported key has one, without steps.
    ///
    /// - Throws: ``WalletKeyError/secretExists``, ``WalletKeyError/accountExists``, ``WalletKeyError/vaultFull``.
    func adding(_ secret: VaultSecret, paths: [DerivationPath]) throws(WalletKeyError) -> OpenVault {
        try next { contents throws(WalletKeyError) in
            guard !contents.secrets.contains(where: { $0.isEqual(to: secret) }) else { throw .secretExists }
            let seed = try secret.seed()
            contents.secrets.append(secret)
            for path in seed.hasPaths ? paths : [DerivationPath.none] {
                try contents.append(
                    try seed.publicKey(at: path), path: path, secret: UInt16(clamping: contents.secrets.count - 1))
            }
        }
    }

    /// Changes an account's label, its visibility in lists, and its position in them.
    ///
    /// - Parameter position: Counted from 0; beyond the end means the end.
    /// - Throws: ``WalletKeyError/accountUnknown``, ``WalletKeyError/labelInvalid``.
    func updating(
        _ account: PublicKey, label: String?, isHidden: Bool?, position: Int?
    ) throws(WalletKeyError) -> OpenVault {
        if let label, !VaultAccount.isLabel(label) { throw .labelInvalid }
        return try next { contents throws(WalletKeyError) in
            guard let index = contents.accounts.firstIndex(where: { $0.publicKey == account }) else {
                throw .accountUnknown
            }
            var changed = contents.accounts.remove(at: index)
            if let label { changed.label = label }
            if let isHidden { changed.isHidden = isHidden }
            contents.accounts.insert(changed, at: max(0, min(position ?? index, contents.accounts.count)))
        }
    }

    /// Removes an account, and its secret if no other account uses it.
    ///
    /// - Throws: ``WalletKeyError/accountUnknown``; ``WalletKeyError/lastAccount`` if the wallet would have none left whose key it has.
    func removing(_ account: PublicKey) throws(WalletKeyError) -> OpenVault {
        try next { contents throws(WalletKeyError) in
            guard let index = contents.accounts.firstIndex(where: { $0.publicKey == account }) else {
                throw .accountUnknown
            }
            let removed = contents.accounts.remove(at: index)
            // A wallet has a phrase or key of its own: what is backed up, drilled and written on a sheet would be nothing.
            guard contents.accounts.contains(where: { $0.signer == .vault }) else { throw .lastAccount }
            guard removed.signer == .vault else { return }
            let secret = removed.secret
            guard !contents.accounts.contains(where: { $0.secret == secret }) else { return }
            contents.secrets.remove(at: Int(secret))
            for index in contents.accounts.indices
            where contents.accounts[index].signer == .vault && contents.accounts[index].secret > secret {
                contents.accounts[index].secret -= 1
            }
        }
    }
}

extension OpenVault.Contents {
    mutating func append(
        _ publicKey: PublicKey, path: DerivationPath, secret: UInt16, signer: AccountSigner = .vault,
        token: VaultToken? = nil, label named: String? = nil
    ) throws(WalletKeyError) {
        guard !accounts.contains(where: { $0.publicKey == publicKey }) else { throw .accountExists }
        // The first number that isn't taken: labels are told apart by the person who reads them.
        let labels = Set(accounts.map(\.label))
        let label = (accounts.count + 1...2 * accounts.count + 2).lazy.map { "Account \($0)" }.first {
            !labels.contains($0)
        }
        accounts.append(
            VaultAccount(
                publicKey: publicKey, path: path, label: named ?? label ?? "Account", secret: secret, signer: signer,
                token: token))
    }
}

extension VaultAccount {
    /// True if a text may be a label: 1 to 128 bytes of UTF-8 without control characters or line ends.
    static func isLabel(_ text: String) -> Bool {
        (1...maximumLabelCount).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
                default: true
                }
            }
    }
}

/// Passkeys: using one, adding one, removing one.
extension OpenVault {
    /// Opens a vault with a passkey's outputs, and makes the generation in which only the second of them opens it.
    ///
    /// - Throws: ``WalletKeyError/passkeyUnknown``, ``WalletKeyError/wrongPasskey``, ``WalletKeyError/vaultForged``.
    static func opened(
        _ vault: Vault, by proof: borrowing PasskeyProof
    ) throws(WalletKeyError) -> (present: OpenVault, next: OpenVault) {
        for (position, slot) in vault.slots.enumerated() {
            guard case .passkey(let slot) = slot, slot.passkey.credential == proof.credential else { continue }
            guard let key = try slot.open(output: proof.output, of: vault.identifier) else { throw .wrongPasskey }
            let present = OpenVault(vault, key: key)
            let advanced = try slot.advanced(
                wrapping: present.key, of: vault.identifier, nextOutput: proof.nextOutput)
            let next = try present.next { contents throws(WalletKeyError) in
                contents.slots[position] = .passkey(advanced)
            }
            return (present, next)
        }
        throw .passkeyUnknown
    }

    /// Adds a passkey that has evaluated both salts.
    ///
    /// - Throws: ``WalletKeyError/passkeyExists`` if its credential has a slot, ``WalletKeyError/vaultFull``.
    func adding(
        _ passkey: Passkey, salts: PasskeySalts, output: borrowing SecretBytes
    ) throws(WalletKeyError) -> OpenVault {
        let slot = try PasskeySlot(
            wrapping: key, of: vault.identifier, passkey: passkey, salts: salts, output: output)
        return try next { contents throws(WalletKeyError) in
            guard !vault.passkeys.contains(where: { $0.passkey.credential == passkey.credential }) else {
                throw .passkeyExists
            }
            contents.slots.append(.passkey(slot))
        }
    }

    /// Removes a passkey's slot.
    ///
    /// - Throws: ``WalletKeyError/passkeyUnknown``.
    func removing(credential: [UInt8]) throws(WalletKeyError) -> OpenVault {
        try next { contents throws(WalletKeyError) in
            let count = contents.slots.count
            contents.slots.removeAll { slot in
                if case .passkey(let slot) = slot { slot.passkey.credential == credential } else { false }
            }
            guard contents.slots.count < count else { throw .passkeyUnknown }
        }
    }
}

extension Vault {
    /// The passkeys that open the vault, each with the salts that its authenticator is to evaluate.
    public var passkeys: [(passkey: Passkey, salts: PasskeySalts)] {
        slots.compactMap { slot in
            if case .passkey(let slot) = slot { (slot.passkey, slot.salts) } else { nil }
        }
    }
}
