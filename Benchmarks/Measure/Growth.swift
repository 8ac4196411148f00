import JSONRPC
import WalletRuntime
import WalletState

/// The cost of one request in a wallet that has seen few requests, and in one that has seen many.
///
/// Every request is a whole one: a message is sent, its review read, approved, signed, journalled and answered. Beside it the
/// newest page of the activity log is read, and the newest of one origin.
struct Growth: Workload {
    private let wallet: InProcessWallet
    private let log: ActivityLog
    private var number = 0
    private var unlocked: ContinuousClock.Instant?

    init(folder: String) async throws {
        wallet = try await InProcessWallet(folder: folder)
        log = ActivityLog(
            database: try WalletDatabase(path: folder + "/wallet.sqlite"), wallClock: SystemWallClock())
    }

    /// - Returns: the nanoseconds of each single thing done; for `rows`, how many rows the log has.
    mutating func run(_ name: String, count: Int) async throws -> String {
        var times: [Duration] = []
        switch name {
        case "requests":
            for _ in 0..<count {
                // A session lasts two minutes, which 10,000 requests can outlast on a busy machine.
                if unlocked.map({ $0.duration(to: .now) > .seconds(60) }) ?? true {
                    try await wallet.unlock()
                    unlocked = .now
                }
                number += 1
                let message = Base64.encode(Array("message number \(number)".utf8))
                let start = ContinuousClock.now
                _ = try await wallet.decide("signMessage", ["message": .string(message)])
                times.append(ContinuousClock.now - start)
            }
        case "pages":
            for index in 0..<count {
                var params: JSONObject = ["limit": 100]
                if !index.isMultiple(of: 2) { params["origin"] = .string(InProcessWallet.origin) }
                let start = ContinuousClock.now
                try await wallet.browser.call("activity.list", params)
                times.append(ContinuousClock.now - start)
            }
        case "rows":
            while let newest = try await log.entries(limit: 1).first?.sequence, newest < count {
                try await log.append(
                    ActivityEntry(
                        .answered, request: "00000000-0000-4000-8000-000000000000",
                        origin: newest.isMultiple(of: 3)
                            ? InProcessWallet.origin : "https://site\(newest % 50).example",
                        method: "signMessage", account: "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"))
            }
            return "\(try await log.entries(limit: 1).first?.sequence ?? 0)"
        default: throw MeasureError("no \(name)")
        }
        return times.map { "\($0.nanoseconds)" }.joined(separator: " ")
    }
}
