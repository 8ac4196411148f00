import CTss2
import Synchronization
public import TPMSeals

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A TPM's commands and answers over an open descriptor, as tpm2-tss asks for it (TCTI, TSS 2.0 TPM Command Transmission Interface, version 1).
///
/// The kernel's device and the socket of a TPM in software speak alike: a command is written whole, and its answer is read. So tests run what users do.
/// The descriptor comes from outside, since the process may open nothing once it is confined; and every wait has an end, which tpm2-tss's own doesn't.
public final class TPMLink: Sendable {
    /// The kernel's device, which shares one TPM among programs.
    public static let device = "/dev/tpmrm0"
    /// The time limit for all that is done over a link.
    public static let limit = Duration.seconds(50)
    /// The number of bytes before an answer's parameters: tag (2), count (4), code (4).
    private static let headCount = 10
    private static let step: Int32 = 50

    private let descriptor: Int32
    private let end: ContinuousClock.Instant
    private let isCancelled = Mutex(false)
    private let ended = Mutex<TPMFault?>(nil)

    /// - Parameter descriptor: open for reading and writing; it stays the caller's.
    public init(over descriptor: Int32, limit: Duration = limit) {
        self.descriptor = descriptor
        end = .now + limit
    }

    /// Opens the kernel's device.
    ///
    /// - Throws: ``TPMFault/absent``, ``TPMFault/denied``.
    public static func open() throws(TPMFault) -> Int32 {
        #if canImport(Glibc)
            let descriptor = Glibc.open(device, O_RDWR | O_CLOEXEC)
        #elseif canImport(Musl)
            let descriptor = Musl.open(device, O_RDWR | O_CLOEXEC)
        #else
            let descriptor = Darwin.open(device, O_RDWR | O_CLOEXEC)
        #endif
        guard descriptor >= 0 else { throw errno == EACCES || errno == EPERM ? .denied : .absent }
        return descriptor
    }

    /// Ends what another thread waits for.
    public func cancel() { isCancelled.withLock { $0 = true } }

    /// The reason the link ended; nil while it holds.
    var fault: TPMFault? { ended.withLock { $0 } }

    private func wait(for events: Int32) -> Bool {
        while true {
            if isCancelled.withLock({ $0 }) { return stop(.cancelled) }
            if ContinuousClock.now >= end { return stop(.timedOut) }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            if poll(&entry, 1, Self.step) > 0 { return true }
        }
    }

    private func stop(_ fault: TPMFault) -> Bool {
        ended.withLock { $0 = $0 ?? fault }
        return false
    }

    /// Writes a command.
    fileprivate func send(_ command: UnsafeRawBufferPointer) -> Bool {
        var rest = command
        while !rest.isEmpty {
            guard wait(for: POLLOUT) else { return false }
            let count = write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return stop(.failed) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    /// Reads an answer; nil if none comes that is whole.
    fileprivate func receive(_ answer: UnsafeMutableRawBufferPointer) -> Int? {
        var filled = 0
        while true {
            guard wait(for: POLLIN) else { return nil }
            let rest = UnsafeMutableRawBufferPointer(rebasing: answer[filled...])
            let count = read(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else {
                _ = stop(.failed)
                return nil
            }
            filled += count
            guard filled >= Self.headCount else { continue }
            let whole = answer[2..<6].reduce(0) { $0 << 8 | Int($1) }
            guard (Self.headCount...answer.count).contains(whole), filled <= whole else {
                _ = stop(.failed)
                return nil
            }
            if filled == whole { return whole }
        }
    }
}

/// What tpm2-tss holds of a link: the functions that it calls, and the link behind them.
struct TPMInterface {
    private var functions: TSS2_TCTI_CONTEXT_COMMON_V1
    private let link: Unmanaged<TPMLink>

    /// The largest answer of a TPM in bytes.
    private static let mostBytes = 4096
    /// A fault of reading or writing, by this layer.
    private static let failed: TSS2_RC = 10 << 16 | 10

    /// - Parameter link: outlives it.
    init(_ link: TPMLink) {
        self.link = Unmanaged.passUnretained(link)
        functions = TSS2_TCTI_CONTEXT_COMMON_V1()
        functions.magic = 0x7369_6465_6B65_7931
        functions.version = 1
        functions.transmit = { context, count, command in
            guard let link = TPMInterface.link(of: context), let command else { return TPMInterface.failed }
            return link.send(UnsafeRawBufferPointer(start: command, count: count)) ? 0 : TPMInterface.failed
        }
        functions.receive = { context, count, answer, _ in
            guard let link = TPMInterface.link(of: context), let count else { return TPMInterface.failed }
            guard let answer else {
                // Only the room is asked for.
                count.pointee = TPMInterface.mostBytes
                return 0
            }
            let room = UnsafeMutableRawBufferPointer(start: answer, count: count.pointee)
            guard let filled = link.receive(room) else { return TPMInterface.failed }
            count.pointee = filled
            return 0
        }
        functions.finalize = { _ in }
    }

    private static func link(of context: OpaquePointer?) -> TPMLink? {
        context.map { UnsafePointer<TPMInterface>($0).pointee.link.takeUnretainedValue() }
    }
}
