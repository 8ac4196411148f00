import ApprovalQueue
import JSONRPC
import ProgramRegistry
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState

/// The token accounts of an account in the order of its list: known tokens, then all others, then hidden ones.
///
/// A row's place follows from the row alone, so that a cursor stays right while tokens come, go and are hidden.
struct TokenList {
    struct Row {
        let token: SavedToken
        /// The name on the compiled list; nil if the mint isn't on it.
        let known: KnownToken?
        let mark: HiddenTokens.Mark?

        /// The row's place in the list, which is the cursor of the rows after it.
        var place: String { (mark != nil ? "2" : known != nil ? "0" : "1") + token.address }

        var json: JSON {
            var json = token.json.object ?? [:]
            json["known"] = known.map {
                ["symbol": .string(JSONString($0.symbol)), "name": .string(JSONString($0.name))]
            }
            json["hidden"] = mark.map { .string(JSONString($0.rawValue)) }
            return .object(json)
        }
    }

    private let rows: [Row]

    init(_ tokens: [SavedToken], _ marks: [String: HiddenTokens.Mark]) {
        rows = tokens.map { Row(token: $0, known: Self.known($0.mint), mark: marks[$0.mint]) }
            .sorted { $0.place.utf8.lexicographicallyPrecedes($1.place.utf8) }
    }

    /// Returns the rows after a page's cursor, as many as it wants.
    func rows(of page: ListPage) -> ArraySlice<Row> {
        guard let cursor = page.cursor else { return rows.prefix(page.limit) }
        return rows.drop { !cursor.utf8.lexicographicallyPrecedes($0.place.utf8) }.prefix(page.limit)
    }

    /// The token on the compiled list; nil for one whose amounts are shown multiplied, as in a review: no wrong number may stand beside its name.
    private static func known(_ mint: String) -> KnownToken? {
        (try? PublicKey(base58: mint)).flatMap(ProgramTable.known.token).flatMap { $0.isScaled ? nil : $0 }
    }
}

/// Hiding tokens from the lists of all surfaces.
extension PortfolioModule {
    func hide(_ call: MethodCall, _ mint: PublicKey, _ mark: HiddenTokens.Mark) async throws(RPCError) -> JSON {
        try await hidden.hide(mint.base58, as: mark)
        await tellOfLists()
        return ["mint": .string(mint.base58), "hidden": .string(JSONString(mark.rawValue))]
    }

    func show(_ call: MethodCall, _ mint: PublicKey) async throws(RPCError) -> JSON {
        let wasHidden = try await hidden.show(mint.base58)
        if wasHidden { await tellOfLists() }
        return ["mint": .string(mint.base58), "shown": .bool(wasHidden)]
    }

    func listHidden(_ call: MethodCall) async throws(RPCError) -> JSON {
        let marks = try await hidden.marks().sorted { $0.key < $1.key }
        return [
            "tokens": .array(
                marks.map { ["mint": .string($0.key), "hidden": .string(JSONString($0.value.rawValue))] })
        ]
    }

    /// Tells every surface that the lists of all accounts have changed.
    private func tellOfLists() async {
        guard let cluster = await network?.preferred else { return }
        let accounts = await keys.own.map(\.base58) + keys.watchOnly.map(\.address)
        for account in accounts {
            events.publish(.portfolioChanged(ClusterAccount(cluster: cluster.rawValue, account: account)))
        }
    }
}
