public import SolanaTransactions

/// A text that is signed outside any transaction, in the envelope that keeps the two apart.
///
/// ```
/// version 0:  ff "solana offchain" | 00 | application domain (32) | format (1) | signers: count (1), 32 each
///             | length (u16, little endian) | text
/// version 1:  ff "solana offchain" | 01 | signers: count (1), 32 each, ascending, none twice | text, to the end
/// ```
///
/// Solana's off-chain message signing (SRFC 3): no transaction begins with `ff`, so a signature over one of these never counts as a transaction's.
public struct OffchainMessage: Hashable, Sendable {
    /// The format that the version-0 envelope states for its text; the number is on the wire.
    public enum Format: UInt8, Hashable, Sendable, CaseIterable {
        /// Printable ASCII without line breaks; 1,232 bytes with the envelope.
        case restrictedASCII = 0
        /// UTF-8; 1,232 bytes with the envelope.
        case utf8 = 1
        /// UTF-8; 65,535 bytes with the envelope.
        case longUTF8 = 2

        /// The maximum number of bytes of envelope and text.
        public var maximumCount: Int { self == .longUTF8 ? 65_535 : 1_232 }
    }

    /// The envelope's version, with the fields that only it has.
    public enum Version: Hashable, Sendable {
        case v0(applicationDomain: PublicKey, Format)
        case v1

        public var number: UInt8 {
            switch self {
            case .v0: 0
            case .v1: 1
            }
        }
    }

    public let version: Version

    /// The accounts that sign: in the order given (version 0) or ascending (version 1).
    public let signers: [PublicKey]

    /// The text; never empty.
    public let text: String

    /// The sixteen bytes that every envelope begins with.
    public static let prefix: [UInt8] = [0xFF] + "solana offchain".utf8

    /// Makes a version-1 message and sorts the signers.
    ///
    /// - Throws: `.noSigners`, `.tooManySigners`, `.duplicateSigner`, `.empty`.
    public init(signers: [PublicKey], text: String) throws(OffchainMessageError) {
        self.init(unchecked: .v1, signers.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }, text)
        try check()
    }

    /// Makes a version-0 message in the narrowest format that fits the text.
    ///
    /// - Parameter applicationDomain: 32 bytes that the application chose for itself.
    /// - Throws: as ``init(signers:text:)``, and `.tooLong`.
    public init(applicationDomain: PublicKey, signers: [PublicKey], text: String) throws(OffchainMessageError) {
        var refused = OffchainMessageError.tooLong
        for format in Format.allCases {
            let message = Self(unchecked: .v0(applicationDomain: applicationDomain, format), signers, text)
            do throws(OffchainMessageError) {
                try message.check()
                self = message
                return
            } catch { refused = error }
        }
        throw refused
    }

    init(unchecked version: Version, _ signers: [PublicKey], _ text: String) {
        self.version = version
        self.signers = signers
        self.text = text
    }

    /// Checks the values against the rules of the envelope's version.
    func check() throws(OffchainMessageError) {
        guard !signers.isEmpty else { throw .noSigners }
        guard signers.count <= 255 else { throw .tooManySigners }
        guard Set(signers).count == signers.count else { throw .duplicateSigner }
        guard !text.isEmpty else { throw .empty }
        switch version {
        case .v0(_, let format):
            if format == .restrictedASCII {
                guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw .characters }
            }
            guard Self.preambleCount + 1 + signers.count * 32 + 2 + text.utf8.count <= format.maximumCount else {
                throw .tooLong
            }
        case .v1:
            guard zip(signers, signers.dropFirst()).allSatisfy({ $0.bytes.lexicographicallyPrecedes($1.bytes) }) else {
                throw .unsortedSigners
            }
        }
    }

    /// The number of bytes of the prefix, version, application domain and format in version 0.
    private static let preambleCount = 16 + 1 + 32 + 1
}

extension OffchainMessage {
    /// The bytes to sign.
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

    /// Decodes all of the bytes; each message has exactly one encoding.
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

extension OffchainMessage {
    /// Returns the version-0 bytes as Solana's Rust SDK and `solana sign-offchain-message` make them; nil if they can't encode the text.
    ///
    /// ```
    /// ff "solana offchain" | 00 | format (1) | length (u16, little endian) | text
    /// ```
    ///
    /// It has neither application domain nor signers, which came into the proposal later under the same version number. Sidekey signs no such
    /// message: only the account's own key shows who was meant to sign it.
    public static func encodedByRustSDK(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return nil }
        let format: Format
        switch bytes.count {
        case ...1_212: format = bytes.allSatisfy { (0x20...0x7E).contains($0) } ? .restrictedASCII : .utf8
        case ...65_515: format = .longUTF8
        default: return nil
        }
        let length = [UInt8(truncatingIfNeeded: bytes.count), UInt8(truncatingIfNeeded: bytes.count >> 8)]
        return prefix + [0, format.rawValue] + length + bytes
    }
}

/// The reason that bytes or values are no off-chain message.
public enum OffchainMessageError: String, Error, Hashable, Sendable, CaseIterable {
    /// It doesn't begin like one.
    case prefix
    /// Its version is unknown.
    case version
    /// Its format is unknown.
    case format
    /// It ends too early.
    case truncated
    /// The stated length isn't the text's.
    case length
    case noSigners
    case tooManySigners
    case duplicateSigner
    /// The signers of version 1 aren't in ascending order.
    case unsortedSigners
    /// There is no text.
    case empty
    /// The text has bytes that its format forbids.
    case characters
    /// Envelope and text are longer than the format allows.
    case tooLong
}
