extension PublicKey {
    /// Whether the bytes are a point of edwards25519, so that a secret key may belong to them.
    ///
    /// A program-derived address isn't; neither is one to which somebody could sign. As in curve25519-dalek's `decompress`, the sign is no part of the
    /// question, a y coordinate that isn't reduced counts, and so do points of small order.
    ///
    /// A y coordinate belongs to a point where x² = (y² - 1) / (dy² + 1) has a root. The denominator is never 0, so that it has one where
    /// (y² - 1)(dy² + 1) is 0 or a square, which is decided without taking the root. Nothing here is secret: the time it takes depends on the bytes.
    /// Source: RFC 8032, section 5.1.3.
    public var isOnCurve: Bool {
        let y = withUnsafeBytes { FieldElement(coordinate: $0) }
        let square = y * y
        let product = ((square - .one) * (square * .d + .one)).reduced
        return product == .zero || product.isSquare
    }
}
