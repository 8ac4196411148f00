/// One thing that an instruction says: an amount, an address, a text.
public struct ReviewField: Hashable, Sendable {
    /// What it is, in the words of the program's interface: `lamports`, `newAuthority`.
    public let name: String

    /// Its value: integers in decimal digits, addresses in base58, text with nothing hidden, `none` where an optional
    /// value is left out. An account behind a lookup table is `TABLE[entry]`.
    public let value: String

    /// True where somebody else chose its words: a memo, a token's name. A surface puts them between quotation marks or behind a bar.
    public let isQuoted: Bool

    public init(name: String, value: String, isQuoted: Bool = false) {
        self.name = name
        self.value = value
        self.isQuoted = isQuoted
    }
}
