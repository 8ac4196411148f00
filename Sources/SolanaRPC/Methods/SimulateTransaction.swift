public import JSONRPC
public import SolanaTransactions

/// What a transaction would do.
///
/// Source: https://solana.com/docs/rpc/http/simulatetransaction
public struct SimulateTransaction: SolanaRPCMethod {
    public static let name = "simulateTransaction"

    public var transaction: Transaction
    /// Whether a missing or wrong signature fails it; not together with `replacesBlockhash`.
    public var verifiesSignatures: Bool
    /// Whether the node puts a blockhash of its own in its place.
    public var replacesBlockhash: Bool
    /// Accounts to be told of as they would be afterwards.
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
    /// What a transaction would do.
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
