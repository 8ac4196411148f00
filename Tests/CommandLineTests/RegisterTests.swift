import Glibc
import JSONRPC
import TestSupport
import Testing

/// `sidekey register` in a scratch HOME: what it writes, that `doctor` finds it, and that it takes back what is its own and no more.
@Suite struct RegisterTests {
    /// A browser by the folder that shows it was used, the folder of its manifests, and its Flatpak.
    struct Row: CustomTestStringConvertible, Sendable {
        let id: String
        let marker: String
        let manifests: String
        let flatpak: String?

        var testDescription: String { "\(id) (\(marker))" }
    }

    /// Where the makers say that their browsers look (docs/decisions/0003-where-browsers-look.md); it isn't read from the program.
    static let rows = [
        Row(
            id: "firefox", marker: ".mozilla", manifests: ".mozilla/native-messaging-hosts",
            flatpak: "org.mozilla.firefox"),
        Row(id: "firefox", marker: ".config/mozilla", manifests: ".mozilla/native-messaging-hosts", flatpak: nil),
        Row(
            id: "librewolf", marker: ".librewolf", manifests: ".librewolf/native-messaging-hosts",
            flatpak: "io.gitlab.librewolf-community"),
        Row(
            id: "chromium", marker: ".config/chromium", manifests: ".config/chromium/NativeMessagingHosts",
            flatpak: "org.chromium.Chromium"),
        Row(
            id: "chrome", marker: ".config/google-chrome", manifests: ".config/google-chrome/NativeMessagingHosts",
            flatpak: "com.google.Chrome"),
        Row(
            id: "chrome-beta", marker: ".config/google-chrome-beta",
            manifests: ".config/google-chrome-beta/NativeMessagingHosts", flatpak: nil),
        Row(
            id: "chrome-unstable", marker: ".config/google-chrome-unstable",
            manifests: ".config/google-chrome-unstable/NativeMessagingHosts", flatpak: "com.google.ChromeDev"),
        Row(
            id: "brave", marker: ".config/BraveSoftware/Brave-Browser",
            manifests: ".config/BraveSoftware/Brave-Browser/NativeMessagingHosts", flatpak: "com.brave.Browser"),
        Row(
            id: "edge", marker: ".config/microsoft-edge", manifests: ".config/microsoft-edge/NativeMessagingHosts",
            flatpak: "com.microsoft.Edge"),
        Row(
            id: "vivaldi", marker: ".config/vivaldi", manifests: ".config/vivaldi/NativeMessagingHosts",
            flatpak: "com.vivaldi.Vivaldi"),
        Row(
            id: "opera", marker: ".config/opera", manifests: ".config/google-chrome/NativeMessagingHosts",
            flatpak: "com.opera.Opera"),
    ]

    private let home: ScratchHome
    private var prefix: String { "\(home.path)/installed" }

    /// With the built programs below a prefix of its own.
    init() throws {
        home = try ScratchHome()
        try makeFolder("installed/bin")
        for name in ["sidekey", "sidekey-host", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-device"] {
            #expect(symlink("\(BuiltProgram.folder)/\(name)", "\(prefix)/bin/\(name)") == 0)
        }
    }

    private func makeFolder(_ path: String) throws {
        var made = home.path
        for part in path.split(separator: "/") {
            made += "/\(part)"
            mkdir(made, 0o700)
        }
    }

    /// Runs a command with no browser but those that a test plants, and no program of the desktop's.
    private func run(_ arguments: String...) throws -> ChildProcess.Result {
        try SidekeyCommand.run(arguments, in: home, adding: ["PATH": "\(home.path)/bin"])
    }

    private func register(_ options: String...) throws -> JSON {
        let result = try SidekeyCommand.run(
            ["register", "--prefix", prefix, "--json"] + options, in: home, adding: ["PATH": "\(home.path)/bin"])
        #expect(result.ending == .exited(0), "\(result.errors)")
        return try JSON(parsing: JSONSource(result.output))
    }

