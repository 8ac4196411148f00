import Glibc
import Pinentry
import TestSupport
import Testing

@Suite struct PinentryProgramTests {
    private static let display = DisplayEnvironment([("DISPLAY", ":0")])

    @Test func findsWhatTheSystemInstalled() {
        let found = PinentryProgram.installed(for: Self.display).map(\.path)
        #expect(found.contains("/usr/bin/pinentry-gtk-2"))
        #expect(!found.contains { $0.hasSuffix("-curses") || $0.hasSuffix("-tty") })
        #expect(Set(found).count == found.count)
        let onTerminal = PinentryProgram.installed(for: DisplayEnvironment([]), terminal: true).map(\.path)
        #expect(onTerminal.first == "/usr/bin/pinentry-curses")
    }

    @Test func findsNothingInPathNorWhereVariablesPoint() throws {
        let home = try ScratchHome()
        let fake = home.path + "/pinentry"
        try SystemFile.write(fake, Array("#!/bin/sh\ntouch \(home.path)/started\n".utf8), mode: 0o755)
        setenv("PATH", "\(home.path):/usr/bin:/bin", 1)
        setenv("PINENTRY_USER_DATA", fake, 1)
        defer { unsetenv("PINENTRY_USER_DATA") }
        let found = PinentryProgram.installed(for: Self.display, terminal: true)
        #expect(found.allSatisfy { $0.path.hasPrefix("/usr/") })
        #expect(!found.isEmpty)
    }

    @Test func trustsNothingThatAnotherThanRootCanChange() throws {
        let home = try ScratchHome()
        let copy = home.path + "/pinentry-gtk-2"
        try SystemFile.copyProgram("/usr/bin/pinentry-gtk-2", to: copy, mode: 0o755)
        // Its folder is in /tmp, where everybody writes.
        #expect(PinentryProgram(trusted: copy) == nil)
        let link = home.path + "/link"
        #expect(symlink("/usr/bin/pinentry-gtk-2", link) == 0)
        #expect(PinentryProgram(trusted: link)?.path == "/usr/bin/pinentry-gtk-2")
        unlink(link)
        #expect(symlink(copy, link) == 0)
        #expect(PinentryProgram(trusted: link) == nil)
        #expect(PinentryProgram(trusted: "/usr/bin") == nil)
        #expect(PinentryProgram(trusted: "/etc/passwd") == nil)
        #expect(PinentryProgram(trusted: "/nonexistent") == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can make files in folders of root's alone"))
    func trustsNoFileOfAnotherOwnerOrOpenToAGroup() throws {
        let folder = "/usr/lib/sidekey-test-\(getpid())"
        try ScratchRoot.claim(folder)
        #expect(mkdir(folder, 0o755) == 0)
        defer { SystemFile.remove(folder) }
        let program = folder + "/pinentry"
        try SystemFile.copyProgram("/usr/bin/pinentry-gtk-2", to: program, mode: 0o755)
        #expect(PinentryProgram(trusted: program)?.path == program)
        for mode: UInt32 in [0o775, 0o757, 0o644] {
            chmod(program, mode)
            #expect(PinentryProgram(trusted: program) == nil)
        }
        chmod(program, 0o755)
        for mode: UInt32 in [0o775, 0o757, 0o1777] {
            chmod(folder, mode)
            #expect(PinentryProgram(trusted: program) == nil)
        }
        chmod(folder, 0o755)
        chown(program, 65534, 65534)
        #expect(PinentryProgram(trusted: program) == nil)
        chown(program, 0, 0)
        chown(folder, 65534, 65534)
        #expect(PinentryProgram(trusted: program) == nil)
    }

    @Test func prefersTheDesktopsOwn() {
        let order = { (desktop: String) in
            PinentryProgram.installed(for: DisplayEnvironment([("DISPLAY", ":0"), ("XDG_CURRENT_DESKTOP", desktop)]))
        }
        #expect(Set(order("KDE").map(\.path)) == Set(order("GNOME").map(\.path)))
    }
}
