public import Salt

/// The public half of a ``SealingKey``, which secrets are sealed to.
public struct SealingPublicKey: Sendable {
    private let bytes: [UInt8]

    /// Takes the 32 bytes that the other side calls its key.
    ///
    /// - Throws: ``SealingError/publicKeyInvalid`` for any other number of bytes.
    public init(_ bytes: [UInt8]) throws(SealingError) {
        guard bytes.count == 32 else { throw .publicKeyInvalid }
        self.bytes = bytes
    }

    /// Seals a secret for the one parameter that may hold it.
    ///
    /// - Throws: ``SealingError/tooLong``; ``SealingError/publicKeyInvalid`` for a point of low order.
    public func seal(_ secret: borrowing SecretBytes, for purpose: SealingPurpose) throws(SealingError) -> SealedSecret
    {
        let plaintext = try Self.padded(secret)
        do {
            let context = try HPKE(sealingTo: bytes, info: SealedSecret.info)
            let encapsulatedKey = context.encapsulatedKey
            return try SealedSecret(
                encapsulatedKey: encapsulatedKey, ciphertext: try context.seal(plaintext, authenticating: purpose.bytes)
            )
        } catch {
            throw .publicKeyInvalid
        }
    }

    /// The plaintext as ``SealedSecret`` draws it.
    private static func padded(_ secret: borrowing SecretBytes) throws(SealingError) -> SecretBytes {
        guard secret.count <= SealedSecret.maximumSecretCount else { throw .tooLong }
        let (start, block) = (SealedSecret.prefixCount, SealedSecret.block)
        let count = secret.count
        return SecretBytes(count: (start + count + block - 1) / block * block) { buffer in
            buffer[0] = UInt8(truncatingIfNeeded: count)
            buffer[1] = UInt8(truncatingIfNeeded: count >> 8)
            secret.withBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[start...]).copyMemory(from: $0) }
        }
    }
}
