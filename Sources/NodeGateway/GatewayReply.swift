package import JSONRPC
public import SolanaRPC

/// A message from `sidekey-rpc` to the agent, in a frame of its own.
///
/// ```
/// {"hello": 1, "landlock": 7, "filter": true}             the first frame, and the only one of its kind
/// {"answer": 7, "part": "eyJ...", "last": false}           512 KiB of an answer; only the last has fewer
/// {"answer": 7, "part": "fX0=", "last": true}
/// {"failure": 8, "reason": "rate-limited", "value": 30}    what `value` says depends on the reason; often there is none
/// {"event": 9, "state": "began"}
/// {"event": 9, "state": "interrupted", "reason": "cut"}    reason and value as with a failure
/// {"event": 9, "state": "told", "result": {...}}
/// {"event": 9, "state": "refused", "code": -32601, "message": "..."}
/// {"ended": 9}                                             nothing more comes of this subscription
/// ```
public enum GatewayReply: Sendable, Hashable {
    case hello(Confinement)
    case part(UInt64, [UInt8], isLast: Bool)
    case failure(UInt64, RPCTransportError)
    case event(UInt64, SubscriptionEvent)
    case ended(UInt64)

    /// The number of this protocol.
    static let version = 1
    /// The bytes of an answer that a frame holds.
    package static let partCount = 1 << 19

    package var json: JSON {
        switch self {
        case .hello(let confinement):
            [
                "hello": .number(Self.version), "landlock": .number(confinement.landlock),
                "filter": .bool(confinement.hasFilter),
            ]
        case .part(let number, let bytes, let isLast):
            ["answer": .number(number), "part": .string(Base64.encode(bytes)), "last": .bool(isLast)]
        case .failure(let number, let error): .object(Self.members(["failure": .number(number)], error))
        case .event(let number, let event): Self.json(number, event)
        case .ended(let number): ["ended": .number(number)]
        }
    }

    /// Returns the frames of a whole answer.
    package static func parts(of answer: [UInt8], to number: UInt64) -> [GatewayReply] {
        let starts = stride(from: 0, to: max(1, answer.count), by: partCount)
        return starts.map { start in
            let end = min(start + partCount, answer.count)
            return .part(number, Array(answer[start..<end]), isLast: end == answer.count)
        }
    }

    /// Reads a frame.
    ///
    /// - Throws: If it is none of those above.
    package init(_ frame: JSONSource) throws(GatewayFault) {
        var members = try GatewayMembers(frame)
        if members.contains("answer") {
            let number = try members.number("answer")
            let bytes = try members.bytes("part")
            let isLast = try members.bool("last")
            guard bytes.count == Self.partCount || isLast && bytes.count < Self.partCount else { throw .unfit }
            self = .part(number, bytes, isLast: isLast)
        } else if members.contains("failure") {
            let number = try members.number("failure")
            self = .failure(number, try Self.error(&members))
        } else if members.contains("event") {
            let number = try members.number("event")
            self = .event(number, try Self.event(&members))
        } else if members.contains("ended") {
            self = .ended(try members.number("ended"))
        } else {
            _ = try members.int("hello", in: Self.version...Self.version)
            self = .hello(
                Confinement(
                    landlock: try members.int("landlock", in: 0...1000), hasFilter: try members.bool("filter")))
        }
        try members.finish()
    }
}

extension GatewayReply {
    private static let statuses = 100...999
    private static let seconds = 0...Int(Int32.max)

    private static func members(_ first: JSONObject, _ error: RPCTransportError) -> JSONObject {
        var object = first
        let (reason, value) = words(error)
        object["reason"] = .string(reason)
        object["value"] = value
        return object
    }

    private static func json(_ number: UInt64, _ event: SubscriptionEvent) -> JSON {
        let first: JSONObject = ["event": .number(number)]
        switch event {
        case .began: return ["event": .number(number), "state": "began"]
        case .notification(let result): return ["event": .number(number), "state": "told", "result": result]
        case .refused(let refusal):
            // The data that a node adds stay behind: nobody reads them.
            return [
                "event": .number(number), "state": "refused", "code": .number(refusal.code.rawValue),
                "message": .string(String(refusal.message.unicodeScalars.prefix(1000))),
            ]
        case .interrupted(let error):
            var object = members(first, error)
            object["state"] = "interrupted"
            return .object(object)
        }
    }

