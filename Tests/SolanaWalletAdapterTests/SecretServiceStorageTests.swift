import Foundation
import TestSupport
import Testing

/// The desktop's keyring: a real GNOME Keyring on a session bus of its own.
struct SecretServiceStorageTests {
    private static let isInstalled = ["/usr/bin/dbus-run-session", "/usr/bin/gnome-keyring-daemon"]
        .allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

    private let home = ScratchRoot.url.appending(path: "keyring-\(UUID().uuidString)").path

    init() throws {
        for folder in ["", "/.cache", "/run"] {
            try FileManager.default.createDirectory(
                atPath: home + folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    private static let program = BuiltProgram.folder + "/sidekey-keyring-steps"

    /// Runs steps on a bus, behind a shell's line that starts what there is on it.
    private func run(_ start: String, _ steps: [String], bus: [String] = []) throws -> [String] {
        let run = try ChildProcess.run(
            "/usr/bin/dbus-run-session",
            bus + ["--", "/bin/sh", "-c", "\(start)\nexec \"$0\" \"$@\"", Self.program, "app"] + steps,
            environment: [
                "HOME": home, "XDG_RUNTIME_DIR": home + "/run", "PATH": "/usr/bin:/bin",
            ], within: Deadline(seconds: 120))
        return run.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private static let unlocked = "printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1"
    private static let locked = "gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1"

    @Test(.enabled(if: isInstalled))
    func `what is stored in the keyring is found again, replaced and cleared, over a restart of it`() throws {
        let first = try run(
            Self.unlocked,
            [
                "all", "retrieve:1", "store:1:one", "store:2:two", "store:1:another", "store:3:", "retrieve:1", "all",
                "clear:2", "clear:2", "all",
            ])
        #expect(
            first == [
                "", "nothing", "stored", "stored", "stored", "stored", "another", ",another,two", "cleared", "cleared",
                ",another",
            ])
        #expect(try run(Self.unlocked, ["retrieve:1", "retrieve:2"]) == ["another", "nothing"])

        // Locked: it isn't said that nothing is there.
        let locked = "the storage is locked"
        #expect(
            try run(Self.locked, ["retrieve:1", "all", "store:4:four", "clear:1"])
                == [locked, locked, locked, locked])
        // Nobody is there to be asked.
        #expect(try run(Self.locked, ["ask", "retrieve:1", "store:4:four"]) == [locked, locked])
        #expect(try run(Self.unlocked, ["all"]) == [",another"])
    }

    @Test(.enabled(if: isInstalled))
    func `a bus without a keyring, and no bus at all, are told as missing`() throws {
        let missing = "there is no such storage on this machine"
        // A bus that starts no services.
        let configuration = home + "/bus.conf"
        try Data(
            """
            <busconfig><type>session</type><listen>unix:tmpdir=\(home)/run</listen><policy context="default">
            <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>
            """.utf8
        ).write(to: URL(filePath: configuration))
        let steps = ["retrieve:1", "all", "store:1:one", "clear:1"]
        #expect(
            try run("", steps, bus: ["--config-file=\(configuration)"]) == [missing, missing, missing, missing])
        let run = try ChildProcess.run(
            Self.program, ["app", "retrieve:1", "store:1:x"],
            environment: ["HOME": home, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus", "PATH": "/usr/bin"])
        #expect(run.text == "\(missing)\n\(missing)\n")
    }
}
