import Authenticators
import Devices
import Glibc
import HardwareTokenModules
import Ledger
import LedgerHID
import TPMSealing
import TPMSeals

/// `sidekey-device` with devices in software in place of those that the machine has: the socket `security-key` beside this program is a security key,
/// `ledger` a Ledger, and `tpm` the TPM. Where there is none, the machine has none. A test puts it in the place of `sidekey-device`.
@main enum SoftwareDevice {
    /// The connection, made before the process may make none.
    nonisolated(unsafe) private static var connection: Int32 = -1

    static func main() {
        guard let end = CommandLine.arguments.first?.lastIndex(of: "/"), CommandLine.arguments.count == 2,
            let kind = DeviceKind(rawValue: CommandLine.arguments[1])
        else { exit(EX_USAGE) }
        let folder = CommandLine.arguments[0][..<end]
        if kind == .securityKey || kind == .ledger { connection = connect(folder + "/\(kind.rawValue)") ?? -1 }
        switch kind {
        case .securityKey: securityKey()
        case .tpm:
            TPMServer.run { () throws(TPMFault) -> Int32 in
                guard let socket = connect(folder + "/tpm") else { throw .absent }
                return socket
            }
        case .token:
            setenv("SOFTHSM2_CONF", folder + "/softhsm/softhsm2.conf", 1)
            HardwareTokenServer.run()
        case .ledger:
            // The system's own way, to a file that is there and no Ledger.
            if access(folder + "/ledger-is-null", F_OK) == 0 {
                LedgerServer.run { [LedgerDevice(path: "/dev/null", product: 0x5011)] }
            }
            LedgerServer.run(io: LedgerIO { _ in LedgerSocket(connection) }) {
                connection >= 0 ? [LedgerDevice(path: "software", product: 0x5011)] : []
            }
        }
    }

    private static func securityKey() -> Never {
        SecurityKeyServer.run(
            io: SecurityKeyIO(
                open: { _ in UnsafeMutableRawPointer(bitPattern: Int(SoftwareDevice.connection) + 1) },
                close: { _ in },
                read: { _, bytes, count, milliseconds in
                    var waiting = pollfd(fd: SoftwareDevice.connection, events: Int16(POLLIN), revents: 0)
                    guard poll(&waiting, 1, milliseconds) == 1 else { return -1 }
                    var filled = 0
                    while filled < count {
                        let part = read(SoftwareDevice.connection, bytes.map { $0 + filled }, count - filled)
                        guard part > 0 else { return -1 }
                        filled += part
                    }
                    return Int32(filled)
                },
                write: { _, bytes, count in
                    // The number of the report goes to no key.
                    guard let bytes, write(SoftwareDevice.connection, bytes + 1, count - 1) == count - 1 else {
                        return -1
                    }
                    return Int32(count)
                })
        ) { connection >= 0 ? ["software"] : [] }
    }

    private static func connect(_ path: Substring) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        let connected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                fits && Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        return connected ? descriptor : nil
    }
}

/// Reports of 64 bytes over a Unix socket, in place of those over USB.
private final class LedgerSocket: LedgerPort {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    func write(_ report: [UInt8]) throws(LedgerFault) {
        guard Glibc.write(descriptor, report, report.count) == report.count else { throw .removed }
    }

    func read(within milliseconds: Int32) throws(LedgerFault) -> [UInt8]? {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) == 1 else { return nil }
        var report = [UInt8](repeating: 0, count: 64)
        var filled = 0
        while filled < report.count {
            let part = report.withUnsafeMutableBytes { bytes in
                Glibc.read(descriptor, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
            }
            guard part > 0 else { throw .removed }
            filled += part
        }
        return report
    }
}
