/// A copy of the extension on the disk, as a browser's own files name it.
public struct ExtensionCopy: Sendable, Hashable {
    /// The folder or the archive: an absolute path without links in it.
    public let path: String
    public let shape: KnownExtension.Shape
    /// The hash as ``KnownExtension`` draws it, or why there is none.
    public let hash: Result<String, ExtensionFault>
    let stamps: [String: FileStamp]

    /// A copy of which a reader has told.
    package init(at path: String, shape: KnownExtension.Shape, hash: Result<String, ExtensionFault>) {
        (self.path, self.shape, self.hash, stamps) = (path, shape, hash, [:])
    }

    /// Hashes the files at a path, or keeps an earlier copy where nothing was written since.
    package init(at path: String, shape: KnownExtension.Shape, earlier: ExtensionCopy? = nil) {
        (self.path, self.shape) = (path, shape)
        do throws(ExtensionFault) {
            if let earlier, earlier.path == path, earlier.shape == shape, case .success = earlier.hash,
                try Self.stamps(at: path, shape) == earlier.stamps
            {
                (hash, stamps) = (earlier.hash, earlier.stamps)
                return
            }
            let (digests, stamps) = try Self.read(path, shape)
            // What was replaced while the rest was read would be a mixture that never was.
            guard try Self.stamps(at: path, shape) == stamps else { throw .changed }
            (hash, self.stamps) = (.success(KnownExtension.hash(of: digests)), stamps)
        } catch {
            (hash, stamps) = (.failure(error), [:])
        }
    }

    private static func stamps(
        at path: String, _ shape: KnownExtension.Shape
    ) throws(ExtensionFault) -> [String: FileStamp] {
        guard shape == .firefox else { return try ExtensionFiles(in: path, reading: false).stamps }
        guard let stamp = FileStamp(of: path) else { throw .missing }
        return ["": stamp]
    }

    private static func read(
        _ path: String, _ shape: KnownExtension.Shape
    ) throws(ExtensionFault) -> ([String: [UInt8]], [String: FileStamp]) {
        guard shape == .firefox else {
            let files = try ExtensionFiles(in: path, reading: true, as: shape)
            return (files.digests, files.stamps)
        }
        let (bytes, stamp) = try ExtensionFiles.contents(at: path, most: ExtensionFiles.mostBytes)
        return (try ExtensionArchive(bytes).digests, ["": stamp])
    }
}

/// Every copy of the extension that the browser of a connection could have loaded.
public struct ExtensionFinding: Sendable, Hashable {
    /// The name of the browser's program; nil if no ancestor of the host is a browser.
    public let browser: String?
    /// None if the browser's own files name no copy, as with a temporary add-on of Firefox's.
    public let copies: [ExtensionCopy]

    package init(browser: String?, copies: [ExtensionCopy]) { (self.browser, self.copies) = (browser, copies) }
}
