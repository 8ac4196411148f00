/// The Solana app that is open on a Ledger: its version and its settings.
public struct LedgerApp: Sendable, Hashable {
    /// The model of the device, by the high byte of its USB product.
    public enum Model: UInt8, Sendable, Hashable, CaseIterable {
        case nanoS = 0x10
        case nanoX = 0x40
        case nanoSPlus = 0x50
        case stax = 0x60
        case flex = 0x70
        case nanoGen5 = 0x80

        /// The model's name as its maker writes it.
        public var name: String {
            switch self {
            case .nanoS: "Ledger Nano S"
            case .nanoX: "Ledger Nano X"
            case .nanoSPlus: "Ledger Nano S Plus"
            case .stax: "Ledger Stax"
            case .flex: "Ledger Flex"
            case .nanoGen5: "Ledger Nano Gen5"
            }
        }
    }

    /// A version of the app, as three numbers.
    public struct Version: Sendable, Hashable, Comparable, CustomStringConvertible {
        public let major: UInt8
        public let minor: UInt8
        public let patch: UInt8

        public init(_ major: UInt8, _ minor: UInt8, _ patch: UInt8 = 0) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        public static func < (left: Version, right: Version) -> Bool {
            (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
        }

        public var description: String { "\(major).\(minor).\(patch)" }
    }

    /// Nil for a model that isn't known.
    public let model: Model?
    public let version: Version
    /// True if the app signs what it can't show, after a warning.
    public let allowsBlindSigning: Bool
    /// True if the app shows only the first and last characters of addresses.
    public let shortensAddresses: Bool

    public init(model: Model?, version: Version, allowsBlindSigning: Bool, shortensAddresses: Bool) {
        self.model = model
        self.version = version
        self.allowsBlindSigning = allowsBlindSigning
        self.shortensAddresses = shortensAddresses
    }

    /// Reads the answer to the app's configuration; nil if it is shorter than five bytes. Newer apps append more.
    ///
    /// ```
    /// | blind signing: 1 | addresses: 1, 1 for short ones | major: 1 | minor: 1 | patch: 1 |
    /// ```
    package init?(answer: [UInt8], model: Model?) {
        guard answer.count >= 5 else { return nil }
        self.init(
            model: model, version: Version(answer[2], answer[3], answer[4]), allowsBlindSigning: answer[0] != 0,
            shortensAddresses: answer[1] == 1)
    }
}
