import Salt

/// The secrets of a vault in their order, before they are sealed and after they were opened.
///
/// ```
/// | number: 2 | each: kind (2), count (2), that many bytes; see VaultSecret |
/// ```
enum VaultSecrets {
    /// How many secrets a vault may have.
    static let maximumCount = 64

    static func encode(_ secrets: [VaultSecret]) -> SecretBytes {
        SecretBytes(count: secrets.reduce(2) { $0 + 4 + $1.body.count }) { buffer in
            buffer.storeBytes(of: UInt16(clamping: secrets.count).littleEndian, as: UInt16.self)
            var offset = 2
            for secret in secrets {
                buffer.storeBytes(of: secret.kind.rawValue.littleEndian, toByteOffset: offset, as: UInt16.self)
                buffer.storeBytes(
                    of: UInt16(clamping: secret.body.count).littleEndian, toByteOffset: offset + 2, as: UInt16.self)
                secret.body.withBytes {
                    UnsafeMutableRawBufferPointer(rebasing: buffer[(offset + 4)...]).copyMemory(from: $0)
                }
                offset += 4 + secret.body.count
            }
        }
    }

    /// - Throws: ``WalletKeyError/vaultForged``: only somebody with the vault key can have sealed anything else.
    static func decode(_ bytes: borrowing SecretBytes, format: UInt16) throws(WalletKeyError) -> [VaultSecret] {
        guard bytes.count >= 2 else { throw .vaultForged }
        var secrets: [VaultSecret] = []
        var offset = 2
        for _ in 0..<integer(in: bytes, at: 0) {
            guard bytes.count - offset >= 4 else { throw .vaultForged }
            let count = Int(integer(in: bytes, at: offset + 2))
            guard let kind = VaultSecret.Kind(rawValue: integer(in: bytes, at: offset)),
                format > 1 || kind == .phrase, bytes.count - offset - 4 >= count
            else { throw .vaultForged }
            offset += 4
            secrets.append(try VaultSecret(kind: kind, body: bytes.slice(offset..<offset + count)))
            offset += count
        }
        guard offset == bytes.count else { throw .vaultForged }
        return secrets
    }

    private static func integer(in bytes: borrowing SecretBytes, at offset: Int) -> UInt16 {
        bytes.withBytes { UInt16(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt16.self)) }
    }
}
