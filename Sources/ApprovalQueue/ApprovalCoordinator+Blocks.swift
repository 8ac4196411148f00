import WalletRuntime

/// Sites that may not ask.
extension ApprovalCoordinator {
    /// The sites that have to wait after several rejections, with the time that each has left.
    public var waitingSites: [String: Duration] { bounds.waiting(now: context.clock.now) }

    /// Refuses everything of these sites from now on, and rejects what waits of them.
    public func block(_ sites: Set<String>) async {
        for site in sites { bounds.forbid(site) }
        await reject(all: requests.values.filter { $0.source.isOf(sites) }.map(\.request.id))
    }

    /// Lets a site ask again.
    public func unblock(_ site: String) {
        bounds.allow(site)
    }
}
