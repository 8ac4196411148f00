/// The programs of this package, as they were built together with the tests.
public enum BuiltProgram: String, Sendable {
    case sidekey
    case host = "sidekey-host"
    case agent = "sidekey-agent"
    /// Makes one change to a vault (`Tests/VaultSteps`).
    case vaultSteps = "sidekey-vault-steps"
    case rpc = "sidekey-rpc"
    case picture = "sidekey-picture"
    /// Tries what `sidekey-rpc` must not be able to do (`Tests/Confined`).
    case confined = "sidekey-confined"

    /// The folder of the build's products: the one that the test program stands in.
    public static let folder: String = {
        let own = CommandLine.arguments[0]
        guard let slash = own.lastIndex(of: "/") else { return "." }
        return String(own[..<slash])
    }()

    public var path: String { Self.folder + "/" + rawValue }

    /// True if it was built with a sanitizer, whose tables make every measure of its memory meaningless. Reads all of the
    /// program: ask it last.
    public var isSanitized: Bool {
        String(decoding: SystemFile.read(path) ?? [], as: UTF8.self).contains("__sanitizer_")
    }
}
