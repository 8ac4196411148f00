public import SolanaTransactions

/// A text that is signed outside of any transaction, in the envelope that keeps the two apart.
///
/// ```
/// version 0:  ff "solana offchain" | 00 | application domain (32) | format (1) | signers: count (1), 32 each
///             | length (u16, little endian) | text
/// version 1:  ff "solana offchain" | 01 | signers: count (1), 32 each, ascending, none twice | text, to the end
/// ```
///
/// Solana's off-chain message signing (SRFC 3): no transaction begins with `ff`, so that no signature over one of these counts as
/// a transaction's.
public struct OffchainMessage: Hashable, Sendable {
    /// What the version-0 envelope says of its text; the number is on the wire.
    public enum Format: UInt8, Hashable, Sendable, CaseIterable {
        /// Printable ASCII without line breaks; 1,232 bytes with the envelope.
        case restrictedASCII = 0
        /// UTF-8; 1,232 bytes with the envelope.
        case utf8 = 1
        /// UTF-8; 65,535 bytes with the envelope.
        case longUTF8 = 2

        /// The most bytes of envelope and text.
        public var maximumCount: Int { self == .longUTF8 ? 65_535 : 1_232 }
    }

    /// The envelope's version, with what only it has.
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

    /// Who signs: in the order given (version 0) or ascending (version 1).
    public let signers: [PublicKey]

    /// Not empty.
    public let text: String

    /// The sixteen bytes that every one begins with.
    public static let prefix: [UInt8] = [0xFF] + "solana offchain".utf8

    /// Makes a version-1 message; the signers are put in order.
    ///
    /// - Throws: `.noSigners`, `.tooManySigners`, `.duplicateSigner`, `.empty`.
    public init(signers: [PublicKey], text: String) throws(OffchainMessageError) {
        self.init(unchecked: .v1, signers.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }, text)
        try check()
    }

    /// Makes a version-0 message in the narrowest format that takes the text.
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

    /// Holds the values against what the envelope's version allows.
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

    /// Prefix, version, application domain and format of version 0.
    private static let preambleCount = 16 + 1 + 32 + 1
}
