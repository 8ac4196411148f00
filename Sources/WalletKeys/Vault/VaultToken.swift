/// The way to an account's key on a PKCS #11 token: the library that its user named, and the token.
///
/// ```
/// | library: text | folders: number (1), text each | serial: text | label: text |        text: count (2), bytes of UTF-8
/// ```
///
/// The account's public key says which of the token's keys it is. The library is code: only what stands under the vault's seal is ever loaded.
public struct VaultToken: Sendable, Hashable {
    /// The most bytes of a path.
    public static let mostPathBytes = 1024
    /// The most folders.
    public static let mostFolders = 8
    /// The most bytes of a serial number and of a label: 16 and 32 on the token, each of which may have become a character of three.
    public static let (mostSerialBytes, mostLabelBytes) = (48, 96)

    /// The absolute path of the library.
    public let library: String
    /// The absolute paths of the folders in which it keeps something.
    public let folders: [String]
    /// The token's serial number, as the token writes it.
    public let serial: String
    /// The token's label when the account was added.
    public let label: String

    /// Returns nil if a part can't be what it is for.
    public init?(library: String, folders: [String], serial: String, label: String) {
        guard ([library] + folders).allSatisfy(Self.isPath), folders.count <= Self.mostFolders,
            serial.utf8.count <= Self.mostSerialBytes, label.utf8.count <= Self.mostLabelBytes
        else { return nil }
        self.library = library
        self.folders = folders
        self.serial = serial
        self.label = label
    }

    /// True if a text may be a path: absolute, of at most 1,024 bytes, without control characters.
    public static func isPath(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "/") && text.utf8.count <= mostPathBytes
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

extension VaultToken {
    init(reading reader: inout ByteReader) throws(VaultDamage) {
        let start = reader.offset
        let library = try reader.text()
        var folders: [String] = []
        for _ in 0..<(try reader.integer(UInt8.self)) { folders.append(try reader.text()) }
        let (serial, label) = (try reader.text(), try reader.text())
        guard let token = VaultToken(library: library, folders: folders, serial: serial, label: label) else {
            throw reader.fault(at: start)
        }
        self = token
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(counted: library)
        bytes.append(UInt8(clamping: folders.count))
        for folder in folders { bytes.append(counted: folder) }
        bytes.append(counted: serial)
        bytes.append(counted: label)
    }
}

extension ByteReader {
    /// A text behind the count of its bytes.
    fileprivate mutating func text() throws(VaultDamage) -> String {
        let start = offset
        let bytes = try take(Int(try integer(UInt16.self)))
        guard let text = String(validating: bytes, as: UTF8.self) else { throw fault(at: start) }
        return text
    }
}

extension [UInt8] {
    fileprivate mutating func append(counted text: String) {
        append(littleEndian: UInt16(clamping: text.utf8.count))
        append(contentsOf: text.utf8)
    }
}
