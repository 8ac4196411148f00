import ApprovalQueue
import Foundation
import JSONRPC
import SolanaRPC
import SolanaTransactions
import Synchronization
import TestSupport
import Testing
import Wallet
import WalletNetwork
import WalletRuntime

/// A wallet on a local node, with a browser and a command line at it, a date of its own, and a network that can be cut off.
struct PortfolioLife {
    let node: LocalNode
    let network: SeveredNetwork
    let date = SettableDate()
    let clock = ManualClock()
    let signals = AccountSignals()
    let fixture: ServiceFixture
    let browser: RecordingConnection
    let commandLine: RecordingConnection
    /// The wallet's first account.
    let account: String

    init(_ options: [String] = []) async throws {
        node = try LocalNode(options)
        network = SeveredNetwork(LoopbackNetwork(node))
        fixture = try await ServiceFixture(
            prompt: ScriptedPrompt(), clock: clock, wallClock: date, network: network, signals: signals)
        browser = await fixture.attached(1)
        _ = try await browser.hello().get()
        commandLine = await fixture.plain(2)
        _ = try await commandLine.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        let accounts = try await browser.call("accounts.list").get()
        account = try #require(accounts["accounts"]?[0]?["publicKey"]?.text)
    }

    /// Gives the account SOL, and lets it be confirmed.
    func fund(_ lamports: UInt64) throws {
        try node.control(["set": .string(account), "lamports": .number(lamports)])
        try node.control(["advance": 2])
    }

    /// A page of the account's history.
    func history(_ more: JSONObject = [:]) async throws -> JSON {
        try await commandLine.call("portfolio.history", more).get()
    }

    /// How often the node was asked for something.
    func asked(_ method: JSONString) throws -> Int { try node.control([:])["requests"]?[method.string]?.int ?? 0 }
}

/// A date that a test sets.
final class SettableDate: WallClock {
    private let now = Mutex<Int64>(1_800_000_000_000)
    var milliseconds: Int64 { now.withLock(\.self) }
    func pass(_ duration: Duration) { now.withLock { $0 += duration.components.seconds * 1_000 } }
}

/// A network whose nodes are out of reach while it is cut off.
final class SeveredNetwork: SolanaNetwork {
    private let base: LoopbackNetwork
    private let isCut = Mutex(false)

    init(_ base: LoopbackNetwork) { self.base = base }

    func cut(_ isCut: Bool = true) { self.isCut.withLock { $0 = isCut } }

    var preferred: Cluster { base.preferred }

    func nodes(of cluster: Cluster) async throws(NetworkError) -> [NetworkNode] {
        guard !isCut.withLock(\.self) else { throw .unreachable(cluster) }
        return try await base.nodes(of: cluster)
    }
}

/// Why something was refused.
func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
    guard case .failure(let error) = outcome else { return nil }
    return error.reason
}
