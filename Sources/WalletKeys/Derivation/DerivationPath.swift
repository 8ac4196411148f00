/// The way from a seed to an account's key: hardened steps only, since Ed25519 has no others (SLIP-0010, BIP-44).
///
/// Written as `m/44'/501'/0'/0'`.
public struct DerivationPath: Sendable, Hashable, CustomStringConvertible {
    /// How many steps a path may have.
    public static let maximumCount = 10

    /// The index of each step, below 2^31, without the bit that marks it as hardened.
    public let indices: [UInt32]

    /// Takes up to ten indices below 2^31; nil where there are more or one is larger.
    public init?(_ indices: [UInt32]) {
        guard indices.count <= Self.maximumCount, indices.allSatisfy({ $0 < Self.hardened }) else { return nil }
        self.indices = indices
    }

    /// The path of Solana's first account, `m/44'/501'/0'/0'`.
    public static let firstSolanaAccount = DerivationPath(checked: [44, 501, 0, 0])

    private init(checked indices: [UInt32]) {
        self.indices = indices
    }

    public var description: String {
        indices.reduce(into: "m") { text, index in text += "/\(index)'" }
    }

    /// What is added to an index where the step is hardened: 2^31.
    static let hardened: UInt32 = 1 << 31
}
