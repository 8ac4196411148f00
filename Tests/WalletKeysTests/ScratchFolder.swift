import Foundation
import TestSupport

/// A folder of mode 0700 that goes with the test.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        path = ScratchRoot.url.appending(path: "sidekey-keys-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    func bytes(_ name: String = "vault") throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    }

    func write(_ bytes: [UInt8], to name: String = "vault", mode: Int = 0o600) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        try setMode(mode, of: name)
    }

    /// Takes away what makes the next try wait, where a test tries the wrong ones by the hundred.
    func forgetAttempts() throws {
        guard try names.contains("attempts") else { return }
        try FileManager.default.removeItem(atPath: "\(path)/attempts")
    }

    func setMode(_ mode: Int, of name: String = "vault") throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(path)/\(name)")
    }
}
