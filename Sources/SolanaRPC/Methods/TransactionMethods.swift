public import JSONRPC
public import SolanaTransactions

/// Sends a signed transaction, after the node has simulated it, and returns its first signature.
///
/// Source: https://solana.com/docs/rpc/http/sendtransaction
public struct SendTransaction: SolanaRPCMethod {
    public static let name = "sendTransaction"

    public var transaction: Transaction
    /// True if the node sends it without simulating it.
    public var skipsPreflight: Bool
    /// The state that it is simulated against.
    public var preflightCommitment: Commitment?
    /// The number of times the node resends it; by default it resends until the blockhash expires.
    public var maxRetries: UInt64?
    public var minContextSlot: UInt64?

    public init(
        transaction: Transaction, skipsPreflight: Bool = false, preflightCommitment: Commitment? = nil,
        maxRetries: UInt64? = nil, minContextSlot: UInt64? = nil
    ) {
        self.transaction = transaction
        self.skipsPreflight = skipsPreflight
        self.preflightCommitment = preflightCommitment
        self.maxRetries = maxRetries
        self.minContextSlot = minContextSlot
    }

    public var parameters: [JSON] {
        var more: JSONObject = ["encoding": "base64"]
        if skipsPreflight { more["skipPreflight"] = true }
        more["preflightCommitment"] = preflightCommitment.map { .string($0.rawValue) }
        more["maxRetries"] = maxRetries.map { .number($0) }
        more["minContextSlot"] = minContextSlot.map { .number($0) }
        return [.string(Base64.encode(transaction.encoded())), .object(more)]
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Signature {
        let signature = try result.signature()
        // Another's would be waited for in vain, and this one be taken for lost.
        guard signature == transaction.signatures.first else { throw result.fault }
        return signature
    }
}

extension SolanaRPC {
    /// Sends a signed transaction, after the node has simulated it, and returns its first signature.
    public func sendTransaction(
        _ transaction: Transaction, skipsPreflight: Bool = false, preflightCommitment: Commitment? = nil,
        maxRetries: UInt64? = nil, minContextSlot: UInt64? = nil
    ) async throws(SolanaRPCError) -> Signature {
        try await answer(
            to: SendTransaction(
                transaction: transaction, skipsPreflight: skipsPreflight, preflightCommitment: preflightCommitment,
                maxRetries: maxRetries, minContextSlot: minContextSlot))
    }
}

/// Simulates a transaction.
///
/// Source: https://solana.com/docs/rpc/http/simulatetransaction
public struct SimulateTransaction: SolanaRPCMethod {
    public static let name = "simulateTransaction"

    public var transaction: Transaction
    /// True if a missing or wrong signature makes it fail; not together with `replacesBlockhash`.
    public var verifiesSignatures: Bool
    /// True if the node replaces the blockhash with one of its own.
    public var replacesBlockhash: Bool
    /// The accounts to return as they would be afterwards.
    public var accounts: [PublicKey]
    public var options: RPCContextOptions

    public init(
        transaction: Transaction, verifiesSignatures: Bool = false, replacesBlockhash: Bool = false,
        accounts: [PublicKey] = [], options: RPCContextOptions = RPCContextOptions()
    ) {
        self.transaction = transaction
        self.verifiesSignatures = verifiesSignatures
        self.replacesBlockhash = replacesBlockhash
        self.accounts = accounts
        self.options = options
    }

    public var parameters: [JSON] {
        var more: JSONObject = ["encoding": "base64"]
        if verifiesSignatures { more["sigVerify"] = true }
        if replacesBlockhash { more["replaceRecentBlockhash"] = true }
        if !accounts.isEmpty {
            more["accounts"] = ["encoding": "base64", "addresses": .array(accounts.map { .string($0.base58) })]
        }
        return options.behind([.string(Base64.encode(transaction.encoded()))], more)
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<SimulationResult> {
        let simulation = try Slotted(result) { value throws(SolanaRPCError) in try SimulationResult(value) }
        guard accounts.isEmpty || simulation.value.accounts?.count == accounts.count else { throw result.fault }
        return simulation
    }
}

extension SolanaRPC {
    /// Simulates a transaction.
    public func simulateTransaction(
        _ transaction: Transaction, verifiesSignatures: Bool = false, replacesBlockhash: Bool = false,
        accounts: [PublicKey] = [], _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> Slotted<SimulationResult> {
        try await answer(
            to: SimulateTransaction(
                transaction: transaction, verifiesSignatures: verifiesSignatures, replacesBlockhash: replacesBlockhash,
                accounts: accounts, options: options))
    }
}

/// A transaction that was executed, of any version; nil if the node doesn't know it.
///
/// Source: https://solana.com/docs/rpc/http/gettransaction
public struct GetTransaction: SolanaRPCMethod {
    public static let name = "getTransaction"

    public var signature: Signature
    /// At least `confirmed`.
    public var commitment: Commitment?

    public init(signature: Signature, commitment: Commitment? = nil) {
        self.signature = signature
        self.commitment = commitment
    }

