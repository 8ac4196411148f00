import Foundation
import Glibc
import SolanaWalletAdapter
import TestSupport
import Testing

struct CallbackSchemeTests {
    private let folder = ScratchRoot.url.appending(path: "scheme-\(UUID().uuidString)").path

    @Test func `the file names the scheme and the program, and goes again`() async throws {
        let scheme = try CallbackScheme(
            "My-App", appName: "My App", command: ["/opt/my app/bin", "--open"], folder: folder + "/deep/applications")
        try await scheme.register()
        #expect(scheme.path == folder + "/deep/applications/my-app-wallet-callback.desktop")
        let text = try String(contentsOfFile: scheme.path, encoding: .utf8)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.first == "[Desktop Entry]")
        #expect(lines.contains("MimeType=x-scheme-handler/my-app;"))
        #expect(lines.contains("Exec=\"/opt/my app/bin\" --open %u"))
        #expect(lines.contains("Name=My App"))
        #expect(lines.contains("NoDisplay=true"))
        try await scheme.register()
        // A file in a folder of somebody else's is no choice of the user's.
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        let choices = try? String(contentsOfFile: home + "/.config/mimeapps.list", encoding: .utf8)
        #expect(choices?.contains("my-app-wallet-callback") != true)
        try await scheme.unregister()
        try await scheme.unregister()
        #expect(!FileManager.default.fileExists(atPath: scheme.path))
    }

    /// Read by an implementation of the Desktop Entry specification that isn't ours: GLib's, through `gio`.
    @Test(.enabled(if: access("/usr/bin/gio", X_OK) == 0))
    func `a program whose path holds every sign of a shell is started with the link as one argument`() async throws {
        let odd = folder + "/a b$HOME`id`\"q'\\;&|"
        try FileManager.default.createDirectory(atPath: odd, withIntermediateDirectories: true)
        let (program, notes) = (odd + "/app", folder + "/notes")
        try SystemFile.writeProgram(program, "#!/bin/sh\nprintf '%s\\n' \"$@\" >'\(notes)'\n".utf8)
        let scheme = try CallbackScheme(
            "odd-app", appName: "Odd\\App", command: [program, "$(x)%u%%"], folder: folder + "/applications")
        try await scheme.register()
        let run = try ChildProcess.run(
            "/usr/bin/gio", ["launch", scheme.path, "odd-app://wallet-callback/x?data=1"],
            environment: ["HOME": folder, "PATH": "/usr/bin:/bin"])
        #expect(run.ending == .exited(0), "\(run.errors)")
        try await eventually { FileManager.default.fileExists(atPath: notes) }
        try await eventually {
            (try? String(contentsOfFile: notes, encoding: .utf8)) == "$(x)%u%%\nodd-app://wallet-callback/x?data=1\n"
        }
    }

    @Test func `what would put more into the file than it should is refused`() {
        let refused: [(String, String, [String], WalletAdapterError)] = [
            ("https", "App", ["/app"], .callbackScheme), ("a b", "App", ["/app"], .callbackScheme),
            ("app;\nx", "App", ["/app"], .callbackScheme), ("file", "App", ["/app"], .callbackScheme),
            ("app", "App\nExec=/evil", ["/app"], .schemeFile(errno: EINVAL)),
            ("app", "App", ["/app\n"], .schemeFile(errno: EINVAL)), ("app", "App", ["app"], .schemeFile(errno: EINVAL)),
            ("app", "App", [], .schemeFile(errno: EINVAL)),
        ]
        for (name, appName, command, error) in refused {
            #expect(throws: error) {
                try CallbackScheme(name, appName: appName, command: command, folder: "/tmp")
            }
        }
    }
}
