import Salt

/// Addresses that no key belongs to.
///
/// ```
/// SHA-256( seed ... seed | bump | program 32 | "ProgramDerivedAddress" )
/// ```
///
/// Source: `solana-address`.
extension PublicKey {
    /// The address of these seeds, the last of which is usually a bump.
    ///
    /// - Throws: ``SeedError``, above all `.onCurve`.
    public static func createProgramAddress(
        seeds: [[UInt8]], programID: PublicKey
    ) throws(SeedError) -> PublicKey {
        guard seeds.count <= maximumSeeds else { throw .tooManySeeds }
        guard seeds.allSatisfy({ $0.count <= count }) else { throw .seedTooLong }
        var hash = SaltHash.SHA256()
        for seed in seeds { hash.update(seed) }
        return try finish(hash, programID)
    }

    /// The address of these seeds with the highest bump that gives one.
    ///
    /// - Throws: ``SeedError``.
    public static func findProgramAddress(
        seeds: [[UInt8]], programID: PublicKey
    ) throws(SeedError) -> (address: PublicKey, bump: UInt8) {
        guard seeds.count < maximumSeeds else { throw .tooManySeeds }
        guard seeds.allSatisfy({ $0.count <= count }) else { throw .seedTooLong }
        var common = SaltHash.SHA256()
        for seed in seeds { common.update(seed) }
        for bump in (UInt8(1)...255).reversed() {
            var hash = common
            hash.update([bump])
            if let address = try? finish(hash, programID) { return (address, bump) }
        }
        throw .noBump
    }

    /// The address of a base account's key, a text and an owner, as in the System program's instructions with a seed: SHA-256 of
    /// the three.
    ///
    /// - Throws: `.seedTooLong` above 32 bytes, `.illegalOwner`.
    public static func createWithSeed(
        base: PublicKey, seed: String, owner: PublicKey
    ) throws(SeedError) -> PublicKey {
        guard seed.utf8.count <= count else { throw .seedTooLong }
        guard !owner.bytes.suffix(marker.count).elementsEqual(marker) else { throw .illegalOwner }
        guard let key = try? PublicKey(bytes: SaltHash.sha256(base.bytes + Array(seed.utf8) + owner.bytes)) else {
            throw .onCurve
        }
        return key
    }

    private static func finish(_ hash: SaltHash.SHA256, _ programID: PublicKey) throws(SeedError) -> PublicKey {
        var hash = hash
        hash.update(programID.bytes)
        hash.update(marker)
        guard let key = try? PublicKey(bytes: hash.digest()), !key.isOnCurve else { throw .onCurve }
        return key
    }

    private static let maximumSeeds = 16
    private static let marker = Array("ProgramDerivedAddress".utf8)
}

extension PublicKey {
    /// True if the bytes are a point of edwards25519, so that a secret key may belong to them.
    ///
    /// A program-derived address is no such point, because then somebody could sign for it. The rules are those of
    /// curve25519-dalek's `decompress`: the sign does not matter, and a y coordinate that isn't reduced is accepted, as are
    /// points of small order.
    ///
    /// Source: RFC 8032, section 5.1.3.
    public var isOnCurve: Bool { Salt.isOnCurve(bytes) }
}

extension PublicKey {
    /// An address that is written down in the source.
    ///
    /// An address that isn't base58 of 32 bytes ends the program on first use. For text from elsewhere there is `init(base58:)`.
    public init(_ literal: StaticString) {
        guard let key = try? PublicKey(base58: String(describing: literal)) else {
            preconditionFailure("no address: \(literal)")
        }
        self = key
    }
}

/// The reason no address is derived from seeds.
public enum SeedError: Error, Hashable, Sendable {
    /// More than 16 seeds, the bump among them.
    case tooManySeeds
    /// A seed of more than 32 bytes.
    case seedTooLong
    /// The address is a point of the curve, so that a key could belong to it.
    case onCurve
    /// Seeds that end as a derived address's do could name such an address.
    case illegalOwner
    /// None of the 255 bumps gives an address; no such case is known.
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
