import ApprovalQueue
import JSONRPC
import OfflineSigning
import SolanaTransactions
import WalletRuntime

/// A request that was exported and whose signature hasn't come back.
struct OfflineExport: Sendable {
    /// The bytes to sign.
    let message: [UInt8]
    /// The account that is to sign.
    let account: PublicKey
    let cluster: Cluster
    let nonce: PublicKey
    /// The nonce's value that stands in the message.
    let value: Blockhash
    /// The time of the export, in milliseconds since 1970.
    let time: Int64
    let to: PublicKey
    /// The amount in the smallest unit.
    let amount: UInt64
    let decimals: UInt8
    let mint: PublicKey?

    /// The SHA-256 hash of the message in hexadecimal digits, which names the request.
    var hash: String { Hexadecimal.encode(OfflineSignature.hash(of: message)) }

    /// As the protocol shows it.
    var json: JSON {
        var json: JSONObject = [
            "hash": .string(JSONString(hash)), "account": .string(account.base58),
            "cluster": .string(cluster.rawValue), "nonce": .string(nonce.base58), "time": .number(time),
            "to": .string(to.base58), "amount": .string("\(amount)"), "decimals": .number(Int(decimals)),
        ]
        json["mint"] = mint.map { .string($0.base58) }
        return .object(json)
    }

    /// As it is kept.
    fileprivate var kept: JSON {
        var kept = json.object ?? [:]
        kept["message"] = .string(Base64.encode(message))
        kept["value"] = .string(value.base58)
        return .object(kept)
    }
}

extension OfflineExport {
    /// - Returns: nil if a member is missing or doesn't fit.
    fileprivate init?(kept: JSON) {
        func key(_ name: String) -> PublicKey? { kept[name]?.text.flatMap { try? PublicKey(base58: $0) } }
        guard let message = kept["message"]?.text.flatMap({ try? Base64.decode($0) }), let account = key("account"),
            let cluster = kept["cluster"]?.text.flatMap(Cluster.init(rawValue:)), let nonce = key("nonce"),
            let value = kept["value"]?.text.flatMap({ try? Blockhash(base58: $0) }), let time = kept["time"]?.int,
            let to = key("to"), let amount = kept["amount"]?.text.flatMap({ UInt64($0) }),
            let decimals = kept["decimals"]?.int.flatMap({ UInt8(exactly: $0) })
        else { return nil }
        self.init(
            message: message, account: account, cluster: cluster, nonce: nonce, value: value, time: Int64(time),
            to: to, amount: amount, decimals: decimals, mint: key("mint"))
    }
}

/// The requests that were exported and whose signatures haven't come back, by the hashes of their messages.
///
/// No code protects them. Another program of the user can take one away, or write one: a signature fits only the message that was signed, and what is
/// sent is reviewed and approved again.
struct OfflineExports: Sendable {
    static let maximumCount = 100

    private let storage: any ModuleStorage

    init(_ call: MethodCall) throws(RPCError) {
        guard let storage = call.context.storage else {
            throw RPCError(.internalError, .storage, "the exported requests have no storage")
        }
        self.storage = storage
    }

    /// Returns all of them, the newest first.
    func all() async throws(RPCError) -> [OfflineExport] {
        var found: [OfflineExport] = []
        for key in try await storage.keys() {
            guard let export = try await storage.value(for: key).flatMap(OfflineExport.init(kept:)) else { continue }
            found.append(export)
        }
        return found.sorted { ($0.time, $0.hash) > ($1.time, $1.hash) }
    }

    /// - Throws: -32000 (`record-unknown`).
    func export(_ hash: String) async throws(RPCError) -> OfflineExport {
        guard StorageBounds.key.contains(hash.utf8.count),
            let export = try await storage.value(for: hash).flatMap(OfflineExport.init(kept:)), export.hash == hash
        else { throw RPCError(.invalidInput, .recordUnknown, "no exported request waits for this signature") }
        return export
    }

    /// Keeps an export, or forgets it.
    func set(_ export: OfflineExport?, for hash: String) async throws(RPCError) {
        try await storage.set(export?.kept, for: hash)
    }
}

extension RPCError {
    /// The protocol's error for a file that isn't a request or a signature; the code and the place stand in `data`.
    init(_ fault: OfflineFault) {
        self.init(
            .invalidInput, .fileInvalid, "the file is damaged, or isn't one of these (\(fault.code.rawValue))",
            data: ["fault": .string(JSONString(fault.code.rawValue)), "offset": .number(fault.offset)])
    }
}
