import Glibc
import Ledger
import LedgerHID
import SolanaTransactions
import TestSupport

/// A Ledger in software (`Tests/Support/ledger.py`), whose reports come over a Unix socket.
final class SoftwareLedger {
    /// The phrase of Ledger's emulator, whose keys stand in LedgerHQ/app-solana, `tests/application_client/solana_utils.py`.
    static let addresses: [(path: [UInt32], address: String)] = [
        ([44, 501, 12_345], "3GJzvStsiYZonWE7WTsmt1BpWXkfcgWMGinaDwNs9HBc"),
        ([44, 501, 11_111], "AxmUF3qkdz1zs151Q5WttVMkFpFGQPwghZs4d1mwY55d"),
        ([44, 501, 11_112], "8bjDMujLMttbmkTtoFgfw2sPYchSzzcTCEPGYDaNs3nj"),
    ]

    private let process: PythonProcess
    let device: LedgerDevice

    init(_ options: [String] = [], product: UInt16 = 0x5011) throws {
        let path = try ScratchRoot.newFolder() + "/ledger"
        process = try PythonProcess("ledger.py", [path] + options)
        _ = try process.line()
        device = LedgerDevice(path: path, product: product)
    }

    /// The next line that it prints.
    func line(within seconds: Double = 60) throws -> String { try process.line(within: Deadline(seconds: seconds)) }

    static let io = LedgerIO { path throws(LedgerFault) in try SocketPort(path) }

    func ask(
        _ request: LedgerRequest, isCancelled: @escaping () -> Bool = { false }
    ) throws(LedgerFault) -> LedgerReply {
        try LedgerServer.reply(to: request, by: [device], io: Self.io, isCancelled: isCancelled)
    }
}

/// Reports over a Unix socket.
private final class SocketPort: LedgerPort {
    private let descriptor: Int32

    init(_ path: String) throws(LedgerFault) {
        guard let descriptor = UnixSocketEnd.connect(path) else { throw .removed }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func write(_ report: [UInt8]) throws(LedgerFault) {
        guard send(descriptor, report, report.count, Int32(MSG_NOSIGNAL)) == report.count else { throw .removed }
    }

    func read(within milliseconds: Int32) throws(LedgerFault) -> [UInt8]? {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) == 1 else { return nil }
        var report = [UInt8](repeating: 0, count: 64)
        guard recv(descriptor, &report, report.count, Int32(MSG_WAITALL)) == report.count else { throw .removed }
        return report
    }
}
