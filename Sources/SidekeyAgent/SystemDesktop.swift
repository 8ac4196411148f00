import AgentSocket
import CLogind
import Pinentry
import Wallet

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The buses on which logind and the user's systemd answer.
///
/// Their addresses are fixed, because the starter of the agent chooses the values of variables.
struct DesktopBuses: Sendable {
    /// The bus of logind; nil for the system's own.
    let system: String?
    /// The bus of the user's systemd; nil for the user's own.
    let user: String?

    /// Nil if a test shuts both out, in a wallet that `SIDEKEY_HOME` moved. There, one bus of the test can stand for both.
    init?(_ environment: ProcessEnvironment, of folder: WalletFolder) {
        let chosen = folder.isMoved ? environment["SIDEKEY_DESKTOP"] : nil
        guard chosen != "off" else { return nil }
        (system, user) = (chosen, chosen)
    }
}

/// The desktop that the user sits at, according to logind's sessions and the variables that the user's systemd gives the programs it starts.
///
/// logind names the display of an X11 session, but reports only the existence of a Wayland session. For that, and if there is no session of either
/// kind, the variables of the user's systemd name the display.
struct SystemDesktop: UserDesktop {
    let buses: DesktopBuses

    func display() async -> DesktopDisplay? {
        guard let thread = try? ConversationThread() else { return nil }
        defer { thread.end() }
        return await thread.run { Self.display(on: buses) }
    }

    private static func display(on buses: DesktopBuses) -> DesktopDisplay? {
        let session = session(on: buses.system)
        let environment = environment(on: buses.user)
        if let session, session.type == "x11", !session.display.isEmpty {
            // Any program of the user's could have changed the rest: so it isn't the bus over which a prompt may ask.
            var variables = environment.filter { $0.0 == "XDG_CURRENT_DESKTOP" } + runtimeFolder()
            variables += [("DISPLAY", session.display), ("XDG_SESSION_TYPE", "x11")]
            let display = DisplayEnvironment(variables).withAuthority(of: DisplayEnvironment(environment))
            if display.hasDisplay { return DesktopDisplay(environment: display, isAttested: true) }
        }
        let display = DisplayEnvironment(environment)
        return display.hasDisplay ? DesktopDisplay(environment: display, isAttested: false) : nil
    }

    private static func session(on bus: String?) -> (type: String, display: String)? {
        var type = [CChar](repeating: 0, count: 64)
        var display = type
        guard logind_session_display(bus, &type, &display, UInt(type.count)) == 0 else { return nil }
        return (Self.text(type), Self.text(display))
    }

    /// Returns the variable for the folder where systemd has the user's bus, regardless of the environment's variables.
    private static func runtimeFolder() -> [(String, String)] {
        let folder = "/run/user/\(getuid())"
        guard access(folder + "/bus", R_OK | W_OK) == 0 else { return [] }
        return [("XDG_RUNTIME_DIR", folder), ("DBUS_SESSION_BUS_ADDRESS", "unix:path=\(folder)/bus")]
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the variables of the fixed list. The agent ignores the other variables of the user's programs.
    private static func environment(on bus: String?) -> [(String, String)] {
        final class Found {
            var variables: [(String, String)] = []
        }
        let found = Found()
        _ = logind_user_environment(
            bus,
            { variable, context in
                guard let context else { return }
                let text = String(cString: variable)
                guard let equals = text.firstIndex(of: "=") else { return }
                let name = String(text[..<equals])
                guard DisplayEnvironment.names.contains(name) else { return }
                Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().variables.append(
                    (name, String(text[text.index(after: equals)...])))
            }, Unmanaged.passUnretained(found).toOpaque())
        return found.variables
    }
}
