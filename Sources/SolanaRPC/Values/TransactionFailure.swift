import JSONRPC

/// Why a transaction failed, as the runtime names it.
///
/// ```
/// "AccountNotFound"
/// {"InstructionError": [2, "InvalidAccountData"]}
/// {"InstructionError": [2, {"Custom": 6001}]}
/// ```
public struct TransactionFailure: Sendable, Hashable {
    /// `InstructionError`, `BlockhashNotFound`, ...
    public let name: String
    /// The instruction that failed, from 0.
    public let instruction: Int?
    /// What it failed with: `InvalidAccountData`, `Custom`.
    public let reason: String?
    /// A program's own number.
    public let code: UInt32?

    public init(name: String, instruction: Int? = nil, reason: String? = nil, code: UInt32? = nil) {
        self.name = name
        self.instruction = instruction
        self.reason = reason
        self.code = code
    }

    /// Reads `err`.
    init(_ value: RPCValue) throws(SolanaRPCError) {
        if let name = value.json.text {
            self.init(name: name)
            return
        }
        guard let member = try value.members().first, try value.members().count == 1 else { throw value.fault }
        guard member.name == "InstructionError" else {
            self.init(name: member.name)
            return
        }
        let parts = try member.value.elements()
        guard parts.count == 2, let instruction = Int(exactly: try parts[0].uint64()) else { throw member.value.fault }
        if let reason = parts[1].json.text {
            self.init(name: member.name, instruction: instruction, reason: reason)
        } else {
            let reason = try parts[1].members()
            guard reason.count == 1 else { throw parts[1].fault }
            self.init(
                name: member.name, instruction: instruction, reason: reason[0].name,
                code: reason[0].name == "Custom" ? try reason[0].value.uint32() : nil)
        }
    }

    static func optional(_ value: RPCValue, _ name: String = "err") throws(SolanaRPCError) -> TransactionFailure? {
        guard let failure = try value.optional(name) else { return nil }
        return try TransactionFailure(failure)
    }
}
