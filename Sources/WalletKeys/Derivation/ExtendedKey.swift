package import Salt

/// A private key with its chain code, from which the keys below it are derived (SLIP-0010, Ed25519).
///
/// ```
/// | private key: 32 bytes, an Ed25519 seed | chain code: 32 bytes |
/// ```
///
/// Master: HMAC-SHA-512 under the key `ed25519 seed` over the seed. Child i': HMAC-SHA-512 under the chain code over
/// `00 | private key | i + 2^31, big endian`.
package struct ExtendedKey: ~Copyable {
    private let bytes: SecretBytes

    /// Derives the key at the end of a path from a seed, which BIP-39 makes 64 bytes long.
    package init(seed: borrowing SecretBytes, path: DerivationPath) {
        // The message stands behind the key in the same secret: every page of its own would cost as much as ten codes.
        bytes = SecretBytes(count: 64 + 37) { buffer in
            let node = UnsafeMutableRawBufferPointer(rebasing: buffer[..<64])
            let message = UnsafeMutableRawBufferPointer(rebasing: buffer[64...])
            let chainCode = UnsafeRawBufferPointer(rebasing: node[32...])
            Array("ed25519 seed".utf8).withUnsafeBytes { name in
                seed.withBytes { HMACSHA512.write(codeOver: $0, key: name, to: node) }
            }
            for index in path.indices {
                UnsafeMutableRawBufferPointer(rebasing: message[1..<33]).copyBytes(from: node[..<32])
                message.storeBytes(of: (index | DerivationPath.hardened).bigEndian, toByteOffset: 33, as: UInt32.self)
                HMACSHA512.write(codeOver: UnsafeRawBufferPointer(message), key: chainCode, to: node)
            }
        }
    }

    /// The Ed25519 key pair whose seed is the private key.
    package func keyPair() throws(WalletKeyError) -> SaltSign.KeyPair {
        do throws(SaltError) { return try SaltSign.KeyPair(seed: bytes.slice(0..<32)) } catch {
            throw .primitive(error)
        }
    }
}
