import Glibc

/// An X11 display with nobody before it, and the hands that press its keys (`Xvfb`, `xdotool`).
///
/// It ends when this object goes.
public final class VirtualDisplay {
    /// The value of `DISPLAY`.
    public let name: String
    private let server: ChildProcess

    public init() throws {
        server = try ChildProcess(
            "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"],
            environment: ["PATH": "/usr/bin:/bin"])
        var number = ""
        while let byte = try server.output.read(1)?.first, byte != UInt8(ascii: "\n") {
            number.unicodeScalars.append(Unicode.Scalar(byte))
        }
        guard Int(number) != nil else { throw TestFault("no display: is Xvfb installed?") }
        name = ":" + number
    }

    /// Ends the display, and with it whatever is shown on it.
    public func end() {
        server.send(signal: SIGKILL)
        _ = server.waitForEnd()
    }

    /// Returns whether a window with a text in its title is seen.
    public func shows(title: String) throws -> Bool {
        try !run("/usr/bin/xdotool", ["search", "--onlyvisible", "--name", title]).isEmpty
    }

    /// How high the window with a text in its title is, in pixels.
    public func height(title: String) throws -> Int? {
        let window = try run("/usr/bin/xdotool", ["search", "--onlyvisible", "--name", title]).split(separator: "\n")
        guard let number = window.first else { return nil }
        let shape = try run("/usr/bin/xdotool", ["getwindowgeometry", "--shell", String(number)])
        return shape.split(separator: "\n").first { $0.hasPrefix("HEIGHT=") }.flatMap { Int($0.dropFirst(7)) }
    }

    public func press(_ keys: String...) throws {
        try focus()
        _ = try run("/usr/bin/xdotool", ["key", "--delay", "40"] + keys)
    }

    /// Types a text; slowly where the keyboard has to be given a key for a letter first.
    public func type(_ text: String) throws {
        try focus()
        let delay = text.utf8.allSatisfy { $0 < 0x80 } ? "20" : "250"
        _ = try run("/usr/bin/xdotool", ["type", "--delay", delay, text])
    }

    /// Gives the keyboard to the window that is there, as a window manager does.
    public func focus() throws {
        let windows = try run("/usr/bin/xdotool", ["search", "--onlyvisible", "--name", "^Sidekey$"])
        guard let window = windows.split(separator: "\n").last else { return }
        _ = try run("/usr/bin/xdotool", ["windowfocus", "--sync", String(window)])
    }

    private func run(_ program: String, _ arguments: [String]) throws -> String {
        try ChildProcess.run(
            program, arguments, environment: ["DISPLAY": name, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        ).text
    }
}
