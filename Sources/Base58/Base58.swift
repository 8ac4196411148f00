/// Base58 with Bitcoin's alphabet, as Solana writes public keys, signatures and blockhashes
/// (draft-msporny-base58-03).
///
/// The bytes are one big-endian number, written in base 58; every leading zero byte is a leading `1`. The work is done
/// on limbs of base 58^5, the largest power below 2^32, and grows with the square of the length. Bound the length of
/// input from outside, or give its required size with ``decode(_:count:)``.
public enum Base58 {
    /// Encodes any number of bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        let encoded = bytes.withContiguousStorageIfAvailable { encode(UnsafeRawBufferPointer($0)) }
        return encoded ?? Array(bytes).withUnsafeBytes { encode($0) }
    }

    /// Encodes any number of bytes.
    public static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
        bytes.count == 32 || bytes.count == 64 ? encode(fixed: bytes) : encode(anyLength: bytes)
    }

    /// Decodes a text of any length.
    ///
    /// - Throws: ``Base58Error/character(offset:)`` if a byte isn't in the alphabet.
    public static func decode(_ text: String) throws(Base58Error) -> [UInt8] {
        var text = text
        return try text.withUTF8 { text in
            Result { () throws(Base58Error) in try decode(anyLength: UnsafeRawBufferPointer(text)) }
        }.get()
    }

    /// Decodes a text that must stand for a certain number of bytes.
    ///
    /// - Throws: ``Base58Error/character(offset:)`` if a byte isn't in the alphabet, ``Base58Error/count`` if the text
    ///   stands for fewer or more bytes.
    public static func decode(_ text: String, count: Int) throws(Base58Error) -> [UInt8] {
        var failure: Base58Error?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { output, written in
            let output = UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(output)[..<max(0, count)])
            do throws(Base58Error) {
                try decode(text, into: output)
                written = output.count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Decodes a text that must stand for as many bytes as the buffer has, without allocating memory for 32 and 64.
    ///
    /// - Throws: ``Base58Error/character(offset:)`` if a byte isn't in the alphabet, ``Base58Error/count`` if the text
    ///   stands for fewer or more bytes. The buffer's bytes mean nothing then.
    public static func decode(_ text: String, into output: UnsafeMutableRawBufferPointer) throws(Base58Error) {
        // Lent where it is; only a string that isn't stored in UTF-8 is copied.
        let lent = text.utf8.withContiguousStorageIfAvailable { decode(UnsafeRawBufferPointer($0), into: output) }
        if let failure = lent ?? decode(copying: text, into: output) { throw failure }
    }

    private static func decode(copying text: String, into output: UnsafeMutableRawBufferPointer) -> Base58Error? {
        var text = text
        return text.withUTF8 { decode(UnsafeRawBufferPointer($0), into: output) }
    }

    private static func decode(
        _ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Base58Error? {
        if output.count == 32 || output.count == 64 { return decode(fixed: text, into: output) }
        // 138/100 is a little more than the logarithm of 256 to base 58; a longer text isn't even read.
        guard text.count <= output.count * 138 / 100 + 1 else { return .count }
        do throws(Base58Error) {
            let bytes = try decode(anyLength: text)
            guard bytes.count == output.count else { return .count }
            output.copyBytes(from: bytes)
            return nil
        } catch {
            return error
        }
    }
}

extension Base58 {
    /// Writes limbs as characters: `leadingOnes` ones, and then the number without leading zeros.
    ///
    /// - Parameter limb: Returns the limb of an index, the lowest first, as the remainder, and the carry to the next
    ///   limb as the quotient.
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

/// The reason why a text isn't base58 of the expected form. Append-only.
public enum Base58Error: Error, Sendable, Hashable {
    /// A byte isn't in the alphabet; the offset is in bytes of UTF-8.
    case character(offset: Int)
    /// The text stands for another number of bytes.
    case count
}
