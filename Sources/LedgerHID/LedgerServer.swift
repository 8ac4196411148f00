import Devices
package import Ledger
import Salt
import SolanaTransactions
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Serves one request for a Ledger on standard input and output: what `sidekey-device` does for this kind of device (``LedgerRequest``).
///
/// Before it reads a byte of the request or of a device, the process gives up everything but its pipes and the devices that are plugged in. It never has
/// a key: a device that takes over this process can refuse, and can give a signature that doesn't verify.
public enum LedgerServer {
    /// Serves, and ends the process.
    ///
    /// - Parameters:
    ///   - io: the way to the devices.
    ///   - devices: finds them.
    public static func run(
        io: LedgerIO = .system, devices: () -> [LedgerDevice] = LedgerDevice.all
    ) -> Never {
        signal(SIGPIPE, SIG_IGN)
        let found = devices()
        do throws(LedgerFault) {
            guard DeviceService.confine(to: found.map(\.path)) else { throw .unavailable }
            guard let bytes = DeviceService.request(), let request = bytes.withBytes({ LedgerRequest(reading: $0) })
            else { throw .unavailable }
            let cancelled = Flag()
            DeviceService.watch { cancelled.set() }
            let reply = try reply(to: request, by: found, io: io) { cancelled.isSet }
            DeviceService.send(reply.frame())
        } catch {
            DeviceService.send(LedgerReply.fault(error).frame())
        }
        _exit(0)
    }

    /// Serves a request by the devices that are plugged in.
    ///
    /// The device is opened for this request alone, so that Ledger's own app and web pages have it between two requests.
    ///
    /// - Parameter isCancelled: true as soon as nobody waits for the answer any more.
    /// - Throws: ``LedgerFault``.
    package static func reply(
        to request: LedgerRequest, by devices: [LedgerDevice], io: LedgerIO,
        isCancelled: @escaping () -> Bool = { false }
    ) throws(LedgerFault) -> LedgerReply {
        try request.check()
        let ready = devices.filter { !$0.isBootloader }
        guard let device = ready.first else { throw devices.isEmpty ? .absent : .bootloader }
        guard ready.count == 1 else { throw .several }
        let line = LedgerLine(try io.open(device.path), isCancelled: isCancelled)
        let app = try openApp(line, on: device)
        switch request {
        case .app: return .app(app)
        case .accounts(let paths, let shown):
            var keys: [PublicKey] = []
            for path in paths { keys.append(try key(at: path, shown: shown, line)) }
            return .accounts(keys)
        case .signTransaction(let message, let path, let account):
            return try signature(
                LedgerCommand.signTransaction(message, path: path), of: request, app, path, account, line)
        case .signOffchain(let message, let path, let account):
            return try signature(
                LedgerCommand.signOffchain(message, path: path), of: request, app, path, account, line)
        }
    }

    /// The Solana app, which has to be the one that is open: another app reads the same commands as something else.
    private static func openApp(_ line: LedgerLine, on device: LedgerDevice) throws(LedgerFault) -> LedgerApp {
        guard try line.answer(to: .openApp).appName == "Solana" else { throw .otherApp }
        let answer = try line.answer(to: .configuration)
        guard let app = LedgerApp(answer: answer.data, model: device.model) else { throw .invalid }
        return app
    }

    private static func key(
        at path: LedgerPath, shown: Bool, _ line: LedgerLine
    ) throws(LedgerFault) -> PublicKey {
        let answer = try line.answer(to: .key(at: path, shown: shown))
        guard let key = try? PublicKey(bytes: answer.data) else { throw .invalid }
        return key
    }

    private static func signature(
        _ commands: [LedgerCommand], of request: LedgerRequest, _ app: LedgerApp, _ path: LedgerPath,
        _ account: PublicKey, _ line: LedgerLine
    ) throws(LedgerFault) -> LedgerReply {
        guard let content = request.content else { throw .unsupported }
        try app.check(content)
        // Nobody is asked to confirm on a device that has another key.
        guard try key(at: path, shown: false, line) == account else { throw .otherDevice }
        let answer = try line.answer(to: commands)
        guard let signature = try? Signature(bytes: answer.data) else { throw .invalid }
        // Another program's command between these ones makes the device sign something else.
        let reply = LedgerReply.signature(signature)
        _ = try request.outcome(of: reply)
        return reply
    }

    private final class Flag: Sendable {
        private let state = Mutex(false)

        var isSet: Bool { state.withLock { $0 } }

        func set() { state.withLock { $0 = true } }
    }
}
