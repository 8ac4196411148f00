import JSONRPC

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How these programs came here, and where the list of releases is: the file `release.json` of the package.
///
/// ```
/// {
///   "format": 1,
///   "kind": "deb",                              deb, rpm or tarball
///   "list": "https://sidekey.app/releases.json",
///   "keys": ["RW…", "RW…"],                     two of minisign's; either signs
///   "counter": "11"                             of the newest list when this was packed: an older one is never taken
/// }
/// ```
///
/// It lies in `lib/sidekey` beside the folder of the programs. A checkout has none, and a package that names no list leaves out the last three.
package struct ReleaseSource: Sendable, Hashable {
    /// The way in which a newer version comes here.
    package enum Kind: String, Sendable, CaseIterable {
        case deb
        case rpm
        case tarball
        /// From a checkout.
        case source

        /// The command that installs it, after the user has fetched what it takes.
        package var command: String {
            switch self {
            case .deb: "sudo apt update && sudo apt install sidekey"
            case .rpm: "sudo dnf upgrade sidekey"
            case .tarball: "./install.sh --from ."
            case .source: "git pull && ./install.sh"
            }
        }
    }

    /// The list's address and the keys of which either signs it.
    package struct Place: Sendable, Hashable {
        package let address: String
        package let keys: [Minisign.PublicKey]
        /// The lowest counter that a list may have.
        package let counter: UInt64

        package init(address: String, keys: [Minisign.PublicKey], counter: UInt64) {
            (self.address, self.keys, self.counter) = (address, keys, counter)
        }
    }

    /// The file's place, from the folder of the programs.
    package static let path = "../lib/sidekey/release.json"

    package let kind: Kind
    /// nil if this build names no list.
    package let place: Place?

    /// A checkout's, or one that a test makes.
    package init(kind: Kind = .source, place: Place? = nil) { (self.kind, self.place) = (kind, place) }

    /// Reads the package's file. One that is missing or isn't whole names no list.
    package init(at path: String) {
        guard let bytes = WholeFile.contents(of: path, atMost: 4096) else {
            self.init()
            return
        }
        self.init(bytes)
    }

    /// Reads the contents of the package's file.
    package init(_ bytes: [UInt8]) {
        guard let json = try? JSON(parsing: JSONSource(bytes), maximumDepth: 3), json["format"]?.int == 1,
            let kind = json["kind"]?.text.flatMap(Kind.init)
        else {
            self.init()
            return
        }
        let keys = json["keys"]?.array?.compactMap { $0.text.flatMap { try? Minisign.PublicKey($0) } } ?? []
        // One key would be no way out once it is lost, and the same one twice is one.
        guard let address = json["list"]?.text, json["keys"]?.array?.count == 2, Set(keys).count == 2,
            let counter = json["counter"]?.text.flatMap(ReleaseList.number)
        else {
            self.init(kind: kind)
            return
        }
        self.init(kind: kind, place: Place(address: address, keys: keys, counter: counter))
    }
}

/// A file of the system's that is read whole or not at all.
package enum WholeFile {
    /// The content of a regular file; nil if there is none that can be read, or if it is too long. No part of it is ever told.
    package static func contents(of path: String, atMost limit: Int) -> [UInt8]? {
        contents(reading: open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), atMost: limit)
    }

    /// The content of a regular file that was opened, and is closed here; nil as above, or for no descriptor.
    package static func contents(reading file: Int32, atMost limit: Int) -> [UInt8]? {
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? bytes : nil }
            bytes += part[..<count]
            guard bytes.count <= limit else { return nil }
        }
    }
}
