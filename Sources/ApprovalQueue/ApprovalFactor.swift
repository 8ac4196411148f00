/// A way in which the user proves an approval: the one list of them, with the weight of each.
///
/// | factor | weight | says |
/// |---|---|---|
/// | `security-key` | `presence` | somebody touched a security key that the passphrase added |
/// | `fingerprint` | `presence` | fprintd says that a finger of this user's touched the sensor, within 24 hours of another proof |
/// | `security-key-pin` | `verification` | somebody had the key and knew its PIN |
/// | `tpm-pin` | `verification` | somebody at this machine knew the PIN that its TPM guards |
/// | `passkey` | `verification` | an authenticator knew its user, and signed the request's digest |
/// | `passphrase` | `knowledge` | somebody knew the passphrase |
///
/// A press is none of them: another program of the user's can press a button.
public enum ApprovalFactor: String, Sendable, Hashable, CaseIterable {
    case passphrase
    case passkey
    /// A security key that was asked with its PIN, or that knew its user by itself.
    case securityKeyPIN = "security-key-pin"
    /// A security key that was touched, and asks for nothing else.
    case securityKey = "security-key"
    /// The PIN that the machine's TPM guards.
    case tpm = "tpm-pin"
    /// A finger on the sensor, as fprintd tells it.
    case fingerprint

    /// The strength of a proof, the least first.
    public enum Weight: Int, Sendable, Hashable, Comparable {
        /// Somebody was there.
        case presence
        /// A device knew its user.
        case verification
        /// Somebody knew the passphrase, which alone changes the rules and the ways in.
        case knowledge

        public static func < (one: Weight, other: Weight) -> Bool { one.rawValue < other.rawValue }
    }

    public var weight: Weight {
        switch self {
        case .passphrase: .knowledge
        case .passkey, .securityKeyPIN, .tpm: .verification
        case .securityKey, .fingerprint: .presence
        }
    }
}

extension ApprovalSurface {
    /// The least weight of a proof that counts on this surface.
    ///
    /// A touch alone counts in Sidekey's own window, where the agent itself shows the request. At a terminal another program of the user's may have
    /// run the command, and shown something else or nothing.
    public var leastWeight: ApprovalFactor.Weight {
        switch self {
        case .prompt: .presence
        case .commandLine, .browser: .verification
        }
    }
}
