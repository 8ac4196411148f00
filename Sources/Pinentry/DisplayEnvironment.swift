import CPlatform

/// The few variables that tell a pinentry where to prompt. Each value names a display and nothing more.
///
/// They come from the system, or from the place where the passphrase was proven. Variables outside the list never get to the
/// program: `GTK_MODULES`, `LD_PRELOAD` and `QT_PLUGIN_PATH` load foreign code. Neither does a value that could do the same: a
/// bus address of `unixexec:` starts a program.
public struct DisplayEnvironment: Sendable, Hashable {
    /// The variables that may pass.
    public static let names = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "XDG_RUNTIME_DIR",
        "LANG", "LC_ALL", "DBUS_SESSION_BUS_ADDRESS",
    ]

    private let values: [String: String]
    /// The locale for the program's input and output, with UTF-8 as its encoding.
    let locale: String

    /// Takes the allowed variables from a list; the first of two with the same name counts.
    public init(_ variables: some Sequence<(String, String)>) {
        self.init(variables, hasLocale: { platform_has_locale($0) })
    }

    /// - Parameter hasLocale: Returns true if the system has a locale.
    package init(_ variables: some Sequence<(String, String)>, hasLocale: (String) -> Bool) {
        var values: [String: String] = [:]
        for (name, value) in variables where values[name] == nil && Self.admits(name, value) { values[name] = value }
        self.values = values
        // In one that isn't there characters are ASCII, and a pinentry of the terminal shows nothing at all of a Greek text.
        let named = ["LC_ALL", "LANG"].lazy.compactMap { values[$0] }.first
        locale = named.flatMap { Self.isUTF8($0) && hasLocale($0) ? $0 : nil } ?? Self.standardLocale
    }

    private init(_ values: [String: String], locale: String) {
        self.values = values
        self.locale = locale
    }

    /// A copy with the file of the display's key, unless this environment names one.
    public func withAuthority(_ path: String) -> DisplayEnvironment {
        guard values["XAUTHORITY"] == nil, Self.admits("XAUTHORITY", path) else { return self }
        return DisplayEnvironment(values.merging(["XAUTHORITY": path]) { $1 }, locale: locale)
    }

    /// A copy with the file of the display's key from another environment, if that is for the same display.
    public func withAuthority(of other: DisplayEnvironment) -> DisplayEnvironment {
        guard let path = other["XAUTHORITY"], let display = Self.x11(values["DISPLAY"]),
            display == Self.x11(other["DISPLAY"])
        else { return self }
        return withAuthority(path)
    }

    /// A copy with the language of another environment.
    public func withLanguage(of other: DisplayEnvironment) -> DisplayEnvironment {
        var values = values
        for name in ["LANG", "LC_ALL"] { values[name] = other[name] }
        return DisplayEnvironment(values, locale: other.locale)
    }

    /// True if both name the same screen: Wayland's if both have one, otherwise X11's.
    public func isSameDisplay(as other: DisplayEnvironment) -> Bool {
        if let own = values["WAYLAND_DISPLAY"], let others = other["WAYLAND_DISPLAY"] {
            return wayland(own) == other.wayland(others)
        }
        guard let display = Self.x11(values["DISPLAY"]) else { return false }
        return display == Self.x11(other["DISPLAY"])
    }

    /// The number of a display without its screen: `:0` of `unix:0.0`.
    private static func x11(_ display: String?) -> String? {
        guard let display else { return nil }
        let parts = display.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = parts[1].split(separator: ".").first else { return nil }
        return (parts[0] == "unix" ? "" : String(parts[0])) + ":" + number
    }

    /// The path of a compositor's socket.
    private func wayland(_ name: String) -> String {
        name.hasPrefix("/") ? name : (values["XDG_RUNTIME_DIR"] ?? "") + "/" + name
    }

    /// The unchanged value of a variable.
    public subscript(name: String) -> String? { values[name] }

    /// True if a window can appear: X11 or Wayland.
    public var hasDisplay: Bool { values["DISPLAY"] != nil || values["WAYLAND_DISPLAY"] != nil }

    /// The desktop's name, such as `GNOME`.
    var desktop: String { values["XDG_CURRENT_DESKTOP"] ?? "" }

    private static func isUTF8(_ locale: String) -> Bool {
        let spelling = locale.lowercased()
        return spelling.hasSuffix(".utf-8") || spelling.hasSuffix(".utf8")
    }

    private static let standardLocale = "C.UTF-8"

    /// The whole environment of a program.
    package var variables: [String] {
        var variables = ["PATH=/usr/bin:/bin"]
        for name in Self.names where name != "LANG" && name != "LC_ALL" {
            if let value = values[name] { variables.append("\(name)=\(value)") }
        }
        let language = values["LANG"].map { $0 == locale ? $0 : locale } ?? locale
        return variables + ["LANG=\(language)", "LC_ALL=\(locale)"]
    }

    private static func admits(_ name: String, _ value: String) -> Bool {
        guard (1...1024).contains(value.utf8.count), value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return false
        }
        switch name {
        case "DISPLAY": return isDisplay(value)
        case "WAYLAND_DISPLAY": return isPath(value) || isWord(value)
        case "XAUTHORITY", "XDG_RUNTIME_DIR": return isPath(value)
        case "XDG_SESSION_TYPE": return isWord(value)
        case "XDG_CURRENT_DESKTOP": return value.utf8.allSatisfy { isWordByte($0) || $0 == UInt8(ascii: ":") }
        case "LANG", "LC_ALL": return value.utf8.allSatisfy { isWordByte($0) || $0 == UInt8(ascii: "@") }
        case "DBUS_SESSION_BUS_ADDRESS": return isBusAddress(value)
        default: return false
        }
    }

    /// `:0`, `:0.0`, or the same of a forwarded display, `localhost:10.0`.
    private static func isDisplay(_ value: String) -> Bool {
        guard let colon = value.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        guard ["", "localhost", "unix"].contains(String(value[..<colon])) else { return false }
        let numbers = value[value.utf8.index(after: colon)...].utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return numbers.count <= 2
            && numbers.allSatisfy { (1...5).contains($0.count) && $0.allSatisfy { (0x30...0x39).contains($0) } }
    }

    /// An absolute path without `..`.
    private static func isPath(_ value: String) -> Bool {
        value.utf8.first == UInt8(ascii: "/")
            && !value.utf8.split(separator: UInt8(ascii: "/")).contains {
                $0.elementsEqual("..".utf8)
            }
    }

    private static func isWord(_ value: String) -> Bool { value.utf8.allSatisfy(isWordByte) && value != ".." }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// A Unix socket and nothing else: one address, `unix:` with a path or an abstract name.
    private static func isBusAddress(_ value: String) -> Bool {
        guard value.hasPrefix("unix:"), !value.utf8.contains(UInt8(ascii: ";")) else { return false }
        return value.dropFirst(5).split(separator: ",", omittingEmptySubsequences: false).allSatisfy { field in
            ["path=/", "abstract=/", "guid="].contains { field.hasPrefix($0) }
        }
    }
}
