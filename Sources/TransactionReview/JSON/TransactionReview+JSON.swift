package import JSONRPC
import ProgramRegistry
import PublishedInterfaces
import SolanaTransactions

extension TransactionReview {
    /// The transaction as an item of a review.
    ///
    /// - Parameters:
    ///   - subject: The transaction from the view of the account that signs.
    ///   - facts: The facts that nodes reported about it; nil if no node was asked.
    package func json(_ subject: ReviewSubject, _ verdict: ReviewVerdict, facts: ChainFacts? = nil) -> JSON {
        let tokens = KnownTokens(in: self, facts: facts)
        var item: JSONObject = [
            "kind": "transaction", "version": .string(version.description), "bytes": .number(count),
            "feePayer": .string(feePayer.description), "blockhash": .string(blockhash.description),
            "requiredSignatures": .number(requiredSignatures),
            "signers": .array(signers.map { .string($0.description) }),
            "configuration": .array(configuration.map(\.json)),
            "lookupTables": .array(lookupTables.map(\.json)), "instructions": .array(instructions(facts)),
            "effects": .array(effects.map { $0.json(tokens.token(of: $0)) }),
            "findings": .array(verdict.findings.map(\.json)),
            "level": verdict.level.map { .string($0.rawValue) } ?? .null, "complete": .bool(verdict.isComplete),
            "state": .string(verdict.state.rawValue),
        ]
        let resolved = facts.map { subject.resolved(by: $0) } ?? subject
        let promises = resolved.promises
        let bounds = EnforcedBounds(of: resolved, facts, isConfirmed: false)
        let changes = BalanceChanges(of: resolved, facts, promises, holding: bounds?.rests ?? [:])
        item["changes"] = .array(changes.all.map(\.json))
        if !promises.all.isEmpty { item["promises"] = .array(promises.all.map(\.json)) }
        item["guards"] = facts.flatMap {
            GuardInstructions(in: resolved.review).json(resolved, $0, isWhole: bounds != nil)
        }
        item["chain"] = facts.map { $0.json(of: self) }
        return .object(item)
    }

    /// The instructions: the first that propose others list these, and the first that nothing reads have what their programs' authors say of them.
    private func instructions(_ facts: ChainFacts?) -> [JSON] {
        let claims = facts.map { AuthorClaims($0) }
        var (proposals, left) = (0, Self.mostClaims)
        return instructions.map { instruction in
            let proposal = instruction.proposal(facts)
            if proposal != nil { proposals += 1 }
            let claim = left > 0 ? claims?.claim(of: instruction) : nil
            if claim != nil { left -= 1 }
            return instruction.json(facts, proposal?.json(listing: proposals <= Proposal.mostListed), claim)
        }
    }

    /// The most instructions of a transaction that authors are heard about: their words are long.
    private static let mostClaims = 8
}

extension GuardInstructions {
    /// The guards at the end, and what they leave open; nil if there are none, or nothing that they could hold.
    ///
    /// - Parameter isWhole: True if everything is held, though it may be one node's word what is whose.
    fileprivate func json(_ subject: ReviewSubject, _ facts: ChainFacts, isWhole: Bool) -> JSON? {
        guard !guards.isEmpty, let plan = GuardPlan(holding: subject, facts) else { return nil }
        return [
            "instructions": .array(places.map { .number($0 + 1) }), "whole": .bool(isWhole),
            "gaps": .array(
                plan.gaps.map { ["account": .string($0.account.text), "reason": .string($0.reason.rawValue)] }),
        ]
    }
}

