import Salt
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file of the user's own. A file with a secret is readable for the user only (0600), and no file is a link.
struct PrivateFile {
    let path: String

    /// Reads the first line as a secret, without its line ending.
    ///
    /// - Throws: if the file isn't there, isn't private, is empty, or holds more than one line or 1,024 bytes.
    func line() throws(CommandError) -> SecretBytes {
        // A line's end of two bytes more than the longest line.
        let text = try contents(limit: 1026)
        let secret = text.slice(0..<text.withBytes { Self.withoutLineEnd($0) })
        guard secret.count > 0 else { throw fault(.fileEmpty) }
        guard secret.count <= 1024 else { throw tooLong(1024) }
        guard secret.withBytes({ !$0.contains(UInt8(ascii: "\n")) }) else { throw fault(.fileOfManyLines) }
        return secret
    }

    /// Reads the whole file as a secret.
    ///
    /// - Throws: if the file isn't there, isn't private, or holds more than `limit` bytes.
    func contents(limit: Int) throws(CommandError) -> SecretBytes {
        let descriptor = try openForReading()
        defer { close(descriptor) }
        try checkPrivate(descriptor)
        return try SecretBytes(capacity: limit + 1) { buffer throws(CommandError) in
            try read(descriptor, into: buffer)
        }
    }

    /// Reads a file that holds no secret, whatever its permissions.
    ///
    /// - Throws: if the file isn't there, isn't a regular one, or holds more than `limit` bytes.
    func bytes(limit: Int) throws(CommandError) -> [UInt8] {
        let descriptor = try openForReading()
        defer { close(descriptor) }
        try checkRegular(descriptor)
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        let count = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(CommandError) in try read(descriptor, into: buffer) }
        }
        return Array(bytes[..<(try count.get())])
    }

    private func openForReading() throws(CommandError) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw fault(.fileUnopened) }
        return descriptor
    }

    /// Reads to the file's end; the buffer has one byte more than the file may have.
    private func read(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) throws(CommandError) -> Int {
        var end = 0
        while end < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
            let count = systemRead(descriptor, rest)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw fault(.fileUnread) }
            guard count > 0 else { return end }
            end += count
        }
        throw tooLong(buffer.count - 1)
    }

    /// Writes a secret and a line ending into a file that is new, or empty and already private.
    ///
    /// - Returns: True if the file is new, so that it can be removed again if the step that it belongs to fails.
    /// - Throws: if the file holds something, isn't private, or can't be written.
    func write(_ secret: borrowing SecretBytes) throws(CommandError) -> Bool {
        var isNew = true
        var descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, 0o600)
        if descriptor < 0, errno == EEXIST {
            isNew = false
            descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        }
        guard descriptor >= 0 else { throw fault(.fileUnwritten) }
        defer { close(descriptor) }
        let status = try checkPrivate(descriptor)
        guard status.st_size == 0 else { throw fault(.fileFull) }
        secret.withBytes { writeAll($0, to: descriptor) }
        "\n".withCString { writeAll(UnsafeRawBufferPointer(start: $0, count: 1), to: descriptor) }
        // The wallet is made only once its phrase is safe on disk.
        try checkWritten(descriptor, secret.count + 1)
        return isNew
    }

    /// Writes bytes into a file that is new.
    ///
    /// - Throws: if there is such a file, or it can't be written; an incomplete file is removed.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        try bytes.withUnsafeBufferPointer { bytes throws(CommandError) in
            try write(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Writes bytes into a file that is new.
    ///
    /// - Throws: if there is such a file, or it can't be written; an incomplete file is removed.
    func write(_ bytes: UnsafeRawBufferPointer) throws(CommandError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw fault(errno == EEXIST ? .fileExists : .fileUnwritten) }
        defer { close(descriptor) }
        writeAll(bytes, to: descriptor)
        do throws(CommandError) { try checkWritten(descriptor, bytes.count) } catch {
            takeBack(wasNew: true)
            throw error
        }
    }

    private func checkWritten(_ descriptor: Int32, _ count: Int) throws(CommandError) {
        var written = stat()
        guard fsync(descriptor) == 0, fstat(descriptor, &written) == 0, written.st_size == count else {
            throw fault(.fileCut)
        }
    }

    /// Removes the file, or empties one that existed before.
    func takeBack(wasNew: Bool) {
        if wasNew { unlink(path) } else { truncate(path, 0) }
    }

    @discardableResult
    private func checkPrivate(_ descriptor: Int32) throws(CommandError) -> stat {
        let status = try checkRegular(descriptor)
        guard status.st_uid == geteuid() else { throw fault(.fileOfOther) }
        guard status.st_mode & 0o177 == 0 else {
            throw CommandError(
                say(.fileOpen, ["path": path.visible]), hint: say(.hintClose, ["path": path.visible]))
        }
        return status
    }

    @discardableResult
    private func checkRegular(_ descriptor: Int32) throws(CommandError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fault(.fileUnexamined) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw fault(.pathIsNoFile) }
        return status
    }

    /// The count without one final line feed, or carriage return and line feed.
    private static func withoutLineEnd(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.last == UInt8(ascii: "\n") else { return bytes.count }
        return bytes.dropLast().last == UInt8(ascii: "\r") ? bytes.count - 2 : bytes.count - 1
    }

    private func fault(_ key: TextKey) -> CommandError { CommandError(say(key, ["path": path.visible])) }

    private func tooLong(_ limit: Int) -> CommandError {
        CommandError(say(.countedFileTooLong, limit, ["path": path.visible]))
    }
}

// Inside the type, `read` is its own.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}
