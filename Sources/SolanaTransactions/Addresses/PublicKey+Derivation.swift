import Salt

/// Addresses that no key belongs to.
///
/// ```
/// SHA-256( seed ... seed | bump | program 32 | "ProgramDerivedAddress" )
/// ```
///
/// Source: `solana-address`.
extension PublicKey {
    /// The address of these seeds, of which the last is usually a bump.
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

    /// The address that a base account's key, a text and an owner make, as the System program's instructions with a
    /// seed have it: SHA-256 of the three.
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
