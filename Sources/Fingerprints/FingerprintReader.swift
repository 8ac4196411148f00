import CFprint
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The machine's fingerprint sensor, as fprintd serves it on the system bus.
///
/// It is presence and no cryptography: fprintd says yes or no, and nothing is computed with the finger. Whoever is root here, or controls fprintd, can
/// say yes. Signals count from the one connection that owns fprintd's name and of the one sensor that was asked: anyone may send them on that bus.
public struct FingerprintReader: Sendable {
    /// The time for which a finger is waited for.
    public static let limit: Duration = .seconds(30)

    private let bus: String?

    /// - Parameter bus: The address of a bus in the place of the system's.
    public init(bus: String? = nil) {
        self.bus = bus
    }

    /// Checks that a finger could be asked for.
    ///
    /// - Throws: The reason it couldn't: `absent`, `notEnrolled`, `refused`.
    public func checkReady() async throws(FingerprintFault) {
        let bus = bus
        try await Self.run { fprint_ready(bus) }
    }

    /// Waits until a finger of this user's matches, as fprintd says. Cancelling the task makes the sensor stop waiting.
    ///
    /// - Parameters:
    ///   - limit: the time for which a finger is waited for, up to 24 hours.
    ///   - waiting: Called once the sensor waits.
    /// - Throws: The reason none did.
    public func verify(
        within limit: Duration = limit, waiting: @escaping @Sendable () -> Void = {}
    ) async throws(FingerprintFault) {
        let bus = bus
        let watch = FingerprintWatch(waiting)
        let milliseconds = UInt32(
            clamping: limit.components.seconds * 1000 + limit.components.attoseconds / 1_000_000_000_000_000)
        let result = await withTaskCancellationHandler { () async -> Result<Void, FingerprintFault> in
            do throws(FingerprintFault) {
                try await Self.run {
                    withExtendedLifetime(watch) {
                        fprint_verify(
                            bus, milliseconds,
                            { context in context.map { FingerprintWatch.at($0).isCancelled } ?? true },
                            { context in if let context { FingerprintWatch.at(context).waiting() } },
                            Unmanaged.passUnretained(watch).toOpaque())
                    }
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            watch.cancel()
        }
        try result.get()
    }

    /// Runs what blocks on a thread of its own.
    private static func run(_ body: @escaping @Sendable () -> fprint_outcome) async throws(FingerprintFault) {
        let outcome = await withCheckedContinuation { continuation in
            let job = Unmanaged.passRetained(BlockingJob { continuation.resume(returning: body()) })
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { pointer in
                    if let pointer { Unmanaged<BlockingJob>.fromOpaque(pointer).takeRetainedValue().run() }
                    return nil
                }, job.toOpaque())
            guard status == 0 else {
                job.release()
                return continuation.resume(returning: fprint_failed)
            }
            pthread_detach(thread)
        }
        if let fault = FingerprintFault(outcome) { throw fault }
    }
}

/// What one thread does.
private final class BlockingJob: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// The state of one wait, which the sensor's thread looks at.
private final class FingerprintWatch: Sendable {
    let waiting: @Sendable () -> Void
    private let cancelled = Atomic(false)

    init(_ waiting: @escaping @Sendable () -> Void) { self.waiting = waiting }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() { cancelled.store(true, ordering: .releasing) }

    static func at(_ pointer: UnsafeMutableRawPointer) -> FingerprintWatch {
        Unmanaged.fromOpaque(pointer).takeUnretainedValue()
    }
}

/// The reason no finger proved its user's presence.
public enum FingerprintFault: Error, Sendable, Hashable, CaseIterable {
    /// Another finger, or the sensor couldn't read it.
    case noMatch
    /// Nobody touched the sensor in time.
    case timedOut
    /// It was cancelled from here.
    case cancelled
    /// There is no libsystemd, system bus, fprintd or sensor.
    case absent
    /// No finger of this user's is enrolled.
    case notEnrolled
    /// Another program uses the sensor.
    case busy
    /// The system lets this session ask for no finger: it is remote, or another one is in front.
    case refused
    /// The sensor or fprintd went away.
    case gone
    /// Another error of fprintd's.
    case failed

    /// The fault of an outcome; nil for a match.
    init?(_ outcome: fprint_outcome) {
        switch outcome {
        case fprint_match: return nil
        case fprint_no_match: self = .noMatch
        case fprint_timed_out: self = .timedOut
        case fprint_cancelled: self = .cancelled
        case fprint_absent: self = .absent
        case fprint_not_enrolled: self = .notEnrolled
        case fprint_busy: self = .busy
        case fprint_refused: self = .refused
        case fprint_gone: self = .gone
        default: self = .failed
        }
    }
}
