import AgentSocket
import Authenticators
import Devices
import HardwareTokenModules
import LedgerHID
import TPMSealing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `sidekey-device`: has one device used once, and can do nothing else.
///
/// The agent starts it for one request, with the kind of device as its argument, and reads its answers. It has no key of the wallet's, no network and
/// no file but those of the devices of that kind that are there when it starts.
@main enum SidekeyDevice {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--version"] {
            print("sidekey-device \(Release.version)")
            return
        }
        guard arguments.count == 1, let kind = DeviceKind(rawValue: arguments[0]), isatty(STDIN_FILENO) == 0 else {
            let line = Array("sidekey-device: error: the agent starts this program\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(EX_USAGE)
        }
        switch kind {
        case .securityKey: SecurityKeyServer.run()
        case .ledger: LedgerServer.run()
        case .token: HardwareTokenServer.run()
        case .tpm: TPMServer.run()
        }
    }
}
