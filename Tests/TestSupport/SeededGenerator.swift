/// Random numbers that a seed brings back (SplitMix64), for tests that draw their cases and must be able to repeat them.
public struct SeededGenerator: RandomNumberGenerator {
    /// The seed that gives the same numbers again; a test that fails says it.
    public let seed: UInt64
    private var state: UInt64

    public init(seed: UInt64 = .random(in: 0 ... .max)) {
        (self.seed, state) = (seed, seed)
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
