import JSONRPC

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How far the protected records had come, in a file beside the database: a database that is put back by itself is found out.
///
/// ```
/// anchor    vault identifier (16) | sequence (u64, little endian)
/// ```
///
/// It is written after the database, so that a crash leaves it behind and never ahead. It has no code: who puts it back together with the
/// database, or the whole folder, gets what was once true. Only a store outside the folder could tell, and a program of the same
/// user could write to that too.
struct StateAnchor: Sendable {
    private static let count = 24

    let path: String

    /// The sequence that was reached for this vault; 0 where none is known.
    func read(vault: [UInt8]) -> UInt64 {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.count + 1)
        guard Glibc.read(file, &bytes, bytes.count) == Self.count, Array(bytes[..<16]) == vault else { return 0 }
        return bytes[16..<24].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// - Throws: -32603 (`storage`).
    func write(_ sequence: UInt64, vault: [UInt8]) throws(RPCError) {
        let new = path + ".new"
        unlink(new)
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.fault }
        var bytes = vault
        withUnsafeBytes(of: sequence.littleEndian) { bytes.append(contentsOf: $0) }
        let written = Glibc.write(file, bytes, bytes.count)
        // Not synced: one that a loss of power takes back is behind the database, which is allowed.
        close(file)
        guard written == bytes.count, rename(new, path) == 0 else { throw Self.fault }
    }

    private static let fault = RPCError(.internalError, .storage, "the anchor of the records can't be written")
}