extension Effect {
    func json(_ token: KnownTokens.Token?) -> JSON {
        var item: JSONObject = ["kind": .string(kind.rawValue), "account": .string(account.text)]
        item["instruction"] = instruction < 0 ? nil : .number(instruction + 1)
        item["amount"] = amount.map { .string("\($0)") }
        item["mint"] = (mint ?? token?.mint).map { .string($0.text) }
        item["decimals"] = token?.decimals.map { .number(Int($0)) }
        item["known"] = token?.symbol.map { .string(JSONString($0)) }
        item["symbol"] = token?.claimedSymbol.map { .string(JSONString($0)) }
        item["name"] = token?.claimedName.map { .string(JSONString($0)) }
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

extension AuthorClaims.Claim {
    /// What a program's author says, as the member `author` of an instruction; docs/protocol.md, "The review".
    fileprivate var json: JSON {
        var item: JSONObject = [
            "account": .string(address.base58), "kind": .string(account.rawValue),
            "node": .string(JSONString(source.node)), "slot": .string("\(source.slot)"),
        ]
        switch reading {
        case .success(let reading):
            item["form"] = .string(reading.form.rawValue)
            item["name"] = .string(reading.instruction.name)
            item["display"] = reading.display.json
        case .failure(let error): item["refused"] = .string(error.code.rawValue)
        }
        return .object(item)
    }
}

extension AuthorDisplay {
    fileprivate var json: JSON {
        var item: JSONObject = ["fields": .array(rows.map(\.json)), "moreFields": .number(omitted)]
        item["intent"] = intent.map { .string($0) }
        item["sentence"] = sentence.map { .string($0) }
        return .object(item)
    }
}

extension AuthorDisplay.Row {
    fileprivate var json: JSON {
        guard case .object(var item) = field.json else { return .null }
        item["account"] = .bool(isAccount)
        item["label"] = label.map { .string($0) }
        item["meant"] = meant.map { .string($0) }
        return .object(item)
    }
}

extension InstructionReview {
    fileprivate func json(_ facts: ChainFacts?, _ proposal: JSON?, _ claim: AuthorClaims.Claim?) -> JSON {
        var item: JSONObject = ["program": .string(program.description)]
        item["programName"] = programName.map { .string($0) }
        item["name"] = name.map { .string($0) }
        item["fields"] = .array(fields.map(\.json))
        item["accounts"] = .array(accounts.map(\.json))
        item["data"] = .string(Base64.encode(data))
        item["known"] = .bool(isKnown)
        if !nested.isEmpty { item["nested"] = .array(nested.map(\.part)) }
        let checks = checks
        if !checks.isEmpty { item["checks"] = .array(checks.map { $0.json(facts) }) }
        item["proposal"] = proposal
        item["author"] = claim.map(\.json)
        if let decoded, let display = ProgramTable.known.display(of: decoded) {
            item["display"] = AuthorDisplay(decoded, display, facts).json
        }
        return .object(item)
    }

    /// The instruction as a part of a batch, which has the accounts and the bytes.
    private var part: JSON {
        var item: JSONObject = ["fields": .array(fields.map(\.json)), "known": .bool(isKnown)]
        item["name"] = name.map { .string($0) }
        return .object(item)
    }
}

extension MessageAccount {
    var json: JSON {
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

extension ChainFacts {
    /// The facts from the chain about a transaction and their sources, as the member `chain` of its item; docs/protocol.md, "The review".
    ///
    /// - Parameter review: The transaction's review, whose lookup tables are listed.
    package func json(of review: TransactionReview) -> JSON {
        var json: JSONObject = [
            "lookupTables": .array(review.lookupTables.map { table(disputed.contains($0.account), $0.account) })
        ]
        json["simulation"] = simulation.map { $0.source.json($0.value.outcome.members) }
        return .object(json)
    }

    private func table(_ isDisputed: Bool, _ account: PublicKey) -> JSON {
        var table: JSONObject = ["account": .string(account.base58), "disputed": .bool(isDisputed)]
        guard let fact = accounts[account] else { return .object(table) }
        table["second"] = fact.second.map { $0.json() }
        return fact.source.json(table)
    }
}

extension ChainSource {
    /// The source, together with other members.
    fileprivate func json(_ more: JSONObject = [:]) -> JSON {
        var json = more
        json["node"] = .string(JSONString(node))
        json["slot"] = .string("\(slot)")
        return .object(json)
    }
}

extension Simulation.Outcome {
    fileprivate var members: JSONObject {
        switch self {
        case .succeeded: ["outcome": "succeeded"]
        case .failed(let instruction, let reason):
            if let instruction {
                ["outcome": "failed", "reason": .string(JSONString(reason)), "instruction": .number(instruction &+ 1)]
            } else {
                ["outcome": "failed", "reason": .string(JSONString(reason))]
            }
        case .impossible(let reason): ["outcome": "impossible", "reason": .string(JSONString(reason))]
        }
    }
}

extension MessageReview {
    /// The message as an item of a review.
    package var json: JSON {
        var item: JSONObject = [
            "kind": "message", "encoding": .string(encoding.rawValue), "content": .string(content),
            "bytes": .number(count), "findings": .array(findings.map(\.json)),
        ]
        if let signIn { item["signIn"] = .array(signIn.reviewFields.map(\.json)) }
        if let envelope {
            item["envelope"] = [
                "version": .number(Int(envelope.version.number)),
                "signers": .array(envelope.signers.map { .string($0.description) }),
            ]
        }
        return .object(item)
    }
}

extension ReviewTotals {
    /// The combined effects of all transactions; docs/protocol.md, "The review".
    package var json: JSON {
        [
            "transactions": .number(count), "complete": .bool(state == .complete), "state": .string(state.rawValue),
            "level": level.map { .string($0.rawValue) } ?? .null,
            "changes": .array(changes.prefix(Self.maximumChanges).map(\.json)),
            "moreChanges": .number(max(0, changes.count - Self.maximumChanges)),
            "warnings": .array(warnings.map(\.json)),
        ]
    }

    /// The number of accounts that are listed individually, so that every answer fits a frame.
    private static let maximumChanges = 100
}

extension BalanceChange {
    /// The change in the protocol's spelling; docs/protocol.md, "The review".
    var json: JSON {
        var change: JSONObject = [
            "account": .string(account.text), "leaving": .string("\(leaving)"), "arriving": .string("\(arriving)"),
            "bounded": .bool(isBounded),
        ]
        switch asset {
        case .lamports: change["asset"] = "lamports"
        case .tokens(let mint):
            change["asset"] = "tokens"
            change["mint"] = mint.map { .string($0.text) }
            change["decimals"] = decimals.map { .number(Int($0)) }
            change["known"] = symbol.map { .string(JSONString($0)) }
            change["symbol"] = claimedSymbol.map { .string(JSONString($0)) }
            change["name"] = claimedName.map { .string(JSONString($0)) }
        }
        if let expected {
            change["expected"] = ["before": .string("\(expected.before)"), "after": .string("\(expected.after)")]
        }
        for (name, amount) in [("fee", fee), ("deposit", deposit), ("refund", refund)] where amount > 0 {
            change[name] = .string("\(amount)")
        }
        change["sources"] = .array(sources.map { .string($0) })
        return .object(change)
    }

    /// The sources of the amounts.
    private var sources: [String] {
        let isTold = leaving > 0 || arriving > 0 || !isBounded
        let told = isEnforced ? "guard" : isPromised ? "program" : "bytes"
        return (isTold ? [told] : []) + (expected == nil ? [] : ["simulation"])
    }
}

extension ProgramPromises.Promise {
    var json: JSON {
        [
            "instruction": .number(instruction + 1), "program": .string(program.base58),
            "name": .string(JSONString(name)),
            "kind": .string(moves.kind.rawValue),
            "basis": .string(moves.basis == .program ? "program" : "interface"),
            "source": .string(JSONString(moves.source)),
        ]
    }
}

extension ReviewTotals.Warning {
    fileprivate var json: JSON {
        [
            "id": .string(id), "level": .string(level.rawValue),
            "transactions": .array(transactions.map { .number($0 + 1) }),
        ]
    }
}

extension Finding {
    /// The finding in the protocol's spelling: `{id, level, parameters, sentence?}`.
    package var json: JSON {
        var json: JSONObject = [
            "id": .string(JSONString(id)), "level": .string(JSONString(level.rawValue)),
            "parameters": .array(parameters.map(\.json)),
        ]
        json["sentence"] = sentence.map { .string($0) }
        return .object(json)
    }
}

extension ReviewField {
    /// `{name, value, quoted?}`.
    var json: JSON {
        isQuoted
            ? ["name": .string(name), "value": .string(value), "quoted": true]
            : ["name": .string(name), "value": .string(value)]
    }
}
