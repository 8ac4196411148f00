/// When to ask once more, and how long to wait before.
///
/// The wait doubles with each time, and a random half of it is taken away, so that those who were turned away together don't come back together.
public struct RetryPolicy: Sendable, Hashable {
    /// How often the same is sent at most, the first time among them.
    public var attempts: Int
    /// The first wait, before anything is taken away.
    public var firstWait: Duration
    /// The longest wait; a node that wants a longer one is given up.
    public var longestWait: Duration

    public init(attempts: Int = 4, firstWait: Duration = .milliseconds(250), longestWait: Duration = .seconds(10)) {
        self.attempts = attempts
        self.firstWait = firstWait
        self.longestWait = longestWait
    }

    /// The wait after an attempt that failed; nil where there is to be no other.
    ///
    /// - Parameters:
    ///   - attempt: Which one it was, from 1.
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
        case .status, .certificate, .tooLarge, .notAnAnswer, .cancelled: return nil
        }
        let wait = min(firstWait * (1 << min(attempt - 1, 16)), longestWait)
        return wait - wait * (random & 1023) / 2048
    }
}

/// A transport that asks again, by a policy.
public struct RetryingTransport<Base: RPCTransport>: RPCTransport {
    private let base: Base
    private let policy: RetryPolicy
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Asks by a transport, and once more by a policy.
    ///
    /// - Parameter sleep: Waits, and throws where the task is cancelled meanwhile.
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
