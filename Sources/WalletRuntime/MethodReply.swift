public import JSONRPC
import Logging
import Synchronization

/// The one answer to a call, for a module that is told of its end by a callback.
///
/// The first answer counts, whoever gives it; a second is noted in the log and dropped. Where nobody is left who could answer, the call ends in an error.
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
    /// - Returns: Whether this was the answer.
    @discardableResult
    public func succeed(_ result: JSON) -> Bool { end(.success(result)) }

    /// Answers with an error.
    ///
    /// - Returns: Whether this was the answer.
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
    /// Waits for the answer that somebody gives by a reply.
    ///
    /// - Throws: The error in the answer; -32603 (`internal`) where the reply was dropped without one.
    public func answered(by begin: (MethodReply) -> Void) async throws(RPCError) -> JSON {
        let outcome = await withCheckedContinuation { continuation in
            begin(MethodReply(continuation, method: request.method, logger: context.logger))
        }
        return try outcome.get()
    }
}
