import Salt

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that holds a secret: this user's, for nobody else to read (0600), no link.
struct PrivateFile {
    let path: String

    /// Reads the first line as a secret; a line's end isn't part of it.
    ///
    /// - Throws: where the file isn't there, isn't private, is empty, or holds more than one line or 1,024 bytes.
    func line() throws(CommandError) -> SecretBytes {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw fault("cannot be opened") }
        defer { close(descriptor) }
        try checkPrivate(descriptor)
        let secret = try SecretBytes(capacity: 1026) { buffer throws(CommandError) in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            guard count >= 0 else { throw fault("cannot be read") }
            return Self.withoutLineEnd(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        guard secret.count > 0 else { throw fault("is empty") }
        guard secret.count <= 1024 else { throw fault("holds more than 1024 bytes") }
        guard secret.withBytes({ !$0.contains(UInt8(ascii: "\n")) }) else { throw fault("holds more than one line") }
        return secret
    }

    /// Writes a secret and a line's end into a file that is new, or empty and already private.
    ///
    /// - Returns: Whether the file is new, so that it can be removed again where what it belongs to fails.
    /// - Throws: where the file holds something, isn't private, or can't be written.
    func write(_ secret: borrowing SecretBytes) throws(CommandError) -> Bool {
        var isNew = true
        var descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, 0o600)
        if descriptor < 0, errno == EEXIST {
            isNew = false
            descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        }
        guard descriptor >= 0 else { throw fault("cannot be written") }
        defer { close(descriptor) }
        let status = try checkPrivate(descriptor)
        guard status.st_size == 0 else { throw fault("holds something already") }
        secret.withBytes { writeAll($0, to: descriptor) }
        "\n".withCString { writeAll(UnsafeRawBufferPointer(start: $0, count: 1), to: descriptor) }
        // The wallet is made only once its phrase is safe on disk.
        var written = stat()
        guard fsync(descriptor) == 0, fstat(descriptor, &written) == 0, written.st_size == secret.count + 1 else {
            throw fault("could not be written whole")
        }
        return isNew
    }

    /// Removes the file, or empties one that somebody else had made.
    func takeBack(wasNew: Bool) {
        if wasNew { unlink(path) } else { truncate(path, 0) }
    }

    @discardableResult
    private func checkPrivate(_ descriptor: Int32) throws(CommandError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fault("cannot be examined") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw fault("is not a regular file") }
        guard status.st_uid == geteuid() else { throw fault("belongs to another user") }
        guard status.st_mode & 0o177 == 0 else {
            throw CommandError("\(path.visible) is open to other users", hint: "chmod 600 \(path.visible)")
        }
        return status
    }

    /// The count without one final line feed, or carriage return and line feed.
    private static func withoutLineEnd(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.last == UInt8(ascii: "\n") else { return bytes.count }
        return bytes.dropLast().last == UInt8(ascii: "\r") ? bytes.count - 2 : bytes.count - 1
    }

    private func fault(_ what: String) -> CommandError { CommandError("\(path.visible) \(what)") }
}
