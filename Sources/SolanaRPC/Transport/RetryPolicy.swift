/// Decides when a request is repeated, and how long to wait before that.
///
/// The wait doubles each time, less a random part of up to half, so that clients that were refused together don't return together.
public struct RetryPolicy: Sendable, Hashable {
    /// The most times that a request is sent, including the first.
    public var attempts: Int
    /// The first wait, before the random part is subtracted.
    public var firstWait: Duration
    /// The longest wait; the policy gives up on a node that wants a longer one.
    public var longestWait: Duration

    public init(attempts: Int = 4, firstWait: Duration = .milliseconds(250), longestWait: Duration = .seconds(10)) {
        self.attempts = attempts
        self.firstWait = firstWait
        self.longestWait = longestWait
    }

    /// Returns the wait after a failed attempt; nil if there is to be no other.
    ///
    /// - Parameters:
    ///   - attempt: The number of the failed attempt, from 1.
    ///   - random: 0 to 1,023.
    public func wait(
        after error: RPCTransportError, attempt: Int, isRepeatable: Bool, random: Int
    ) -> Duration? {
        guard attempt < attempts else { return nil }
        switch error {
        case .tooManyRequests(let seconds?):
            // The node has refused before it looked at the request: it may be sent again, whatever it is.
            let wanted = Duration.seconds(max(0, seconds))
            return wanted > longestWait ? nil : wanted + firstWait * (random & 1023) / 1024
        case .tooManyRequests(nil), .unreachable: break
        case .timedOut, .cut, .status(500...599):
            guard isRepeatable else { return nil }
        case .status, .certificate, .tooLarge, .notAnAnswer, .cancelled, .redirected, .notPublic: return nil
        }
        let wait = min(firstWait * (1 << min(attempt - 1, 16)), longestWait)
        return wait - wait * (random & 1023) / 2048
    }
}

/// A transport that repeats failed requests, by a policy.
public struct RetryingTransport<Base: RPCTransport>: RPCTransport {
    private let base: Base
    private let policy: RetryPolicy
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a transport that sends through another, and repeats by a policy.
    ///
    /// - Parameter sleep: Waits, and throws if the task is cancelled meanwhile.
    public init(
        _ base: Base, _ policy: RetryPolicy = RetryPolicy(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.base = base
        self.policy = policy
        self.sleep = sleep
    }

    public func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        var attempt = 1
        while true {
            do throws(RPCTransportError) {
                return try await base.send(body, isRepeatable: isRepeatable)
            } catch {
                let random = Int.random(in: 0...1023)
                guard
                    let wait = policy.wait(
                        after: error, attempt: attempt, isRepeatable: isRepeatable, random: random)
                else { throw error }
                do { try await sleep(wait) } catch { throw .cancelled }
                attempt += 1
            }
        }
    }
}
