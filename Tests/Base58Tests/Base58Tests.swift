import Base58
import Testing

@Suite("Base58") struct Base58Tests {
    /// From draft-msporny-base58-03, Bitcoin's base58_encode_decode.json, and Solana's best known addresses.
    static let golden = [
        ("", ""), ("00", "1"), ("61", "2g"), ("626262", "a3gV"), ("636363", "aPEr"), ("572e4794", "3EFU7m"),
        ("10c8511e", "Rt5zm"), ("516b6fcd0f", "ABnLTmg"), ("bf4f89001e670274dd", "3SEo3LWLoPntC"),
        ("ecac89cad93923c02321", "EJDM8drfXA6uyA"), ("00000000000000000000", "1111111111"),
        ("73696d706c792061206c6f6e6720737472696e67", "2cFupjhnEsSn59qHXstmK2ffpLv2"),
        ("00eb15231dfceb60925886b67d065299925915aeb172c06647", "1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L"),
        ("48656c6c6f20576f726c6421", "2NEpo7TZRRrLZSi2U"), ("0000287fb4cd", "11233QC4"),
        (
            "54686520717569636b2062726f776e20666f78206a756d7073206f76657220746865206c617a7920646f672e",
            "USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z"
        ),
        ("0000000000000000000000000000000000000000000000000000000000000000", "11111111111111111111111111111111"),
        (
            "06ddf6e1d765a193d9cbe146ceeb79ac1cb485ed5f5b37913a8cf5857eff00a9",
            "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
        ),
        (
            "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG"
        ),
    ]

    @Test("golden values are written and read", arguments: golden)
    func goldenValues(hexadecimal: String, text: String) throws {
        let value = bytes(hex: hexadecimal)
        #expect(Base58.encode(value) == text)
        #expect(try Base58.decode(text) == value)
        #expect(try Base58.decode(text, count: value.count) == value)
    }

    @Test("bytes of every length are written and read as base58 and solders do")
    func independentValues() throws {
        let vectors = Base58Vectors()
        for vector in try vectors.values() {
            let value = bytes(hex: vector.bytes)
            #expect(Base58.encode(value) == vector.text, "seed \(vectors.seed)")
            #expect(try Base58.decode(vector.text) == value, "seed \(vectors.seed)")
            #expect(try Base58.decode(vector.text, count: value.count) == value, "seed \(vectors.seed)")
        }
    }

    @Test("texts are taken and refused as base58 and solders do")
    func independentVerdicts() throws {
        let vectors = Base58Vectors()
        for vector in try vectors.keys() {
            #expect((try? Base58.decode(vector.text)).map(hex) == vector.bytes, "seed \(vectors.seed)")
            #expect((try? Base58.decode(vector.text, count: 32)).map(hex) == vector.key, "seed \(vectors.seed)")
        }
    }

    @Test("a byte outside the alphabet is refused in every place, with where", arguments: [32, 64, 20])
    func everyByte(count: Int) throws {
        let alphabet = Set("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
        let text = Array(Base58.encode([UInt8](repeating: 0x80, count: count)).utf8)
        for place in text.indices {
            for byte in 0..<UInt8(0x80) where !alphabet.contains(byte) {
                var changed = text
                changed[place] = byte
                let string = String(decoding: changed, as: UTF8.self)
                #expect(throws: Base58Error.character(offset: place)) { try Base58.decode(string, count: count) }
                #expect(throws: Base58Error.character(offset: place)) { try Base58.decode(string) }
            }
        }
        for other in ["é", "😀", "\u{FF11}", "\u{212A}"] {
            #expect(throws: Base58Error.character(offset: 1)) { try Base58.decode("2\(other)3") }
            #expect(throws: Base58Error.character(offset: 1)) { try Base58.decode("2\(other)3", count: count) }
        }
    }

    @Test(
        "a second spelling of 32 or 64 bytes is refused: a 1 too many, a 1 too few, a number too large",
        arguments: [32, 64])
    func secondSpellings(count: Int) throws {
        for zeros in [0, 1, 5, count - 1, count] {
            let value = [UInt8](repeating: 0, count: zeros) + [UInt8](repeating: 0xFF, count: count - zeros)
            let text = Base58.encode(value)
            #expect(try Base58.decode(text, count: count) == value)
            #expect(throws: Base58Error.count) { try Base58.decode("1" + text, count: count) }
            if zeros > 0 {
                #expect(throws: Base58Error.count) { try Base58.decode(String(text.dropFirst()), count: count) }
            }
        }
        // One more than the largest number.
        let tooLarge = Base58.encode([1] + [UInt8](repeating: 0, count: count))
        #expect(throws: Base58Error.count) { try Base58.decode(tooLarge, count: count) }
        for length in 0...count * 2 {
            let most = String(repeating: "z", count: length)
            #expect(
                (try? Base58.decode(most, count: count))
                    == (try? Base58.decode(most)).flatMap { $0.count == count ? $0 : nil })
        }
    }

