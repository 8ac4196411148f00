import CPlatform
import WalletRuntime

/// How long the agent stays: until nobody needs it, a newer one is installed, or it is told to go.
///
/// It never leaves in the middle of something: an agent that is unlocked or has a request unfinished isn't idle, and only
/// a signal or `agent.stop` ends that, through `ConnectionService.shutDown()`.
actor Lifetime {
    enum Reason: String, Sendable {
        /// Nobody was connected for the idle limit.
        case idle
        /// Another file stands where this program was started from, or the socket is gone that clients look for.
        case replaced
        /// SIGTERM, SIGINT or SIGHUP.
        case signalled
        /// `agent.stop`.
        case stopped
    }

    /// How many connections are served: more than browsers, tests and terminals of one user have, and fewer than there are
    /// descriptors, of which database, log and event loop need theirs. Whoever starts the agent sets their limit.
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

    init(idleLimit: Duration, installation: Installation) {
        self.idleLimit = idleLimit
        self.installation = installation
    }

    /// Whether a new connection is served. One that is not is closed without an answer, and its client comes again: to
    /// the next agent, where this one is leaving.
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

    /// Ends the agent's life now, for the first reason that is given.
    func end(_ reason: Reason) {
        self.reason = self.reason ?? reason
        pause?.cancel()
    }

    /// Waits until the agent is to leave, and says why. From then on no connection is admitted.
    func waitForEnd(of service: any ConnectionService) async -> Reason {
        while true {
            let isIdle = await service.isIdle
            if let reason { return reason }
            // Between the question and here a client may have come, and its connection decides.
            if isIdle, installation.isReplaced { end(.replaced) }
            if isIdle, connections == 0, hasBeenIdle() { end(.idle) }
            if reason == nil { await waitForChange() }
        }
    }

    private func hasBeenIdle() -> Bool {
        let since = idleSince ?? .now
        idleSince = since
        return since.duration(to: .now) >= idleLimit
    }

    /// With nobody connected it looks a few times within the idle limit; with somebody, only whether it was replaced.
    private func waitForChange() async {
        let duration = connections == 0 ? idleLimit / 8 : .seconds(30)
        let pause = Task { _ = try? await Task.sleep(for: duration) }
        self.pause = pause
        await pause.value
    }
}
