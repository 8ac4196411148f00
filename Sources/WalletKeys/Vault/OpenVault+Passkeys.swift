import Salt

/// Passkeys: using one, adding one, taking one away.
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
    /// - Throws: ``WalletKeyError/passkeyExists`` where its credential has a slot, ``WalletKeyError/vaultFull``.
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

    /// Takes a passkey's slot away.
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
    /// The passkeys that open the vault, each with what its authenticator is to evaluate.
    public var passkeys: [(passkey: Passkey, salts: PasskeySalts)] {
        slots.compactMap { slot in
            if case .passkey(let slot) = slot { (slot.passkey, slot.salts) } else { nil }
        }
    }
}
