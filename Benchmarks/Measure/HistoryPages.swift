import ApprovalQueue
import JSONRPC
import SolanaTransactions
import WalletNetwork
import WalletState

/// The cost of a page of history in an account with few transactions, and in one with many; no node answers, so that all comes from the disk.
struct HistoryPages: Workload {
    private let wallet: InProcessWallet
    private let history: TransactionHistory
    private let key: ClusterAccount
    private var rows = 0

    init(folder: String) async throws {
        wallet = try await InProcessWallet(folder: folder, network: UnreachableNetwork())
        let accounts = try await wallet.commandLine.call("accounts.list", [:])
        guard let account = accounts["accounts"]?[0]?["publicKey"]?.text else { throw MeasureError("no account") }
        history = TransactionHistory(database: try WalletDatabase(path: folder + "/wallet.sqlite"))
        key = ClusterAccount(cluster: Cluster.localnet.rawValue, account: account)
    }

    /// - Returns: the nanoseconds of each page; for `rows`, how many transactions there are.
    mutating func run(_ name: String, count: Int) async throws -> String {
        switch name {
        case "rows":
            while rows < count { try await add(min(500, count - rows)) }
            try await history.setRefreshed(key, at: 1, by: "node")
            return "\(rows)"
        case "pages":
            var times: [Duration] = []
            for _ in 0..<count {
                let start = ContinuousClock.now
                let page = try await wallet.commandLine.call("portfolio.history", ["limit": 50])
                times.append(ContinuousClock.now - start)
                guard page["entries"]?.array?.count == 50 else { throw MeasureError("a page that isn't full") }
            }
            return times.map { "\($0.nanoseconds)" }.joined(separator: " ")
        default: throw MeasureError("no \(name)")
        }
    }

    /// Transactions as a node lists and shows them: every other one brings a token of fifty.
    private mutating func add(_ count: Int) async throws {
        let newest = rows == 0 ? nil : Self.signature(rows - 1)
        let numbers = rows..<rows + count
        let found = numbers.reversed().map {
            FoundTransaction(signature: Self.signature($0), slot: UInt64($0), time: 1_700_000_000 + Int64($0))
        }
        try await history.add(found, newerThan: newest, of: key.account, isWhole: true, to: key)
        try await history.describe(
            Dictionary(uniqueKeysWithValues: numbers.map { (Self.signature($0), Self.activity($0)) }), of: key)
        rows += count
    }

    private static func activity(_ number: Int) -> SavedTransaction.Activity {
        let mint = number.isMultiple(of: 2) ? nil : "Mint\(number % 50)"
        let movement = SavedMovement(
            isIncoming: !number.isMultiple(of: 3), amount: 1_000_000 + UInt64(number), mint: mint, decimals: 9,
            counterparty: "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk", counterparties: 1, recipients: 1)
        return SavedTransaction.Activity(
            fee: 5_000, paysFee: number.isMultiple(of: 3), isSigner: number.isMultiple(of: 3), movements: [movement])
    }

    /// As long as a signature in base58.
    private static func signature(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "A", count: 88 - digits.utf8.count) + digits
    }
}

/// A network without anybody in it.
private struct UnreachableNetwork: SolanaNetwork {
    var preferred: Cluster { .localnet }

    func nodes(of cluster: Cluster) async throws(NetworkError) -> [NetworkNode] { throw .unreachable(cluster) }
}
