import Glibc
import TestSupport
import Testing

/// The plan of `install.sh --dry-run`, on machines with and without what it looks for.
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

    @Test func `the headers of Sidekey's own window are installed where they are missing`() throws {
        let description = try #require(
            SystemFile.names(in: "/usr/lib").map { "/usr/lib/\($0)/pkgconfig/gtk4.pc" }.first {
                SystemFile.read($0) != nil
            })
        let text = try plan([], hiding: [description])
        #expect(text.contains("apt-get install -y -q --no-install-recommends libgtk-4-dev"), "\(text)")
        #expect(!(try plan([])).contains("libgtk-4-dev"))
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
