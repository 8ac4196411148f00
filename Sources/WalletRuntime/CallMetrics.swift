import JSONRPC
import Synchronization

/// The number and durations of each method's calls since the agent's start. They are kept in memory, and nothing of them leaves the machine.
public final class CallMetrics: Sendable {
    /// The figures of one method.
    public struct Entry: Sendable, Equatable {
        public let method: String
        /// The number of calls that have ended.
        public let count: Int
        /// The number of them that ended in an error.
        public let errors: Int
        /// The number of calls that are running.
        public let running: Int
        /// The duration that half of the last calls didn't exceed.
        public let median: Duration
        public let maximum: Duration
    }

    /// The number of last calls that the median is taken of.
    static let kept = 256

    private struct Counts {
        var count = 0
        var errors = 0
        var running = 0
        var maximum: Duration = .zero
        /// The last durations; the oldest is overwritten.
        var last: [Duration] = []
    }

    private struct State {
        var methods: [String: Counts] = [:]
        var unknown = 0
    }

    private let state = Mutex(State())

    init() {}

    /// The number of requests for a method that doesn't exist for their caller. The names aren't kept, because the client chooses them.
    public var unknown: Int { state.withLock(\.unknown) }

    /// The methods that were called, in the order of their names.
    public var entries: [Entry] {
        let methods = state.withLock(\.methods)
        return methods.sorted { $0.key < $1.key }.map { name, counts in
            let sorted = counts.last.sorted()
            return Entry(
                method: name, count: counts.count, errors: counts.errors, running: counts.running,
                median: sorted.isEmpty ? .zero : sorted[(sorted.count - 1) / 2], maximum: counts.maximum)
        }
    }

    func refused() {
        state.withLock { $0.unknown &+= 1 }
    }

    func began(_ method: String) {
        state.withLock { $0.methods[method, default: Counts()].running += 1 }
    }

    func ended(_ method: String, after duration: Duration, failed: Bool) {
        state.withLock { state in
            var counts = state.methods[method] ?? Counts()
            state.methods[method] = nil
            if counts.last.count < Self.kept {
                counts.last.append(duration)
            } else {
                counts.last[counts.count % Self.kept] = duration
            }
            counts.count += 1
            counts.running -= 1
            if failed { counts.errors += 1 }
            counts.maximum = max(counts.maximum, duration)
            state.methods[method] = counts
        }
    }
}

/// A wait for a module that ends at its time limit.
enum CallLimit {
    /// The time that a module still gets after a suspension that took it past its limit.
    private static let waking = Duration.seconds(5)

    /// Returns the work's outcome; nil if it didn't come in time. The work is cancelled then, and nothing waits for it.
    /// Work that ignores the cancellation keeps its own call's memory, and delays no other call.
    static func run(
        _ limit: Duration, by clock: any MonotonicClock,
        _ work: @escaping @Sendable () async -> Result<JSON, RPCError>
    ) async -> Result<JSON, RPCError>? {
        let race = Race()
        let deadline = clock.now + limit
        let runner = Task { race.end(await work()) }
        let watch = Task {
            do {
                try await clock.sleep(until: deadline)
                // The machine was suspended past it: what ends by its own clock says so itself.
                if clock.now - deadline > waking { try await clock.sleep(until: clock.now + waking) }
            } catch { return }
            race.end(nil)
            runner.cancel()
        }
        let outcome = await withTaskCancellationHandler {
            await race.outcome()
        } onCancel: {
            runner.cancel()
        }
        watch.cancel()
        return outcome
    }

    /// A race between the work and its limit; the first to end wins.
    private final class Race: Sendable {
        private enum State {
            case running
            case awaited(CheckedContinuation<Result<JSON, RPCError>?, Never>)
            case ended(Result<JSON, RPCError>?)
        }

        private let state = Mutex(State.running)

        func outcome() async -> Result<JSON, RPCError>? {
            await withCheckedContinuation { continuation in
                let ended: Result<JSON, RPCError>?? = state.withLock { state in
                    if case .ended(let outcome) = state { return .some(outcome) }
                    state = .awaited(continuation)
                    return .none
                }
                if let ended { continuation.resume(returning: ended) }
            }
        }

        func end(_ outcome: Result<JSON, RPCError>?) {
            let waiting: CheckedContinuation<Result<JSON, RPCError>?, Never>? = state.withLock { state in
                switch state {
                case .running:
                    state = .ended(outcome)
                    return nil
                case .awaited(let continuation):
                    state = .ended(outcome)
                    return continuation
                case .ended: return nil
                }
            }
            waiting?.resume(returning: outcome)
        }
    }
}
