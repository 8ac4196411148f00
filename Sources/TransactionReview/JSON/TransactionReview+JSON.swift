package import JSONRPC
import SolanaTransactions

extension TransactionReview {
    /// The transaction as an item of a review.
    ///
    /// - Parameter facts: What nodes said of it; nil where nobody was asked.
    package func json(_ verdict: ReviewVerdict, facts: ChainFacts? = nil) -> JSON {
        let tokens = KnownTokens(in: self, facts: facts)
        var item: JSONObject = [
            "kind": "transaction", "version": .string(version.description), "bytes": .number(count),
            "feePayer": .string(feePayer.description), "blockhash": .string(blockhash.description),
            "requiredSignatures": .number(requiredSignatures),
            "signers": .array(signers.map { .string($0.description) }),
            "configuration": .array(configuration.map(\.json)),
            "lookupTables": .array(lookupTables.map(\.json)), "instructions": .array(instructions.map(\.json)),
            "effects": .array(effects.map { $0.json(tokens.token(of: $0)) }),
            "findings": .array(verdict.findings.map(\.json)),
            "level": verdict.level.map { .string($0.rawValue) } ?? .null, "complete": .bool(verdict.isComplete),
        ]
        item["chain"] = facts.map { $0.json(of: self) }
        return .object(item)
    }
}

extension Effect {
    fileprivate func json(_ token: KnownTokens.Token?) -> JSON {
        var item: JSONObject = ["kind": .string(kind.rawValue), "account": .string(account.text)]
        item["instruction"] = instruction < 0 ? nil : .number(instruction + 1)
        item["amount"] = amount.map { .string("\($0)") }
        item["mint"] = (mint ?? token?.mint).map { .string($0.text) }
        item["decimals"] = token?.decimals.map { .number(Int($0)) }
        item["symbol"] = token?.claimedSymbol.map { .string(JSONString($0)) }
        item["role"] = role.map { .string($0) }
        item["counterpart"] = counterpart.map { .string($0.text) }
        item["before"] = before.map { .string($0.text) }
        item["after"] = after.map { .string($0.text) }
        return .object(item)
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
        if !nested.isEmpty { item["nested"] = .array(nested.map(\.part)) }
        return .object(item)
    }

    /// As a part of a batch, which has the accounts and the bytes.
    private var part: JSON {
        var item: JSONObject = ["fields": .array(fields.map(\.json)), "known": .bool(isKnown)]
        item["name"] = name.map { .string($0) }
        return .object(item)
    }
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
