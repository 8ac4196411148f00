package import WalletRuntime

/// Until when somebody waits, by a clock that is handed in.
package struct Deadline: Sendable {
    let clock: any MonotonicClock
    /// The clock's time at which the waiting ends.
    let end: Duration

    package init(_ end: Duration, of clock: any MonotonicClock) {
        self.end = end
        self.clock = clock
    }

    /// A part of what is left: a node that doesn't answer mustn't take the time of the next.
    package func part(_ parts: Int) -> Deadline {
        let now = clock.now
        return Deadline(parts > 1 && end > now ? now + (end - now) / parts : end, of: clock)
    }

    /// Does work until then; nil where it didn't end in time. Work that goes on is cancelled, and has to heed it.
    package func limiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
        guard clock.now < end else { return nil }
        return await withTaskGroup(of: Value?.self) { group in
            group.addTask { await work() }
            group.addTask { [clock, end] in
                try? await clock.sleep(until: end)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
