#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The library by which a kind of token is reached, as its maker gives it.
public struct HardwareTokenModule: Sendable, Hashable {
    /// Its absolute path.
    public let path: String
    /// The folders in which it keeps something; it may write in them, and nowhere else.
    public let folders: [String]

    public init(path: String, folders: [String] = []) {
        self.path = path
        self.folders = folders
    }

    /// The most folders.
    public static let mostFolders = 8
    /// The most links on the way to a file.
    private static let mostLinks = 40
}

extension HardwareTokenModule {
    /// Checks that nobody but root and the user can put another library in its place.
    ///
    /// Whoever can write the library, a folder on the way to it, or a folder that a link on the way leads through has their code run, and gets the
    /// token's PIN. A folder of root's in which only owners can rename their files (`/tmp`) counts as closed.
    ///
    /// - Throws: `noModule` if there is no file; `untrusted` if somebody else can change it.
    func checkPlace() throws(HardwareTokenFault) {
        guard path.hasPrefix("/") else { throw .noModule }
        var rest = Self.names(of: path)[...]
        var folder = ""
        var links = 0
        try Self.check("/", isLast: false)
        while let name = rest.popFirst() {
            if name == ".." {
                folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
                continue
            }
            let next = "\(folder)/\(name)"
            guard let target = Self.link(at: next) else {
                try Self.check(next, isLast: rest.isEmpty)
                folder = next
                continue
            }
            links += 1
            guard links <= Self.mostLinks else { throw .noModule }
            if target.hasPrefix("/") { folder = "" }
            rest = (Self.names(of: target) + rest)[...]
        }
    }

    /// True if all of its folders exist, and none of them holds a folder or lies in it. Links don't hide one.
    public func isApart(from folder: String) -> Bool {
        guard let other = Self.real(folder) else { return false }
        return folders.allSatisfy { own in
            guard let own = Self.real(own) else { return false }
            return !"\(other)/".hasPrefix(own == "/" ? "/" : "\(own)/") && !"\(own)/".hasPrefix("\(other)/")
        }
    }

    private static func real(_ path: String) -> String? {
        guard path.hasPrefix("/"), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func names(of path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }
    }

    /// The target of a link; nil for anything else. A link's own rights mean nothing: who can write its folder can replace it.
    private static func link(at path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        return count > 0 ? String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    private static func check(_ path: String, isLast: Bool) throws(HardwareTokenFault) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == (isLast ? S_IFREG : S_IFDIR) else {
            throw .noModule
        }
        let isSticky = !isLast && status.st_uid == 0 && status.st_mode & S_ISVTX != 0
        guard [0, geteuid()].contains(status.st_uid), isSticky || status.st_mode & 0o022 == 0 else { throw .untrusted }
    }
}
