/// Why a person couldn't be asked; cases are only ever added. Each of them means no.
public enum PinentryError: Error, Sendable, Hashable {
    /// No pinentry stands at any of the known paths, or none that only root can change.
    case programMissing
    /// Nobody sits where a prompt could appear: there is neither a display nor a terminal.
    case noDisplay
    /// The program can't be started.
    case notStarted(errno: Int32)
    /// The program ended, was killed or closed its end before it had answered.
    case ended
    /// The time for the whole conversation is over; the program is killed.
    case timedOut
    /// The task was cancelled; the program is killed.
    case cancelled
    /// The program said something that isn't the protocol.
    case fault(AssuanFault)
    /// The program refused a command, with this number of libgpg-error's.
    case refused(code: UInt16)
}

/// What isn't Assuan in a line, or not what was asked for; cases are only ever added.
public enum AssuanFault: Error, Sendable, Hashable {
    /// A line of more than 1,000 bytes.
    case lineTooLong
    /// A line that is none of the protocol's.
    case unknownLine
    /// A percent sign without two hex digits, or a control character.
    case malformedLine
    /// An answer of more lines or bytes than any answer has.
    case answerTooLong
    /// Data where none was asked for.
    case unexpectedData
    /// A secret that nobody typed: it comes from a cache.
    case cachedSecret
}

extension PinentryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .programMissing: "no pinentry program is installed"
        case .noDisplay: "there is no display to show a prompt on"
        case .notStarted(let errno): "pinentry cannot be started: errno \(errno)"
        case .ended: "pinentry ended without an answer"
        case .timedOut: "nobody answered the prompt in time"
        case .cancelled: "the prompt was cancelled"
        case .fault(let fault): "pinentry broke its protocol: \(fault)"
        case .refused(let code): "pinentry refused: error \(code)"
        }
    }
}

extension AssuanFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .lineTooLong: "a line is longer than 1000 bytes"
        case .unknownLine: "a line is not one of the protocol's"
        case .malformedLine: "a line is malformed"
        case .answerTooLong: "an answer has no end"
        case .unexpectedData: "data that nobody asked for"
        case .cachedSecret: "a secret that nobody typed"
        }
    }
}
