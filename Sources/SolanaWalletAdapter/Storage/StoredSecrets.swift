internal import Salt

/// What stands in an ``EncryptedFileStorage``: key, count and bytes of each secret, in the order of the keys.
enum StoredSecrets {
    private static let headCount = 32 + 4

    /// How many bytes the secrets take.
    static func count(of secrets: [StorageKey: StoredSecret]) -> Int {
        secrets.values.reduce(0) { $0 + headCount + $1.bytes.count }
    }

    static func encode(_ secrets: [StorageKey: StoredSecret]) -> SecretBytes {
        SecretBytes(count: count(of: secrets)) { output in
            var offset = 0
            func append(_ bytes: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: output[offset..<offset + bytes.count]).copyMemory(from: bytes)
                offset += bytes.count
            }
            for (key, secret) in secrets.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
                key.bytes.withUnsafeBytes(append)
                withUnsafeBytes(of: UInt32(truncatingIfNeeded: secret.bytes.count).littleEndian, append)
                secret.bytes.withBytes(append)
            }
        }
    }

    /// - Throws: `damaged`, though what isn't authentic comes nowhere near here.
    static func decode(_ content: borrowing SecretBytes) throws(SecureStorageError) -> [StorageKey: StoredSecret] {
        try content.withBytes { bytes throws(SecureStorageError) in
            var secrets: [StorageKey: StoredSecret] = [:]
            var offset = 0
            while offset < bytes.count {
                guard bytes.count - offset >= headCount, let key = StorageKey(bytes: bytes[offset..<offset + 32]) else {
                    throw SecureStorageError.damaged(offset: offset)
                }
                let count = Int(
                    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 32, as: UInt32.self)))
                let start = offset + headCount
                guard count <= bytes.count - start else { throw SecureStorageError.damaged(offset: start) }
                secrets[key] = StoredSecret(
                    SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])))
                offset = start + count
            }
            return secrets
        }
    }
}
