import Glibc
import JSONRPC
import TestSupport
import Testing

/// `install.sh` in a scratch HOME, with the programs of this build.
///
/// It installs what `.build/release` holds, so these tests run only where that is where they were built.
@Suite(.enabled(if: BuiltProgram.folder.hasSuffix("/release"))) struct InstallerTests {
    private let home: ScratchHome

    init() throws { home = try ScratchHome() }

    private static let repository: String = {
        let file = #filePath
        return String(file.prefix(upTo: file.firstRange(of: "/Tests/CommandLineTests/")?.lowerBound ?? file.startIndex))
    }()

    private var prefix: String { "\(home.path)/prefix with space" }
    private var manifest: String { "\(home.path)/.mozilla/native-messaging-hosts/app.sidekey.host.json" }

    /// The environment of somebody who never set SIDEKEY_HOME.
    private var environment: [String: String] { ["HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"] }

    private func install(_ options: String..., prefix: String? = nil) throws -> ChildProcess.Result {
        try ChildProcess.run(
            "/usr/bin/setsid",
            ["--wait", "\(Self.repository)/install.sh", "--prefix", prefix ?? self.prefix, "--no-build"] + options,
            environment: environment)
    }

    /// Every path below the scratch home.
    private func paths() throws -> [String] {
        try ChildProcess.run("/usr/bin/find", [home.path], environment: environment).text.split(separator: "\n")
            .map(String.init).sorted()
    }

    @Test func `--dry-run says what it would do and does nothing`() throws {
        mkdir("\(home.path)/.mozilla", 0o700)
        let before = try paths()
        let result = try install("--dry-run", "--demo")
        #expect(result.ending == .exited(0), "\(result.text)\(result.errors)")
        #expect(result.text.contains("would write: \(manifest)"))
        #expect(result.text.contains("demo/run"))
        #expect(try paths() == before)
    }

    @Test func `what is installed works from where it is, and is taken back whole`() throws {
        mkdir("\(home.path)/.mozilla", 0o700)
        let result = try install()
        #expect(result.ending == .exited(0), "\(result.text)\(result.errors)")
        let text = String(decoding: try #require(SystemFile.read(manifest)), as: UTF8.self)
        #expect(text.contains("\"path\": \"\(prefix)/bin/sidekey-host\""))
        #expect(!text.contains("@HOST@") && text.contains("\"wallet@sidekey.app\""))
        #expect(
            SystemFile.names(in: "\(prefix)/bin") == [
                "sidekey", "sidekey-agent", "sidekey-device", "sidekey-host", "sidekey-picture", "sidekey-rpc",
                "sidekey-window",
            ])
        #expect(SystemFile.read("\(prefix)/lib/sidekey/extension/manifest.json") != nil)
        for (path, text) in [
            ("man/man1/sidekey.1", ".SH NAME"), ("man/el/man1/sidekey.1", ".SH ΟΝΟΜΑ"),
            ("bash-completion/completions/sidekey", "complete "), ("zsh/site-functions/_sidekey", "#compdef sidekey"),
            ("fish/vendor_completions.d/sidekey.fish", "sidekey"),
        ] {
            let written = String(decoding: SystemFile.read("\(prefix)/share/\(path)") ?? [], as: UTF8.self)
            #expect(written.contains(text), "\(path)")
        }
        let desktop = "\(home.path)/.local/share/applications/app.sidekey.desktop"
        let entry = String(decoding: try #require(SystemFile.read(desktop)), as: UTF8.self)
        #expect(entry.contains("Exec=\"\(prefix)/bin/sidekey\" open-url %u\n"))
        #expect(entry.contains("MimeType=x-scheme-handler/sidekey;\n") && entry.contains("NoDisplay=true\n"))
        let doctor = try ChildProcess.run("\(prefix)/bin/sidekey", ["doctor", "--json"], environment: environment)
        #expect(doctor.text.contains("{\"id\":\"scheme\",\"status\":\"ok\""), "\(doctor.text)")
        let status = try ChildProcess.run("\(prefix)/bin/sidekey", ["status", "--json"], environment: environment)
        #expect(status.text.contains("\"vault\":\"none\""))

        #expect(try install("--uninstall", "--yes").ending == .exited(0))
        #expect(SystemFile.read(manifest) == nil)
        #expect(SystemFile.read(desktop) == nil)
        #expect(SystemFile.names(in: "\(home.path)/.local/share/applications").isEmpty)
        let chosen = SystemFile.read("\(home.path)/.config/mimeapps.list") ?? []
        #expect(!String(decoding: chosen, as: UTF8.self).contains("sidekey"))
        #expect(SystemFile.names(in: "\(prefix)/bin").isEmpty)
        #expect(SystemFile.names(in: "\(prefix)/lib").isEmpty)
        #expect(SystemFile.names(in: "\(prefix)/share").isEmpty)
        let data = "\(home.path)/.local/share/sidekey"
        #expect(SystemFile.names(in: data) != [], "--yes deletes no wallet")
    }

    @Test func `the default prefix and the wallet's folder don't meet`() throws {
        let usual = "\(home.path)/.local"
        #expect(try install(prefix: usual).ending == .exited(0))
        let file = try home.file("passphrase", "correct horse battery\n")
        let made = try ChildProcess.run(
            "\(usual)/bin/sidekey", ["create", "--passphrase-file", file, "--phrase-file", "\(home.path)/phrase"],
            environment: environment)
        #expect(made.ending == .exited(0), "\(made.errors)")
        let data = "\(usual)/share/sidekey"
        let wallet = SystemFile.names(in: data).filter { !$0.hasPrefix("agent.") }
        #expect(!wallet.isEmpty)
        #expect(try install(prefix: usual).ending == .exited(0), "installed over itself")
        #expect(try install("--uninstall", prefix: usual).ending == .exited(0))
        #expect(Set(SystemFile.names(in: data)).isSuperset(of: wallet))
    }

    @Test func `an extension that is let in stays so over installations, until it is kept out`() throws {
        mkdir("\(home.path)/.mozilla", 0o700)
        mkdir("\(home.path)/.config", 0o700)
        mkdir("\(home.path)/.config/chromium", 0o700)
        let chromium = "\(home.path)/.config/chromium/NativeMessagingHosts/app.sidekey.host.json"
        let origin = "chrome-extension://opacnhohgpeonclhdknogmaggldkgmbk/"
        func names(_ path: String, _ member: String) throws -> [String] {
            try JSON(parsing: JSONSource(#require(SystemFile.read(path))))[member]?.array?.compactMap(\.text) ?? []
        }
        #expect(
            try install("--allow-extension", origin, "--allow-extension", "rogue@sidekey.test").ending == .exited(0))
        for _ in 0..<2 {
            #expect(try names(manifest, "allowed_extensions") == ["wallet@sidekey.app", "rogue@sidekey.test"])
            #expect(try names(chromium, "allowed_origins").last == origin)
            #expect(try names(chromium, "allowed_origins").count == 2)
            let doctor = try ChildProcess.run("\(prefix)/bin/sidekey", ["doctor"], environment: environment)
            #expect(!doctor.text.contains("allows other extensions too"))
            #expect(try install().ending == .exited(0))
        }
        #expect(try install("--forbid-extension", "rogue@sidekey.test").ending == .exited(0))
        #expect(try names(manifest, "allowed_extensions") == ["wallet@sidekey.app"])
        #expect(try names(chromium, "allowed_origins").count == 2)
        for bad in ["*", "a\"b@c", "chrome-extension://*/", "https://dapp.example", "", "a@b c"] {
            #expect(try install("--dry-run", "--allow-extension", bad).ending == .exited(1), "\(bad)")
        }
    }

    @Test func `another installation's registration is left alone`() throws {
        mkdir("\(home.path)/.mozilla", 0o700)
        mkdir("\(home.path)/.mozilla/native-messaging-hosts", 0o700)
        try SystemFile.write(manifest, Array("{\"path\": \"/opt/other/bin/sidekey-host\"}".utf8))
        #expect(try install("--uninstall").ending == .exited(0))
        #expect(SystemFile.read(manifest) != nil)
    }

    @Test(arguments: [("delete", false), ("yes", true), ("", true)])
    func `a wallet is deleted only by whoever types the word`(_ answer: String, _ isKept: Bool) throws {
        let data = "\(home.path)/.local/share/sidekey"
        for folder in [".local", ".local/share", ".local/share/sidekey"] { mkdir("\(home.path)/\(folder)", 0o700) }
        try SystemFile.write("\(data)/vault", [1])
        let terminal = try PseudoTerminal(
            "\(Self.repository)/install.sh", ["--prefix", prefix, "--uninstall"], environment: environment)
        try terminal.wait(for: "anything else to keep it: ")
        terminal.type(answer)
        #expect(try terminal.waitForEnd() == 0)
        #expect((SystemFile.read("\(data)/vault") != nil) == isKept)
    }

    @Test func `a browser from a Snap is named and not registered`() throws {
        mkdir("\(home.path)/bin", 0o700)
        let script = "\(home.path)/bin/librewolf"
        try SystemFile.write(script, Array("#!/bin/sh\nexec /snap/bin/librewolf\n".utf8), mode: 0o755)
        #expect(chmod(script, 0o755) == 0)
        let result = try ChildProcess.run(
            "/usr/bin/setsid",
            ["--wait", "\(Self.repository)/install.sh", "--prefix", prefix, "--no-build", "--dry-run"],
            environment: environment.merging(["PATH": "\(home.path)/bin:/usr/bin:/bin"]) { $1 })
        #expect(result.text.contains("LibreWolf is installed as a Snap"))
        #expect(!result.text.contains("/.librewolf/"))
    }
}
