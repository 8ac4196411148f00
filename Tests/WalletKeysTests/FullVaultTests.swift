import Foundation
import Salt
import TestSupport
import Testing
import WalletKeys

/// A vault with one of everything, cut, edited, mixed with another and put back.
///
/// The whole run opens a vault once for every byte, which takes five minutes on a busy machine.
@Suite(.timeLimit(.minutes(15)))
struct FullVaultTests {
    private let folder: ScratchFolder
    private let bytes: [UInt8]

    init() async throws {
        folder = try ScratchFolder()
        try await FullVault.write(to: folder.path)
        bytes = try folder.bytes()
    }

    @Test func `cut at every length, it is damaged, whatever the checksum`() throws {
        let contents = bytes.dropLast(32)
        for count in bytes.indices { #expect(isDamaged(Array(bytes[..<count])), "\(count) bytes") }
        for count in contents.indices { #expect(isDamaged(resealed(Array(contents[..<count]))), "\(count) bytes") }
        for more in 1...3 { #expect(isDamaged(resealed(contents + [UInt8](repeating: 0, count: more)))) }
    }

    @Test func `with a bit flipped, it is damaged, at every byte`() throws {
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << (index % 8)
            #expect(isDamaged(changed), "byte \(index)")
        }
    }

    /// The passphrase takes 8 MiB a try, so that it is tried for one byte of seven and all of its slot; the passkeys for every byte.
    @Test func `with a bit flipped and a new checksum, neither passphrase nor passkey opens it, wherever it is`()
        async throws
    {
        let passphraseSlot = try #require(Self.slots(of: bytes).first)
        let passkeys = try Vault(decoding: bytes).passkeys
        let alone = try ScratchFolder()
        var (damaged, forged, wrong) = (0, 0, 0)
        for index in 0..<bytes.count - 32 {
            var changed = Array(bytes.dropLast(32))
            changed[index] ^= 1 << (index % 8)
            changed = resealed(changed)
            try alone.write(changed)
            guard (try? Vault(decoding: changed)) != nil else {
                damaged += 1
                continue
            }
            let lock = SessionLock(file: VaultFile(folder: alone.path), clock: SteppedClock(), cost: .minimum)
            for (passkey, salts) in passkeys {
                let error = await #expect(throws: WalletKeyError.self, "byte \(index)") {
                    try await lock.unlock(passkey: FullVault.proof(passkey, salts))
                }
                switch error {
                case .vaultForged: forged += 1
                case .wrongPasskey, .passkeyUnknown: wrong += 1
                default: Issue.record("byte \(index): \(String(describing: error))")
                }
            }
            if passphraseSlot.contains(index) || index.isMultiple(of: 7) {
                let error = await #expect(throws: WalletKeyError.self, "byte \(index)") {
                    try await lock.unlock(passphrase: secret(Wallet.passphrase))
                }
                #expect(error == .vaultForged || error == .wrongPassphrase, "byte \(index)")
                try alone.forgetAttempts()
            }
            #expect(try alone.bytes() == changed)
        }
        #expect(damaged > 20 && forged > 500 && wrong > 200)
    }

    @Test func `slots in another order are an edit, and the keys of two passkeys exchanged fit neither`() async throws {
        let slots = Self.slots(of: bytes)
        #expect(slots.count == 3)
        let orders = [[0, 2, 1], [1, 0, 2], [2, 1, 0], [0, 1, 1], [0, 1], [0]]
        for order in orders {
            var changed = Array(bytes[..<46]) + order.flatMap { Array(bytes[slots[$0]]) }
            changed[44] = UInt8(order.count)
            changed = resealed(changed + bytes[slots[2].upperBound...].dropLast(32))
            try await expect(.vaultForged, of: changed)
            for credential in order where credential > 0 {
                try await expect(.vaultForged, of: changed, credential: credential - 1)
            }
        }
        // A slot ends with its wrapped key, 104 bytes.
        var exchanged = bytes
        exchanged.replaceSubrange(slots[1].suffix(104), with: bytes[slots[2].suffix(104)])
        exchanged.replaceSubrange(slots[2].suffix(104), with: bytes[slots[1].suffix(104)])
        exchanged = resealed(exchanged.dropLast(32))
        for credential in 0...1 { try await expect(.wrongPasskey, of: exchanged, credential: credential) }
        try await expect(.vaultForged, of: exchanged)
    }

