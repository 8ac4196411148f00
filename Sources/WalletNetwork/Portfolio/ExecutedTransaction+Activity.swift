public import SolanaRPC
public import SolanaTransactions

/// What a transaction was for one address, read from the balances before and after it.
extension ExecutedTransaction {
    /// What it gave the address and took from it, and who was on the other side.
    ///
    /// - Parameter tokenAccounts: Those of the address, for nodes that don't say whose an account is.
    /// - Throws: `.answer` where more of a token came or went than there can be.
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

    /// What each account had more or less of in lamports, the fee aside. No sum of 64-bit amounts leaves 128 bits.
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

    /// What each owner had more or less of, by token; only of tokens that the address had, or has.
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

/// How much of one currency a transaction gave an address or took from it.
public struct AccountMovement: Hashable, Sendable {
    /// Whether the address had more afterwards.
    public let isIncoming: Bool
    /// In the smallest unit; never 0.
    public let amount: UInt64
    /// The token; nil for SOL.
    public let mint: PublicKey?
    /// How many decimal places the smallest unit stands behind the point.
    public let decimals: UInt8
    /// Who had as much less, or more; nil where it can't be said that it was one alone.
    public let counterparty: PublicKey?
    /// How many had less where the address had more, or more where it had less.
    public let counterparties: Int
    /// How many had more of it afterwards, the address itself counted.
    public let recipients: Int
}

/// What a transaction was for one address.
public struct AccountActivity: Hashable, Sendable {
    /// Whether the address signed it, so that it knew of it.
    public let isSigner: Bool
    /// Whether the fee was the address's to pay; it stands in no movement.
    public let paysFee: Bool
    /// SOL first, then the tokens in their mints' order. A swap has several, a failed transaction none.
    public let movements: [AccountMovement]
}
