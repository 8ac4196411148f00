import JSONRPC
import Sites
import WalletRuntime

/// The bounds on how many requests a tab, a site and all sites may have at once, and how long a rejected site must wait.
///
/// Sites are counted by registrable domain: a flood from many subdomains counts as one site's. On this machine each port is its own site, so that
/// rejecting one program under development doesn't stop the one beside it.
struct RequestBounds {
    static let perTab = 10
    static let perSite = 20
    static let inAll = 100
    static let rejections = 3
    static let rejectionWindow: Duration = .seconds(30)
    static let block: Duration = .seconds(60)

    struct Source: Hashable {
        let connectionKey: String
        let tab: Int
        let site: String
        /// The host, for a block of every port of this machine.
        let host: String
        /// The wallet's own request from a terminal, where the user is no site: three wrong PINs close nobody's wallet for a minute. What an app asks
        /// for by links comes over the command line's connection, too, and is counted.
        let isCommandLine: Bool

        init(_ content: RequestContent) {
            connectionKey = content.client.connectionKey
            tab = content.page.tab
            site = RegistrableDomain.site(of: content.page.origin)
            host = content.page.origin.host
            isCommandLine = content.client.isCommandLine && content.page.origin.isOwn
        }

        func isOf(_ sites: Set<String>) -> Bool { sites.contains(site) || sites.contains(host) }
    }

    private struct Tab: Hashable {
        let connectionKey: String
        let tab: Int

        init(_ source: Source) {
            connectionKey = source.connectionKey
            tab = source.tab
        }
    }

    private var tabs: [Tab: Int] = [:]
    private var sites: [String: Int] = [:]
    private var count = 0
    private var rejected: [String: [Duration]] = [:]
    private var blocked: [String: Duration] = [:]
    /// The sites that the user has blocked.
    private var forbidden: Set<String> = []

    /// Checks that there is room for a request.
    ///
    /// - Throws: -32002 with `too-many-pending` or `blocked-after-rejections`; 4100 with `site-blocked`.
    func check(_ source: Source, now: Duration) throws(RPCError) {
        guard !source.isOf(forbidden) else {
            throw RPCError(.unauthorized, .siteBlocked, "the user has blocked this site")
        }
        if !source.isCommandLine, let until = blocked[source.site], until > now {
            throw RPCError(
                .tooManyPending, .blockedAfterRejections, "this site was rejected three times and has to wait",
                data: ["retryAfter": .number(JSONNumber((until - now).milliseconds))])
        }
        guard count < Self.inAll, tabs[Tab(source), default: 0] < Self.perTab,
            sites[source.site, default: 0] < Self.perSite
        else { throw RPCError(.tooManyPending, .tooManyPending, "too many requests are waiting for a decision") }
    }

    /// Adds a request to the counts.
    ///
    /// - Throws: The same errors as `check`.
    mutating func admit(_ source: Source, now: Duration) throws(RPCError) {
        try check(source, now: now)
        tabs[Tab(source), default: 0] += 1
        sites[source.site, default: 0] += 1
        count += 1
    }

    /// Removes a request from the counts.
    mutating func release(_ source: Source) {
        Self.decrement(&tabs, Tab(source))
        Self.decrement(&sites, source.site)
        count -= 1
    }

    /// Counts one act of rejection against the site of each source.
    mutating func countRejection(of sources: [Source], now: Duration) {
        // Blocks and rejections that are over are forgotten here, so that the tables stay as small as what is recent.
        blocked = blocked.filter { $0.value > now }
        rejected = rejected.compactMapValues { times in
            let recent = times.filter { now - $0 < Self.rejectionWindow }
            return recent.isEmpty ? nil : recent
        }
        for site in Set(sources.lazy.filter { !$0.isCommandLine }.map(\.site)) {
            rejected[site, default: []].append(now)
            guard rejected[site, default: []].count >= Self.rejections else { continue }
            blocked[site] = now + Self.block
            rejected[site] = nil
        }
    }

    /// Returns the sites that must wait, with the time that each has left.
    func waiting(now: Duration) -> [String: Duration] {
        blocked.compactMapValues { $0 > now ? $0 - now : nil }
    }

    /// Refuses all requests of a site from now on.
    mutating func forbid(_ site: String) {
        forbidden.insert(site)
        blocked[site] = nil
    }

    /// Lets a site ask again, even one that must wait.
    mutating func allow(_ site: String) {
        forbidden.remove(site)
        blocked[site] = nil
    }

    private static func decrement<Key>(_ counts: inout [Key: Int], _ key: Key) {
        guard let count = counts[key] else { return }
        counts[key] = count > 1 ? count - 1 : nil
    }
}
