/// Why no address is derived from seeds.
public enum SeedError: Error, Hashable, Sendable {
    /// More than 16 seeds, the bump among them.
    case tooManySeeds
    /// A seed of more than 32 bytes.
    case seedTooLong
    /// The address is a point of the curve, so that a key could belong to it.
    case onCurve
    /// Seeds that end as a derived address's do could name such an address.
    case illegalOwner
    /// None of the 255 bumps gives an address; nobody has ever met that.
    case noBump
}

extension SeedError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooManySeeds: "more than 16 seeds"
        case .seedTooLong: "seed above 32 bytes"
        case .onCurve: "address on the curve"
        case .illegalOwner: "owner that ends as a derived address"
        case .noBump: "no bump gives an address"
        }
    }
}
