public import SolanaRPC
public import SolanaTransactions

/// The effect of a transaction on one address, read from the balances before and after it.
extension ExecutedTransaction {
    /// Returns the address's balance changes, each with its other side.
    ///
    /// - Parameter tokenAccounts: The address's token accounts, for nodes that don't report an account's owner.
    /// - Throws: `.answer` if more of a token came or went than there can be.
    public func activity(
        of address: PublicKey, tokenAccounts: Set<PublicKey>
    ) throws(SolanaRPCError) -> AccountActivity {
        let isSigner = transaction.message.accounts.contains { $0.isSigner && $0.source == .address(address) }
        var movements: [AccountMovement] = []
        if let movement = try Self.movement(of: address, lamportChanges, mint: nil, decimals: 9) {
            movements.append(movement)
        }
        for (mint, token) in tokenChanges(of: address, tokenAccounts).sorted(by: { $0.key < $1.key }) {
            let found = try Self.movement(of: address, token.changes, mint: mint, decimals: token.decimals)
            if let found { movements.append(found) }
        }
        return AccountActivity(isSigner: isSigner, paysFee: accounts.first == address, movements: movements)
    }

    /// The balance change of each account in lamports, without the fee. No sum of 64-bit amounts exceeds 128 bits.
    private var lamportChanges: [PublicKey: Int128] {
        var changes: [PublicKey: Int128] = [:]
        for (place, account) in accounts.enumerated() {
            let paid = place == 0 ? fee : 0
            changes[account, default: 0] +=
                Int128(balancesAfter[place]) - Int128(balancesBefore[place]) + Int128(paid)
        }
        return changes
    }

    private struct TokenChanges {
        var decimals: UInt8
        var changes: [PublicKey: Int128] = [:]
    }

    /// Returns the balance change of each owner, by token; only for tokens that the address had or has.
    private func tokenChanges(
        of address: PublicKey, _ tokenAccounts: Set<PublicKey>
    ) -> [PublicKey: TokenChanges] {
        var tokens: [PublicKey: TokenChanges] = [:]
        for (balances, sign) in [(tokensBefore, Int128(-1)), (tokensAfter, Int128(1))] {
            for balance in balances {
                let account = accounts[balance.account]
                let owner = balance.owner ?? (tokenAccounts.contains(account) ? address : account)
                let change = sign * Int128(balance.amount.amount)
                tokens[balance.mint, default: TokenChanges(decimals: balance.amount.decimals)]
                    .changes[owner, default: 0] += change
            }
        }
        return tokens.filter { $0.value.changes[address] != nil }
    }

    private static func movement(
        of address: PublicKey, _ changes: [PublicKey: Int128], mint: PublicKey?, decimals: UInt8
    ) throws(SolanaRPCError) -> AccountMovement? {
        guard let change = changes[address], change != 0 else { return nil }
        guard let amount = UInt64(exactly: change.magnitude) else {
            throw .answer(method: GetTransaction.name, path: "meta")
        }
        let others = changes.filter { $0.key != address && $0.value != 0 && ($0.value < 0) == (change > 0) }
        // Of several, the one with the same amount: the rest is rent, or what a program took.
        let same = others.filter { $0.value == -change }
        let counterparty = others.count == 1 ? others.first?.key : same.count == 1 ? same.first?.key : nil
        return AccountMovement(
            isIncoming: change > 0, amount: amount, mint: mint, decimals: decimals, counterparty: counterparty,
            counterparties: others.count, recipients: changes.values.count { $0 > 0 })
    }
}

/// The balance change of an address in one currency, made by a transaction.
public struct AccountMovement: Hashable, Sendable {
    /// True if the address had more afterwards.
    public let isIncoming: Bool
    /// The amount in the smallest unit; never 0.
    public let amount: UInt64
    /// The token; nil for SOL.
    public let mint: PublicKey?
    /// The number of decimal places of the smallest unit.
    public let decimals: UInt8
    /// The address on the other side: the only one, or the only one with the same amount; nil if there is no such address.
    public let counterparty: PublicKey?
    /// The number of addresses that had less if this one had more, or more if it had less.
    public let counterparties: Int
    /// The number of addresses that had more of it afterwards, including this one.
    public let recipients: Int
}

/// The effect of a transaction on one address.
public struct AccountActivity: Hashable, Sendable {
    /// True if the address signed it, and so knew of it.
    public let isSigner: Bool
    /// True if the address paid the fee, which is in no movement.
    public let paysFee: Bool
    /// The movements: SOL first, then the tokens in order of their mints. A swap has several, a failed transaction none.
    public let movements: [AccountMovement]
}