    @Test func `slots of another vault under the same passphrase fit nothing, with or without its identifier`()
        async throws
    {
        let otherFolder = try ScratchFolder()
        try await FullVault.write(to: otherFolder.path)
        let other = try otherFolder.bytes()
        let slots = Self.slots(of: bytes)
        #expect(Self.slots(of: other) == slots && other.count == bytes.count)
        for (number, slot) in slots.enumerated() {
            var changed = bytes
            changed.replaceSubrange(slot, with: other[slot])
            let credential = number == 0 ? nil : number - 1
            let wrong: WalletKeyError = number == 0 ? .wrongPassphrase : .wrongPasskey
            try await expect(wrong, of: resealed(changed.dropLast(32)), credential: credential, salts: other)
            // With the identifier the slot gives the other vault's key, and that opens none of these secrets.
            changed.replaceSubrange(20..<36, with: other[20..<36])
            try await expect(.vaultForged, of: resealed(changed.dropLast(32)), credential: credential, salts: other)
        }
        // All slots, and the secrets besides: only the header is this vault's.
        var changed = Array(other[..<slots[2].upperBound] + bytes[slots[2].upperBound...])
        try await expect(.vaultForged, of: resealed(changed.dropLast(32)))
        changed = Array(bytes[..<slots[2].upperBound] + other[slots[2].upperBound...])
        try await expect(.vaultForged, of: resealed(changed.dropLast(32)))
    }