    public var parameters: [JSON] {
        var more: JSONObject = ["encoding": "base64", "maxSupportedTransactionVersion": 1]
        more["commitment"] = commitment.map { .string($0.rawValue) }
        return [.string(signature.base58), .object(more)]
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> ExecutedTransaction? {
        guard let value = result.unlessNull else { return nil }
        let executed = try ExecutedTransaction(value)
        guard executed.transaction.signatures.first == signature else { throw result.fault }
        return executed
    }
}

extension SolanaRPC {
    /// A transaction that was executed, of any version; nil if the node doesn't know it.
    public func getTransaction(_ signature: Signature, commitment: Commitment? = nil) async throws(SolanaRPCError)
        -> ExecutedTransaction?
    {
        try await answer(to: GetTransaction(signature: signature, commitment: commitment))
    }
}

/// The statuses of up to 256 transactions, in the order of the request; nil for one that the node doesn't know.
///
/// Source: https://solana.com/docs/rpc/http/getsignaturestatuses
public struct GetSignatureStatuses: SolanaRPCMethod {
    public static let name = "getSignatureStatuses"

    public var signatures: [Signature]
    /// True if the node searches its whole ledger, and not only the last blocks.
    public var searchesHistory: Bool

    public init(signatures: [Signature], searchesHistory: Bool = false) {
        self.signatures = signatures
        self.searchesHistory = searchesHistory
    }

    public var parameters: [JSON] {
        [.array(signatures.map { .string($0.base58) })] + (searchesHistory ? [["searchTransactionHistory": true]] : [])
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Slotted<[SignatureStatus?]> {
        let statuses = try Slotted(result) { value throws(SolanaRPCError) in
            try value.map { element throws(SolanaRPCError) -> SignatureStatus? in
                guard let status = element.unlessNull else { return nil }
                return try SignatureStatus(status)
            }
        }
        guard statuses.value.count == signatures.count else { throw result.fault }
        return statuses
    }
}

extension SolanaRPC {
    /// The statuses of up to 256 transactions, in the order of the request; nil for one that the node doesn't know.
    public func getSignatureStatuses(_ signatures: [Signature], searchesHistory: Bool = false)
        async throws(SolanaRPCError) -> Slotted<[SignatureStatus?]>
    {
        try await answer(to: GetSignatureStatuses(signatures: signatures, searchesHistory: searchesHistory))
    }
}

/// The transactions that name an address, the newest first.
///
/// Source: https://solana.com/docs/rpc/http/getsignaturesforaddress
public struct GetSignaturesForAddress: SolanaRPCMethod {
    public static let name = "getSignaturesForAddress"

    public var address: PublicKey
    /// 1 to 1,000, which is the node's default.
    public var limit: Int?
    /// Only those before this one.
    public var before: Signature?
    /// Only those after this one.
    public var until: Signature?
    public var options: RPCContextOptions

    public init(
        address: PublicKey, limit: Int? = nil, before: Signature? = nil, until: Signature? = nil,
        options: RPCContextOptions = RPCContextOptions()
    ) {
        self.address = address
        self.limit = limit
        self.before = before
        self.until = until
        self.options = options
    }

    public var parameters: [JSON] {
        var more = JSONObject()
        more["limit"] = limit.map { .number($0) }
        more["before"] = before.map { .string($0.base58) }
        more["until"] = until.map { .string($0.base58) }
        return options.behind([.string(address.base58)], more)
    }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> [SignatureInfo] {
        try result.map { element throws(SolanaRPCError) in try SignatureInfo(element) }
    }
}

extension SolanaRPC {
    /// The transactions that name an address, the newest first.
    public func getSignaturesForAddress(
        _ address: PublicKey, limit: Int? = nil, before: Signature? = nil, until: Signature? = nil,
        _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> [SignatureInfo] {
        try await answer(
            to: GetSignaturesForAddress(address: address, limit: limit, before: before, until: until, options: options))
    }
}

/// The number of transactions in the ledger.
///
/// Source: https://solana.com/docs/rpc/http/gettransactioncount
public struct GetTransactionCount: SolanaRPCMethod {
    public static let name = "getTransactionCount"

    public var options: RPCContextOptions

    public init(options: RPCContextOptions = RPCContextOptions()) {
        self.options = options
    }

    public var parameters: [JSON] { options.behind([]) }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> UInt64 {
        try result.uint64()
    }
}

extension SolanaRPC {
    /// The number of transactions in the ledger.
    public func getTransactionCount(_ options: RPCContextOptions = RPCContextOptions()) async throws(SolanaRPCError)
        -> UInt64
    {
        try await answer(to: GetTransactionCount(options: options))
    }
}

/// Asks for free lamports, on a cluster that gives them.
///
/// Source: https://solana.com/docs/rpc/http/requestairdrop
public struct RequestAirdrop: SolanaRPCMethod {
    public static let name = "requestAirdrop"

    public var address: PublicKey
    public var lamports: UInt64
    public var options: RPCContextOptions

    public init(address: PublicKey, lamports: UInt64, options: RPCContextOptions = RPCContextOptions()) {
        self.address = address
        self.lamports = lamports
        self.options = options
    }

    public var parameters: [JSON] { options.behind([.string(address.base58), .number(lamports)]) }

    public var isRepeatable: Bool { false }

    public func answer(_ result: RPCValue) throws(SolanaRPCError) -> Signature {
        try result.signature()
    }
}

extension SolanaRPC {
    /// Asks for free lamports, on a cluster that gives them.
    public func requestAirdrop(
        to address: PublicKey, lamports: UInt64, _ options: RPCContextOptions = RPCContextOptions()
    ) async throws(SolanaRPCError) -> Signature {
        try await answer(to: RequestAirdrop(address: address, lamports: lamports, options: options))
    }
}
