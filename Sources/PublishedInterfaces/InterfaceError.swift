/// The reason that a published interface, or one of its instructions, isn't read.
///
/// It names the rule and where the bytes or the text break it, never what stands there: a stranger wrote that.
public struct InterfaceError: Error, Hashable, Sendable {
    /// The rule that was broken. Append-only.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The account belongs to another program than the one that keeps such interfaces.
        case owner
        /// The account's first bytes are those of another kind of account.
        case kind
        /// The account is about another program.
        case program
        /// The account is about another subject than the interface.
        case seed
        /// The account may have been made by somebody else than the program's own authority.
        case notCanonical = "not-canonical"
        /// The text isn't written in UTF-8.
        case encoding
        /// The compression is none of those that are known.
        case compression
        /// The text is in another format than JSON.
        case format
        /// The account only holds a web address; Sidekey doesn't ask strangers' servers.
        case url
        /// The account only names another account, which anybody may own.
        case external
        /// The account, or the compressed text, ends before it should.
        case truncated
        /// The compressed text is larger than 512 KiB.
        case compressedSize = "compressed-size"
        /// The text is larger than 4 MiB, or has more than 500,000 values.
        case size
        /// The compressed text is damaged.
        case compressed
        /// Bytes follow the compressed text.
        case trailing
        /// The text isn't JSON as RFC 8259 has it, or is nested deeper than 64 levels.
        case json
        /// The text is JSON, and no interface of a form that is known.
        case form
        /// The interface says that it is about another program.
        case address
        /// More than 2,000 types.
        case types
        /// More than 1,000 instructions.
        case instructions
        /// A name that isn't 1 to 256 letters, digits and underscores.
        case name
        /// Two instructions, arguments, accounts or types have the same name.
        case duplicate
        /// A type that is not known here, or one that says nothing of its bytes.
        case type
        /// A type that the interface names and doesn't have.
        case missing
        /// A type that holds itself.
        case cycle
        /// Types within types, more than 32 levels deep.
        case depth
        /// A value that takes more than 4,000 steps to read, or 10,000 with all its elements.
        case steps
        /// Elements of a list that may take no bytes.
        case empty
        /// Something stands after a value that takes all that is left.
        case position
        /// A number that is negative, has a fraction, or is larger than its place allows.
        case number
        /// The first bytes of the instruction are missing, or more than 8.
        case discriminator
        /// The first bytes are those of another instruction too, or begin them.
        case overlap
        /// More than 255 accounts.
        case accounts
        /// A member that the form requires is missing or of another kind.
        case member
        /// No instruction of the interface begins as the data does, or its arguments don't fit the data.
        case unfit
    }

    public let code: Code
    /// The offset in bytes in the account, or in the text behind its compression; nil where none can be told.
    public let offset: Int?

    public init(_ code: Code, at offset: Int? = nil) {
        self.code = code
        self.offset = offset
    }
}

extension InterfaceError: CustomStringConvertible {
    public var description: String { offset.map { "\(code.rawValue) at \($0)" } ?? code.rawValue }
}
