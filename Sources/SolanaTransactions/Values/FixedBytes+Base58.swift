public import Base58

extension FixedBytes {
    /// Reads the one base58 spelling of `Self.count` bytes.
    ///
    /// - Throws: `Base58Error` where `text` isn't base58 or spells another number of bytes.
    public init(base58 text: String) throws(Base58Error) {
        self.init()
        try Swift.withUnsafeMutableBytes(of: &self) { own throws(Base58Error) in
            try Base58.decode(text, into: own)
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
