import SolanaRPC
public import SolanaTransactions
import TransactionReview

/// A durable nonce as a node shows it.
public struct HeldNonce: Sendable, Hashable {
    public let address: PublicKey
    /// The value that stands in the place of a blockhash.
    public let value: Blockhash
    /// The account that may advance the nonce, and that signs every transaction over it.
    public let authority: PublicKey
    /// Its rent deposit.
    public let lamports: UInt64

    /// The most nonces that an account of the user's makes for others.
    static let maximumCount = 16

    /// The texts from which the addresses of an account's nonces are made.
    ///
    /// So they are found again without a search through all accounts, which public nodes refuse.
    static func addresses(of maker: PublicKey) -> [(seed: String, address: PublicKey)] {
        (1...maximumCount).compactMap { number in
            let seed = "sidekey nonce \(number)"
            let address = try? PublicKey.createWithSeed(base: maker, seed: seed, owner: SystemProgram.id)
            return address.map { (seed, $0) }
        }
    }

    init?(_ address: PublicKey, _ account: ChainAccount?) {
        guard let account, case .nonce(let nonce) = account.contents else { return nil }
        self.address = address
        value = nonce.nonce
        authority = nonce.authority
        lamports = account.lamports
    }
}

/// A transaction that makes a nonce for an account that signs on another machine.
public struct NonceCreationPlan: Sendable {
    public let transaction: PlannedTransaction
    public let address: PublicKey
    /// The rent deposit, which the authority can withdraw.
    public let lamports: UInt64
    /// The node that was asked.
    public let node: String
}

/// Nonces for signing on another machine.
extension TransferPlanner {
    /// Plans to make a nonce, whose authority needn't sign that.
    ///
    /// - Parameters:
    ///   - authority: The account that will sign over it.
    ///   - payer: The account that pays for it. Its address and a number make the nonce's address.
    /// - Throws: ``TransferError``: `.nonce(.full)` if the payer has made 16.
    public func nonceCreation(
        for authority: PublicKey, by payer: PublicKey, priority: PriorityFee
    ) async throws(TransferError) -> NonceCreationPlan {
        let places = HeldNonce.addresses(of: payer)
        let found = try await accounts(places.map(\.address) + [payer])
        guard let free = places.first(where: { found[$0.address] == nil }) else { throw .nonce(.full) }
        let balance = try Self.payer(found[payer])
        let lamports = try await rent(SystemProgram.nonceSpace)
        let instructions = [
            SystemProgram.createAccountWithSeed(
                from: payer, newAccount: free.address, base: payer, seed: free.seed, lamports: lamports,
                space: SystemProgram.nonceSpace, owner: SystemProgram.id),
            SystemProgram.initializeNonce(free.address, authority: authority),
        ]
        let draft = try await TransactionDraft(node: node, payer: payer)
        let budget = try await draft.budget(priority, for: instructions)
        let fee = try await draft.fee(of: instructions, budget)
        try check(balance: balance, fee: fee, cost: lamports, minimum: try await rent(0))
        return NonceCreationPlan(
            transaction: try await draft.finished(instructions, budget, fee: fee, showing: []), address: free.address,
            lamports: lamports, node: node.name)
    }

    /// Returns the nonces of an account in the order of their addresses: those that these accounts made for it, and all others if the node tells.
    ///
    /// - Parameter makers: The accounts that may have made some; at most 16 are asked about.
    /// - Throws: ``TransferError/node(_:)``.
    public func nonces(
        of authority: PublicKey, madeBy makers: Set<PublicKey>
    ) async throws(TransferError) -> [HeldNonce] {
        var found: [PublicKey: HeldNonce] = [:]
        for maker in (makers.sorted().prefix(Self.maximumMakers)) + [authority] {
            let places = HeldNonce.addresses(of: maker).map(\.address)
            let accounts = try await accounts(places)
            for place in places { found[place] = HeldNonce(place, accounts[place]) }
        }
        // Public nodes refuse this.
        for each in (try? await node.nonces(of: authority)) ?? [] {
            guard let value = each.nonce else { continue }
            found[each.address] = HeldNonce(
                address: each.address, value: value, authority: authority, lamports: each.lamports)
        }
        return found.values.filter { $0.authority == authority }.sorted { $0.address < $1.address }
    }

    /// Returns a nonce of an account over which nothing waits for a signature.
    ///
    /// - Parameters:
    ///   - address: The one that the user wants; nil for any.
    ///   - taken: The values over which something waits.
    /// - Throws: ``TransferError``: `.nonce(.missing)`, `.nonce(.foreign)`, `.nonce(.taken)`.
    public func freeNonce(
        of authority: PublicKey, at address: PublicKey?, madeBy makers: Set<PublicKey>, taken: Set<Blockhash>
    ) async throws(TransferError) -> HeldNonce {
        var nonces: [HeldNonce] = []
        if let address {
            guard let nonce = HeldNonce(address, try await accounts([address])[address]) else { throw .nonce(.missing) }
            guard nonce.authority == authority else { throw .nonce(.foreign) }
            nonces = [nonce]
        } else {
            nonces = try await self.nonces(of: authority, madeBy: makers)
        }
        guard !nonces.isEmpty else { throw .nonce(.missing) }
        guard let free = nonces.first(where: { !taken.contains($0.value) }) else { throw .nonce(.taken) }
        return free
    }

    private static let maximumMakers = 16
}

extension HeldNonce {
    fileprivate init(address: PublicKey, value: Blockhash, authority: PublicKey, lamports: UInt64) {
        self.address = address
        self.value = value
        self.authority = authority
        self.lamports = lamports
    }
}
