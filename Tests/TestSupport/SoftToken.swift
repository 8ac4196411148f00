import Glibc

/// Tokens in software: SoftHSM, whose keys OpenSC's tool makes.
public final class SoftToken: Sendable {
    public static let module = "/usr/lib/softhsm/libsofthsm2.so"
    public static let pin = "246813"

    /// Its configuration, and its tokens in a folder below.
    public let folder: String

    /// Makes a folder with two tokens: one with two Ed25519 keys and an RSA key, and an empty one.
    public init(in folder: String) throws {
        self.folder = folder + "/softhsm"
        guard mkdir(self.folder, 0o700) == 0, mkdir(tokens, 0o700) == 0 else { throw TestFault("no folder \(tokens)") }
        let configuration = "directories.tokendir = \(tokens)\nobjectstore.backend = file\nlog.level = ERROR\n"
        try SystemFile.write(self.folder + "/softhsm2.conf", configuration.utf8)
        for label in ["mine", "empty"] {
            try run(
                "softhsm2-util", ["--init-token", "--free", "--label", label, "--pin", Self.pin, "--so-pin", "135724"])
        }
        for (kind, label) in [("EC:edwards25519", "one"), ("EC:edwards25519", "two"), ("rsa:2048", "three")] {
            try run(
                "pkcs11-tool",
                [
                    "--module", Self.module, "--token-label", "mine", "--login", "--pin", Self.pin, "--keypairgen",
                    "--key-type", kind, "--label", label, "--id", label == "two" ? "02" : "01",
                ])
        }
    }

    private var tokens: String { folder + "/tokens" }

    /// Pulls the tokens out.
    public func pull() throws {
        guard rename(tokens, folder + "/pulled") == 0, mkdir(tokens, 0o700) == 0 else { throw TestFault("no pulling") }
    }

    /// Plugs them in again.
    public func plug() throws {
        guard rmdir(tokens) == 0, rename(folder + "/pulled", tokens) == 0 else { throw TestFault("no plugging") }
    }

    /// Makes a library of this C source.
    public static func compile(_ source: String, as path: String) throws {
        try SystemFile.write(path + ".c", source.utf8)
        let compiler = try ChildProcess(
            "/usr/bin/gcc", ["-shared", "-fPIC", "-o", path, path + ".c"], environment: ["PATH": "/usr/bin:/bin"])
        guard compiler.waitForEnd() == .exited(0) else { throw TestFault("\(path) doesn't compile") }
        chmod(path, 0o755)
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        let process = try ChildProcess(
            "/usr/bin/\(program)", arguments, environment: ["SOFTHSM2_CONF": folder + "/softhsm2.conf"])
        let complaint = try process.errors.readToEnd()
        guard process.waitForEnd() == .exited(0) else {
            throw TestFault("\(program): \(String(decoding: complaint, as: UTF8.self))")
        }
    }
}
