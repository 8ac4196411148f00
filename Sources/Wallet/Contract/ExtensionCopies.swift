public import BrowserExtensions
import JSONRPC
import SignedLists
import WalletRuntime
import WalletState

/// How the wallet knows the extension of a connection by its files.
public struct ExtensionCheck: Sendable {
    let known: KnownExtensions?
    let reader: any ExtensionReading

    /// - Parameters:
    ///   - known: The releases that count; nil where any extension does, as in a test's wallet.
    ///   - reader: Looks at browsers and folders.
    public init(known: KnownExtensions?, reader: any ExtensionReading) { (self.known, self.reader) = (known, reader) }
}

/// The trust in a copy of the extension, and in the connection that comes from it.
enum ExtensionStanding: String, Sendable {
    /// The files are those of a release.
    case known
    /// The user trusts the folder, whatever is in it.
    case trusted
    /// Something else, or nothing that could be found: it may connect and show, and decides nothing.
    case unverified
    /// Nothing is checked here: a test's wallet, or one that a program embeds.
    case unchecked
}

/// The copies of the wallet's own extension, looked at when a connection begins and again before each of its decisions.
///
/// A connection that was once seen beside unknown files stays unverified: its browser has loaded them, even if others lie there by now.
actor ExtensionCopies {
    private struct Connection {
        let host: Int32
        let caller: String
        /// nil where the reader told nothing.
        var finding: Task<ExtensionFinding?, Never>
        /// The paths at which unknown files were seen.
        var unknown: Set<String> = []
    }

    /// The error for what an extension that isn't known asks the wallet to decide.
    static let refused = RPCError(
        .unauthorized, .extensionUnverified, "this copy of the extension isn't known, so that Sidekey's window decides")

    private let check: ExtensionCheck?
    private let records: AuthenticatedStore
    private let releases: KeptReleases
    private var connections: [ConnectionID: Connection] = [:]

    init(check: ExtensionCheck?, records: AuthenticatedStore, releases: KeptReleases) {
        self.check = check
        self.records = records
        self.releases = releases
    }

    /// Begins to look at a connection's extension; nothing waits for it until there is something to decide.
    func begin(_ id: ConnectionID, host: Int32, caller: String) {
        guard let check, check.known != nil else { return }
        connections[id] = Connection(host: host, caller: caller, finding: look(caller, host, by: check.reader))
    }

    private func look(
        _ caller: String, _ host: Int32, by reader: any ExtensionReading
    ) -> Task<ExtensionFinding?, Never> {
        Task.detached { try? await reader.finding(of: caller, behind: host) }
    }

    /// The path of a folder without links in it; nil if the text isn't the absolute path of one.
    ///
    /// - Throws: `unanswered`.
    func folder(at path: String) async throws(ExtensionReadingFault) -> String? {
        guard let check else { return ExtensionSearch.folder(at: path) }
        return try await check.reader.folder(at: path)
    }

    func end(_ id: ConnectionID) {
        connections[id] = nil
    }

    /// Looks again, and says what the extension of a connection is now.
    func standing(of id: ConnectionID) async -> ExtensionStanding {
        guard let check, let listed = check.known else { return .unchecked }
        guard let connection = connections[id] else { return .unverified }
        let earlier = connection.finding
        let task = look(connection.caller, connection.host, by: check.reader)
        connections[id]?.finding = task
        // The first look may have seen what has been replaced since.
        return await judge([await earlier.value, await task.value], of: id, listed)
    }

    /// Says what the last look at a connection's extension has made of it, without looking again: for what is shown, and decides nothing.
    func lastStanding(of id: ConnectionID) async -> ExtensionStanding {
        guard let listed = check?.known else { return .unchecked }
        guard let connection = connections[id] else { return .unverified }
        return await judge([await connection.finding.value], of: id, listed)
    }

    private func judge(
        _ findings: [ExtensionFinding?], of id: ConnectionID, _ listed: KnownExtensions
    ) async -> ExtensionStanding {
        let (trusted, known) = (Set(await records.policy.extensionFolders), await joined(listed))
        let copies = findings.map { $0?.copies ?? [] }
        for copy in copies.joined() where standing(of: copy, known, trusted) == .unverified {
            connections[id]?.unknown.insert(copy.path)
        }
        guard let unknown = connections[id]?.unknown, unknown.isSubset(of: trusted), let now = copies.last, !now.isEmpty
        else {
            return .unverified
        }
        let standings = now.map { standing(of: $0, known, trusted) }
        if standings.contains(.unverified) { return .unverified }
        return standings.contains(.trusted) ? .trusted : .known
    }

    /// The releases of the package's list and of the signed one, if it was fetched: a store can be ahead of the package.
    private func joined(_ listed: KnownExtensions) async -> KnownExtensions {
        let rows = await releases.status.list?.extensions ?? []
        let signed = rows.compactMap { row in
            KnownExtension.Shape(rawValue: row.shape).map {
                KnownExtension(version: row.version.description, shape: $0, hash: row.sha256)
            }
        }
        return listed.joined(with: signed)
    }

    private func standing(
        of copy: ExtensionCopy, _ known: KnownExtensions, _ trusted: Set<String>
    ) -> ExtensionStanding {
        if trusted.contains(copy.path) { return .trusted }
        guard case .success(let hash) = copy.hash else { return .unverified }
        return known.version(of: hash, in: copy.shape) == nil ? .unverified : .known
    }

    /// Every connection's browser with the copies in it, in the order of the connections, and what they are.
    ///
    /// - Parameter own: The connection that asks.
    func list(for own: ConnectionID) async -> [JSON] {
        guard let listed = check?.known else { return [] }
        let (trusted, known) = (Set(await records.policy.extensionFolders), await joined(listed))
        var rows: [JSON] = []
        for id in connections.keys.sorted() {
            let standing = await standing(of: id)
            guard let connection = connections[id] else { continue }
            let finding = await connection.finding.value
            let copies = (finding?.copies ?? []).map { copy -> JSON in
                var row: JSONObject = [
                    "path": .string(copy.path), "shape": .string(copy.shape.rawValue),
                    "standing": .string(self.standing(of: copy, known, trusted).rawValue),
                ]
                switch copy.hash {
                case .success(let hash):
                    row["hash"] = .string(hash)
                    row["version"] = known.version(of: hash, in: copy.shape).map { .string($0) }
                case .failure(let fault): row["fault"] = .string(fault.rawValue)
                }
                return .object(row)
            }
            var row: JSONObject = [
                "extension": .string(connection.caller), "standing": .string(standing.rawValue),
                "own": .bool(id == own), "copies": .array(copies),
            ]
            row["browser"] = finding?.browser.map { .string($0) }
            rows.append(.object(row))
        }
        return rows
    }
}

