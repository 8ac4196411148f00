/// Numbers that follow from the input alone, so that a failure happens again (xorshift64*, Vigna 2014).
public struct Dice: RandomNumberGenerator {
    private var state: UInt64

    public init(_ seed: some Sequence<UInt8>) {
        state = seed.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } | 1
    }

    public mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
