import CSodium

/// X25519 (RFC 7748).
public enum SaltScalarMult {
    /// The length of a scalar and of a point in bytes.
    public static let count = 32

    /// The public key of a secret scalar.
    ///
    /// - Returns: 32 bytes.
    /// - Throws: ``SaltError/wrongCount(expected:found:)``.
    public static func base(scalar: borrowing SecretBytes) throws(SaltError) -> [UInt8] {
        Salt.start()
        try expect(count, scalar.count)
        var point = [UInt8](repeating: 0, count: count)
        _ = scalar.withBytes { crypto_scalarmult_base(&point, $0.octets) }
        return point
    }

    /// The point times the scalar: 32 bytes that have to pass through a key derivation before use.
    ///
    /// - Throws: ``SaltError/weakPublicKey`` where the product is zero, ``SaltError/wrongCount(expected:found:)``.
    public static func multiply(scalar: borrowing SecretBytes, point: [UInt8]) throws(SaltError) -> SecretBytes {
        Salt.start()
        try expect(count, scalar.count)
        try expect(count, point.count)
        return try SecretBytes(count: count) { product throws(SaltError) in
            let status = scalar.withBytes { crypto_scalarmult(product.octets, $0.octets, point) }
            guard status == 0 else { throw .weakPublicKey }
        }
    }
}
