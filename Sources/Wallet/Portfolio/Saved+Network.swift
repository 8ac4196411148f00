import SolanaRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletState

extension SavedToken {
    /// A token account as a node showed it.
    init(_ holding: TokenHolding) {
        let contents = holding.contents
        self.init(
            address: holding.address.base58, program: holding.program.base58, mint: contents.mint.base58,
            amount: contents.amount, isFrozen: contents.isFrozen, delegate: contents.delegate?.base58,
            delegated: contents.delegatedAmount,
            closer: contents.closeAuthority.flatMap { $0 == contents.owner ? nil : $0.base58 },
            token: holding.token.map(SavedMint.init))
    }
}

extension SavedMint {
    init(_ token: TokenDescription) {
        self.init(decimals: token.decimals, name: token.claimedName, symbol: token.claimedSymbol)
    }
}

extension SavedTransaction.Activity {
    /// What a transaction was for an account.
    init(_ executed: ExecutedTransaction, _ activity: AccountActivity) {
        self.init(
            fee: executed.fee, paysFee: activity.paysFee, isSigner: activity.isSigner,
            movements: activity.movements.map { movement in
                SavedMovement(
                    isIncoming: movement.isIncoming, amount: movement.amount, mint: movement.mint?.base58,
                    decimals: movement.decimals, counterparty: movement.counterparty?.base58,
                    counterparties: movement.counterparties, recipients: movement.recipients)
            })
    }
}

extension FoundTransaction {
    /// A transaction as a node lists it; nil where its slot can't be one.
    init?(_ info: SignatureInfo) {
        guard Int64(exactly: info.slot) != nil else { return nil }
        self.init(
            signature: info.signature.base58, slot: info.slot, index: info.index.flatMap { Int64(exactly: $0) },
            time: info.blockTime, failure: info.failure.map(Self.name))
    }

    /// A failure in a few words; those of a node are letters and digits, or aren't shown.
    private static func name(_ failure: TransactionFailure) -> String {
        let words = [failure.name, failure.instruction.map { "\($0)" }, failure.reason, failure.code.map { "\($0)" }]
            .compactMap(\.self)
        let isPlain = words.allSatisfy { word in
            word.utf8.count <= 64 && word.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isXIDContinue }
        }
        return isPlain ? words.joined(separator: " ") : "unknown"
    }
}
