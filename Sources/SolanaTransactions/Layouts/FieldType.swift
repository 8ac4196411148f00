/// How a value stands in an instruction's data. Integers are little endian.
public indirect enum FieldType: Hashable, Sendable {
    case u8, u16, u32, u64
    case i8, i16, i64
    /// IEEE 754, 8 bytes; NaN is refused.
    case f64
    /// A byte, 0 or 1.
    case bool
    /// 32 bytes.
    case key
    /// 32 bytes, of which zeros say that there is no key (`OptionalNonZeroPubkey`).
    case keyOrZeros
    /// That many bytes.
    case bytes(Int)
    /// A count and that many bytes.
    case countedBytes(Count)
    /// A count and that many bytes of UTF-8.
    case text(Count)
    /// A count and that many values.
    case list(Count, FieldType)
    /// A byte, 0 or 1, and after 1 a value (Borsh, bincode and the token programs alike).
    case option(FieldType)
    /// An optional value at the end of the data. Where it is left out, zeros may stand in its place: the token programs
    /// don't look at them, and older clients write them.
    case finalOption(FieldType)
    /// One of these names, by its number.
    case choice([String], Width)
    /// One of these, by a byte with its number, and what comes with it.
    case variant([Alternative])
    /// Several values one after the other.
    case record([Field])

    /// How many values follow.
    public enum Count: Hashable, Sendable {
        case u8, u16, u32, u64
        /// As many as there are up to the data's end.
        case rest
    }

    /// The bytes of a choice's number: bincode writes 4, Borsh and the token programs 1.
    public enum Width: Hashable, Sendable {
        case u8, u32
    }

    /// A name, and the value that comes with it, if any does.
    public struct Alternative: Hashable, Sendable {
        public let name: String
        public let type: FieldType?

        public init(_ name: String, _ type: FieldType? = nil) {
            self.name = name
            self.type = type
        }
    }
}
