public import JSONRPC
public import WalletRuntime

/// Heartbeats, expiry, cancellation and lost connections.
extension ApprovalCoordinator {
    /// Records that a surface shows these requests to the user now.
    ///
    /// Requests that the same connection queued behind them are kept alive too: the user reads one after the other.
    public func present(_ ids: [String]) {
        let now = context.clock.now
        let named = ids.compactMap { requests[$0] }.filter { $0.isJournaled && $0.state.isPending && now < $0.deadline }
        for pending in named {
            if pending.state == .queued { pending.state = .presented }
            for other in requests.values
            where other.client.connection == pending.client.connection && other.arrival >= pending.arrival
                && other.state.isPending && now < other.deadline
            {
                other.lastPresented = now
            }
        }
        setAlarm()
    }

    /// Cancels the request that a connection knows by this JSON-RPC id.
    ///
    /// A `cancel` can overtake its request on the way here; it is kept for that request.
    public func cancel(rpcID: JSONString, document: String, client: Client) async {
        let found = requests.values.first { pending in
            pending.rpcID == rpcID && pending.client.connection == client.connection
                && pending.request.content.page.document == document && pending.state.isPending
        }
        if let found {
            await end(found, as: .cancelled, with: .failure(Self.cancelled))
        } else if open[client.connection]?.count ?? Self.earlyCancels < Self.earlyCancels {
            open[client.connection]?.insert(rpcID)
        }
    }

    /// Records that a client is connected and can be answered.
    public func connectionOpened(_ connection: ConnectionID) {
        open[connection] = []
    }

    /// Cancels all requests of an origin in one profile and container, or those of one of its documents.
    public func cancelAll(of key: ConnectedOrigin.Key, in document: String? = nil) async {
        let found = requests.values.filter { pending in
            let content = pending.request.content
            return pending.state.isPending && ConnectedOrigin.Key(client: content.client, page: content.page) == key
                && (document == nil || content.page.document == document)
        }
        for pending in found where pending.state.isPending {
            await end(pending, as: .cancelled, with: .failure(Self.cancelled))
        }
    }

    /// Cancels all requests of an origin on every connection.
    public func cancelAll(from origin: Origin) async {
        for pending in requests.values where pending.state.isPending && pending.request.content.page.origin == origin {
            await end(pending, as: .cancelled, with: .failure(Self.cancelled))
        }
    }

    /// Records that a client is gone: its requests wait ten seconds for it and can't be decided meanwhile.
    public func connectionLost(_ connection: ConnectionID) {
        let now = context.clock.now
        open[connection] = nil
        for pending in requests.values where pending.client.connection == connection && pending.lost == nil {
            pending.lost = now
        }
        setAlarm()
    }

    /// Sets the alarm to the earliest deadline.
    func setAlarm() {
        let next = requests.values.filter(\.state.isPending).map(\.deadline).min()
        guard next != alarmTime else { return }
        alarm?.cancel()
        alarmTime = next
        guard let next else { return alarm = nil }
        alarm = Task { [clock = context.clock] in
            do {
                // In short steps: a timer may stand still while the machine sleeps, and the clock goes on.
                while clock.now < next { try await clock.sleep(until: min(next, clock.now + Self.alarmStep)) }
            } catch {
                return
            }
            await self.ring()
        }
    }

    private func ring() async {
        let now = context.clock.now
        alarmTime = nil
        for pending in requests.values where pending.state.isPending && pending.deadline <= now {
            if pending.expiry <= now {
                await end(pending, as: .expired, with: .failure(Self.expired))
            } else {
                await end(pending, as: .cancelled, with: .failure(Self.cancelled))
            }
        }
        setAlarm()
    }

    private static let alarmStep: Duration = .seconds(5)

    /// The maximum number of cancellations kept per connection for requests that haven't arrived.
    private static let earlyCancels = 128

    static let cancelled = RPCError(.invalidInput, .cancelled, "the request was cancelled")
    private static let expired = RPCError(.invalidInput, .expired, "nobody decided in time")
}

/// Sites that may not ask.
extension ApprovalCoordinator {
    /// The sites that have to wait after several rejections, with the time that each has left.
    public var waitingSites: [String: Duration] { bounds.waiting(now: context.clock.now) }

    /// Refuses all requests of these sites from now on, and rejects those that wait.
    public func block(_ sites: Set<String>) async {
        for site in sites { bounds.forbid(site) }
        await reject(all: requests.values.filter { $0.source.isOf(sites) }.map(\.request.id))
    }

    /// Lets a site ask again.
    public func unblock(_ site: String) {
        bounds.allow(site)
    }
}
