#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The date, for what people read and records keep; nothing is decided by it but whether a sign-in's times are now.
public protocol WallClock: Sendable {
    /// Milliseconds since 1 January 1970, UTC.
    var milliseconds: Int64 { get }
}

/// The system's date.
public struct SystemWallClock: WallClock {
    public init() {}

    public var milliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
