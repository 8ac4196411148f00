import Glibc

/// A moment after which a test stops waiting.
public struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    /// - Parameter seconds: from now; long enough by default for a loaded machine, since a test that passes never waits it out.
    public init(seconds: Double = 60) { end = .now + .seconds(seconds) }

    public var hasPassed: Bool { ContinuousClock.now >= end }

    /// Whole milliseconds that are left, as `poll` takes them.
    var milliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: end)
        return left <= .zero ? 0 : Int32(clamping: Int64(left / .milliseconds(1)) + 1)
    }

    /// Asks again and again until `condition` holds; false where the deadline passed first.
    public func wait(until condition: () throws -> Bool) rethrows -> Bool {
        while true {
            if try condition() { return true }
            if hasPassed { return false }
            usleep(2000)
        }
    }
}
