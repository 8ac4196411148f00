extension MessageLayout {
    /// Finds the message in a whole transaction, and where the first signature begins.
    ///
    /// - Throws: `CodingError` with the first rule that is broken. The size isn't looked at.
    package static func inTransaction(
        _ buffer: UnsafeRawBufferPointer
    ) throws(CodingError) -> (layout: MessageLayout, signaturesOffset: Int) {
        var reader = ByteReader(buffer)
        let signaturesOffset: Int
        let layout: MessageLayout
        switch try reader.peek() {
        case 0..<0x80:
            // Below 128 a compact-u16 is one byte.
            let count = Int(try reader.readByte())
            signaturesOffset = try reader.skip(count * Signature.count).lowerBound
            layout = try MessageLayout(&reader)
            // A v1 message has its signatures behind it, so that one here would be a second spelling.
            guard layout.version != .v1 else {
                throw CodingError(.unsupportedVersion, at: layout.range.lowerBound)
            }
            guard count == Int(layout.header.requiredSignatures) else {
                throw CodingError(.signatureCount, at: 0)
            }
        case 0x81:
            layout = try MessageLayout(&reader)
            let count = Int(layout.header.requiredSignatures)
            signaturesOffset = try reader.skip(count * Signature.count).lowerBound
        default:
            throw CodingError(.unsupportedVersion, at: 0)
        }
        guard reader.isAtEnd else {
            throw CodingError(.trailingBytes, at: reader.offset)
        }
        return (layout, signaturesOffset)
    }
}
