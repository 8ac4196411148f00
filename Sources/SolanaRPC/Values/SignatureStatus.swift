import JSONRPC
public import SolanaTransactions

/// The status of a transaction.
public struct SignatureStatus: Sendable, Hashable {
    /// The slot that it was executed in.
    public let slot: UInt64
    /// The failure; nil if it succeeded.
    public let failure: TransactionFailure?
    /// The number of blocks on top of it; nil once it is final.
    public let confirmations: UInt64?
    public let confirmation: Commitment?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        slot = try value.member("slot").uint64()
        failure = try TransactionFailure.optional(value)
        confirmations = try value.optional("confirmations")?.uint64()
        confirmation = try Commitment.optional(value)
    }
}

/// A transaction in an address's history.
public struct SignatureInfo: Sendable, Hashable {
    public let signature: Signature
    /// The slot in which it was executed.
    public let slot: UInt64
    /// The reason it failed; nil if it succeeded.
    public let failure: TransactionFailure?
    /// The text of its memo instructions, chosen by the transaction's author.
    public let memo: String?
    /// Seconds since 1970, as the validators estimated them.
    public let blockTime: Int64?
    /// The commitment that it has reached; nil if the node no longer reports it.
    public let confirmation: Commitment?
    /// The place within the slot, from 0; nil if the node doesn't report it.
    public let index: UInt64?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        signature = try value.member("signature").signature()
        slot = try value.member("slot").uint64()
        failure = try TransactionFailure.optional(value)
        memo = try value.optional("memo")?.text()
        blockTime = try value.optional("blockTime")?.int64()
        confirmation = try Commitment.optional(value)
        index = try value.optional("transactionIndex")?.uint64()
    }
}

/// The reason a transaction failed, as the runtime names it.
///
/// ```
/// "AccountNotFound"
/// {"InstructionError": [2, "InvalidAccountData"]}
/// {"InstructionError": [2, {"Custom": 6001}]}
/// ```
public struct TransactionFailure: Sendable, Hashable {
    /// The runtime's name: `InstructionError`, `BlockhashNotFound`, ...
    public let name: String
    /// The index of the instruction that failed, from 0.
    public let instruction: Int?
    /// The instruction's error: `InvalidAccountData`, `Custom`.
    public let reason: String?
    /// A program's own error number.
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

/// The result of a node's simulation: one that was asked for, or the one before it refused to send a transaction.
public struct SimulationResult: Sendable, Hashable {
    /// The failure; nil if it would succeed.
    public let failure: TransactionFailure?
    /// The logs of the programs and the runtime.
    public let logs: [String]
    /// The compute units that it would use.
    public let unitsConsumed: UInt64?
    /// The requested accounts in order, as they would be afterwards; nil for one that wouldn't exist.
    public let accounts: [AccountInfo?]?
    /// The blockhash that the node put in place of the transaction's, if asked to, and the height after which it would expire.
    public let replacementBlockhash: LatestBlockhash?

    init(_ value: RPCValue) throws(SolanaRPCError) {
        failure = try TransactionFailure.optional(value)
        logs = try value.optional("logs")?.map { element throws(SolanaRPCError) in try element.text() } ?? []
        unitsConsumed = try value.optional("unitsConsumed")?.uint64()
        accounts = try value.optional("accounts")?.map { element throws(SolanaRPCError) in
            try AccountInfo.optional(element)
        }
        replacementBlockhash = try value.optional("replacementBlockhash").map { value throws(SolanaRPCError) in
            try LatestBlockhash(value)
        }
    }
}
