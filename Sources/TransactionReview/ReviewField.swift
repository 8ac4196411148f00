/// One thing that an instruction says: an amount, an address, a text.
public struct ReviewField: Hashable, Sendable {
    /// What it is, in the words of the program's interface: `lamports`, `newAuthority`.
    public let name: String

    /// Its value: integers in decimal digits, addresses in base58, text with nothing hidden, `none` where an optional
    /// value is left out. An account behind a lookup table is `TABLE[entry]`.
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
