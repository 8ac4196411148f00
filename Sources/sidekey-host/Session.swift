#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The running host: one connection to the agent and the copying in both directions, in one thread around one `poll`.
struct Session: ~Copyable {
    /// The reason why a session ended.
    enum Ending: Equatable {
        /// The browser closed a pipe or sent a signal.
        case browserGone
        /// The agent closed the connection.
        case agentGone
        /// The agent wrote a frame that is too large for a browser.
        case agentFault
    }

    private let agent: Int32
    private var toAgent: FrameCopy
    private var toBrowser: FrameCopy
    private var agentEnding: Ending?
    /// The answer to a frame that was left out, until there is a place for it between two of the agent's frames.
    /// Meanwhile the browser isn't read, so there is never more than one.
    private var ownAnswer: [UInt8]?

    /// - Parameter agent: a connected socket, which the session closes.
    init(agent: Int32) {
        self.agent = agent
        toAgent = FrameCopy(from: Browser.input, to: agent)
        toBrowser = FrameCopy(from: agent, to: Browser.output)
    }

    deinit { close(agent) }

    /// Copies until one of the two ends has gone.
    mutating func run(_ browser: borrowing Browser) -> Ending {
        while true {
            if let agentEnding, ownAnswer == nil, !toBrowser.isWaitingToWrite { return agentEnding }
            let readsBrowser = readsBrowser
            var states = [
                pollfd(fd: Browser.input, events: readsBrowser ? Int16(POLLIN) : 0, revents: 0),
                pollfd(fd: Browser.output, events: toBrowser.isWaitingToWrite ? Int16(POLLOUT) : 0, revents: 0),
                // A descriptor below zero is passed over. One that was closed is always ready, and while there is no
                // room for what it still holds, every turn would be for nothing.
                pollfd(fd: agentEvents == 0 ? -1 : agent, events: agentEvents, revents: 0),
                browser.terminationState,
            ]
            guard poll(&states, nfds_t(states.count), -1) >= 0 || errno == EINTR else { return .browserGone }
            guard states[3].revents == 0, states[1].revents & Int16(POLLERR | POLLNVAL) == 0 else {
                return .browserGone
            }
            guard copyToBrowser(agentIsReady: states[2].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0) else {
                return .browserGone
            }
            // The same with the browser's pipe: where it isn't read just now, its end is all that can make it ready.
            let browserIsReady = states[0].revents != 0
            guard readsBrowser || !browserIsReady else { return .browserGone }
            guard agentEnding != nil || copyToAgent(browserIsReady: browserIsReady) else { return .browserGone }
            if let answer = ownAnswer, toBrowser.insert(answer) { ownAnswer = nil }
        }
    }

    private var readsBrowser: Bool { ownAnswer == nil && agentEnding == nil && toAgent.hasRoom }

    /// The extent to which the agent is read. While an answer of the host's own waits, it ends with the agent's frame;
    /// otherwise the wait could last for ever.
    private var agentExtent: FrameCopy.Extent {
        guard agentEnding == nil else { return .nothing }
        return ownAnswer == nil ? .all : .frame
    }

    private var readsAgent: Bool {
        switch agentExtent {
        case .nothing: false
        case .frame: toBrowser.isInsideFrame && toBrowser.hasRoom
        case .all: toBrowser.hasRoom
        }
    }

    private var agentEvents: Int16 {
        guard agentEnding == nil else { return 0 }
        return (readsAgent ? Int16(POLLIN) : 0) | (toAgent.isWaitingToWrite ? Int16(POLLOUT) : 0)
    }

    /// Copies to the browser. Returns false if the browser has gone.
    private mutating func copyToBrowser(agentIsReady: Bool) -> Bool {
        switch toBrowser.advance(reading: agentIsReady ? agentExtent : .nothing) {
        case .settled: return true
        case .sinkEnded: return false
        case .sourceEnded: agentEnding = .agentGone
        case .tooLarge(let count): refuseAgent(count)
        case .empty: refuseAgent(0)
        }
        return true
    }

    /// Ends the connection with an answer, because an oversized frame would end the browser's port without one.
    private mutating func refuseAgent(_ count: Int) {
        agentEnding = .agentFault
        ownAnswer = Answer.agentFault(count: count)
    }

    /// Copies to the agent. Returns false if the browser has gone.
    private mutating func copyToAgent(browserIsReady: Bool) -> Bool {
        switch toAgent.advance(reading: browserIsReady ? .all : .nothing) {
        // An agent that doesn't read any more has closed its end, and that is seen on the way to the browser.
        case .settled, .sinkEnded: return true
        case .sourceEnded: return false
        case .tooLarge(let count): ownAnswer = Answer.tooLarge(count)
        case .empty: ownAnswer = Answer.empty
        }
        return true
    }
}
