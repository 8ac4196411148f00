public import Salt
import Synchronization

/// The key to which one connection's secrets are sealed. It is made for the connection and gone with it.
///
/// The private half, everything derived from it and the opened secrets are kept in ``SecretBytes``: no copy stays behind.
public final class SealingKey: Sendable {
    /// The number of secrets that one key opens.
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

    /// Takes an X25519 private key, for a test with a key of another implementation.
    ///
    /// - Throws: ``SaltError/wrongCount(expected:found:)`` if it doesn't have 32 bytes.
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

    /// Returns the range of the secret in a plaintext; `nil` if that isn't padded as ``SealedSecret`` draws it.
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

/// The public half of a ``SealingKey``, to which secrets are sealed.
public struct SealingPublicKey: Sendable {
    private let bytes: [UInt8]

    /// Takes the 32 bytes of the other side's key.
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

    /// Returns the plaintext as ``SealedSecret`` draws it.
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

/// The reason why a secret wasn't sealed or opened. Append-only.
public enum SealingError: Error, Sendable, Hashable {
    /// A sealed secret can't have these lengths.
    case malformed
    /// It doesn't open: it was sealed to another key or for another purpose, or is damaged.
    case invalid
    /// Its encapsulated key was opened before.
    case replayed
    /// The key has opened as many secrets as it can tell apart; another connection has a new one.
    case exhausted
    /// The secret has too many bytes.
    case tooLong
    /// The public key is invalid.
    case publicKeyInvalid
}

extension SealingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed: "the lengths are not those of a sealed secret"
        case .invalid: "the secret was not sealed for this connection and parameter"
        case .replayed: "the sealed secret came before"
        case .exhausted: "this connection has opened too many secrets"
        case .tooLong: "the secret is longer than \(SealedSecret.maximumSecretCount) bytes"
        case .publicKeyInvalid: "the sealing key is not a public key"
        }
    }
}
