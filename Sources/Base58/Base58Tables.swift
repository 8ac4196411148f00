/// The alphabet, and the powers that fixed lengths are converted with. Filled once, and only read from then on.
package struct Base58Tables: @unchecked Sendable {
    package static let shared = Base58Tables()

    /// Row k is 2^(32k) in base 58^5, the lowest digit first.
    package let wordPowers: UnsafePointer<UInt32>
    /// Row k is 58^(5k) in base 2^32, the lowest digit first.
    package let limbPowers: UnsafePointer<UInt32>
    /// For each byte its digit, or FF where it isn't in the alphabet.
    package let digits: UnsafePointer<UInt8>
    /// The characters of the digits.
    package let alphabet: UnsafePointer<UInt8>

    /// The words of 64 bytes.
    package static let wordCount = 16
    /// The limbs of 64 bytes; what they hold at most has one word more.
    package static let limbCount = 18
    /// 58^5, the base of the limbs.
    package static let limbBase: UInt64 = 656_356_768

    private init() {
        let characters = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
        var digits = [UInt8](repeating: 0xFF, count: 256)
        for (digit, byte) in characters.enumerated() {
            digits[Int(byte)] = UInt8(digit)
        }
        alphabet = Self.keep(characters)
        self.digits = Self.keep(digits)
        wordPowers = Self.keep(
            Self.powers(of: 1 << 32, count: Self.wordCount, base: Self.limbBase, digits: Self.limbCount))
        limbPowers = Self.keep(
            Self.powers(of: Self.limbBase, count: Self.limbCount, base: 1 << 32, digits: Self.wordCount + 1))
    }

    private static func keep<Value>(_ values: [Value]) -> UnsafePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
        memory.initialize(from: values, count: values.count)
        return UnsafePointer(memory)
    }

    /// The powers from 0 on, each in so many digits of another base.
    private static func powers(of number: UInt64, count: Int, base: UInt64, digits: Int) -> [UInt32] {
        var power = [UInt64](repeating: 0, count: digits)
        power[0] = 1
        var rows: [UInt32] = []
        for _ in 0..<count {
            rows += power.map { UInt32(truncatingIfNeeded: $0) }
            var carry: UInt64 = 0
            for index in power.indices {
                // Below 2^62: a digit and the number are at most 2^32, and one of the two is below 58^5.
                let product = power[index] * number + carry
                (carry, power[index]) = product.quotientAndRemainder(dividingBy: base)
            }
        }
        return rows
    }
}
