import BrowserExtensions
import Glibc
import JSONRPC
import TestSupport
import Testing

/// The hash of an extension's files: what changes it, and what can't be hashed.
@Suite struct ExtensionCopyTests {
    private let home: ScratchHome
    private var root: String { home.path + "/x" }

    init() throws {
        home = try ScratchHome()
        mkdir(home.path + "/x", 0o700)
        mkdir(home.path + "/x/b", 0o700)
        try SystemFile.write(home.path + "/x/a.js", Array("1\n".utf8))
        try SystemFile.write(home.path + "/x/b/c.js", Array("2\n".utf8))
    }

    private func hash(_ shape: KnownExtension.Shape = .unpacked) throws -> String {
        try ExtensionCopy(at: root, shape: shape).hash.get()
    }

    private func fault() -> ExtensionFault? {
        guard case .failure(let fault) = ExtensionCopy(at: root, shape: .unpacked).hash else { return nil }
        return fault
    }

    /// As `cd x && sha256sum a.js b/c.js | sha256sum` prints it.
    @Test func `the hash is that of the lines that the system's tool prints`() throws {
        #expect(try hash() == "0f1f9e177e8075ce52bf85dcaa45fb60f7e113f05f93c916a11f455909d660e8")
    }

    @Test func `one byte or a file more is another hash`() throws {
        let before = try hash()
        try SystemFile.write(root + "/b/c.js", Array("3\n".utf8))
        #expect(try hash() != before)
        try SystemFile.write(root + "/b/c.js", Array("2\n".utf8))
        #expect(try hash() == before)
        try SystemFile.write(root + "/d.js", [])
        #expect(try hash() != before)
    }

    @Test func `links and what is no file are refused without waiting`() throws {
        symlink("/etc/passwd", root + "/l.js")
        #expect(fault() == .link)
        unlink(root + "/l.js")
        symlink("b", root + "/l")
        #expect(fault() == .link)
        unlink(root + "/l")
        mkfifo(root + "/f.js", 0o600)
        #expect(fault() == .special)
        unlink(root + "/f.js")
        #expect(fault() == nil)
        rename(root, root + "2")
        symlink(root + "2", root)
        #expect(fault() != nil)
    }

    @Test func `too much is refused`() throws {
        try SystemFile.write(root + "/big.js", [UInt8](repeating: 0, count: (16 << 20) + 1))
        #expect(fault() == .tooLarge)
        unlink(root + "/big.js")
        for number in 0..<1000 { try SystemFile.write("\(root)/b/\(number).js", []) }
        #expect(fault() == .tooLarge)
    }

    @Test func `a file that was replaced or set back is read again`() throws {
        let first = ExtensionCopy(at: root, shape: .unpacked)
        #expect(ExtensionCopy(at: root, shape: .unpacked, earlier: first) == first)
        var times = [timespec(), timespec()]
        var status = stat()
        stat(root + "/a.js", &status)
        times = [status.st_atim, status.st_mtim]
        try SystemFile.write(root + "/a.js", Array("9\n".utf8))
        utimensat(AT_FDCWD, root + "/a.js", times, 0)
        let second = ExtensionCopy(at: root, shape: .unpacked, earlier: first)
        #expect(try second.hash.get() != first.hash.get())
        // The whole folder by another of the same names.
        rename(root, root + "2")
        mkdir(root, 0o700)
        let third = ExtensionCopy(at: root, shape: .unpacked, earlier: second)
        #expect(try third.hash.get() != second.hash.get())
    }

    @Test func `a file that is replaced between the look and the reading is refused`() throws {
        let path = root + "/a.js"
        let stamp = try #require(FileStamp(of: path))
        try SystemFile.write(root + "/new.js", Array("1\n".utf8))
        rename(root + "/new.js", path)
        let file = open(path, O_RDONLY)
        defer { close(file) }
        #expect(throws: ExtensionFault.changed) { try ExtensionFiles.contents(of: file, stamp, most: 100) }
    }

    @Test func `a list is read by its rows and joined`() throws {
        let hash = String(repeating: "a", count: 64)
        let rows = KnownExtension.rows(of: [
            "extensions": [
                ["version": "1", "shape": "firefox", "hash": .string(hash)],
                ["version": "1", "shape": "new", "hash": "x"], 7,
            ]
        ])
        #expect(rows == [KnownExtension(version: "1", shape: .firefox, hash: hash)])
        let known = KnownExtensions(joining: [[], rows])
        #expect(known.version(of: hash, in: .firefox) == "1")
        #expect(known.version(of: hash, in: .unpacked) == nil)
    }
}
