package import Salt

/// What keys are made from, in a form that arrays can hold.
package final class Seed: Sendable {
    private enum Form {
        /// 64 bytes of BIP-39, from which paths lead to keys.
        case master
        /// 32 bytes that are one private key.
        case key
    }

    package let bytes: SecretBytes
    private let form: Form

    /// Takes the seed of a phrase.
    package init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
        form = .master
    }

    /// Takes a private key of 32 bytes.
    package init(key bytes: consuming SecretBytes) {
        self.bytes = bytes
        form = .key
    }

    /// Whether paths lead to keys; an imported key is the only one of its seed.
    var hasPaths: Bool { form == .master }

    /// The key pair at the end of a path; an imported key's path has no steps.
    ///
    /// - Throws: ``WalletKeyError/accountUnknown`` where a path is asked of an imported key.
    package func keyPair(at path: DerivationPath) throws(WalletKeyError) -> SaltSign.KeyPair {
        switch form {
        case .master where path == .seed:
            do throws(SaltError) { return try SaltSign.KeyPair(seed: bytes.slice(0..<32)) } catch {
                throw .primitive(error)
            }
        case .master: return try ExtendedKey(seed: bytes, path: path).keyPair()
        case .key:
            guard path.indices.isEmpty else { throw .accountUnknown }
            do throws(SaltError) { return try SaltSign.KeyPair(seed: bytes) } catch { throw .primitive(error) }
        }
    }
}
