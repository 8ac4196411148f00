public import Salt

/// A secret that one machine's TPM 2.0 has sealed, in the form that is kept: without that TPM and the PIN it opens nothing.
public struct TPMSeal: Sendable, Hashable {
    /// The length of a name in bytes: the number of SHA-256 and the hash (TPM 2.0 Part 1, section 16).
    public static let nameCount = 34
    /// The most bytes of each area; a TPM makes some 50 and some 160.
    public static let areaBounds = 1...1024

    /// The name of the key that sealed it, which the TPM makes anew each time. A TPM that was cleared, or another one, makes another.
    public let parent: [UInt8]
    /// The sealed object's public area: `TPM2B_PUBLIC`.
    public let publicArea: [UInt8]
    /// The sealed object's private area, encrypted by the TPM: `TPM2B_PRIVATE`.
    public let privateArea: [UInt8]

    /// Returns nil if a part has a length that it can't have.
    public init?(parent: [UInt8], publicArea: [UInt8], privateArea: [UInt8]) {
        guard parent.count == Self.nameCount, Self.areaBounds.contains(publicArea.count),
            Self.areaBounds.contains(privateArea.count)
        else { return nil }
        self.parent = parent
        self.publicArea = publicArea
        self.privateArea = privateArea
    }
}

/// The 32 random bytes that a seal holds.
public final class TPMSecret: Sendable {
    /// The length in bytes.
    public static let count = 32

    public let bytes: SecretBytes

    /// Returns nil if the bytes aren't as many.
    public init?(_ bytes: consuming SecretBytes) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }

    private init(random bytes: consuming SecretBytes) {
        self.bytes = bytes
    }

    /// Makes a new one.
    public static func random() -> TPMSecret { TPMSecret(random: .random(count: count)) }
}

/// The PIN of a seal: exactly six digits, as the user typed them.
public final class TPMPIN: Sendable {
    /// The number of digits.
    public static let count = 6

    public let bytes: SecretBytes

    /// Returns nil if the bytes aren't six ASCII digits.
    public init?(_ bytes: consuming SecretBytes) {
        let isPIN = bytes.withBytes { $0.count == Self.count && $0.allSatisfy { (0x30...0x39).contains($0) } }
        guard isPIN else { return nil }
        self.bytes = bytes
    }
}

/// A TPM's guard against guessing, which counts wrong PINs for everything on the machine that is sealed with one.
public struct TPMLockout: Sendable, Hashable {
    /// True while the TPM takes no PIN, not even the right one.
    public let isLocked: Bool
    /// The wrong PINs that count at present.
    public let failures: UInt32
    /// The wrong PINs at which it takes none any more.
    public let most: UInt32
    /// The seconds after which it forgets one wrong PIN; 0 if it doesn't count any.
    public let interval: UInt32

    public init(isLocked: Bool, failures: UInt32, most: UInt32, interval: UInt32) {
        self.isLocked = isLocked
        self.failures = failures
        self.most = most
        self.interval = interval
    }

    /// The wrong PINs that it still takes.
    public var retries: Int { isLocked || failures >= most ? 0 : Int(most - failures) }

    /// The most wrong PINs at once, and the least seconds for each further one, under which a million PINs are too many: 100, and a minute.
    private static let bounds = (most: UInt32(100), interval: UInt32(60))

    /// True if it stops an attack on six digits: at most 100 tries at once, and then one a minute, which is two years for all of them.
    public var isGuarding: Bool { most <= Self.bounds.most && interval >= Self.bounds.interval }
}
