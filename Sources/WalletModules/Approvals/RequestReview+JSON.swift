import JSONRPC
import SolanaTransactions
import TransactionReview
import WalletCore

/// Reviews in the protocol's spelling; docs/protocol.md, "The review", lists the members.
extension RequestReview {
    /// How many bytes of items go into one answer: half a frame, so that the rest of the answer always fits.
    static let maximumItemBytes = 512 * 1024

    /// How many bytes one item may have, so that it fits a frame.
    static let maximumItemCount = 1_000_000

    var largestItem: Int { items.map { $0.serialized().count }.max() ?? 0 }

    init(messages: [MessageReview]) {
        self.init(
            kind: .messages, items: messages.map(\.json), isComplete: messages.allSatisfy { $0.encoding == .text },
            risk: RequestRisk(reasons: messages.contains(where: \.isBinary) ? [.binary] : []))
    }

    init(transactions: [TransactionReview], signer: PublicKey) {
        var risk = RequestRisk()
        for transaction in transactions { risk.merge(RequestRisk(TransactionOutflow(of: transaction, signer: signer))) }
        self.init(
            kind: .transactions, items: transactions.map(\.json), isComplete: transactions.allSatisfy(\.isComplete),
            risk: risk)
    }

    /// As many items from an index on as fit one answer, at least one, and the index of what follows.
    func items(from start: Int) -> (items: [JSON], next: Int?) {
        var page: [JSON] = []
        var size = 0
        for item in items.dropFirst(start) {
            size += item.serialized().count + 1
            guard page.isEmpty || size <= Self.maximumItemBytes else { return (page, start + page.count) }
            page.append(item)
        }
        return (page, nil)
    }
}

extension RequestRisk {
    /// What a transaction may let out, as the policy reads it.
    init(_ outflow: TransactionOutflow) {
        self.init(
            lamports: outflow.lamports,
            reasons: Set(
                outflow.reasons.map { reason in
                    switch reason {
                    case .incomplete: .incomplete
                    case .danger: .danger
                    case .unbounded: .unbounded
                    }
                }))
    }
}

extension MessageReview {
    fileprivate var json: JSON {
        [
            "kind": "message", "encoding": .string(encoding.rawValue), "content": .string(content),
            "bytes": .number(count),
        ]
    }
}

extension TransactionReview {
    fileprivate var json: JSON {
        [
            "kind": "transaction", "version": .string(version.description), "bytes": .number(count),
            "feePayer": .string(feePayer.description), "blockhash": .string(blockhash.description),
            "requiredSignatures": .number(requiredSignatures),
            "signers": .array(signers.map { .string($0.description) }),
            "configuration": .array(configuration.map(\.json)),
            "lookupTables": .array(lookupTables.map(\.json)), "instructions": .array(instructions.map(\.json)),
            "complete": .bool(isComplete),
        ]
    }
}

extension TransactionReview.LookupTable {
    fileprivate var json: JSON {
        ["account": .string(account.description), "writable": .number(writable), "readonly": .number(readonly)]
    }
}

extension InstructionReview {
    fileprivate var json: JSON {
        var item: JSONObject = ["program": .string(program.description)]
        item["programName"] = programName.map { .string($0) }
        item["name"] = name.map { .string($0) }
        item["fields"] = .array(fields.map(\.json))
        item["accounts"] = .array(accounts.map(\.json))
        item["data"] = .string(Base64.encode(data))
        item["known"] = .bool(isKnown)
        return .object(item)
    }
}

extension ReviewField {
    fileprivate var json: JSON { ["name": .string(name), "value": .string(value)] }
}

extension MessageAccount {
    fileprivate var json: JSON {
        var item: JSONObject = [:]
        switch source {
        case .address(let address): item["address"] = .string(address.description)
        case .lookup(let table, let entry):
            item["lookup"] = ["table": .string(table.description), "index": .number(entry)]
        }
        item["signer"] = .bool(isSigner)
        item["writable"] = .bool(isWritable)
        return .object(item)
    }
}
