package import Salt

/// The way from a seed to an account's key: hardened steps only, since Ed25519 has no others (SLIP-0010, BIP-44).
///
/// Written as `m/44'/501'/0'/0'`; the one that derives nothing, ``seed``, as `seed`.
public struct DerivationPath: Sendable, Hashable, CustomStringConvertible {
    /// The most steps of a path.
    public static let maximumCount = 10

    /// The index of each step, below 2^31, without the bit that marks it as hardened.
    public let indices: [UInt32]

    /// Takes up to ten indices below 2^31; nil if there are more or one is larger.
    public init?(_ indices: [UInt32]) {
        guard indices.count <= Self.maximumCount, indices.allSatisfy({ $0 < Self.hardened }) else { return nil }
        self.indices = indices
    }

    /// The path of Solana's first account, `m/44'/501'/0'/0'`.
    public static let firstSolanaAccount = DerivationPath(checked: [44, 501, 0, 0])

    /// The paths of Solana's accounts as most wallets number them, `m/44'/501'/n'/0'`.
    static var firstSolanaAccounts: some Sequence<DerivationPath> {
        (0..<1024).lazy.map { DerivationPath(checked: [44, 501, $0, 0]) }
    }

    /// A way in which wallets number the accounts of a phrase, from 0 on.
    ///
    /// Sources: MetaMask/snap-solana-wallet `deriveSolanaKeypair.ts`, which names Phantom's documentation; coral-xyz/backpack `derivationPaths.ts`;
    /// the Sollet wallet's `walletSeed.js`, whose first way (`m/501'/n'/0/0`, on another curve) can't be written as hardened steps.
    public enum Numbering: Sendable, CaseIterable {
        /// `m/44'/501'/n'/0'`: Phantom, MetaMask, Solflare, Backpack, Sollet, and Sidekey's own.
        case account
        /// `m/44'/501'/n'`: Trust Wallet, Ledger, older accounts of Solflare, Sollet and Backpack.
        case short
        /// `m/44'/501'/0'/0'/n'`: what Backpack adds to its first account.
        case address

        /// The path of an account; nil for a number that no step can have.
        public func path(_ number: UInt32) -> DerivationPath? {
            switch self {
            case .account: DerivationPath([44, 501, number, 0])
            case .short: DerivationPath([44, 501, number])
            case .address: DerivationPath([44, 501, 0, 0, number])
            }
        }
    }

    /// The number of accounts in a row that nobody has used after which a search ends.
    public static let gap: UInt32 = 5

    /// The paths under which wallets have kept accounts of a phrase: the first of each ``Numbering``, `m/44'/501'`, and ``seed``.
    public static let usual: [DerivationPath] =
        Numbering.allCases.flatMap { numbering in (0..<gap).compactMap(numbering.path) }
        + [DerivationPath(checked: [44, 501]), seed]

    /// The first account of each kind that wallets begin with.
    public static let usualFirst: [DerivationPath] = [
        firstSolanaAccount, DerivationPath(checked: [44, 501, 0]), DerivationPath(checked: [44, 501]), seed,
    ]

    /// No derivation: the key is the first 32 bytes of the BIP-39 seed, as `solana-keygen` makes it if no path is named.
    ///
    /// Its index can't be a step's. `m` is something else: the master key that SLIP-0010 derives from the whole seed.
    public static let seed = DerivationPath(checked: [.max])

    /// No step at all: the path of an imported key's account.
    public static let none = DerivationPath(checked: [])

    /// Reads a path as it is written, `m/44'/501'/0'/0'`; or `seed`; nil if it isn't one, or if a step isn't hardened.
    public init?(_ text: String) {
        guard text != Self.seedText else {
            self = .seed
            return
        }
        var indices: [UInt32] = []
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first == "m" else { return nil }
        for part in parts.dropFirst() {
            let digits = part.dropLast()
            guard part.last == "'", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                digits.count == 1 || digits.first != "0", let index = UInt32(digits)
            else { return nil }
            indices.append(index)
        }
        self.init(indices)
    }

    private init(checked indices: [UInt32]) {
        self.indices = indices
    }

    private static let seedText = "seed"

    public var description: String {
        self == .seed ? Self.seedText : indices.reduce(into: "m") { text, index in text += "/\(index)'" }
    }

    /// The number that is added to the index of a hardened step: 2^31.
    static let hardened: UInt32 = 1 << 31
}

/// The material of keys, in a form that arrays can hold.
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

    /// True if paths lead to keys; an imported key is the only one of its seed.
    var hasPaths: Bool { form == .master }

    /// The key pair at the end of a path; an imported key's path has no steps.
    ///
    /// - Throws: ``WalletKeyError/accountUnknown`` if a path is asked of an imported key.
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