    @Test("fixed lengths and any length read and write the same")
    func sameForFixedLengths() throws {
        for count in [32, 64] {
            for _ in 0..<3000 {
                var value = (0..<count).map { _ in UInt8.random(in: 0...255) }
                for index in 0..<Int.random(in: 0...4) * count / 8 { value[index] = 0 }
                let text = Base58.encode(value)
                #expect(try Base58.decode(text) == value)
                #expect(try Base58.decode(text, count: count) == value)
                // One byte longer, so that it isn't a fixed length.
                #expect(try Base58.decode(Base58.encode([0] + value)) == [0] + value)
                #expect("1" + text == Base58.encode([0] + value))
            }
        }
    }

    @Test(
        "a text is decoded into memory of 32, 64 or any other number of bytes", arguments: [0, 1, 31, 32, 33, 64, 65])
    func intoMemory(count: Int) throws {
        let value = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 77 &+ 1) }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { memory.deallocate() }
        try Base58.decode(Base58.encode(value), into: memory)
        #expect(Array(memory) == value)
        #expect(throws: Base58Error.count) { try Base58.decode(Base58.encode(value + [1]), into: memory) }
    }

    @Test("every kind of collection is written the same")
    func collections() {
        let value: [UInt8] = [0, 1, 2, 3]
        #expect(Base58.encode(value[1...]) == Base58.encode([1, 2, 3]))
        #expect(Base58.encode(value.lazy.map { $0 }) == Base58.encode(value))
        #expect(Base58.encode(value.reversed()) == Base58.encode([3, 2, 1, 0]))
        #expect(value.withUnsafeBytes { Base58.encode($0) } == Base58.encode(value))
    }

    @Test("a text that is far too long for its size isn't even read")
    func longText() {
        let text = String(repeating: "z", count: 5_000_000)
        for count in [-1, 0, 20, 32, 64] {
            #expect(throws: Base58Error.count) { try Base58.decode(text, count: count) }
        }
    }

    @Test("no sum of the fixed lengths' products overflows 64 bits, whatever the bytes and characters")
    func sums() {
        let tables = Base58Tables.shared
        let (words, limbs) = (Base58Tables.wordCount, Base58Tables.limbCount)
        func largestSum(_ rows: Range<Int>, _ columns: Int, times factor: UInt64, _ powers: UnsafePointer<UInt32>)
            -> Bool
        {
            (0..<columns).allSatisfy { column in
                // Room for what the place before carries over.
                var sum: UInt64 = 1 << 36
                return rows.allSatisfy { row in
                    let (next, overflow) = sum.addingReportingOverflow(factor * UInt64(powers[row * columns + column]))
                    sum = next
                    return !overflow
                }
            }
        }
        #expect(largestSum(0..<8, limbs, times: 0xFFFF_FFFF, tables.wordPowers))
        #expect(largestSum(8..<16, limbs, times: 0xFFFF_FFFF, tables.wordPowers))
        #expect(largestSum(0..<limbs, words + 1, times: Base58Tables.limbBase - 1, tables.limbPowers))
        // And what the loops leave out is zero.
        for row in 0..<16 {
            #expect((row + 2..<max(row + 2, limbs)).allSatisfy { tables.wordPowers[row * limbs + $0] == 0 })
        }
        for row in 0..<limbs {
            #expect((row + 1..<max(row + 1, words + 1)).allSatisfy { tables.limbPowers[row * (words + 1) + $0] == 0 })
        }
    }
}
