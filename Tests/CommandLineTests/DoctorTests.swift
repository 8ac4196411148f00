import Glibc
import JSONRPC
import TestSupport
import Testing

@Suite struct DoctorTests {
    private let home: ScratchHome

    init() throws { home = try ScratchHome() }

    private static let repository: String = {
        let file = #filePath
        return String(file.prefix(upTo: file.firstRange(of: "/Tests/CommandLineTests/")?.lowerBound ?? file.startIndex))
    }()

    /// What doctor finds in the scratch home, with no browser but those a test plants there.
    private func diagnose() throws -> (ending: ChildProcess.Ending, checks: [String: JSON]) {
        let result = try SidekeyCommand.run(["doctor", "--json"], in: home, adding: ["PATH": "\(home.path)/bin"])
        let answer = try JSON(parsing: JSONSource(result.output))
        var checks: [String: JSON] = [:]
        for check in answer["checks"]?.array ?? [] { checks[check["id"]?.text ?? ""] = check }
        #expect(answer["ok"]?.bool == (result.ending == .exited(0)))
        return (result.ending, checks)
    }

    private func makeFolder(_ path: String) {
        var made = home.path
        for part in path.split(separator: "/") {
            made += "/\(part)"
            mkdir(made, 0o700)
        }
    }

    private func plantManifest(_ folder: String, origin: String, host: String) throws {
        makeFolder(folder)
        _ = try home.file(
            "\(folder)/app.sidekey.host.json",
            """
            {"name": "app.sidekey.host", "description": "", "path": "\(host)", "type": "stdio", \
            "allowed_origins": ["\(origin)"], "allowed_extensions": ["wallet@sidekey.app"]}
            """)
    }

    private static let origin = "chrome-extension://paccphjjcpbgedjijpjlbemoongimeok/"

    @Test(arguments: [
        ("chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/", "host", "doesn't allow Sidekey's extension"),
        ("\(origin)\", \"chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/", "host", "allows other extensions too"),
        (origin, "/nowhere/sidekey-host", "points to a program that doesn't exist"),
        (origin, "sidekey-host", "points to a program that doesn't exist"),
    ])
    func `a manifest that a browser would refuse, or should, is a failure`(
        _ origin: String, _ host: String, _ complaint: String
    ) throws {
        try plantManifest(
            ".config/chromium/NativeMessagingHosts", origin: origin,
            host: host == "host" ? BuiltProgram.host.path : host)
        let (ending, checks) = try diagnose()
        #expect(ending == .exited(1))
        let check = try #require(checks["browser-chromium"])
        #expect(check["status"] == "failure")
        #expect(check["message"]?.text?.contains(complaint) == true)
        #expect(check["hint"]?.text?.contains("./install.sh") == true)
    }

    @Test func `before there is a wallet, nothing is said of what would open it`() throws {
        let checks = try diagnose().checks
        #expect(checks["wallet"]?["status"] == "warning" && checks["agent"]?["status"] == "ok")
        #expect(checks["tpm"] == nil && checks["fingerprint"] == nil)
    }

    @Test func `a browser from a Snap is named as one that can't work`() throws {
        makeFolder("bin")
        let script = try home.file("bin/firefox", "#!/bin/sh\nexec /snap/bin/firefox \"$@\"\n", mode: 0o755)
        #expect(chmod(script, 0o755) == 0)
        makeFolder(".mozilla")
        let checks = try diagnose().checks
        #expect(checks["snap-firefox"]?["message"]?.text?.contains("as a Snap") == true)
        #expect(checks["browser-firefox"] == nil)
    }

    @Test(arguments: [
        "bin/firefox", ".local/share/flatpak/exports/bin/org.mozilla.firefox",
    ])
    func `a browser from a Flatpak is named as one that can't work, with where to have it from`(_ path: String) throws {
        makeFolder(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
        let script = try home.file(
            path, "#!/bin/sh\nexec /usr/bin/flatpak run --branch=stable org.mozilla.firefox \"$@\"\n", mode: 0o755)
        #expect(chmod(script, 0o755) == 0)
        let checks = try diagnose().checks
        #expect(checks["flatpak-firefox"]?["message"]?.text?.contains("as a Flatpak") == true)
        #expect(checks["flatpak-firefox"]?["hint"]?.text?.contains("https://support.mozilla.org/") == true)
        #expect(checks["browser-firefox"] == nil)
    }

    @Test func `Firefox from a Snap works where the portal starts hosts`() throws {
        makeFolder("bin")
        makeFolder(".local/share/dbus-1/services")
        #expect(
            chmod(try home.file("bin/firefox", "#!/bin/sh\nexec /snap/bin/firefox\n", mode: 0o755), 0o755) == 0)
        _ = try home.file(
            ".local/share/dbus-1/services/org.freedesktop.portal.Desktop.service",
            "[D-BUS Service]\nName=org.freedesktop.portal.Desktop\nExec=\(home.path)/portal --quiet\n", mode: 0o644)
        // Without Ubuntu's patch it starts none.
        _ = try home.file("portal", "org.freedesktop.portal.Settings", mode: 0o644)
        #expect(try diagnose().checks["snap-firefox"]?["hint"]?.text?.contains("xdg-desktop-portal-gtk") == true)
        _ = try home.file("portal", "org.freedesktop.portal.WebExtensions", mode: 0o644)
        #expect(try diagnose().checks["snap-firefox"]?["hint"]?.text?.contains("install.sh") == true)
        try plantManifest(".mozilla/native-messaging-hosts", origin: Self.origin, host: BuiltProgram.host.path)
        let check = try #require(diagnose().checks["snap-firefox"])
        #expect(check["status"] == "ok" && check["message"]?.text?.contains("portal") == true)
    }

