import AgentSocket
import CAttempts
import CPlatform
import Devices
import Glibc
import NodeGateway
import SidekeyAgent

/// Makes every attempt of a hijacked `sidekey-rpc`, `sidekey-window`, `sidekey-picture` or `sidekey-device`, confined as that is, or free, and prints what came of each.
///
///     sidekey-confined confined|window|picture|device|agent|reader|free FOLDER SOCKET PID PORT
///     sidekey-confined helper FOLDER SOCKET PID PORT     asks an agent's helper for one thing after the other instead
@main enum Confined {
    /// Paths that a window may read; `XAUTHORITY` comes to it (`sidekey-window`).
    private static let ofWindow = [
        "/usr", "/lib", "/lib64", "/etc", "/var/cache/fontconfig", "/var/lib/dbus", "/proc",
    ]

    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 6, let pid = Int32(words[4]), let port = Int32(words[5]) else { return }
        switch words[1] {
        case "confined": _ = try Confinement.take()
        case "window": guard confineAsWindow() else { exit(1) }
        case "picture": guard confineAsPicture() else { exit(1) }
        case "device": guard DeviceService.confine(to: ["/dev/null"]) else { exit(1) }
        case "reader": guard confineAsReader() else { exit(1) }
        case "agent": guard try AgentConfinement.take(writable: [words[2] + "/own"]).hasFilter else { exit(1) }
        case "helper":
            _ = try AgentConfinement.take(writable: [words[2] + "/own"])
            return try HelperAttempts(folder: words[2]).makeAll()
        default: break
        }
        var number: Int32 = 0
        while let name = attempt_name(number) {
            print("\(attempt(number, words[2], words[3], pid, port)) \(String(cString: name))")
            number += 1
        }
    }

    private static func confineAsPicture() -> Bool {
        var held = platform_confinement()
        guard platform_harden() == 0, platform_limit(768 << 20, 10) == 0 else { return false }
        return platform_confine(PLATFORM_REACH_NOTHING, [nil], nil, &held) == 0 && held.filter
    }

    private static func confineAsReader() -> Bool {
        var held = platform_confinement()
        return platform_confine(PLATFORM_REACH_READING, [nil], nil, &held) == 0 && held.filter
    }

    private static func confineAsWindow() -> Bool {
        var held = platform_confinement()
        let paths = (ofWindow + [getenv("XAUTHORITY").map { String(cString: $0) }].compactMap { $0 }).map { strdup($0) }
        guard platform_harden() == 0, platform_confine(PLATFORM_REACH_DISPLAY, paths + [nil], nil, &held) == 0 else {
            return false
        }
        // By its version, so that a test knows what the kernel can hold it to.
        print("\(held.landlock) Landlock")
        return held.filter
    }
}
