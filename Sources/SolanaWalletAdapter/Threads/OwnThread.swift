#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread for one job that may block: a person who unlocks a keyring, a browser that is slow to answer.
///
/// The cooperative pool has as many threads as cores: on two cores, two such jobs would leave none for the app.
enum OwnThread {
    /// Runs a job on its own thread and returns its result.
    ///
    /// If the system has no thread left, the caller's thread runs it.
    static func run<Value: Sendable, Failure: Error>(
        _ job: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            start {
                do throws(Failure) {
                    continuation.resume(returning: .success(try job()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    /// Starts a job whose result no caller waits for.
    static func start(_ job: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        // Musl gives a thread 128 KiB by default.
        pthread_attr_setstacksize(&attributes, 1 << 19)
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        let boxed = Unmanaged.passRetained(Job(job))
        #if canImport(Darwin)
            var identifier: pthread_t?
            let status = pthread_create(
                &identifier, &attributes,
                { job in
                    Unmanaged<Job>.fromOpaque(job).takeRetainedValue().run()
                    return nil
                }, boxed.toOpaque())
        #else
            var identifier = pthread_t()
            let status = pthread_create(
                &identifier, &attributes,
                { job in
                    if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().run() }
                    return nil
                }, boxed.toOpaque())
        #endif
        if status != 0 { boxed.takeRetainedValue().run() }
    }

    private final class Job: Sendable {
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        func run() { body() }
    }
}
