public import Base58

extension FixedBytes {
    /// Reads the one base58 spelling of `Self.count` bytes.
    ///
    /// - Throws: `Base58Error` where `text` isn't base58 or spells another number of bytes.
    public init(base58 text: String) throws(Base58Error) {
        let bytes = try Base58.decode(text, count: Self.count)
        self.init()
        Swift.withUnsafeMutableBytes(of: &self) { own in
            own.copyBytes(from: bytes)
        }
    }

    /// The base58 spelling.
    public var base58: String {
        withUnsafeBytes { own in
            Base58.encode(own)
        }
    }

    /// The base58 spelling.
    public var description: String {
        base58
    }
}
