import JSONRPC
import Synchronization

/// How often each method was called and how long it took, since the agent's start. It is kept in memory, and nothing of it leaves the machine.
public final class CallMetrics: Sendable {
    /// What is known of one method.
    public struct Entry: Sendable, Equatable {
        public let method: String
        /// How many calls have ended.
        public let count: Int
        /// How many of them in an error.
        public let errors: Int
        /// How many go on now.
        public let running: Int
        /// Half of the last calls took no longer than this.
        public let median: Duration
        public let maximum: Duration
    }

    /// Of how many last calls the median is taken.
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

    /// How many requests named a method that isn't there for their caller; whoever asks chooses those names, so they aren't kept.
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

/// Waits for a module no longer than it may take.
enum CallLimit {
    /// What a module still gets after a suspension that took it past its limit.
    private static let waking = Duration.seconds(5)

    /// The work's outcome; nil where it didn't come in time. The work is cancelled then, and nobody waits for it: one that
    /// doesn't hear of that keeps its own call's memory, and no other call waits for it.
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

    /// Whichever ends first.
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
