public import Salt
public import SolanaTransactions

/// A key on a token, in its public form.
public struct HardwareTokenKey: Sendable, Hashable {
    /// The token's serial number, as the token writes it; at most 16 characters.
    public let serial: String
    /// The token's label.
    public let token: String
    /// The key's label: what somebody wrote there, and often empty.
    public let label: String
    /// The bytes by which the token knows the key (`CKA_ID`).
    public let identifier: [UInt8]
    public let publicKey: PublicKey

    public init(serial: String, token: String, label: String, identifier: [UInt8], publicKey: PublicKey) {
        self.serial = serial
        self.token = token
        self.label = label
        self.identifier = identifier
        self.publicKey = publicKey
    }
}

/// The way in which a token that is there asks for its PIN.
public struct HardwareTokenState: Sendable, Hashable {
    /// True if it signs nothing before its PIN.
    public let asksForPIN: Bool
    /// True if its user types the PIN on the token or its reader, and no program learns it.
    public let hasPad: Bool

    public init(asksForPIN: Bool, hasPad: Bool) {
        self.asksForPIN = asksForPIN
        self.hasPad = hasPad
    }

    /// True if the PIN has to come from here.
    public var takesPIN: Bool { asksForPIN && !hasPad }

    var flags: UInt8 { (asksForPIN ? 1 : 0) | (hasPad ? 2 : 0) }

    init?(flags: UInt8) {
        guard flags & ~3 == 0 else { return nil }
        self.init(asksForPIN: flags & 1 != 0, hasPad: flags & 2 != 0)
    }
}

/// The tries that a token has left for its PIN, as far as it says: PKCS #11 knows no number.
public enum HardwareTokenTries: UInt32, Sendable, Hashable {
    /// It says nothing.
    case unsaid
    /// The PIN was wrong at least once since it was right.
    case few
    /// One more wrong PIN locks the token.
    case one
}

/// A token's PIN, of 4 to 64 bytes, in closed memory.
public struct HardwareTokenPIN: Sendable {
    /// The lengths that Sidekey hands on. The token's own may be narrower.
    public static let counts = 4...64

    package let bytes: HeldSecret

    /// - Returns: nil for a text of another length.
    public init?(_ typed: consuming SecretBytes) {
        guard Self.counts.contains(typed.count) else { return nil }
        bytes = HeldSecret(typed)
    }
}
