import Base58
import JSONRPC
import Wording

/// The request that a line means: the whole id, any beginning of one that fits one alone, or nothing where one waits.
enum WaitingRequest {
    /// The characters of a whole id (a UUID, RFC 9562).
    private static let length = 36

    /// Returns the whole id. What can't be the beginning of one is returned as it is, and the agent says what it knows of it.
    ///
    /// - Throws: if nothing waits, or if several fit.
    static func id(_ beginning: String?, from agent: inout AgentClient) throws(CommandError) -> String {
        if let beginning, !isBeginning(beginning) { return beginning }
        let waiting = try agent.all("approvals.list", member: "requests").compactMap { $0["id"]?.text }
        let wanted = (beginning ?? "").lowercased()
        let fitting = waiting.filter { $0.hasPrefix(wanted) }
        if fitting.count == 1 { return fitting[0] }
        if let beginning {
            guard !fitting.isEmpty else { return beginning }
            throw CommandError(
                say(.requestAmbiguous, ["id": beginning.visible]), hint: say(.hintPending), status: .usage)
        }
        guard !waiting.isEmpty else { throw CommandError(say(.requestNoneWaits), status: .gone) }
        throw CommandError(say(.requestNotNamed), hint: say(.hintPending), status: .usage)
    }

    private static func isBeginning(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count < length
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                    UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

/// What came of a request that was approved, in the words of the user: what was done for whom, and the signatures.
struct RequestOutcome {
    private let kind: String
    private let site: String
    private let signatures: [String]

    /// - Returns: nil if the answer has no result, as of a transaction that is still on its way.
    init?(of review: ReviewedRequest, records: JSON) {
        guard let result = records["response"]?["result"] else { return nil }
        kind = review.kind
        site = review.asker
        let rows = [result] + (result["results"]?.array ?? [])
        let named = rows.compactMap { $0["signature"]?.text } + (result["signatures"]?.array ?? []).compactMap(\.text)
        signatures = named.map(Self.base58)
    }

    var text: String {
        guard kind != "connect" else { return say(.doneConnected, ["site": site]) + "\n" }
        let lines = signatures.map { "  \($0.visible)\n" }
        return say(.doneSigned, ["site": site]) + "\n" + lines.joined()
    }

    /// A signature as explorers write it, whichever way the page gets it.
    private static func base58(_ text: String) -> String {
        guard let bytes = try? Base64.decode(text), bytes.count == 64 else { return text }
        return Base58.encode(bytes)
    }
}
