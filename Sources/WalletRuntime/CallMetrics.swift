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