    private static func event(_ members: inout GatewayMembers) throws(GatewayFault) -> SubscriptionEvent {
        switch try members.text("state") {
        case "began": return .began
        case "told": return .notification(try members.value("result"))
        case "interrupted": return .interrupted(try error(&members))
        case "refused":
            guard let code = try members.value("code").int else { throw .unfit }
            return .refused(RPCNodeError(code: .init(rawValue: code), message: try members.text("message")))
        default: throw .unfit
        }
    }

    private static func words(_ error: RPCTransportError) -> (reason: String, value: JSON?) {
        switch error {
        case .unreachable: ("unreachable", nil)
        case .certificate(let fault): ("certificate", .string(fault.rawValue))
        case .timedOut: ("timed-out", nil)
        case .tooLarge(let limit): ("too-large", .number(limit))
        case .cut: ("cut", nil)
        case .status(let status): ("status", .number(min(max(status, statuses.lowerBound), statuses.upperBound)))
        case .tooManyRequests(let wait):
            ("rate-limited", wait.map { .number(min(max($0, seconds.lowerBound), seconds.upperBound)) })
        case .notAnAnswer: ("not-an-answer", nil)
        case .cancelled: ("cancelled", nil)
        case .redirected(let address): ("redirected", .string(address.url))
        case .notPublic: ("not-public", nil)
        }
    }

    private static func error(_ members: inout GatewayMembers) throws(GatewayFault) -> RPCTransportError {
        switch try members.text("reason") {
        case "unreachable": return .unreachable
        case "certificate":
            guard let fault = RPCCertificateFault(rawValue: try members.text("value")) else { throw .unfit }
            return .certificate(fault)
        case "timed-out": return .timedOut
        case "too-large": return .tooLarge(limit: try members.int("value", in: NodeQuestion.sizes))
        case "cut": return .cut
        case "status": return .status(try members.int("value", in: statuses))
        case "rate-limited":
            guard members.contains("value") else { return .tooManyRequests(retryAfter: nil) }
            return .tooManyRequests(retryAfter: try members.int("value", in: seconds))
        case "not-an-answer": return .notAnAnswer
        case "cancelled": return .cancelled
        case "redirected":
            let url = try members.text("value")
            guard let address = try? RPCEndpoint(url), address.url == url else { throw .unfit }
            return .redirected(to: address)
        case "not-public": return .notPublic
        default: throw .unfit
        }
    }
}

/// The members of a frame between the agent and `sidekey-rpc`: all of the named ones and no others.
struct GatewayMembers: ~Copyable {
    private var members: RPCParameters

    init(_ frame: JSONSource) throws(GatewayFault) {
        guard let object = (try? JSON(parsing: frame, maximumDepth: 72))?.object else { throw .unfit }
        self.init(object)
    }

    init(_ object: JSONObject) { members = RPCParameters(object) }

    func contains(_ name: String) -> Bool { members.contains(name) }

    /// The number of a question.
    mutating func number(_ name: String) throws(GatewayFault) -> UInt64 {
        guard let number = members.optionalValue(name)?.number?.uint64(), number > 0 else { throw .unfit }
        return number
    }

    mutating func text(_ name: String) throws(GatewayFault) -> String {
        guard let text = members.optionalValue(name)?.text else { throw .unfit }
        return text
    }

    mutating func int(_ name: String, in range: ClosedRange<Int>) throws(GatewayFault) -> Int {
        guard let int = members.optionalValue(name)?.int, range.contains(int) else { throw .unfit }
        return int
    }

    mutating func bool(_ name: String) throws(GatewayFault) -> Bool {
        guard let bool = members.optionalValue(name)?.bool else { throw .unfit }
        return bool
    }

    mutating func bytes(_ name: String) throws(GatewayFault) -> [UInt8] {
        guard let string = members.optionalValue(name)?.string, let bytes = try? Base64.decode(string) else {
            throw .unfit
        }
        return bytes
    }

    mutating func value(_ name: String) throws(GatewayFault) -> JSON {
        guard let value = members.optionalValue(name) else { throw .unfit }
        return value
    }

    func finish() throws(GatewayFault) {
        do throws(RPCError) { try members.finish() } catch { throw .unfit }
    }
}

/// The reason there is no `sidekey-rpc` to ask, or the reason it was ended. Append-only.
public enum GatewayFault: Error, Sendable, Hashable {
    /// The program can't be started, for this `errno`.
    case notStarted(errno: Int32)
    /// It has ended.
    case ended
    /// It sent something that doesn't belong here: no frame, no answer to a question, or more than is allowed.
    case unfit
    /// It didn't answer within the question's time limit and some seconds more.
    case hangs
    /// It was told to end.
    case closed
}
