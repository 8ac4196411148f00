import JSONRPC

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The last sequence of the protected records, in a file beside the database, which reveals a database that was restored without the file.
///
/// ```
/// anchor    vault identifier (16) | sequence (u64, little endian)
/// ```
///
/// It is written after the database, so that a crash leaves it behind and never ahead. It has no code: restoring it together with the database, or
/// the whole folder, brings back a state that was once true. Only a store outside the folder could reveal that, and a program of the same user could
/// write to that too.
struct StateAnchor: Sendable {
    private static let count = 24

    let path: String

    /// Returns the sequence that was reached for this vault; 0 if none is known.
    func read(vault: [UInt8]) -> UInt64 {
        guard let bytes, Array(bytes[..<16]) == vault else { return 0 }
        return bytes[16..<24].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The file's content; nil if there is none or it isn't an anchor's.
    private var bytes: [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.count + 1)
        guard Glibc.read(file, &bytes, bytes.count) == Self.count else { return nil }
        return Array(bytes[..<Self.count])
    }

    /// Copies the file beside a database that is set aside. If the copy fails, the user only loses the way back to that database.
    func keep(as copy: String) {
        if let bytes { try? Self.place(bytes, at: copy) }
    }

    /// - Throws: -32603 (`storage`).
    func write(_ sequence: UInt64, vault: [UInt8]) throws(RPCError) {
        var bytes = vault
        withUnsafeBytes(of: sequence.littleEndian) { bytes.append(contentsOf: $0) }
        try Self.place(bytes, at: path)
    }

    private static func place(_ bytes: [UInt8], at path: String) throws(RPCError) {
        let new = path + ".new"
        unlink(new)
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.fault }
        let written = Glibc.write(file, bytes, bytes.count)
        // Not synced: one that a loss of power takes back is behind the database, which is allowed.
        close(file)
        guard written == bytes.count, rename(new, path) == 0 else { throw Self.fault }
    }

    private static let fault = RPCError(.internalError, .storage, "the anchor of the records can't be written")
}

/// The name of an anchor's file in the wallet's folder.
package enum AnchorName: String, CaseIterable, Sendable {
    /// The protected records' anchor.
    case records = "anchor"
    /// The activity log's anchor.
    case activity = "activity-anchor"
}

/// A key of the vault's that authenticates policy and grants.
public protocol PolicyAuthenticator: Sendable {
    /// The identifier of the vault that the key comes from, 16 bytes.
    var vault: [UInt8] { get }

    /// Returns the code over bytes, 32 bytes.
    func code(over bytes: [UInt8]) -> [UInt8]

    /// Returns the codes over several texts, in their order.
    func codes(over texts: [[UInt8]]) -> [[UInt8]]

    /// Returns true if a code is the one over these bytes.
    func isCode(_ code: [UInt8], over bytes: [UInt8]) -> Bool
}
