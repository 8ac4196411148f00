/// Why a text isn't JSON, and where. It names an offset and never what stands there.
public struct JSONError: Error, Sendable, Hashable {
    /// What is wrong. Append-only.
    public enum Code: Sendable, Hashable, CaseIterable {
        /// The text breaks the grammar of RFC 8259, or ends too early.
        case syntax
        /// The bytes aren't UTF-8: overlong, a surrogate, above U+10FFFF, or cut.
        case utf8
        /// A name stands twice in one object.
        case duplicate
        /// Arrays and objects stand too deep in one another.
        case depth
        /// A `\u` escape names half of a surrogate pair.
        case surrogate
        /// Something follows the value.
        case trailing
    }

    /// What is wrong.
    public let code: Code

    /// Where, in bytes from the start of the text.
    public let offset: Int

    /// Makes an error.
    public init(_ code: Code, offset: Int) {
        self.code = code
        self.offset = offset
    }
}
