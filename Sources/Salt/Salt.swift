import CSodium

/// libsodium in Swift types.
///
/// The primitive fixes all lengths, which are given in bytes. A value of the wrong length is refused with
/// ``SaltError/wrongCount(expected:found:)``. Keys and the data they protect are kept in ``SecretBytes``; public values are
/// `[UInt8]`.
public enum Salt {
    /// The version of the linked libsodium, such as `1.0.18`.
    public static var version: String { String(cString: sodium_version_string()) }

    /// Returns unpredictable bytes from the system, for nonces, salts and identifiers; for keys see ``SecretBytes/random(count:)``.
    public static func randomBytes(count: Int) -> [UInt8] {
        start()
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            if let base = buffer.baseAddress { randombytes_buf(base, count) }
            initialized = count
        }
    }

    /// Overwrites the bytes in place.
    ///
    /// A shared array is copied before the write, and the other copy keeps its bytes: wipe only an array with one owner.
    public static func wipe(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { buffer in
            if let base = buffer.baseAddress { sodium_memzero(base, buffer.count) }
        }
    }

    /// Overwrites the memory in place.
    public static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        if let base = bytes.baseAddress { sodium_memzero(base, bytes.count) }
    }

    /// Overwrites the stack below the caller, where its callees have left their locals, such as a cipher's spilled registers.
    public static func wipeStack(count: Int = 16384) {
        sodium_stackzero(count)
    }

    /// Returns true if 32 bytes are the encoding of a point of edwards25519, by Solana's rules.
    ///
    /// A program-derived address is not such an encoding. As in curve25519-dalek's `decompress`, a y coordinate that isn't
    /// reduced, the negative zero and points of small order count as points; `crypto_core_ed25519_is_valid_point` refuses all
    /// three.
    public static func isOnCurve(_ bytes: some Collection<UInt8>) -> Bool {
        start()
        let point = [UInt8](bytes)
        guard point.count == Int(crypto_core_ed25519_BYTES) else { return false }
        var sum = [UInt8](repeating: 0, count: point.count)
        // Adding decodes both points and checks nothing else of them.
        return crypto_core_ed25519_add(&sum, point, point) == 0
    }

    /// Starts libsodium, once; every entry into this library calls it.
    static func start() {
        precondition(started, "libsodium found no source of randomness")
    }

    private static let started = sodium_init() >= 0
}

/// The reason why a primitive refused its input; cases are only ever added.
public enum SaltError: Error, Sendable, Hashable {
    /// The length of a key, nonce, salt, seed or signature differs from the primitive's; both are in bytes.
    case wrongCount(expected: Int, found: Int)
    /// The authentication tag doesn't fit: other key, other nonce, or changed bytes.
    case notAuthentic
    /// The public key has small order, so that the shared secret would be the same for every secret key.
    case weakPublicKey
    /// Passes or memory are outside Argon2id's bounds.
    case costOutOfBounds
    /// The memory for Argon2id isn't available.
    case outOfMemory
}

extension SaltError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wrongCount(let expected, let found): "expected \(expected) bytes, found \(found)"
        case .notAuthentic: "not authentic"
        case .weakPublicKey: "public key of small order"
        case .costOutOfBounds: "password hash cost out of bounds"
        case .outOfMemory: "not enough memory for the password hash"
        }
    }
}

/// Refuses a count that isn't the primitive's.
func expect(_ expected: Int, _ found: Int) throws(SaltError) {
    guard found == expected else { throw .wrongCount(expected: expected, found: found) }
}

/// The pointers that libsodium's declarations ask for: never null, not even for no bytes.
extension UnsafeRawBufferPointer {
    var octets: UnsafePointer<UInt8> {
        UnsafePointer((baseAddress ?? nowhere).assumingMemoryBound(to: UInt8.self))
    }

    var characters: UnsafePointer<CChar> {
        UnsafePointer((baseAddress ?? nowhere).assumingMemoryBound(to: CChar.self))
    }
}

extension UnsafeMutableRawBufferPointer {
    var octets: UnsafeMutablePointer<UInt8> {
        (baseAddress ?? UnsafeMutableRawPointer(mutating: nowhere)).assumingMemoryBound(to: UInt8.self)
    }
}

/// The address of a buffer without bytes; nothing is read or written there.
private nonisolated(unsafe) let nowhere = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
