import Glibc
import TestSupport
import Testing

/// What `install.sh --dry-run` says that it would do, on machines with and without what it looks for.
@Suite struct InstallerPlanTests {
    private static let repository: String = {
        let file = #filePath
        return String(file.prefix(upTo: file.firstRange(of: "/Tests/CommandLineTests/")?.lowerBound ?? file.startIndex))
    }()

    private let home: ScratchHome

    init() throws { home = try ScratchHome() }

    /// - Parameter hidden: Files of the system that this run doesn't find.
    private func plan(_ options: [String], _ environment: [String: String] = [:], hiding hidden: [String] = []) throws
        -> String
    {
        var script = hidden.map { "mount --bind /dev/null '\($0)'" }
        script.append("exec setsid --wait \"$@\"")
        let result = try ChildProcess.run(
            "/usr/bin/unshare",
            [getuid() == 0 ? "-m" : "-rm", "/bin/sh", "-ec", script.joined(separator: "\n"), "sh"]
                + ["\(Self.repository)/install.sh", "--prefix", home.path + "/prefix", "--no-build", "--dry-run"]
                + options,
            environment: ["HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { $1 })
        #expect(result.ending == .exited(0), "\(result.text)\(result.errors)")
        return result.text
    }

    /// The pinentries of this machine that have a window, and the name that leads to one.
    private var windows: [String] {
        SystemFile.names(in: "/usr/bin").filter { name in
            name.hasPrefix("pinentry") && !name.hasSuffix("-curses") && !name.hasSuffix("-tty")
        }.map { "/usr/bin/\($0)" }
    }

    @Test(arguments: [["DISPLAY": ":0"], ["WAYLAND_DISPLAY": "wayland-0"]])
    func `a graphical pinentry is installed where there is a display and none is there`(display: [String: String])
        throws
    {
        let text = try plan([], display, hiding: windows)
        #expect(text.contains("apt-get install -y -q --no-install-recommends pinentry-"), "\(text)")
        #expect(!(try plan([], display)).contains("pinentry"))
        #expect(!(try plan([], hiding: windows)).contains("pinentry"))
    }

    @Test func `it is the desktop's own`() throws {
        let desktop = ["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"]
        #expect(try plan([], desktop, hiding: windows).contains("pinentry-gnome3"))
    }

    @Test func `the demo changes nothing for the whole system, whatever is said to it`() throws {
        for options in [["--demo", "--yes"], ["--yes", "--demo"], ["--demo"]] {
            let text = try plan(options)
            #expect(!text.contains("/usr/share/"), "\(text)")
            #expect(text.contains("left out; ./install.sh --system-extension does it later"))
        }
        #expect(try plan(["--yes"]).contains("/usr/share/chromium/extensions"))
        #expect(try plan(["--demo", "--yes", "--system-extension"]).contains("/usr/share/chromium/extensions"))
    }
}
