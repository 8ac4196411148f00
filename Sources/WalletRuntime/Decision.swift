import Synchronization

/// Whether somebody said yes within the call that goes on now; the approval queue notes it.
package final class Decision: Sendable {
    @TaskLocal package static var current: Decision?

    private let made = Mutex(false)

    init() {}

    package func make() {
        made.withLock { $0 = true }
    }

    var isMade: Bool { made.withLock { $0 } }
}
