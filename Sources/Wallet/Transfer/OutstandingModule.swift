import ApprovalQueue
import JSONRPC
import Logging
import SolanaRPC
import SolanaTransactions
import WalletKeys
import WalletNetwork
import WalletRuntime
import WalletState
import Wording

/// The transactions that were signed and may still be executed, whoever has them.
struct OutstandingModule: WalletModule {
    let records: AuthenticatedStore
    let keys: WalletKeyring
    let names: RequestNames
    let network: (any SolanaNetwork)?
    let transfers: TransferModule
    let context: RuntimeContext

    /// The most bytes of the entries of one answer.
    private static let maximumSize = 600_000

    private func list(_ call: MethodCall, _ page: ListPage, _ language: Language?) async throws(RPCError) -> JSON {
        let before: Int64 = try page.number() ?? .max
        let (all, changed) = try await records.outstanding()
        let below = all.filter { $0.number < before }
        let entries = Array(below.prefix(page.limit))
        let told = await fates(of: entries)
        var (rows, size): ([JSON], Int) = ([], 0)
        var last: Int64?
        var isCut = entries.count < below.count
        let own = await keys.own
        for (entry, told) in zip(entries, told) {
            if case .ended = told { continue }
            let row = await json(entry, told, own: own, language)
            size += row.serialized().count + 1
            guard rows.isEmpty || size <= Self.maximumSize else {
                isCut = true
                break
            }
            rows.append(row)
            last = entry.number
        }
        var answer: JSONObject = ["entries": .array(rows)]
        if changed > 0 { answer["changed"] = .number(changed) }
        if isCut, let next = last ?? entries.last?.number { answer["cursor"] = .string(String(next)) }
        return .object(answer)
    }

    /// An entry's fate, as far as it is known.
    enum Told {
        case live(OutstandingFate)
        /// Nobody could be asked.
        case unknown(RPCReason?)
        case ended

        var isEnded: Bool { if case .ended = self { true } else { false } }
    }

    /// Asks the nodes of each cluster, ends what is over, and writes down what they told of the rest.
    func fates(of entries: [OutstandingSignature]) async -> [Told] {
        var told: [String: Told] = [:]
        for (cluster, entries) in Dictionary(grouping: entries, by: \.cluster) {
            let (fates, cause) = await fates(of: entries, on: cluster)
            var renewed: [OutstandingSignature] = []
            for (place, entry) in entries.enumerated() {
                guard let fate = fates?[place] else {
                    told[entry.signature] = .unknown(cause)
                    continue
                }
                told[entry.signature] = .live(fate)
                var entry = entry
                switch fate {
                case .blocks(_, let height), .nonce(_, let height):
                    if entry.height != height {
                        entry.height = height
                        renewed.append(entry)
                    }
                case .executed: told[entry.signature] = await end(entry, as: .confirmed, fate)
                case .failed: told[entry.signature] = await end(entry, as: .failed, fate)
                // What somebody else pays for can't be looked for: it may have been executed with their signature.
                case .over:
                    told[entry.signature] = await end(
                        entry, as: entry.transaction == nil ? .outcomeUnknown : .unconfirmed, fate)
                }
            }
            do throws(RPCError) { try await records.update(outstanding: renewed) } catch {
                context.logger.warning("what nodes told of signed transactions was not recorded")
            }
        }
        return entries.map { told[$0.signature] ?? .unknown(nil) }
    }

    /// An entry whose end can't be written down stays in the list.
    private func end(
        _ entry: OutstandingSignature, as kind: ActivityEntry.Kind, _ fate: OutstandingFate
    ) async -> Told {
        do throws(RPCError) {
            try await records.end(outstanding: entry, as: kind)
            return .ended
        } catch {
            return .unknown(error.reason)
        }
    }

    private func fates(
        of entries: [OutstandingSignature], on cluster: String
    ) async -> (fates: [OutstandingFate]?, cause: RPCReason?) {
        guard let network, let cluster = Cluster(rawValue: cluster) else { return (nil, .noNetwork) }
        let now = context.wallClock.milliseconds
        var transactions: [OutstandingTransaction] = []
        for entry in entries {
            guard let blockhash = try? Blockhash(base58: entry.blockhash) else { return (nil, .storage) }
            transactions.append(
                OutstandingTransaction(
                    signature: entry.transaction.flatMap { try? Signature(base58: $0) }, blockhash: blockhash,
                    nonce: entry.nonce.flatMap { try? PublicKey(base58: $0) }, height: entry.height,
                    age: .milliseconds(max(0, now.subtractingReportingOverflow(entry.time).partialValue))))
        }
        do throws(NetworkError) {
            let nodes = try await network.nodes(of: cluster)
            let fates = await OutstandingCheck(nodes, clock: context.clock).fates(of: transactions)
            return (fates, fates == nil ? .nodeUnreachable : nil)
        } catch {
            return (nil, RPCError(error).reason)
        }
    }
}

extension OutstandingModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            records: parts.records, keys: parts.keys,
            names: RequestNames(keys: parts.keys, book: parts.book, network: parts.network), network: parts.network,
            transfers: TransferModule(parts), context: parts.context)
    }

    static let declaration = ModuleDeclaration<OutstandingModule>(
        id: "outstanding",
        methods: [
            Method(
                "outstanding.list", callers: .owner, params: .page, .optional("language", .word),
                result: .object([
                    .required("entries", .list(entry)), .optional("changed", .integer), .optional("cursor"),
                ]), limit: .asking, by: OutstandingModule.list),
            Method(
                "outstanding.void", callers: .owner, params: .required("signature"), .priority,
                result: .object([
                    .required("voided"), .required("nonce"), .required("account"), .required("cluster"),
                    .required("fee", .u64), .required("signature"), .required("ended", .boolean),
                ]), needs: [.network, .approval], limit: .sending, by: OutstandingModule.void),
            Method(
                "outstanding.controlled", callers: .owner, params: .account, .cluster,
                result: .object([
                    .required("account"), .required("cluster"), .required("nonces", .list(controlled)),
                    .required("stakes", .list(controlled)), .required("omitted", .integer),
                    .required("refused", .list(.string)),
                ]), needs: [.network], limit: .asking, by: OutstandingModule.controlled),
        ])

    private static let controlled = ValueType.object([
        .required("address"), .required("lamports", .u64), .required("powers", .list(.string)),
    ])

    private static let entry = ValueType.object([
        .required("signature"), .optional("transaction"), .required("account"), .required("cluster"),
        .required("request"), .required("origin"), .required("method"), .required("time", .integer),
        .required(
            "life",
            .object([
                .required("kind"), .optional("nonce"), .optional("authority"), .optional("blocks", .u64),
                .optional("height", .u64), .optional("remaining", .integer),
            ])),
        .required("void"), .optional("cause"), .optional("review", .anyObject), .optional("names", .list(.anyObject)),
        .optional("shown", .anyObject),
    ])
}
