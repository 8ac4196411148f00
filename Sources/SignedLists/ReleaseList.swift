import JSONRPC
import Salt

/// The list of the latest release: its version, and the files that it is made of.
///
/// ```
/// {
///   "format": 1,
///   "counter": "12",                            u64; each list that is published has a higher one
///   "version": "1.4.0",                         1 to 4 numbers, as browsers take them
///   "date": "2026-12-01",
///   "urgent": false,                            true if it closes a hole
///   "notes": "https://sidekey.app/notes/1.4.0", https, at most 512 bytes
///   "packages": [{"file": "sidekey_1.4.0_amd64.deb", "sha256": "9f…", "size": "5120344"}],
///   "extensions": [{"version": "1.4.0", "shape": "firefox", "sha256": "03…"}]   as BrowserExtensions' KnownExtension
/// }
/// ```
///
/// A detached signature of minisign's lies beside it. Members that this version doesn't know are passed over, so that an older agent still
/// hears of a version that says more. A list that it couldn't understand gets another format number.
package struct ReleaseList: Sendable, Hashable {
    /// The reason why a signed file is no list. Append-only.
    package enum Fault: String, Error, Sendable, CaseIterable {
        /// It is longer than ``ReleaseList/maximumCount``.
        case size
        /// It isn't JSON, or a member is missing or out of its bounds.
        case form
        /// It is of a format that a newer version reads.
        case format
    }

    /// A file that people install.
    package struct File: Sendable, Hashable {
        package let name: String
        /// The SHA-256 digest in hexadecimal, lower case.
        package let sha256: String
        /// The size in bytes.
        package let size: UInt64
    }

    /// A form in which the extension comes with a release, and the digest by which an agent knows it.
    package struct Extension: Sendable, Hashable {
        package let version: ReleaseVersion
        /// The form in which a browser has it, by a lower-case word: `unpacked`, `firefox`, `chromium`.
        package let shape: String
        /// The hash over its files in hexadecimal, lower case.
        package let sha256: String
    }

    /// The most bytes of a list.
    package static let maximumCount = 1 << 16
    /// The most files, and the most forms of the extension.
    package static let maximumRows = 64

    package let counter: UInt64
    package let version: ReleaseVersion
    /// The day, as the list says it: `2026-12-01`.
    package let date: String
    package let isUrgent: Bool
    /// The address of a page that says what is new; always `https`.
    package let notes: String
    package let files: [File]
    package let extensions: [Extension]

    /// Reads a list; any input ends in a list or an error.
    ///
    /// - Throws: The reason why it is none.
    package init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.maximumCount else { throw .size }
        let json: JSON
        do { json = try JSON(parsing: JSONSource(bytes), maximumDepth: 4) } catch { throw .form }
        guard let format = json["format"]?.int else { throw .form }
        guard format == 1 else { throw .format }
        guard let counter = json["counter"]?.text.flatMap(Self.number),
            let version = json["version"]?.text.flatMap(ReleaseVersion.init),
            let date = json["date"]?.text, Self.isDate(date), let isUrgent = json["urgent"]?.bool,
            let notes = json["notes"]?.text, Self.isAddress(notes),
            let files = json["packages"]?.array, files.count <= Self.maximumRows,
            let extensions = json["extensions"]?.array, extensions.count <= Self.maximumRows
        else { throw .form }
        (self.counter, self.version, self.date) = (counter, version, date)
        (self.isUrgent, self.notes) = (isUrgent, notes)
        self.files = files.compactMap { row in
            guard let name = row["file"]?.text, Self.isName(name, 1...128),
                let sha256 = row["sha256"]?.text, Self.isDigest(sha256),
                let size = row["size"]?.text.flatMap(Self.number)
            else { return nil }
            return File(name: name, sha256: sha256, size: size)
        }
        self.extensions = extensions.compactMap { row in
            guard let version = row["version"]?.text.flatMap(ReleaseVersion.init),
                let shape = row["shape"]?.text, Self.isName(shape, 1...32),
                let sha256 = row["sha256"]?.text, Self.isDigest(sha256)
            else { return nil }
            return Extension(version: version, shape: shape, sha256: sha256)
        }
        guard self.files.count == files.count, self.extensions.count == extensions.count else { throw .form }
    }

    /// Checks that a list has the signature of one of the keys.
    ///
    /// - Throws: The reason why it doesn't count; ``Minisign/Fault/otherKey`` if it is none of theirs.
    package static func verify(
        _ signature: [UInt8], of list: [UInt8], byOneOf keys: [Minisign.PublicKey]
    ) throws(Minisign.Fault) {
        var fault = Minisign.Fault.otherKey
        for key in keys {
            do throws(Minisign.Fault) {
                _ = try Minisign.verify(signature, of: list, by: key)
                return
            } catch {
                // The key that has made it knows better what is wrong with it.
                if error != .otherKey { fault = error }
            }
        }
        throw fault
    }

    /// Reads a number as it is written, in one spelling.
    static func number(_ text: String) -> UInt64? { UInt64(text).flatMap { "\($0)" == text ? $0 : nil } }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// A name without a folder: letters, digits and `._+-~`, and no dot at its beginning.
    private static func isName(_ text: String, _ bounds: ClosedRange<Int>) -> Bool {
        bounds.contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "._+-~".utf8.contains(byte)
                }
            }
    }

    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
            let month = Int(parts[1]), let day = Int(parts[2])
        else { return false }
        return (1...12).contains(month) && (1...31).contains(day)
    }

    /// An address that a browser opens as it is shown.
    private static func isAddress(_ text: String) -> Bool {
        let start = "https://"
        guard text.hasPrefix(start), text.utf8.count <= 512,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#""'<>\`{|}^"#.utf8.contains($0) })
        else { return false }
        let host = text.dropFirst(start.count).prefix { !"/?#".contains($0) }
        // A user name before the host would pass for it.
        return !host.isEmpty
            && host.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A: true
                default: false
                }
            }
    }
}

/// A version as browsers take it: 1 to 4 numbers from 0 to 65,535, without leading zeros.
package struct ReleaseVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    private let numbers: [UInt16]

    /// - Returns: nil if the text isn't one.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        numbers = parts.compactMap { part in UInt16(part).flatMap { "\($0)" == part ? $0 : nil } }
        guard (1...4).contains(parts.count), numbers.count == parts.count else { return nil }
    }

    package var description: String { numbers.map(String.init).joined(separator: ".") }

    /// Numbers that are missing at the end are 0: `1.4` and `1.4.0` are the same.
    private var filled: [UInt16] { numbers + [UInt16](repeating: 0, count: 4 - numbers.count) }

    package static func == (one: Self, other: Self) -> Bool { one.filled == other.filled }
    package func hash(into hasher: inout Hasher) { hasher.combine(filled) }
    package static func < (one: Self, other: Self) -> Bool { one.filled.lexicographicallyPrecedes(other.filled) }
}
