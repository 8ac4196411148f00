import DisplayText

/// A list of bad sites that the user has added: where it comes from, whose signature it has, and what was verified last.
///
/// The sites themselves are in a file, which the digest names.
public struct SiteList: Sendable, Hashable {
    /// The maximum number of lists.
    public static let maximumCount = 8
    /// The length of a name in bytes of UTF-8.
    public static let nameBounds = 1...48
    /// The maximum length of a source in bytes.
    public static let maximumSource = 1024

    /// The name that the user gave it.
    public let name: String
    /// An `https` address, or a file's absolute path.
    public let source: String
    /// The minisign public key whose signature it must have.
    public let key: String
    /// The SHA-256 digest of the compiled file, 32 bytes.
    public let digest: [UInt8]
    /// The number of sites, and of the lines that name none.
    public let sites: Int
    public let skipped: Int
    /// The time that the signature vouches for, in seconds since 1970. It never goes back.
    public let signed: UInt64
    /// The time at which it was read from its source, in milliseconds since 1970.
    public let read: Int64

    /// Creates a list without checking anything.
    public init(
        name: String, source: String, key: String, digest: [UInt8], sites: Int, skipped: Int, signed: UInt64,
        read: Int64
    ) {
        self.name = name
        self.source = source
        self.key = key
        self.digest = digest
        self.sites = sites
        self.skipped = skipped
        self.signed = signed
        self.read = read
    }

    /// Returns true for a text that can be a name: a line that hides nothing.
    public static func isName(_ text: String) -> Bool {
        nameBounds.contains(text.utf8.count) && !text.contains("\n") && text.first != " " && text.last != " "
            && VisibleText.escaping(text) == text
    }
}
