import CSodium

/// libsodium in Swift types.
///
/// Lengths are fixed by the primitive and given in bytes; a value of the wrong length is refused with
/// ``SaltError/wrongCount(expected:found:)``. Keys and what they protect stand in ``SecretBytes``; public values are `[UInt8]`.
public enum Salt {
    /// The version of the linked libsodium, such as `1.0.18`.
    public static var version: String { String(cString: sodium_version_string()) }

    /// Unpredictable bytes from the system, for nonces, salts and identifiers; for keys see ``SecretBytes/random(count:)``.
    public static func randomBytes(count: Int) -> [UInt8] {
        start()
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            if let base = buffer.baseAddress { randombytes_buf(base, count) }
            initialized = count
        }
    }

    /// Overwrites the bytes in place.
    ///
    /// An array that is shared is copied before the write, and the other copy keeps its bytes: wipe only what has one owner.
    public static func wipe(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { buffer in
            if let base = buffer.baseAddress { sodium_memzero(base, buffer.count) }
        }
    }

    /// Overwrites the memory in place.
    public static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        if let base = bytes.baseAddress { sodium_memzero(base, bytes.count) }
    }

    /// Overwrites the stack below the caller, where what it called has left its locals: a cipher's, for one, in registers that were spilled.
    public static func wipeStack(count: Int = 16384) {
        sodium_stackzero(count)
    }

    /// Whether 32 bytes are the encoding of a point of edwards25519, decided as Solana does.
    ///
    /// A program-derived address is one that isn't. As in curve25519-dalek's `decompress`, a y coordinate that isn't reduced, the
    /// negative zero and points of small order count as points; `crypto_core_ed25519_is_valid_point` refuses all three.
    public static func isOnCurve(_ bytes: some Collection<UInt8>) -> Bool {
        start()
        let point = [UInt8](bytes)
        guard point.count == Int(crypto_core_ed25519_BYTES) else { return false }
        var sum = [UInt8](repeating: 0, count: point.count)
        // Adding decodes both points and checks nothing else of them.
        return crypto_core_ed25519_add(&sum, point, point) == 0
    }

    /// Starts libsodium, once; every entry into this library comes through here.
    static func start() {
        precondition(started, "libsodium found no source of randomness")
    }

    private static let started = sodium_init() >= 0
}

/// Why a primitive refused its input; cases are only ever added.
public enum SaltError: Error, Sendable, Hashable {
    /// A key, nonce, salt, seed or signature has another length than the primitive's; both in bytes.
    case wrongCount(expected: Int, found: Int)
    /// The authentication tag doesn't fit: other key, other nonce, or changed bytes.
    case notAuthentic
    /// The public key has small order, so that the shared secret would be the same for every secret key.
    case weakPublicKey
    /// Passes or memory lie outside what Argon2id allows.
    case costOutOfBounds
    /// The memory that Argon2id needs can't be had.
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

/// Where a buffer without bytes points to; nothing is read or written there.
private nonisolated(unsafe) let nowhere = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
