import AgentSocket
import CPlatform
import Devices
package import HardwareTokens
import Salt

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Serves one request for a PKCS #11 token on standard input and output: what `sidekey-device` does for this kind of device (``HardwareTokenRequest``).
///
/// The module that the request names is somebody else's code. So the process reads the request, which is the agent's, and before it loads the module it
/// gives up the internet, every program, and every file but libraries, configuration and the folders that the request names. It keeps Unix sockets, by
/// which modules reach the service for smart cards.
public enum HardwareTokenServer {
    /// The files that a module may read besides its own folders.
    private static let readable = [
        "/etc", "/usr", "/lib", "/lib64", "/run/pcscd", "/dev/urandom", "/sys/devices", "/proc/self",
    ]
    /// The most bytes of memory, and the most seconds of computing.
    private static let (memory, seconds): (rlim_t, rlim_t) = (1 << 30, 60)

    /// Serves, and ends the process.
    public static func run() -> Never {
        signal(SIGPIPE, SIG_IGN)
        do throws(HardwareTokenFault) {
            guard let bytes = DeviceService.request(),
                let request = bytes.withBytes({ HardwareTokenRequest(reading: $0) }),
                confine(to: request.module)
            else { throw .unavailable }
            // A module knows no way to be interrupted: who cancels ends the process.
            DeviceService.watch { _exit(0) }
            DeviceService.send(try reply(to: request).frame())
        } catch {
            DeviceService.send(HardwareTokenReply.fault(error).frame())
        }
        _exit(0)
    }

    /// Serves a request.
    ///
    /// - Throws: ``HardwareTokenFault``.
    package static func reply(to request: HardwareTokenRequest) throws(HardwareTokenFault) -> HardwareTokenReply {
        let library = try HardwareTokenLibrary(path: request.module.path)
        switch request {
        case .keys: return .keys(try library.keys())
        case .sign(let message, let account, let serial, let pin, _):
            let reply = HardwareTokenReply.signature(
                try library.sign(message, account: account, serial: serial, pin: pin))
            _ = try request.outcome(of: reply)
            return reply
        case .check(let account, let serial, let pin, _):
            return .ready(try library.check(account: account, serial: serial, pin: pin))
        }
    }

    /// Bounds memory and computing. Unlike other devices' programs it may write files: some tokens keep counters in them.
    private static func limit() -> Bool {
        var space = rlimit(rlim_cur: memory, rlim_max: memory)
        var time = rlimit(rlim_cur: seconds, rlim_max: seconds)
        #if canImport(Glibc)
            return setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &space) == 0
                && setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &time) == 0
        #else
            return setrlimit(RLIMIT_AS, &space) == 0 && setrlimit(RLIMIT_CPU, &time) == 0
        #endif
    }

    private static func confine(to module: HardwareTokenModule) -> Bool {
        guard platform_harden() == 0, limit() else { return false }
        var held = platform_confinement()
        let own = module.path.lastIndex(of: "/").map { [String(module.path[..<$0])] } ?? []
        return CStringArray(readable + own).withPointer { readable in
            CStringArray(module.folders).withPointer { folders in
                platform_confine(PLATFORM_REACH_FOLDERS, readable, folders, &held) == 0
            }
        }
    }
}
