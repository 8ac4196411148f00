import Salt

/// A text for a prompt that nobody else may read, put together in closed memory.
struct PromptText: ~Copyable {
    /// A line of the protocol holds 1,000 bytes, in which a line feed takes three.
    private static let capacity = 900

    private let buffer: UnsafeMutableRawBufferPointer
    private var count = 0
    /// Whether something was left out; what came behind it would stand in its place.
    private var isFull = false

    private init(_ buffer: UnsafeMutableRawBufferPointer) {
        self.buffer = buffer
    }

    /// What `body` writes; what is beyond 900 bytes is left out, and never a part of a character.
    static func make(_ body: (inout PromptText) -> Void) -> SecretBytes {
        SecretBytes(capacity: capacity) { buffer in
            var text = PromptText(buffer)
            body(&text)
            return text.count
        }
    }

    mutating func write(_ text: String) { write(Array(text.utf8)) }

    mutating func write(_ secret: borrowing SecretBytes) { secret.withBytes { write($0) } }

    mutating func write(_ bytes: some Collection<UInt8>) {
        guard !isFull else { return }
        var fitting = bytes.prefix(buffer.count - count)
        isFull = fitting.count < bytes.count
        // The first byte that is left out tells whether it goes on with a character.
        while isFull, !fitting.isEmpty, bytes[fitting.endIndex] & 0xC0 == 0x80 { fitting = fitting.dropLast() }
        UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: fitting)
        count += fitting.count
    }
}

/// A secret in a form that arrays and enumerations can hold.
final class HeldSecret: Sendable {
    let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }
}
