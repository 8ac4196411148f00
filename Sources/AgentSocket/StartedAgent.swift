#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An agent that was started and is nobody's child.
struct StartedAgent: ~Copyable {
    private let process: Int32

    /// - Parameter process: a descriptor that becomes readable when the process has ended, closed with this value; or -1.
    init(process: Int32) { self.process = process }

    deinit { if process >= 0 { close(process) } }

    /// Whether the process has ended; true, too, where the system can't tell.
    var mayHaveEnded: Bool {
        guard process >= 0 else { return true }
        var state = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) != 0
    }
}