    @Test func `Firefox from a Flatpak works with the proxy and the permission to use it`() throws {
        makeFolder(".local/share/flatpak/app/org.mozilla.firefox")
        #expect(try diagnose().checks["flatpak-firefox"]?["hint"]?.text?.contains("xdg-native-messaging-proxy") == true)
        makeFolder(".local/share/dbus-1/services")
        _ = try home.file(
            ".local/share/dbus-1/services/org.freedesktop.NativeMessagingProxy.service", "[D-BUS Service]\n",
            mode: 0o644)
        let command = "flatpak override --user --talk-name=org.freedesktop.NativeMessagingProxy org.mozilla.firefox"
        #expect(try diagnose().checks["flatpak-firefox"]?["hint"]?.text?.hasPrefix(command) == true)
        // As the command writes it; in another section it permits nothing.
        makeFolder(".local/share/flatpak/overrides")
        let line = "org.freedesktop.NativeMessagingProxy=talk\n"
        _ = try home.file(
            ".local/share/flatpak/overrides/org.mozilla.firefox", "[System Bus Policy]\n" + line, mode: 0o644)
        #expect(try diagnose().checks["flatpak-firefox"]?["hint"]?.text?.hasPrefix(command) == true)
        _ = try home.file(
            ".local/share/flatpak/overrides/org.mozilla.firefox", "[Session Bus Policy]\n" + line, mode: 0o644)
        #expect(try diagnose().checks["flatpak-firefox"]?["hint"]?.text?.contains("install.sh") == true)
        try plantManifest(".mozilla/native-messaging-hosts", origin: Self.origin, host: BuiltProgram.host.path)
        let check = try #require(diagnose().checks["flatpak-firefox"])
        #expect(check["status"] == "ok" && check["message"]?.text?.contains("about:config") == true)
    }

    @Test func `a link into a Flatpak is one too`() throws {
        makeFolder("bin")
        makeFolder(".local/share/flatpak/exports/bin")
        let script = try home.file(".local/share/flatpak/exports/bin/org.mozilla.firefox", "#!/bin/sh\n", mode: 0o755)
        #expect(chmod(script, 0o755) == 0)
        #expect(symlink(script, "\(home.path)/bin/firefox") == 0)
        let checks = try diagnose().checks
        #expect(checks["flatpak-firefox"] != nil && checks["browser-firefox"] == nil)
    }

    @Test func `whatever isn't as it should be has a hint`() throws {
        makeFolder(".mozilla")
        makeFolder(".local/share/flatpak/app/org.chromium.Chromium")
        let checks = try diagnose().checks
        #expect(checks.values.contains { $0["status"] == "failure" })
        for (id, check) in checks {
            #expect((check["status"] == "ok") == check["hint"]?.isNull, "\(id)")
        }
    }

    @Test func `where browsers are there and none is registered, that is a failure`() throws {
        makeFolder(".mozilla")
        let (ending, checks) = try diagnose()
        #expect(ending == .exited(1))
        #expect(checks["browsers"]?["status"] == "failure")
    }

    @Test func `a wallet's folder that others can open is a failure`() throws {
        #expect(chmod(home.path, 0o755) == 0)
        let (ending, checks) = try diagnose()
        #expect(ending == .exited(1))
        #expect(checks["folder"]?["status"] == "failure")
        #expect(checks["agent"]?["status"] == "failure")
    }

    @Test func `the extension's id is the one its key stands for`() throws {
        let ids = try JSON(
            parsing: JSONSource(try #require(SystemFile.read("\(Self.repository)/manifests/extension-ids.json"))))
        #expect(ids["chromium"]?.text.map { "chrome-extension://\($0)/" } == Self.origin)
        #expect(ids["firefox"] == "wallet@sidekey.app")
    }

    @Test func `doctor says what confines the program that reaches the network`() throws {
        let check = try #require(try diagnose().checks["network"])
        #expect(check["status"] == "ok")
        let message = try #require(check["message"]?.text)
        #expect(message.contains("seccomp") && message.contains("Landlock "))
    }

    @Test func `doctor says which program asks outside the browser`() throws {
        let check = try #require(try diagnose().checks["prompt"])
        #expect(check["status"] == "ok")
        #expect(check["message"] == "Sidekey asks in its own window")
    }
}
