extension PublicKey {
    /// An address that is written down in the source.
    ///
    /// One that isn't base58 of 32 bytes ends the program as soon as it is used; for text from elsewhere there is
    /// `init(base58:)`.
    public init(_ literal: StaticString) {
        guard let key = try? PublicKey(base58: String(describing: literal)) else {
            preconditionFailure("no address: \(literal)")
        }
        self = key
    }
}
