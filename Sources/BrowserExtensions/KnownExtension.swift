import Glibc
public import JSONRPC
import Salt

/// One release of the extension in one of its shapes: a row of the list in Sidekey's package, or of a signed list of releases.
///
/// ```
/// {"extensions": [{"version": "1.4.0", "shape": "unpacked", "hash": "64 hexadecimal digits"}]}
///
/// hash = SHA-256 of one line for each file, in the order of the bytes of their paths:
///        SHA-256 of the file in hexadecimal (64) | two spaces | path from the extension's root, with "/" | "\n"
/// ```
///
/// These are the lines that `sha256sum` prints, so that anyone can make the hash with the tools of their system.
public struct KnownExtension: Sendable, Hashable {
    /// The form in which a browser has the extension. The files differ between them, `manifest.json` at least.
    public enum Shape: String, Sendable, CaseIterable {
        /// A folder, as the checkout and the package have it: every file counts.
        case unpacked
        /// Firefox's archive (`.xpi`): every file in it counts but the five in `META-INF` that its signature consists of, which Firefox checks itself.
        case firefox
        /// Chromium's folder of an installed archive: every file counts, what Chromium has written anew in one form, as ``InstalledArchive`` draws it.
        case chromium
    }

    public let version: String
    public let shape: Shape
    /// The hash, in lower-case hexadecimal digits.
    public let hash: String

    public init(version: String, shape: Shape, hash: String) {
        self.version = version
        self.shape = shape
        self.hash = hash
    }

    /// Reads a row; nil for one that isn't understood, such as a shape of a later release.
    public init?(_ json: JSON) {
        guard let version = json["version"]?.text, version.utf8.count <= 32,
            let shape = json["shape"]?.text.flatMap(Shape.init(rawValue:)),
            let hash = json["hash"]?.text, hash.utf8.count == 64,
            hash.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.init(version: version, shape: shape, hash: hash)
    }

    /// The rows of a list; none if it isn't one. A row that isn't understood makes nothing known and is passed over.
    public static func rows(of list: JSON) -> [KnownExtension] {
        (list["extensions"]?.array ?? []).compactMap(KnownExtension.init)
    }

    /// Reads a list from a file that only root and this user can write to; nil if there is none.
    public static func list(at path: String) -> [KnownExtension]? {
        var status = stat()
        guard stat(path, &status) == 0, [0, geteuid()].contains(status.st_uid), status.st_mode & 0o022 == 0,
            let file = try? ExtensionFiles.contents(at: path, most: 1 << 20),
            let list = try? JSON(parsing: JSONSource(file.bytes))
        else { return nil }
        return rows(of: list)
    }

    /// The lines of a hash, from the files' own hashes.
    static func hash(of files: [String: [UInt8]]) -> String {
        var hash = SaltHash.SHA256()
        for (path, digest) in files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            hash.update(Array("\(Hexadecimal.encode(digest))  \(path)\n".utf8))
        }
        return Hexadecimal.encode(hash.digest())
    }

    /// The bytes of a hash's lower-case digits.
    static func bytes(of hash: String) -> [UInt8] {
        let digits = hash.utf8.map { $0 < 0x3A ? $0 &- 0x30 : $0 &- 0x57 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] & 15 }
    }
}

/// The releases that are known, from every list there is: the package's, and signed ones.
public struct KnownExtensions: Sendable {
    private let rows: Set<KnownExtension>

    /// Joins lists. A release is known if one of them has it.
    public init(joining lists: [[KnownExtension]]) {
        rows = Set(lists.joined())
    }

    public var isEmpty: Bool { rows.isEmpty }

    /// Returns these releases and those of one more list.
    public func joined(with list: [KnownExtension]) -> KnownExtensions {
        KnownExtensions(joining: [Array(rows), list])
    }

    /// The version that has this hash in this shape; nil if no list has it.
    public func version(of hash: String, in shape: KnownExtension.Shape) -> String? {
        rows.first { $0.hash == hash && $0.shape == shape }?.version
    }
}
