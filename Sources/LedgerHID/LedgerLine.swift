import Ledger
import Salt

/// The line to one open Ledger: commands go out, answers come back.
///
/// Other programs may talk to the same device at the same time: nothing but an advisory lock keeps them off. So the line has a random channel, drops what
/// isn't for it, and begins anew once where something came between.
final class LedgerLine {
    /// The time for an answer that waits for no user.
    static let quick = Duration.seconds(5)
    /// The time for one that does. It is less than the agent's own limit.
    static let slow = Duration.seconds(95)
    /// The longest wait before the line looks whether it was cancelled, in milliseconds.
    private static let step: Int32 = 100

    private let port: any LedgerPort
    private let isCancelled: () -> Bool

    init(_ port: any LedgerPort, isCancelled: @escaping () -> Bool) {
        self.port = port
        self.isCancelled = isCancelled
    }

    /// Sends one command.
    ///
    /// - Throws: The fault of its answer; `busy` if another program comes between twice; `removed`, `timedOut`, `cancelled`, `invalid`.
    func answer(to command: LedgerCommand) throws(LedgerFault) -> LedgerAnswer { try answer(to: [command]) }

    /// Sends commands in a row, and returns the answer to the last.
    ///
    /// - Throws: as ``answer(to:)-swift.method``.
    func answer(to commands: [LedgerCommand]) throws(LedgerFault) -> LedgerAnswer {
        for isLast in [false, true] {
            switch try attempt(commands) {
            case .answered(let answer): return answer
            case .broken where isLast: throw .busy
            // Either it can't be read, or another program's command took the place of the ones before it. It costs no touch to see which.
            case .refused where isLast: throw .notParsable
            case .broken, .refused: continue
            }
        }
        throw .busy
    }

    private enum Attempt {
        case answered(LedgerAnswer)
        /// Something came between.
        case broken
        /// The last command, which goes on with others, wasn't read.
        case refused
    }

    private func attempt(_ commands: [LedgerCommand]) throws(LedgerFault) -> Attempt {
        // A channel of its own each time: answers to what went before are dropped.
        let random = Salt.randomBytes(count: 2)
        let channel = UInt16(random[0]) << 8 | UInt16(random[1])
        var last: LedgerAnswer?
        for command in commands {
            for report in LedgerReport.reports(of: command.encoded, channel: channel) {
                guard !isCancelled() else { throw .cancelled }
                try port.write(report)
            }
            guard let bytes = try receive(channel, waitsForUser: command.waitsForUser) else { return .broken }
            guard let answer = LedgerAnswer(bytes) else { throw .invalid }
            if command.isContinuation, answer.fault == .notParsable {
                return command.isContinued ? .broken : .refused
            }
            if let fault = answer.fault { throw fault }
            last = answer
        }
        guard let last else { throw .invalid }
        return .answered(last)
    }

    /// The bytes of an answer; nil if something came between.
    private func receive(_ channel: UInt16, waitsForUser: Bool) throws(LedgerFault) -> [UInt8]? {
        let end = ContinuousClock.now + (waitsForUser ? Self.slow : Self.quick)
        var reassembly = LedgerReassembly(channel: channel)
        while true {
            guard !isCancelled() else { throw .cancelled }
            guard ContinuousClock.now < end else { throw waitsForUser ? .timedOut : .removed }
            guard let report = try port.read(within: Self.step) else { continue }
            do throws(LedgerReassembly.Disturbed) {
                if let bytes = try reassembly.take(report) { return bytes }
            } catch {
                return nil
            }
        }
    }
}
