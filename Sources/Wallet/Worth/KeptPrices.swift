import AssetPrices
import JSONRPC
import SolanaTransactions
import WalletRuntime

/// The prices that a node told last, and the currency in which worth is shown.
///
/// They are for display. No review, policy or limit has a way to them: `Tests/Support/house.py` names the folders that may use this one.
struct KeptPrices: Sendable {
    /// The values of the setting; the first is the default. Nothing is asked when it is `off`.
    static let choices = [Currency.usd.rawValue, off] + Currency.allCases.filter { $0 != .usd }.map(\.rawValue)
    /// The name of the setting, among the settings that a browser may change.
    static let setting = "currency"
    private static let off = "off"
    private static let key = "prices"

    /// The storage of the module `settings`.
    let settings: any ModuleStorage
    /// The place where the prices are kept.
    let storage: any ModuleStorage
    let wallClock: any WallClock

    /// - Parameter context: The resources of the wallet, whose storage is there.
    init(_ context: RuntimeContext) {
        let storage = context.storage ?? MemoryStorage()
        settings = storage.storage(of: "settings")
        self.storage = storage.storage(of: "portfolio")
        wallClock = context.wallClock
    }

    /// The currency in which worth is shown; nil if the user wants none, or nothing on the cluster is worth anything.
    func currency(on cluster: Cluster) async -> Currency? {
        guard cluster == .mainnet else { return nil }
        do throws(RPCError) {
            guard let chosen = try await settings.value(for: Self.setting) else { return .usd }
            return chosen.text.flatMap(Currency.init)
        } catch {
            // The user may have turned it off.
            return nil
        }
    }

    /// Keeps what a node has just told, in place of what was kept before.
    func keep(_ reading: PriceReading) async {
        var json = reading.json
        json["time"] = .number(wallClock.milliseconds)
        // Prices that aren't kept are asked for again.
        try? await storage.set(.object(json), for: Self.key)
    }

    /// The kept prices as they may be shown now; nil if none were kept, or at an unknown time.
    func book(in currency: Currency) async -> PriceBook? {
        guard let kept = try? await storage.value(for: Self.key), let time = kept["time"]?.int.map(Int64.init),
            let reading = PriceReading(kept)
        else { return nil }
        let (age, isTooLong) = wallClock.milliseconds.subtractingReportingOverflow(time)
        // A clock that was set back makes no price fresh.
        guard !isTooLong, age >= 0,
            let now = PriceTime(chain: reading.chain, own: time / 1_000).passed(age / 1_000)
        else { return nil }
        return PriceBook(reading.updates, at: now, in: currency)
    }
}
