public import JSONRPC
import Logging
import Synchronization

/// A client's connection as the wallet sees it: a receiver of frames.
public protocol WalletConnection: AnyObject, Sendable {
    var id: ConnectionID { get }

    /// Queues one JSON-RPC message. It never blocks, keeps the order, and has no effect once the connection is closed.
    func send(_ payload: [UInt8])

    /// Closes the connection after the queued messages have been sent.
    func close()
}

/// The process at the other end of a connection, as the kernel names it.
public struct PeerProcess: Sendable, Equatable {
    public let pid: Int32
    public let uid: UInt32

    public init(pid: Int32, uid: UInt32) {
        self.pid = pid
        self.uid = uid
    }
}

/// The reason why bytes on a connection were dropped before they became a message.
public enum FrameRefusal: Sendable, Equatable {
    /// A frame of more than 1 MiB; its length in bytes.
    case tooLarge(Int)
    /// A frame of length 0.
    case empty
}

/// The service that answers the frames of connections: the wallet, seen from the socket.
public protocol ConnectionService: Sendable {
    /// Takes a connection that was made.
    func opened(_ connection: any WalletConnection, peer: PeerProcess) async

    /// Takes one message; returns once it was accepted. The answer comes through `WalletConnection.send`.
    func received(_ payload: JSONSource, on connection: ConnectionID) async

    /// Learns that bytes were dropped before they became a message.
    func refused(_ refusal: FrameRefusal, on connection: ConnectionID) async

    /// Learns that a connection is gone.
    func closed(_ connection: ConnectionID) async

    /// True while the session is locked and no request is unfinished: the agent may leave.
    var isIdle: Bool { get async }

    /// Cancels unfinished requests, locks, and returns when everything is written.
    func shutDown() async
}

/// The one answer to a call, for a module that learns of its end by a callback.
///
/// The first answer counts, from any sender; a second is logged and dropped. If nobody is left who could answer, the call ends in an error.
public final class MethodReply: Sendable {
    private let continuation: Mutex<CheckedContinuation<Result<JSON, RPCError>, Never>?>
    private let logger: Logger
    private let method: String

    fileprivate init(
        _ continuation: CheckedContinuation<Result<JSON, RPCError>, Never>, method: String, logger: Logger
    ) {
        self.continuation = Mutex(continuation)
        self.method = method
        self.logger = logger
    }

    deinit {
        guard let continuation = continuation.withLock({ $0 }) else { return }
        logger.error("a module lost a call without an answer", metadata: ["method": "\(method)"])
        continuation.resume(returning: .failure(Self.lost))
    }

    /// Answers with a result.
    ///
    /// - Returns: True if this was the answer.
    @discardableResult
    public func succeed(_ result: JSON) -> Bool { end(.success(result)) }

    /// Answers with an error.
    ///
    /// - Returns: True if this was the answer.
    @discardableResult
    public func fail(_ error: RPCError) -> Bool { end(.failure(error)) }

    private func end(_ outcome: Result<JSON, RPCError>) -> Bool {
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        guard let waiting else {
            logger.error("a module answered twice", metadata: ["method": "\(method)"])
            return false
        }
        waiting.resume(returning: outcome)
        return true
    }

    private static let lost = RPCError(.internalError, .internal, "the module gave no answer")
}

extension MethodCall {
    /// Waits for the answer that is given by a reply.
    ///
    /// - Throws: The error in the answer; -32603 (`internal`) if the reply was dropped without one.
    public func answered(by begin: (MethodReply) -> Void) async throws(RPCError) -> JSON {
        let outcome = await withCheckedContinuation { continuation in
            begin(MethodReply(continuation, method: request.method, logger: context.logger))
        }
        return try outcome.get()
    }
}
