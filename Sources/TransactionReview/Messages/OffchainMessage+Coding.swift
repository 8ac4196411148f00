import SolanaTransactions

extension OffchainMessage {
    /// The bytes that are signed.
    public var encoded: [UInt8] {
        var bytes = Self.prefix + [version.number]
        if case .v0(let applicationDomain, let format) = version {
            bytes += applicationDomain.bytes + [format.rawValue]
        }
        bytes.append(UInt8(truncatingIfNeeded: signers.count))
        for signer in signers { bytes += signer.bytes }
        let text = text.utf8
        if case .v0 = version {
            bytes += [UInt8(truncatingIfNeeded: text.count), UInt8(truncatingIfNeeded: text.count >> 8)]
        }
        return bytes + text
    }

    /// Reads the whole of the bytes; there is one spelling for a message.
    public init(decoding bytes: [UInt8]) throws(OffchainMessageError) {
        var rest = bytes[...]
        func take(_ count: Int) throws(OffchainMessageError) -> ArraySlice<UInt8> {
            guard rest.count >= count else { throw .truncated }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func takeByte() throws(OffchainMessageError) -> UInt8 {
            guard let byte = try take(1).first else { throw .truncated }
            return byte
        }
        func takeKey() throws(OffchainMessageError) -> PublicKey {
            guard let key = try? PublicKey(bytes: take(32)) else { throw .truncated }
            return key
        }
        guard bytes.starts(with: Self.prefix) else { throw .prefix }
        rest = rest.dropFirst(Self.prefix.count)
        let version: Version
        switch try takeByte() {
        case 0:
            let domain = try takeKey()
            guard let format = Format(rawValue: try takeByte()) else { throw .format }
            version = .v0(applicationDomain: domain, format)
        case 1: version = .v1
        default: throw .version
        }
        var signers: [PublicKey] = []
        for _ in 0..<(try takeByte()) { signers.append(try takeKey()) }
        if case .v0 = version {
            let count = Int(try takeByte()) | Int(try takeByte()) << 8
            guard rest.count >= count else { throw .truncated }
            guard rest.count == count else { throw .length }
        }
        guard let text = String(validating: rest, as: UTF8.self) else { throw .characters }
        self.init(unchecked: version, signers, text)
        try check()
    }
}
