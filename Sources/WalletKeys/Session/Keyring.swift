import Salt
package import SolanaTransactions

/// What a proof opens: the seeds of a vault, each in closed memory, and the accounts that are known to belong to them.
package final class Keyring: Sendable {
    /// The accounts, authenticated.
    let accounts: [VaultAccount]
    private let seeds: [Seed]

    /// Takes accounts and the seeds that they name by position.
    package init(accounts: [VaultAccount], seeds: [Seed]) {
        self.accounts = accounts
        self.seeds = seeds
    }

    /// Opens the secrets of a vault.
    ///
    /// - Throws: ``WalletKeyError/vaultForged``.
    convenience init(_ open: OpenVault) throws(WalletKeyError) {
        var seeds: [Seed] = []
        for secret in try open.secrets() { seeds.append(try secret.seed()) }
        self.init(accounts: open.vault.accounts, seeds: seeds)
    }

    /// Derives the key pair of an account.
    ///
    /// - Throws: ``WalletKeyError/accountUnknown``.
    func keyPair(for publicKey: PublicKey) throws(WalletKeyError) -> SaltSign.KeyPair {
        guard let account = accounts.first(where: { $0.publicKey == publicKey }),
            seeds.indices.contains(Int(account.secret))
        else { throw .accountUnknown }
        return try seeds[Int(account.secret)].keyPair(at: account.path)
    }

    /// Signs each message and verifies each signature; the key's page is open for nothing but the signing.
    ///
    /// Verifying takes twice as long as signing and needs no secret, so a part of the batch is verified on another core while the next is
    /// signed. Between parts others get their turn, and `isAllowed` is asked again; it is also asked before anything is handed out.
    ///
    /// - Throws: ``WalletKeyError/accountUnknown``, ``WalletKeyError/locked``, ``WalletKeyError/cancelled``,
    ///   ``WalletKeyError/signatureFault``.
    package func sign(
        _ messages: [[UInt8]], as publicKey: PublicKey, while isAllowed: () async -> Bool
    ) async throws(WalletKeyError) -> [Signature] {
        let pair = try keyPair(for: publicKey)
        let publicKeyBytes = publicKey.bytes
        return try await withTaskGroup(of: Bool.self) { group -> Result<[Signature], WalletKeyError> in
            do throws(WalletKeyError) {
                var signatures: [Signature] = []
                signatures.reserveCapacity(messages.count)
                for start in stride(from: 0, to: messages.count, by: Self.partCount) {
                    if start > 0 {
                        await Task.yield()
                        try await Self.check(isAllowed)
                    }
                    let part = Array(messages[start..<min(start + Self.partCount, messages.count)])
                    let signed = try Self.sign(part, with: pair.secretKey)
                    for bytes in signed {
                        guard let signature = try? Signature(bytes: bytes) else { throw .signatureFault }
                        signatures.append(signature)
                    }
                    // A key that doesn't belong to the account, or a fault that was provoked while signing, gives the private key away to
                    // whoever gets the signature.
                    group.addTask {
                        zip(signed, part).allSatisfy { SaltSign.verify($0, of: $1, publicKey: publicKeyBytes) }
                    }
                }
                for await isRight in group {
                    guard isRight else { throw .signatureFault }
                }
                try await Self.check(isAllowed)
                return .success(signatures)
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// How many messages are signed in one go: less than half a millisecond.
    private static let partCount = 16

    private static func sign(
        _ messages: [[UInt8]], with secretKey: borrowing SecretBytes
    ) throws(WalletKeyError) -> [[UInt8]] {
        var signatures: [[UInt8]] = []
        signatures.reserveCapacity(messages.count)
        for message in messages {
            do throws(SaltError) { signatures.append(try SaltSign.sign(message, secretKey: secretKey)) } catch {
                throw .primitive(error)
            }
        }
        return signatures
    }

    private static func check(_ isAllowed: () async -> Bool) async throws(WalletKeyError) {
        guard !Task.isCancelled else { throw .cancelled }
        guard await isAllowed() else { throw .locked }
    }
}
