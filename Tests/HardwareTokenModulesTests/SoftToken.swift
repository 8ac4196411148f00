import Glibc
import TestSupport

/// Tokens in software: SoftHSM, whose keys OpenSC's tool makes.
final class SoftToken: Sendable {
    static let module = "/usr/lib/softhsm/libsofthsm2.so"
    static let pin = "246813"

    /// Its configuration, and its tokens in a folder below.
    let folder: String

    /// Makes a folder with two tokens: one with two Ed25519 keys and an RSA key, and an empty one.
    init(in folder: String) throws {
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

    private func run(_ program: String, _ arguments: [String]) throws {
        let process = try ChildProcess(
            "/usr/bin/\(program)", arguments, environment: ["SOFTHSM2_CONF": folder + "/softhsm2.conf"])
        let complaint = try process.errors.readToEnd()
        guard process.waitForEnd() == .exited(0) else {
            throw TestFault("\(program): \(String(decoding: complaint, as: UTF8.self))")
        }
    }
}
