#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread for one conversation, on which reads and writes may block while a person thinks.
///
/// The cooperative pool has as many threads as cores, so two prompts could leave none to answer the browser. One thread serves
/// the whole conversation, because the system kills a pinentry when the thread that started it ends.
package final class ConversationThread: @unchecked Sendable {
    package typealias Job = @Sendable () -> Void

    // `jobs` and `isEnding` are only touched under `mutex`; both pointers live as long as this object, which the thread holds.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [Job] = []
    private var isEnding = false

    /// Starts the thread.
    ///
    /// - Throws: `notStarted`.
    package init() throws(PinentryError) {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(arrival, nil)
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        pthread_attr_init(attributes)
        defer { pthread_attr_destroy(attributes) }
        // Musl gives a thread 128 KiB by default.
        pthread_attr_setstacksize(attributes, 1 << 19)
        pthread_attr_setdetachstate(attributes, CInt(PTHREAD_CREATE_DETACHED))
        let this = Unmanaged.passRetained(self)
        let status = start(this.toOpaque(), attributes: attributes)
        guard status == 0 else {
            this.release()
            throw .notStarted(errno: status)
        }
    }

    deinit {
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(arrival)
        mutex.deallocate()
        arrival.deallocate()
    }

    /// Runs a job on the thread after all earlier ones. After ``end()`` the caller runs the job.
    package func enqueue(_ job: @escaping Job) {
        pthread_mutex_lock(mutex)
        let isEnding = isEnding
        if !isEnding { jobs.append(job) }
        pthread_mutex_unlock(mutex)
        if isEnding { job() } else { pthread_cond_signal(arrival) }
    }

    /// Ends the thread after its last job.
    package func end() {
        pthread_mutex_lock(mutex)
        isEnding = true
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(arrival)
    }

    fileprivate func run() {
        // A program that has gone is seen by EPIPE. The signal is the thread's own, and ends with it.
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, nil)
        while let job = next() { job() }
    }

    private func next() -> Job? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while jobs.isEmpty {
            if isEnding { return nil }
            pthread_cond_wait(arrival, mutex)
        }
        return jobs.removeFirst()
    }
}

private func start(_ thread: UnsafeMutableRawPointer, attributes: UnsafePointer<pthread_attr_t>) -> CInt {
    #if canImport(Darwin)
        var identifier: pthread_t?
        return pthread_create(
            &identifier, attributes,
            { thread in
                Unmanaged<ConversationThread>.fromOpaque(thread).takeRetainedValue().run()
                return nil
            }, thread)
    #else
        var identifier = pthread_t()
        return pthread_create(
            &identifier, attributes,
            { thread in
                if let thread { Unmanaged<ConversationThread>.fromOpaque(thread).takeRetainedValue().run() }
                return nil
            }, thread)
    #endif
}

extension ConversationThread {
    /// Runs a body on the thread, and waits for it.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws(PinentryError) -> Value
    ) async throws(PinentryError) -> Value {
        let result = await withCheckedContinuation { continuation in
            enqueue {
                do throws(PinentryError) {
                    continuation.resume(returning: Result<Value, PinentryError>.success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    /// Starts a program on the thread, which ends with it; the thread ends where the program can't be started.
    ///
    /// - Throws: `notStarted`.
    func startProgram(
        _ program: PinentryProgram, environment: [String], deadline: ContinuousClock.Instant
    ) async throws(PinentryError) -> PinentryProcess {
        do throws(PinentryError) {
            return try await perform { () throws(PinentryError) in
                try PinentryProcess(program, environment: environment, deadline: deadline)
            }
        } catch {
            end()
            throw error
        }
    }
}
