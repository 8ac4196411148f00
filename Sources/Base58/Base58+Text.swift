extension Base58 {
    /// Writes limbs as characters: so many ones, and then the number without leading zeros.
    ///
    /// - Parameter limb: Gives the limb of an index, the lowest first, as the remainder, and what is carried over to the
    ///   next as the quotient.
    @inline(__always)
    static func text(
        limbCount: Int, leadingOnes: Int,
        _ limb: (_ index: Int, _ carry: UInt64) -> (quotient: UInt64, remainder: UInt64)
    ) -> String {
        let count = limbCount * 5
        let alphabet = Base58Tables.shared.alphabet
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { characters in
            var carry: UInt64 = 0
            for index in 0..<limbCount {
                let next = limb(index, carry)
                carry = next.quotient
                let limb = UInt32(truncatingIfNeeded: next.remainder)
                let place = (limbCount &- 1 &- index) &* 5
                characters[place] = alphabet[Int(limb / 11_316_496)]
                characters[place &+ 1] = alphabet[Int(limb / 195_112 % 58)]
                characters[place &+ 2] = alphabet[Int(limb / 3364 % 58)]
                characters[place &+ 3] = alphabet[Int(limb / 58 % 58)]
                characters[place &+ 4] = alphabet[Int(limb % 58)]
            }
            var zeros = 0
            while zeros < count, characters[zeros] == 0x31 { zeros &+= 1 }
            let number = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: characters[zeros...]))
            return String(unsafeUninitializedCapacity: leadingOnes + number.count) { output in
                for index in 0..<leadingOnes { output[index] = 0x31 }
                UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: output[leadingOnes...]))
                    .copyMemory(from: number)
                return leadingOnes + number.count
            }
        }
    }

    @inline(__always)
    static func leadingZeros(of bytes: UnsafeRawBufferPointer) -> Int {
        var zeros = 0
        while zeros < bytes.count, bytes[zeros] == 0 { zeros &+= 1 }
        return zeros
    }
}
