import AgentSocket
import Authenticators

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `sidekey-device`: has a security key used once, and can do nothing else.
///
/// The agent starts it for one request and reads its answers. It has no key of the wallet's, no network and no file but those of the security keys
/// that are plugged in when it starts.
@main enum DeviceProgram {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--version"] {
            print("sidekey-device \(Release.version)")
            return
        }
        guard arguments.isEmpty, isatty(STDIN_FILENO) == 0 else {
            let line = Array("sidekey-device: error: the agent starts this program; it takes no arguments\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(EX_USAGE)
        }
        SecurityKeyServer.run()
    }
}
