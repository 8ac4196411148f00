import Salt

/// What one guess at a passphrase costs: Argon2id with one lane.
public struct PassphraseCost: Sendable, Hashable {
    /// How many passes a vault may ask for.
    public static let passBounds: ClosedRange<UInt32> = 1...10
    /// How many KiB of memory a vault may ask for: 8 MiB to 1 GiB.
    ///
    /// Without bounds a planted file could make the wallet take all memory, or take guesses for nothing.
    public static let memoryBounds: ClosedRange<UInt32> = 8192...(1 << 20)
    /// What every new vault asks for: 3 passes over 256 MiB, about 0.3 s.
    public static let standard = PassphraseCost(checkedPasses: 3, memory: 256 * 1024)
    /// The least that a vault may ask for, for tests: 1 pass over 8 MiB.
    public static let minimum = PassphraseCost(
        checkedPasses: passBounds.lowerBound, memory: memoryBounds.lowerBound)

    /// How often the memory is gone over.
    public let passes: UInt32
    /// The memory in KiB.
    public let memory: UInt32

    /// Takes passes and memory in KiB; nil where they lie out of bounds.
    public init?(passes: UInt32, memory: UInt32) {
        guard Self.passBounds.contains(passes), Self.memoryBounds.contains(memory) else { return nil }
        self.init(checkedPasses: passes, memory: memory)
    }

    private init(checkedPasses passes: UInt32, memory: UInt32) {
        self.passes = passes
        self.memory = memory
    }

    func derive(_ passphrase: borrowing SecretBytes, salt: [UInt8]) throws(SaltError) -> SecretBytes {
        defer { Salt.wipeStack() }
        return try SaltPasswordHash.derive(
            count: 32, passphrase: passphrase, salt: salt, passes: Int(passes), memory: Int(memory) * 1024)
    }
}
