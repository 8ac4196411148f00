public import AgentSocket
public import Salt

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The kind of device that one `sidekey-device` serves, which is its argument.
public enum DeviceKind: String, Sendable, Hashable, CaseIterable {
    /// A FIDO2 security key.
    case securityKey = "security-key"
    /// A Ledger with its Solana app.
    case ledger
    /// A token by its PKCS #11 module.
    case token = "pkcs11"
    /// The machine's TPM 2.0.
    case tpm
}

/// The faults that all kinds of device share.
public protocol DeviceFault: Error, Sendable {
    /// The program that talks to devices isn't there, or has failed.
    static var unavailable: Self { get }
    /// The answer didn't come in time.
    static var timedOut: Self { get }
    /// It was cancelled from here.
    static var cancelled: Self { get }
}

/// A request to one kind of device, which knows how its answer is read.
public protocol DeviceRequest: Sendable {
    associatedtype Outcome: Sendable
    associatedtype Fault: DeviceFault

    /// The kind of device that serves it.
    static var device: DeviceKind { get }
    /// The time limit for one request, touches included.
    static var limit: Duration { get }

    /// Refuses a request that no device can serve, before one is asked.
    func check() throws(Fault)

    /// The frame, with its count.
    func frame() -> SecretBytes

    /// Makes a reader for one answer. It gets one frame after the other, without their counts, until it returns something.
    ///
    /// What it returns answers this request and no other: the program that talks to devices is no judge of what came from one.
    func reader() -> @Sendable (UnsafeRawBufferPointer) throws(Fault) -> Outcome?
}

extension DeviceRequest {
    public static var limit: Duration { .seconds(100) }

    public func check() throws(Fault) {}
}

/// The `sidekey-device` program, of which each use of a device gets one of its own.
public struct DeviceProgram<Request: DeviceRequest>: Sendable, Hashable {
    private let program: ChildProgram

    /// - Parameters:
    ///   - path: its absolute path.
    ///   - limit: the time limit for one request.
    public init(path: String, limit: Duration = Request.limit) {
        program = ChildProgram(path: path, arguments: [Request.device.rawValue], limit: limit)
    }

    private init(_ program: ChildProgram) {
        self.program = program
    }

    /// Returns the one in the folder of the running program.
    ///
    /// - Throws: `system`.
    public static func besideThisProgram() throws(AgentSocketError) -> DeviceProgram {
        DeviceProgram(
            try .beside(
                thisProgram: "sidekey-device", arguments: [Request.device.rawValue], limit: Request.limit))
    }

    /// Has a request served, if it passes its own check. Cancelling the task makes the device stop waiting.
    ///
    /// - Throws: The reason there is nothing; ``DeviceFault/timedOut`` at the limit.
    public func ask(_ request: Request) async throws(Request.Fault) -> Request.Outcome {
        try request.check()
        return try await program.run(else: Request.Fault.unavailable) { pipes throws(Request.Fault) in
            try DeviceExchange<Request.Fault>(pipes).outcome(of: request.frame(), request.reader())
        }
    }
}

/// One request and the frames of its answer.
private final class DeviceExchange<Fault: DeviceFault> {
    /// The time that a cancelled program has to make its device stop waiting.
    private static var patience: Duration { .seconds(2) }

    private let pipes: ChildPipes
    private var end: ContinuousClock.Instant
    private var isTold = false

    init(_ pipes: ChildPipes) {
        self.pipes = pipes
        end = pipes.deadline
    }

    func outcome<Outcome>(
        of request: consuming SecretBytes, _ take: (UnsafeRawBufferPointer) throws(Fault) -> Outcome?
    ) throws(Fault) -> Outcome {
        try write(request)
        while true {
            let head: SecretBytes = try read(4)
            guard let count = head.withBytes({ DeviceFrame.count($0) }) else { throw .unavailable }
            let body: SecretBytes = try read(count)
            let outcome = try body.withBytes { bytes throws(Fault) in try take(bytes) }
            if let outcome { return outcome }
        }
    }

    private func write(_ request: borrowing SecretBytes) throws(Fault) {
        try request.withBytes { bytes throws(Fault) in
            var rest = bytes
            while !rest.isEmpty {
                try mayWait()
                var entry = pollfd(fd: pipes.input, events: Int16(POLLOUT), revents: 0)
                guard poll(&entry, 1, ChildPipes.step) > 0 else { continue }
                let part = Self.write(pipes.input, rest)
                if part < 0, errno == EAGAIN || errno == EINTR { continue }
                guard part > 0 else { throw .unavailable }
                rest = UnsafeRawBufferPointer(rebasing: rest[part...])
            }
        }
    }

    /// Reads so many bytes into closed memory.
    private func read(_ count: Int) throws(Fault) -> SecretBytes {
        try SecretBytes(count: count) { buffer throws(Fault) in
            var filled = 0
            while filled < count {
                try mayWait()
                var entry = pollfd(fd: pipes.output, events: Int16(POLLIN), revents: 0)
                guard poll(&entry, 1, ChildPipes.step) > 0 else { continue }
                let part = Self.read(pipes.output, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                if part < 0, errno == EAGAIN || errno == EINTR { continue }
                guard part > 0 else { throw .unavailable }
                filled += part
            }
        }
    }

    private func mayWait() throws(Fault) {
        if !isTold, pipes.isCancelled {
            isTold = true
            end = min(end, .now + Self.patience)
            _ = DeviceFrame.cancel.withUnsafeBytes { Self.write(pipes.input, $0) }
        }
        guard ContinuousClock.now < end else { throw isTold ? .cancelled : .timedOut }
    }

    private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
            Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #else
            Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }

    private static func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
            Musl.write(descriptor, buffer.baseAddress, buffer.count)
        #else
            Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }
}
