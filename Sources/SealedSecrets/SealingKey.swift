public import Salt
import Synchronization

/// The key that one connection's secrets are sealed to: made for the connection and gone with it.
///
/// The private half lies in ``SecretBytes``, and so does all that is derived from it and what is opened: no copy stays behind.
public final class SealingKey: Sendable {
    /// How many secrets one key opens.
    public static let maximumOpenings = 1024

    /// The public half, 32 bytes.
    public let publicKey: [UInt8]
    private let secret: SecretBytes
    // Twice the same encapsulated key is twice the same message: nobody draws one a second time.
    private let opened = Mutex<Set<[UInt8]>>([])

    /// Draws a new key.
    public init() {
        secret = SecretBytes.random(count: SaltScalarMult.count)
        do { publicKey = try SaltScalarMult.base(scalar: secret) } catch {
            preconditionFailure("32 bytes are a scalar")
        }
    }

    /// Takes an X25519 private key, as a test has it of another implementation.
    ///
    /// - Throws: ``SaltError/wrongCount(expected:found:)`` where it hasn't 32 bytes.
    package init(privateKey: consuming SecretBytes) throws(SaltError) {
        publicKey = try SaltScalarMult.base(scalar: privateKey)
        secret = privateKey
    }

    /// Opens a secret, once.
    ///
    /// - Throws: ``SealingError/invalid``, ``SealingError/replayed``, ``SealingError/exhausted``.
    public func open(_ sealed: SealedSecret, for purpose: SealingPurpose) throws(SealingError) -> SecretBytes {
        try opened.withLock { opened throws(SealingError) in
            guard !opened.contains(sealed.encapsulatedKey) else { throw .replayed }
            guard opened.count < Self.maximumOpenings else { throw .exhausted }
            // The next call on this thread may be long in coming.
            defer { Salt.wipeStack() }
            let secret = try decrypted(sealed, for: purpose)
            opened.insert(sealed.encapsulatedKey)
            return secret
        }
    }

    private func decrypted(_ sealed: SealedSecret, for purpose: SealingPurpose) throws(SealingError) -> SecretBytes {
        let plaintext: SecretBytes
        do {
            plaintext = try HPKE(
                opening: sealed.encapsulatedKey, privateKey: secret, publicKey: publicKey, info: SealedSecret.info
            ).open(sealed.ciphertext, authenticating: purpose.bytes)
        } catch {
            // Why it doesn't open is nothing that a caller may tell apart.
            throw .invalid
        }
        guard let range = plaintext.withBytes(Self.unpadded) else { throw .invalid }
        return plaintext.slice(range)
    }

    /// Where the secret stands in a plaintext; `nil` where that isn't padded as ``SealedSecret`` draws it.
    private static func unpadded(_ plaintext: UnsafeRawBufferPointer) -> Range<Int>? {
        let start = SealedSecret.prefixCount
        guard plaintext.count >= start else { return nil }
        let end = start + (Int(plaintext[0]) | Int(plaintext[1]) << 8)
        // One spelling for each secret: no more padding than needed, and nothing hidden in it.
        guard end <= plaintext.count, plaintext.count - end < SealedSecret.block,
            plaintext[end...].allSatisfy({ $0 == 0 })
        else { return nil }
        return start..<end
    }
}
