#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A thread of its own for work that takes a third of a second and 256 MiB.
///
/// On the cooperative pool, which has as many threads as cores, two derivations would leave none to answer the browser. The single thread also
/// ensures that there is never more than one derivation at a time.
final class DerivationThread: SerialExecutor, @unchecked Sendable {
    /// The thread, started on first use; it waits for jobs as long as the program runs.
    static let shared = DerivationThread()

    // `jobs` is only touched under `mutex`; both pointers live as long as the thread, which is for ever.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [UnownedJob] = []

    private init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(arrival, nil)
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        pthread_attr_init(attributes)
        // Musl gives a thread 128 KiB by default.
        pthread_attr_setstacksize(attributes, 1 << 20)
        pthread_attr_setdetachstate(attributes, CInt(PTHREAD_CREATE_DETACHED))
        let status = start(Unmanaged.passRetained(self).toOpaque(), attributes: attributes)
        precondition(status == 0, "no thread for derivations: errno \(status)")
        pthread_attr_destroy(attributes)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pthread_mutex_lock(mutex)
        jobs.append(job)
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(arrival)
    }

    fileprivate func run() -> Never {
        while true {
            next().runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    private func next() -> UnownedJob {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while jobs.isEmpty { pthread_cond_wait(arrival, mutex) }
        return jobs.removeFirst()
    }
}

private func start(_ executor: UnsafeMutableRawPointer, attributes: UnsafePointer<pthread_attr_t>) -> CInt {
    #if canImport(Darwin)
        var thread: pthread_t?
        return pthread_create(
            &thread, attributes, { Unmanaged<DerivationThread>.fromOpaque($0).takeUnretainedValue().run() }, executor)
    #else
        var thread = pthread_t()
        return pthread_create(
            &thread, attributes,
            { executor in
                guard let executor else { return nil }
                Unmanaged<DerivationThread>.fromOpaque(executor).takeUnretainedValue().run()
            }, executor)
    #endif
}
