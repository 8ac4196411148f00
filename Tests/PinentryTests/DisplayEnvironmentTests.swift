import Pinentry
import Testing

@Suite struct DisplayEnvironmentTests {
    @Test(arguments: [
        ("DISPLAY", ":0"), ("DISPLAY", ":12.1"), ("DISPLAY", "localhost:10.0"), ("WAYLAND_DISPLAY", "wayland-0"),
        ("WAYLAND_DISPLAY", "/run/user/1000/wayland-0"), ("XAUTHORITY", "/home/a/.Xauthority"),
        ("XDG_SESSION_TYPE", "wayland"), ("XDG_CURRENT_DESKTOP", "ubuntu:GNOME"), ("XDG_RUNTIME_DIR", "/run/user/1000"),
        ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1000/bus"),
        ("DBUS_SESSION_BUS_ADDRESS", "unix:abstract=/tmp/dbus-x,guid=0123456789abcdef"),
    ])
    func letsDisplaysPass(name: String, value: String) {
        #expect(DisplayEnvironment([(name, value)]).variables.contains("\(name)=\(value)"))
    }

    @Test(arguments: [
        ("GTK_MODULES", "evil"), ("GTK3_MODULES", "evil"), ("LD_PRELOAD", "/tmp/evil.so"), ("LD_LIBRARY_PATH", "/tmp"),
        ("QT_PLUGIN_PATH", "/tmp"), ("QT_QPA_PLATFORM", "evil"), ("PATH", "/tmp"), ("HOME", "/tmp"), ("LANGUAGE", "x"),
        ("LC_MESSAGES", "x"), ("GTK_PATH", "/tmp"), ("XDG_CONFIG_HOME", "/tmp"), ("XDG_DATA_DIRS", "/tmp"),
        ("PINENTRY_USER_DATA", "x"), ("GTK_RC_FILES", "/tmp/x"), ("XMODIFIERS", "@im=evil"), ("GTK_IM_MODULE", "x"),
        ("DISPLAY", "evil.example:0"), ("DISPLAY", ":"), ("DISPLAY", ":0;x"), ("DISPLAY", ":0.0.0"), ("DISPLAY", "0"),
        ("DISPLAY", ":-1"), ("DISPLAY", ""), ("DISPLAY", ":0\n"), ("DISPLAY", "tcp/evil:0"), ("DISPLAY", ":123456"),
        ("WAYLAND_DISPLAY", "../x"), ("WAYLAND_DISPLAY", "/run/../x"), ("WAYLAND_DISPLAY", ".."),
        ("XAUTHORITY", "relative"), ("XAUTHORITY", "/a b"), ("XDG_RUNTIME_DIR", "/run/\u{202E}"),
        ("XDG_CURRENT_DESKTOP", "a/b"), ("LANG", "/tmp/locale"), ("LC_ALL", "a b"),
        ("DBUS_SESSION_BUS_ADDRESS", "unixexec:path=/tmp/evil"),
        ("DBUS_SESSION_BUS_ADDRESS", "tcp:host=evil.example,port=1"),
        ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/bus;unixexec:path=/tmp/evil"),
        ("DBUS_SESSION_BUS_ADDRESS", "autolaunch:"), ("DBUS_SESSION_BUS_ADDRESS", "unix:runtime=yes"),
        ("DBUS_SESSION_BUS_ADDRESS", "unix:tmpdir=/tmp"), ("DBUS_SESSION_BUS_ADDRESS", "unix:"),
        ("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + String(repeating: "/", count: 2000)),
    ])
    func letsNothingElsePass(name: String, value: String) {
        let standard = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8", "LC_ALL=C.UTF-8"]
        #expect(DisplayEnvironment([(name, value)]).variables == standard)
    }

    @Test(arguments: [
        ([("LANG", "de_DE.UTF-8")], "de_DE.UTF-8"), ([("LANG", "de_DE")], "C.UTF-8"), ([("LANG", "C")], "C.UTF-8"),
        ([("LANG", "de_DE.UTF-8"), ("LC_ALL", "POSIX")], "C.UTF-8"), ([], "C.UTF-8"),
        ([("LC_ALL", "en_US.utf8"), ("LANG", "C")], "en_US.utf8"),
    ])
    func seesToItThatWhatIsTypedComesInUTF8(variables: [(String, String)], locale: String) {
        let display = DisplayEnvironment(variables, hasLocale: { _ in true })
        #expect(display.variables == ["PATH=/usr/bin:/bin", "LANG=\(locale)", "LC_ALL=\(locale)"])
    }

    /// In a locale that isn't there, a pinentry of the terminal has no letters but ASCII's.
    @Test func takesNoLocaleThatTheSystemHasNot() {
        let display = DisplayEnvironment([("LANG", "xx_XX.UTF-8"), ("DISPLAY", ":0")])
        #expect(display.variables == ["PATH=/usr/bin:/bin", "DISPLAY=:0", "LANG=C.UTF-8", "LC_ALL=C.UTF-8"])
        #expect(display["LANG"] == "xx_XX.UTF-8")
        #expect(display.withAuthority("/a").variables.contains("LC_ALL=C.UTF-8"))
    }

    @Test func knowsWhetherThereIsADisplay() {
        #expect(DisplayEnvironment([("DISPLAY", ":0")]).hasDisplay)
        #expect(DisplayEnvironment([("WAYLAND_DISPLAY", "wayland-0")]).hasDisplay)
        #expect(!DisplayEnvironment([("XDG_SESSION_TYPE", "x11"), ("DISPLAY", "evil:0")]).hasDisplay)
    }

    @Test(arguments: [
        ([("DISPLAY", ":0")], [("DISPLAY", "unix:0.0")], true),
        ([("DISPLAY", ":0")], [("DISPLAY", ":1")], false),
        ([("DISPLAY", ":10")], [("DISPLAY", "localhost:10.0")], false),
        (
            [("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "wayland-0")], [("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "evil")],
            false
        ),
        (
            [("WAYLAND_DISPLAY", "wayland-0"), ("XDG_RUNTIME_DIR", "/run/user/1")],
            [("WAYLAND_DISPLAY", "/run/user/1/wayland-0")], true
        ),
        ([("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "wayland-0")], [("DISPLAY", ":0")], true),
        ([("WAYLAND_DISPLAY", "wayland-0")], [("DISPLAY", ":0")], false),
        ([], [], false),
    ])
    func tellsWhetherTwoNameOneScreen(one: [(String, String)], other: [(String, String)], isSame: Bool) {
        #expect(DisplayEnvironment(one).isSameDisplay(as: DisplayEnvironment(other)) == isSame)
        #expect(DisplayEnvironment(other).isSameDisplay(as: DisplayEnvironment(one)) == isSame)
    }

    @Test func takesTheKeyOfItsOwnDisplayAlone() {
        let display = DisplayEnvironment([("DISPLAY", ":0")])
        let asker = DisplayEnvironment([("DISPLAY", ":0.0"), ("XAUTHORITY", "/run/key"), ("LANG", "el_GR.UTF-8")])
        #expect(display.withAuthority(of: asker)["XAUTHORITY"] == "/run/key")
        #expect(DisplayEnvironment([("DISPLAY", ":1")]).withAuthority(of: asker)["XAUTHORITY"] == nil)
        let spoken = display.withLanguage(of: asker)
        #expect(spoken["LANG"] == "el_GR.UTF-8" && spoken["DISPLAY"] == ":0" && spoken["XAUTHORITY"] == nil)
    }
}
