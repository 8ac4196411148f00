/// The vault's key beyond a session.
///
/// Nothing is computed from a presence such as a finger's, so it can't open a vault. It can only let the agent go on with a key that it still has:
/// for 24 hours from the last proof (a passphrase, a passkey, a security key, a TPM), however often the session is reopened meanwhile.
extension SessionLock {
    /// The longest time for which a key is kept after the proof.
    public static let longestKept: Duration = .seconds(86_400)
    /// The attempts that may fail after a proof. The last of them has the key forgotten.
    public static let mostMisses = 5
    /// The time between two looks at the clock and at the file.
    private static let keptCheck: Duration = .seconds(15)

    /// Sets whether the key is kept after a session that a proof opened, the present one too.
    public func setKeepsKey(_ isOn: Bool) {
        guard isOn != keepsKey else { return }
        keepsKey = isOn
        guard isOn else { return dropKey(.notKept) }
        if let (open, since) = provenSession { keepKey(of: open, since: since) }
    }

    /// Forgets the key before its time.
    public func forgetKey() {
        dropKey(.forgotten)
    }

    /// The time for which the key is still kept; nil if none is.
    public var keptFor: Duration? {
        guard let kept = try? keptVault() else { return nil }
        return kept.since + Self.longestKept - timeline.now()
    }

    /// True if a key is in memory, whether or not it may still be used.
    package var hasKey: Bool { kept != nil }

    /// The attempts that may still fail; nil if no key is kept.
    public var missesLeft: Int? { (try? keptVault()).map { Self.mostMisses - $0.misses } }

    /// Claims the key, before the user proves that they are there.
    ///
    /// - Throws: ``WalletKeyError/keyNotKept(_:)``.
    public func claimKey() throws(WalletKeyError) -> KeptKeyClaim {
        _ = try keptVault()
        keyClaims += 1
        return KeptKeyClaim(number: keyClaims, locks: locks)
    }

    /// Opens a session with the key, as its user has proven that they are there. It ends with the time of the key at the latest.
    ///
    /// - Throws: ``WalletKeyError/keyNotKept(_:)``; ``WalletKeyError/locked`` if the claim was used, or if ``lock()`` came in between.
    public func unlock(_ claim: KeptKeyClaim) throws(WalletKeyError) {
        let kept = try use(claim)
        begin(kept.open, try Keyring(kept.open), by: kept)
    }

    /// Opens the keys for one batch of signatures, as the user has proven that they are there. No session is opened.
    ///
    /// - Throws: as ``unlock(_:)``.
    public func proof(_ claim: KeptKeyClaim) throws(WalletKeyError) -> ProofSigner {
        let kept = try use(claim)
        keep(kept.open.policyKey())
        return ProofSigner(try Keyring(kept.open))
    }

    /// Counts an attempt that failed.
    ///
    /// - Returns: The number that may still fail; 0 if the key is gone.
    @discardableResult
    public func countMiss() -> Int {
        guard let misses = kept?.misses else { return 0 }
        kept?.misses = misses + 1
        let left = Self.mostMisses - misses - 1
        if left <= 0 { dropKey(.missed) }
        return max(left, 0)
    }
}

extension SessionLock {
    /// Keeps the key of a vault that a proof has opened, in the place of an earlier one.
    func keepKey(of open: OpenVault, since: Duration) {
        kept?.expiry.cancel()
        kept = keepsKey ? KeptVault(open: open, since: since, expiry: keptExpiry()) : nil
    }

    /// Keeps what is kept in step with a change of the vault; any change of a slot but by its use has it forgotten.
    func follow(from present: OpenVault, to next: OpenVault, isUse: Bool) {
        guard let kept else { return }
        guard kept.open.vault == present.vault, isUse || next.vault.slots == present.vault.slots else {
            return dropKey(.changed)
        }
        self.kept?.open = next
    }

    func dropKey(_ loss: KeyLoss) {
        guard let kept else { return }
        kept.expiry.cancel()
        self.kept = nil
        keyLoss = loss
        announceKey()
    }

    private func use(_ claim: KeptKeyClaim) throws(WalletKeyError) -> KeptVault {
        let kept = try keptVault()
        guard claim == KeptKeyClaim(number: keyClaims, locks: locks) else { throw .locked }
        keyClaims += 1
        return kept
    }

    /// What is kept, if it may still be used: a timer may be late, and something else may have written the file.
    private func keptVault() throws(WalletKeyError) -> KeptVault {
        guard let kept else { throw .keyNotKept(keyLoss) }
        if timeline.now() >= kept.since + Self.longestKept {
            dropKey(.expired)
        } else if !isOnDisk(kept) {
            dropKey(.changed)
        }
        guard self.kept != nil else { throw .keyNotKept(keyLoss) }
        return kept
    }

    private func isOnDisk(_ kept: KeptVault) -> Bool {
        guard let vault = try? file.read() else { return false }
        return vault == kept.open.vault
    }

    /// Forgets the key when its time is over, or another file has taken the vault's place, even without a call.
    private func keptExpiry() -> Task<Void, Never> {
        Task { [weak self, timeline] in
            while !Task.isCancelled, let remaining = await self?.keptFor {
                // In short steps, since a timer may stand still while the machine sleeps.
                try? await timeline.sleep(min(remaining, Self.keptCheck))
            }
        }
    }
}