    private func check(_ id: String) throws -> String? {
        let answer = try JSON(parsing: JSONSource(run("doctor", "--json").output))
        return answer["checks"]?.array?.first { $0["id"]?.text == id }?["status"]?.text
    }

    private func state(of id: String, in answer: JSON) -> String? {
        answer["browsers"]?.array?.first { $0["id"]?.text == id }?["state"]?.text
    }

    @Test(arguments: rows) func `each browser has the manifest where it looks`(row: Row) throws {
        try makeFolder(row.marker)
        let manifest = "\(home.path)/\(row.manifests)/app.sidekey.host.json"
        #expect(try check("browser-\(row.id)") == "warning")
        let answer = try register()
        #expect(state(of: row.id, in: answer) == "registered")
        #expect(answer["written"]?.array?.contains(.string(JSONString(manifest))) == true)
        let json = try JSON(parsing: JSONSource(#require(SystemFile.read(manifest))))
        #expect(json["path"]?.text == "\(prefix)/bin/sidekey-host")
        #expect(try check("browser-\(row.id)") == "ok")
        #expect(try register("--remove")["removed"]?.array?.contains(.string(JSONString(manifest))) == true)
        #expect(SystemFile.read(manifest) == nil)
        #expect(try check("browser-\(row.id)") == "warning")
    }

    @Test(arguments: rows.filter { $0.flatpak != nil }) func `one from a Flatpak is named and not registered`(row: Row)
        throws
    {
        try makeFolder(".local/share/flatpak/app/\(#require(row.flatpak))")
        #expect(try state(of: row.id, in: register()) == "sandboxed")
        #expect(SystemFile.read("\(home.path)/\(row.manifests)/app.sidekey.host.json") == nil)
        #expect(try check("flatpak-\(row.id)") == "warning")
    }

    @Test func `Firefox from a Flatpak is registered where the proxy is there to read it`() throws {
        try makeFolder(".local/share/flatpak/app/org.mozilla.firefox")
        try makeFolder(".local/share/dbus-1/services")
        _ = try home.file(
            ".local/share/dbus-1/services/org.freedesktop.NativeMessagingProxy.service", "[D-BUS Service]\n",
            mode: 0o644)
        #expect(try state(of: "firefox", in: register()) == "registered")
        #expect(SystemFile.read("\(home.path)/.mozilla/native-messaging-hosts/app.sidekey.host.json") != nil)
    }

    @Test func `what doctor says of a sandboxed browser, register says in the same words`() throws {
        try makeFolder("bin")
        let firefox = try home.file("bin/firefox", "#!/bin/sh\nexec /snap/bin/firefox\n", mode: 0o755)
        #expect(chmod(firefox, 0o755) == 0)
        for app in ["org.mozilla.firefox", "org.chromium.Chromium"] {
            try makeFolder(".local/share/flatpak/app/\(app)")
        }
        func agree(_ id: String, _ word: String) throws {
            let found = try JSON(parsing: JSONSource(run("doctor", "--json").output))["checks"]?.array
            let check = try #require(found?.first { $0["id"]?.text == id })
            let (message, hint) = (check["message"]?.text ?? "", check["hint"]?.text ?? "")
            #expect(message.contains(word) || hint.contains(word), "\(check)")
            let said = try run("register", "--prefix", prefix).text
            #expect(said.contains("\(message)\n  hint: \(hint)\n"), "\(said)")
        }
        try agree("snap-firefox", "xdg-desktop-portal-gtk")
        try agree("flatpak-chromium", "doesn't work")
        #expect(unlink(firefox) == 0)
        try agree("flatpak-firefox", "xdg-native-messaging-proxy")
        try makeFolder(".local/share/dbus-1/services")
        _ = try home.file(
            ".local/share/dbus-1/services/org.freedesktop.NativeMessagingProxy.service", "[D-BUS Service]\n",
            mode: 0o644)
        try agree("flatpak-firefox", "flatpak override")
    }

    @Test func `a dry run writes nothing and names each file`() throws {
        try makeFolder(".mozilla")
        let before = try files()
        let answer = try register("--dry-run")
        #expect(answer["written"]?.array?.count == 1 + 1 + 4 + 3)
        #expect(try files() == before)
        let text = try run("register", "--prefix", prefix, "--dry-run").text
        #expect(!text.contains("registered in"))
        #expect(text.contains("would write: \(home.path)/.mozilla/native-messaging-hosts/app.sidekey.host.json\n"))
    }

    @Test func `manual and completions are there in every language, and go whole`() throws {
        let before = try files()
        _ = try register()
        for (path, text) in [
            ("man/man1/sidekey.1", ".SH NAME"), ("man/pt_BR/man1/sidekey.1", ".SH NOME"),
            ("man/el/man1/sidekey.1", ".SH ΟΝΟΜΑ"), ("man/tr/man1/sidekey.1", ".SH "),
            ("bash-completion/completions/sidekey", "complete "), ("zsh/site-functions/_sidekey", "#compdef sidekey"),
            ("fish/vendor_completions.d/sidekey.fish", "sidekey"),
        ] {
            let written = String(decoding: SystemFile.read("\(prefix)/share/\(path)") ?? [], as: UTF8.self)
            #expect(written.contains(text), "\(path)")
        }
        _ = try register("--remove")
        #expect(try files().filter { $0.hasPrefix(prefix) } == before.filter { $0.hasPrefix(prefix) })
    }

    @Test func `an entry takes the links, and doctor finds whose it is`() throws {
        #expect(try check("scheme") == "warning")
        _ = try register()
        let entry = "\(home.path)/.local/share/applications/app.sidekey.desktop"
        let text = String(decoding: try #require(SystemFile.read(entry)), as: UTF8.self)
        #expect(text.contains("Exec=\(prefix)/bin/sidekey open-url %u\n"))
        #expect(try check("scheme") == "ok")
        _ = try register("--remove")
        #expect(SystemFile.read(entry) == nil)
    }

    @Test func `another installation's files are left alone`() throws {
        try makeFolder(".mozilla/native-messaging-hosts")
        try makeFolder(".local/share/applications")
        let manifest = "\(home.path)/.mozilla/native-messaging-hosts/app.sidekey.host.json"
        let entry = "\(home.path)/.local/share/applications/app.sidekey.desktop"
        try SystemFile.write(manifest, Array("{\"path\": \"/opt/other/bin/sidekey-host\"}".utf8))
        try SystemFile.write(entry, Array("[Desktop Entry]\nExec=/opt/other/bin/sidekey open-url %u\n".utf8))
        #expect(try register("--remove")["removed"] == [])
        #expect(SystemFile.read(manifest) != nil && SystemFile.read(entry) != nil)
    }

    @Test(arguments: ["*", "a\"b@c", "chrome-extension://*/", "https://dapp.example", "", "a@b c", "{1234}", "a@b@c"])
    func `what no extension is called is refused, and nothing is written`(id: String) throws {
        try makeFolder(".mozilla")
        let before = try files()
        let result = try run("register", "--prefix", prefix, "--allow-extension", id)
        #expect(result.ending == .exited(1))
        #expect(result.errors.contains("this isn't a valid extension id"))
        #expect(try files() == before)
    }

    @Test func `the prefix is a whole path that needs no escaping`() throws {
        for prefix in ["relative", "/a\"b", "/a\\b", "/a\nb"] {
            #expect(try run("register", "--prefix", prefix).ending == .exited(1), "\(prefix)")
        }
    }

    /// Every path below the scratch home.
    private func files() throws -> [String] {
        try ChildProcess.run("/usr/bin/find", [home.path], environment: [:]).text.split(separator: "\n")
            .map(String.init).sorted()
    }
}
