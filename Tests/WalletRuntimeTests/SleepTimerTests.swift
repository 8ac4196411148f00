import TestSupport
import Testing
import WalletRuntime

/// One timer for every deadline of a program: what is cancelled leaves nothing behind.
@Suite struct SleepTimerTests {
    /// Returns whether a condition comes to hold, without a thread that waits for it.
    private func holds(_ condition: () -> Bool) async -> Bool {
        let deadline = Deadline()
        while !condition() {
            if deadline.hasPassed { return false }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return true
    }

    @Test func `sleepers wake in the order of their deadlines and not before`() async throws {
        let timer = SleepTimer()
        let start = ContinuousClock.now
        var woken: [Int] = []
        var isPrompt = true
        try await withThrowingTaskGroup(of: (step: Int, delay: Duration).self) { group in
            for step in [5, 1, 4, 2, 3, 0] {
                group.addTask {
                    let deadline = start + .milliseconds(60 * step)
                    try await timer.sleep(until: deadline)
                    return (step, ContinuousClock.now - deadline)
                }
            }
            for try await (step, delay) in group {
                woken.append(step)
                #expect(delay >= .zero)
                if delay >= .milliseconds(30) { isPrompt = false }
            }
        }
        #expect(woken.sorted() == [0, 1, 2, 3, 4, 5])
        // Where the machine stood still for longer, several are due at once, and the system runs them in any order.
        if isPrompt { #expect(woken == [0, 1, 2, 3, 4, 5]) }
        #expect(timer.load == (0, 0))
    }

    @Test func `a sleep that is cancelled ends long before its time, and one that was cancelled before never begins`()
        async
    {
        let timer = SleepTimer()
        let sleep = Task { try await timer.sleep(until: .now + .seconds(7200)) }
        #expect(await holds { timer.load.sleepers == 1 })
        let began = ContinuousClock.now
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
        let second = Task {
            while !Task.isCancelled { await Task.yield() }
            try await timer.sleep(until: .now + .seconds(7200))
        }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(began.duration(to: .now) < .seconds(600))
        #expect(timer.load.sleepers == 0)
    }

    @Test func `a hundred thousand cancelled sleeps of two hours keep neither sleeper nor deadline`() async {
        let timer = SleepTimer()
        let last = Task { try await timer.sleep(until: .now + .milliseconds(300)) }
        for _ in 0..<1000 {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { try? await timer.sleep(until: .now + .seconds(7200)) } }
                group.cancelAll()
            }
        }
        await #expect(throws: Never.self) { try await last.value }
        let load = timer.load
        #expect(load.sleepers == 0 && load.deadlines <= 2 * 101 + 64, "\(load)")
    }
}
