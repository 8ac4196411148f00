#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program's one timer: every deadline waits in one heap, and one thread sleeps until the first of them.
///
/// The concurrency library's own sleep keeps its memory until the deadline, even if its task was cancelled long before. A call may wait two
/// hours for a person, so a client that made call after call would fill the memory of the process that holds the keys. Here a cancelled sleep
/// leaves at once.
package final class SleepTimer: @unchecked Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// The timer that every clock of the program shares.
    package static let shared = SleepTimer()

    /// The longest sleep of the thread. A thread's sleep stands still while the machine is suspended, but the clock goes on.
    private static let step: Duration = .seconds(5)

    private typealias Sleeper = CheckedContinuation<Void, any Error>

    // These members are only touched under `mutex`; both pointers live as long as this object, which the thread holds.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var sleepers: [UInt64: Sleeper] = [:]
    private var deadlines = DeadlineHeap()
    private var lastID: UInt64 = 0
    private var hasThread = false

    package init() {
        pthread_mutex_init(mutex, nil)
        #if canImport(Darwin)
            pthread_cond_init(change, nil)
        #else
            // By the clock that nobody can set.
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(change, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(change)
        mutex.deallocate()
        change.deallocate()
    }

    /// The number of sleepers, and of the deadlines that are kept for them.
    package var load: (sleepers: Int, deadlines: Int) { locked { (sleepers.count, deadlines.count) } }

    /// Waits until a moment.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    package func sleep(until deadline: Instant) async throws {
        guard let id = locked({ begin() }) else {
            // No thread can be had now: better a sleep that costs more than none.
            return try await ContinuousClock().sleep(until: deadline)
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (sleeper: Sleeper) in
                let isCancelled = locked {
                    guard !Task.isCancelled else { return true }
                    sleepers[id] = sleeper
                    if deadlines.insert(deadline, id) { pthread_cond_signal(change) }
                    return false
                }
                if isCancelled { sleeper.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = locked {
                let sleeper = sleepers.removeValue(forKey: id)
                // The entry stays in the heap until half of the heap is such.
                if deadlines.count > 2 * sleepers.count + 64 { deadlines.keep { sleepers[$0] != nil } }
                return sleeper
            }
            sleeper?.resume(throwing: CancellationError())
        }
    }

    /// Returns the next sleeper's number; nil if the thread can't be started.
    private func begin() -> UInt64? {
        if !hasThread {
            let this = Unmanaged.passRetained(self)
            hasThread = start(this.toOpaque()) == 0
            guard hasThread else {
                this.release()
                return nil
            }
        }
        lastID += 1
        return lastID
    }

    fileprivate func run() -> Never {
        while true {
            for sleeper in due() { sleeper.resume() }
        }
    }

    /// Waits, and removes the sleepers whose time has come.
    private func due() -> [Sleeper] {
        locked {
            while true {
                let now = ContinuousClock.now
                var due: [Sleeper] = []
                while let id = deadlines.removeFirst(by: now) {
                    if let sleeper = sleepers.removeValue(forKey: id) { due.append(sleeper) }
                }
                if !due.isEmpty { return due }
                wait(deadlines.first.map { min(now.duration(to: $0), Self.step) })
            }
        }
    }

    /// Waits for a change, but no longer than the duration.
    private func wait(_ duration: Duration?) {
        guard let duration else {
            pthread_cond_wait(change, mutex)
            return
        }
        let (seconds, attoseconds) = duration.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000) + 1)
        #if canImport(Darwin)
            pthread_cond_timedwait_relative_np(change, mutex, &time)
        #else
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            time.tv_sec += now.tv_sec
            time.tv_nsec += now.tv_nsec
            if time.tv_nsec >= 1_000_000_000 {
                time.tv_sec += 1
                time.tv_nsec -= 1_000_000_000
            }
            pthread_cond_timedwait(change, mutex, &time)
        #endif
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}

private func start(_ timer: UnsafeMutableRawPointer) -> CInt {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    defer { pthread_attr_destroy(attributes) }
    // Musl gives a thread 128 KiB by default.
    pthread_attr_setstacksize(attributes, 1 << 19)
    pthread_attr_setdetachstate(attributes, CInt(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
        var thread: pthread_t?
        return pthread_create(
            &thread, attributes, { Unmanaged<SleepTimer>.fromOpaque($0).takeUnretainedValue().run() }, timer)
    #else
        var thread = pthread_t()
        return pthread_create(
            &thread, attributes,
            { timer in
                guard let timer else { return nil }
                Unmanaged<SleepTimer>.fromOpaque(timer).takeUnretainedValue().run()
            }, timer)
    #endif
}

/// Deadlines with the first on top.
private struct DeadlineHeap {
    private var entries: [(deadline: SleepTimer.Instant, id: UInt64)] = []

    var count: Int { entries.count }
    var first: SleepTimer.Instant? { entries.first?.deadline }

    /// Adds a deadline; returns true if it is now the first.
    mutating func insert(_ deadline: SleepTimer.Instant, _ id: UInt64) -> Bool {
        entries.append((deadline, id))
        var index = entries.count - 1
        while index > 0, entries[index].deadline < entries[(index - 1) / 2].deadline {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
        return index == 0
    }

    /// Removes the first deadline if its time has come.
    mutating func removeFirst(by now: SleepTimer.Instant) -> UInt64? {
        guard let first = entries.first, first.deadline <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        settle(0)
        return first.id
    }

    mutating func keep(_ isKept: (UInt64) -> Bool) {
        entries = entries.filter { isKept($0.id) }
        for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { settle(index) }
    }

    private mutating func settle(_ start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < entries.count && entries[child].deadline < entries[least].deadline { least = child }
            if least == index { return }
            entries.swapAt(least, index)
            index = least
        }
    }
}