/// The requests that an extension may make whose files aren't known: it shows, asks, and rejects; nothing that it says decides.
enum UnverifiedUse {
    /// Methods of the extension's own pages. What pages and the wallet's own transfers ask for waits for a decision anyway.
    private static let methods: Set<String> = [
        "accounts.list", "accounts.qr", "activity.list", "activity.verify", "agent.about", "approvals.askAgain",
        "approvals.get", "approvals.list", "approvals.native", "approvals.present", "approvals.reject",
        "approvals.rejectAll", "contacts.list", "deeplinks.list", "extensions.copies", "modules.list", "modules.page",
        "multisig.list", "multisig.proposals", "multisig.vote", "names.resolve", "names.reverse", "network.status",
        "nfts.details", "nfts.list", "nfts.picture",
        "origins.blocks", "origins.list", "outstanding.controlled", "outstanding.list", "outstanding.void",
        "passkey.list", "permissions.list", "policy.get", "portfolio.balance", "portfolio.hidden", "portfolio.history",
        "portfolio.permissions", "portfolio.tokens", "settings.get", "sites.lists", "stake.deactivate",
        "stake.delegate", "stake.liquid", "stake.list", "stake.validators", "stake.withdraw", "transfer.burn",
        "transfer.preview", "transfer.reclaim", "transfer.reclaimable", "transfer.revoke", "transfer.send",
        "vault.ceremony", "vault.lock", "vault.setup", "vault.status", "wallets.list",
    ]
    /// Members by which a browser proves that its user is there.
    private static let proofs = ["passphrase", "passkey", "unlock"]

    /// Returns true if a request may be made by any copy of the extension.
    ///
    /// - Parameter isPages: True for a method of pages.
    static func admits(_ request: RPCRequest, isPages: Bool) -> Bool {
        guard proofs.allSatisfy({ request.params[$0] == nil }) else { return false }
        // What Sidekey's window asks about, it decides.
        return isPages || methods.contains(request.method) || request.params["native"]?.bool == true
    }
}
