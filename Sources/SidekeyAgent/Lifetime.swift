import CPlatform
import WalletRuntime

/// The time that the agent stays: until nobody needs it, a newer one is installed, or it is told to leave.
///
/// It never leaves in the middle of something: an agent that is unlocked or has an unfinished request isn't idle. Only a
/// signal or `agent.stop` ends that, through `ConnectionService.shutDown()`.
actor Lifetime {
    enum Reason: String, Sendable {
        /// No client was connected for the idle limit.
        case idle
        /// Another file is in the place from which this program was started, or the socket that clients look for is gone.
        case replaced
        /// SIGTERM, SIGINT or SIGHUP.
        case signalled
        /// `agent.stop`.
        case stopped
    }

    /// The most connections that are served: more than one user's browsers, tests and terminals have, and fewer than there
    /// are descriptors. Database, log and event loop need some of those. The starter of the agent sets their limit.
    private static let connectionLimit: Int = {
        let descriptors = platform_raise_descriptor_limit(1_048)
        return min(1_000, max(4, descriptors - 48))
    }()

    private let idleLimit: Duration
    private let installation: Installation
    private var connections = 0
    private var idleSince: ContinuousClock.Instant?
    private var reason: Reason?
    private var pause: Task<Void, Never>?
    /// The checks in a row that found the agent idle, and whether one before them didn't.
    private var (idleChecks, hasWorked) = (0, false)

    init(idleLimit: Duration, installation: Installation) {
        self.idleLimit = idleLimit
        self.installation = installation
    }

    /// Returns true if a new connection is served. One that isn't is closed without an answer, and its client comes
    /// again: to the next agent if this one is leaving.
    func admit(_ service: any ConnectionService) async -> Bool {
        if installation.isReplaced, await service.isIdle { end(.replaced) }
        guard reason == nil, connections < Self.connectionLimit else { return false }
        connections += 1
        idleSince = nil
        return true
    }

    func release() {
        connections -= 1
        pause?.cancel()
    }

    /// Ends the agent now, for the first reason that is given.
    func end(_ reason: Reason) {
        self.reason = self.reason ?? reason
        pause?.cancel()
    }

    /// Waits until the agent is to leave, and returns the reason. From then on no connection is admitted.
    func waitForEnd(of service: any ConnectionService) async -> Reason {
        while true {
            let isIdle = await service.isIdle
            if let reason { return reason }
            rest(isIdle)
            // Between the question and here a client may have come, and its connection decides.
            if isIdle, installation.isReplaced { end(.replaced) }
            if isIdle, connections == 0, hasBeenIdle() { end(.idle) }
            if reason == nil { await waitForChange() }
        }
    }

    /// Gives back what starting and signing touched of the program's file, which is four fifths of the agent's memory. A locked agent
    /// waits for days while a browser is open, and needs next to none of it. A fresh one is given until the second check: its first client is on the way.
    private func rest(_ isIdle: Bool) {
        guard isIdle else { return (idleChecks, hasWorked) = (0, true) }
        idleChecks += 1
        if idleChecks == (hasWorked ? 1 : 2) { platform_return_program_pages() }
    }

    private func hasBeenIdle() -> Bool {
        let since = idleSince ?? .now
        idleSince = since
        return since.duration(to: .now) >= idleLimit
    }

    /// Waits for the next check. Without a connection it checks several times within the idle limit; with one, it only checks for a replacement.
    private func waitForChange() async {
        let duration = connections == 0 ? idleLimit / 8 : .seconds(30)
        let pause = Task { _ = try? await Task.sleep(for: duration) }
        self.pause = pause
        await pause.value
    }
}
