public import JSONRPC
import ProgramRegistry
import SolanaTransactions

extension Proposal {
    /// The number of proposals of a transaction whose instructions are listed, and of accounts and values in each, so that every answer fits a frame.
    static let mostListed = 8
    private static let mostFields = 200

    /// The proposal in the protocol's spelling; docs/protocol.md, "The review".
    ///
    /// - Parameter isListed: False to tell only the number of its instructions.
    public func json(listing isListed: Bool = true) -> JSON {
        var proposal: JSONObject = ["act": .string(act.rawValue)]
        proposal["account"] = account.map { .string($0.text) }
        proposal["source"] = origin.map { .string($0.rawValue) }
        guard let instructions else { return .object(proposal) }
        var listed: [JSON] = []
        var fields = 0
        for instruction in instructions where isListed {
            // Each is listed whole, or not at all.
            fields += 1 + (instruction.isKnown ? instruction.fields.count : instruction.accounts.count)
            guard fields <= Self.mostFields else { break }
            listed.append(instruction.proposed)
        }
        proposal["instructions"] = .array(listed)
        proposal["more"] = .number(instructions.count - listed.count)
        return .object(proposal)
    }
}

extension InstructionReview {
    /// The instruction as a part of a proposal.
    fileprivate var proposed: JSON {
        var item: JSONObject = ["program": .string(program.description), "known": .bool(isKnown)]
        item["programName"] = programName.map { .string($0) }
        item["name"] = name.map { .string($0) }
        item["fields"] = .array(fields.map(\.json))
        if !isKnown { item["accounts"] = .array(accounts.map(\.json)) }
        item["effects"] = .array((effects ?? []).map { $0.json(nil) })
        return .object(item)
    }
}

extension AccountCheck {
    /// The check in the protocol's spelling, with the token if a node tells it.
    func json(_ facts: ChainFacts?) -> JSON {
        var check: JSONObject = ["kind": .string(kind.rawValue)]
        check["account"] = account.map { .string($0.text) }
        check["comparison"] = comparison.map { .string(JSONString($0)) }
        check["value"] = value.map { .string(JSONString($0)) }
        guard kind == .tokenAmount || kind == .tokenDelegated, let facts,
            let mint = account?.address.flatMap({ facts.account($0)?.token?.mint })
        else { return .object(check) }
        check["mint"] = .string(mint.base58)
        check["known"] = KnownTokens.listed(mint).map { .string(JSONString($0.symbol)) }
        check["decimals"] = (facts.token(mint)?.decimals ?? KnownTokens.listed(mint)?.decimals).map { .number(Int($0)) }
        return .object(check)
    }
}
