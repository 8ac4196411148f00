/// Reads parts of a message's instructions where they lie. It is only good while it is lent.
///
/// Its code is compiled into what uses it: it is called some ten times for each instruction.
package struct CallReader {
    /// An account of a call: its address, or its place among those of the lookup tables.
    package enum Account {
        case address(PublicKey)
        case hidden(Int)
    }

    @usableFromInline let bytes: UnsafeRawBufferPointer
    package let calls: UnsafeBufferPointer<DecodedMessage.Call>
    @usableFromInline let keysOffset: Int
    @usableFromInline let keyCount: Int

    @usableFromInline
    init(
        bytes: UnsafeRawBufferPointer, calls: UnsafeBufferPointer<DecodedMessage.Call>, keysOffset: Int, keyCount: Int
    ) {
        self.bytes = bytes
        self.calls = calls
        self.keysOffset = keysOffset
        self.keyCount = keyCount
    }

    /// The account at a place of an instruction; nil where it has fewer.
    @inlinable
    package func account(_ place: Int, in accounts: Range<Int>) -> Account? {
        guard place < accounts.count else { return nil }
        let index = Int(bytes[accounts.lowerBound + place])
        guard index < keyCount else { return .hidden(index - keyCount) }
        return .address(load(keysOffset + index * MemoryLayout<PublicKey>.size, as: PublicKey.self))
    }

    /// The u64 at an offset of an instruction's data; nil where that has fewer bytes.
    @inlinable
    package func number(_ offset: Int, in data: Range<Int>) -> UInt64? {
        guard offset + 8 <= data.count else { return nil }
        return UInt64(littleEndian: load(data.lowerBound + offset, as: UInt64.self))
    }

    /// The u32 at an offset of an instruction's data; nil where that has fewer bytes.
    @inlinable
    package func shortNumber(_ offset: Int, in data: Range<Int>) -> UInt32? {
        guard offset + 4 <= data.count else { return nil }
        return UInt32(littleEndian: load(data.lowerBound + offset, as: UInt32.self))
    }

    /// The address at an offset of an instruction's data; nil where that has fewer bytes.
    @inlinable
    package func key(_ offset: Int, in data: Range<Int>) -> PublicKey? {
        guard offset + MemoryLayout<PublicKey>.size <= data.count else { return nil }
        return load(data.lowerBound + offset, as: PublicKey.self)
    }

    /// The type is always said: where an optional is asked for, one would be read.
    @inlinable
    func load<Value: BitwiseCopyable>(_ offset: Int, as type: Value.Type) -> Value {
        bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
    }
}
