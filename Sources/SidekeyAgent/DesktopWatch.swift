import CLogind
import Logging
import Pinentry
import Wallet

/// A watch that locks the wallet before the machine sleeps and when the desktop is locked, if logind reports it.
///
/// An inhibitor delays sleep until the keys are wiped, so that no memory image on a disk contains them. Without libsystemd, the system bus
/// or logind nothing is watched, and `sidekey doctor` reports that.
enum DesktopWatch {
    /// The pause before it looks again for a logind that went away.
    private static let pause: Duration = .seconds(30)

    /// Starts to watch, for as long as the program runs.
    static func start(
        _ state: DesktopState, on buses: DesktopBuses, logger: Logger, lock: @escaping @Sendable () async -> Void
    ) {
        Task.detached {
            guard let thread = try? ConversationThread() else { return }
            // If there is no logind at first, none comes later.
            while let connection = await open(buses, on: thread) {
                state.isWatched = true
                let reason = await watch(connection, on: thread, lock: lock)
                state.isWatched = false
                logger.warning("logind is not heard any more", metadata: ["errno": "\(reason)"])
                try? await Task.sleep(for: pause)
            }
            thread.end()
        }
    }

    /// A connection that is used on its thread only.
    private struct Connection: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private static func open(_ buses: DesktopBuses, on thread: ConversationThread) async -> Connection? {
        await thread.run { () -> Connection? in
            var pointer: OpaquePointer?
            guard logind_open(buses.system, &pointer) == 0, let pointer else { return nil }
            _ = logind_inhibit(pointer)
            return Connection(pointer: pointer)
        }
    }

    /// Watches; returns the errno with which the connection was lost.
    private static func watch(
        _ connection: Connection, on thread: ConversationThread, lock: @Sendable () async -> Void
    ) async -> Int32 {
        while true {
            let event = await thread.run { logind_wait(connection.pointer) }
            switch event {
            case Int32(logind_sleep.rawValue):
                await lock()
                await thread.run { logind_release(connection.pointer) }
            case Int32(logind_wake.rawValue): await thread.run { _ = logind_inhibit(connection.pointer) }
            case Int32(logind_lock.rawValue): await lock()
            default:
                await thread.run { logind_close(connection.pointer) }
                return -event
            }
        }
    }
}

extension ConversationThread {
    /// Runs a function on the thread, and waits for its result.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            enqueue { continuation.resume(returning: body()) }
        }
    }
}