    /// Whole and with its own checksum it is what was true once: it opens. Nothing is written over it by who had the newer one open.
    @Test func `an older generation put back opens as it was then, and no open session writes over it`() async throws {
        let lock = SessionLock(file: VaultFile(folder: folder.path), clock: SteppedClock(), cost: .minimum)
        try await lock.unlock(passphrase: secret(Wallet.passphrase))
        let proof = try await lock.prove(passphrase: secret(Wallet.passphrase))
        let older = try folder.bytes("vault.previous")
        let account = try #require(try await lock.status().accounts.first?.publicKey)
        for (name, content) in [("vault.previous", older), ("backup/vault", try folder.bytes("backup/vault"))] {
            try folder.write(content)
            await #expect(throws: WalletKeyError.vaultChanged, "\(name)") { try await lock.update(account, label: "x") }
            await #expect(throws: WalletKeyError.vaultChanged, "\(name)") { try await lock.remove(account, by: proof) }
            #expect(try folder.bytes() == content)
            let restarted = SessionLock(file: VaultFile(folder: folder.path), clock: SteppedClock(), cost: .minimum)
            try await restarted.unlock(passphrase: secret(Wallet.passphrase))
            #expect(try await restarted.status().accounts == Vault(decoding: content).accounts)
            // Its generation's number can't be raised to look like the present one.
            var raised = content
            raised[36] += 10
            try folder.write(resealed(raised.dropLast(32)))
            await #expect(throws: WalletKeyError.vaultForged) {
                try await SessionLock(file: VaultFile(folder: folder.path), clock: SteppedClock())
                    .unlock(passphrase: secret(Wallet.passphrase))
            }
        }
    }

    /// Refused in decoding, before any memory for a derivation is asked for, and with no more of it than the file has.
    @Test func `absurd fields are damage, however right the checksum`() throws {
        let slots = Self.slots(of: bytes)
        let (passphrase, passkey) = (slots[0].lowerBound + 4, slots[1].lowerBound + 4)
        // Two salts and the time, then the name with its count in front, and so on; see docs/vault-format.md.
        let name = passkey + 72
        let party = name + 1 + Int(bytes[name])
        let credential = party + 1 + Int(bytes[party])
        let publicKey = credential + 2 + Int(bytes[credential]) + 4
        let accounts = slots[2].upperBound
        let fields: [(Int, [UInt8])] = [
            (passphrase + 16, [0, 0, 0, 0]), (passphrase + 16, [11, 0, 0, 0]),
            (passphrase + 16, [0xFF, 0xFF, 0xFF, 0xFF]),
            (passphrase + 20, [0, 0, 0, 0]), (passphrase + 20, [0xFF, 0x1F, 0, 0]), (passphrase + 20, [1, 0, 0x10, 0]),
            (passphrase + 20, [0, 0, 0, 0x40]), (passphrase + 20, [0xFF, 0xFF, 0xFF, 0xFF]),
            (44, [0, 0]), (44, [4, 0]), (44, [17, 0]), (44, [0xFF, 0xFF]),
            (slots[1].lowerBound, [3, 0]), (slots[1].lowerBound, [1, 0]), (slots[1].lowerBound + 2, [0, 0]),
            (slots[1].lowerBound + 2, [0xFF, 0xFF]),
            (name, [0]), (name, [65]), (name, [0xFF]), (name + 1, [0xFF]), (party, [0]), (party, [0xFF]),
            (party + 1, [0x20]), (party + 1, [0xC3]), (credential, [0, 0]), (credential, [0, 4]),
            (credential, [0xFF, 0xFF]), (publicKey, [0, 0]), (publicKey, [1, 4]), (publicKey, [0xFF, 0xFF]),
            (accounts, [1, 4]), (accounts, [0xFF, 0xFF]), (accounts + 36, [2]), (accounts + 36, [0x81]),
            (accounts + 37, [11]), (accounts + 37, [0xFF]), (accounts + 38, [0, 0, 0, 0x80]),
            (accounts + 54, [0]), (accounts + 54, [129]), (accounts + 54, [0xFF]),
        ]
        for (offset, field) in fields {
            var changed = bytes
            changed.replaceSubrange(offset..<offset + field.count, with: field)
            #expect(changed != bytes && isDamaged(resealed(changed.dropLast(32))), "\(field) at \(offset)")
        }
        // The sealed secrets' count stands 4 bytes before them.
        for count in [0, 15, 1 << 18 + 1, Int(UInt32.max)] {
            let start = try #require(
                (accounts..<bytes.count - 36).first { start in
                    let count = bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
                    return start + 4 + count + 32 == bytes.count
                })
            var changed = bytes
            for place in 0..<4 { changed[start + place] = UInt8(truncatingIfNeeded: count >> (8 * place)) }
            #expect(isDamaged(resealed(changed.dropLast(32))), "\(count) sealed bytes")
        }
    }

    private func resealed(_ contents: some Collection<UInt8>) -> [UInt8] {
        Array(contents) + SaltHash.sha256(Array(contents))
    }

    private func isDamaged(_ bytes: [UInt8]) -> Bool {
        do throws(WalletKeyError) {
            _ = try Vault(decoding: bytes)
            return false
        } catch {
            guard case .vaultDamaged(let damage) = error else { return false }
            return (0...bytes.count).contains(damage.offset)
        }
    }

    /// Expects that one of the vault's proofs fails with an error and nothing is written: the passphrase, or a passkey by its number.
    ///
    /// - Parameter salts: the file for whose salts the authenticator answered; the vault's own where nil.
    private func expect(
        _ error: WalletKeyError, of vault: [UInt8], credential: Int? = nil, salts: [UInt8]? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let alone = try ScratchFolder()
        try alone.write(vault)
        let lock = SessionLock(file: VaultFile(folder: alone.path), clock: SteppedClock(), cost: .minimum)
        let passkeys = try Vault(decoding: salts ?? bytes).passkeys
        await #expect(throws: error, sourceLocation: sourceLocation) {
            guard let credential else { return try await lock.unlock(passphrase: secret(Wallet.passphrase)) }
            let (passkey, salts) = passkeys[credential]
            try await lock.unlock(passkey: FullVault.proof(passkey, salts))
        }
        #expect(try alone.bytes() == vault, sourceLocation: sourceLocation)
    }

    /// Where the slots stand, kind and count included.
    private static func slots(of bytes: [UInt8]) -> [Range<Int>] {
        var (slots, start): ([Range<Int>], Int) = ([], 46)
        for _ in 0..<bytes[44] {
            let end = start + 4 + Int(bytes[start + 2]) + Int(bytes[start + 3]) << 8
            slots.append(start..<end)
            start = end
        }
        return slots
    }
}
