import SolanaTransactions

/// The token withholds a part of each transfer from its recipient.
enum TransferFeeRule: MintRule {
    static let id = "R41"

    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding? {
        guard let fee = mint.extensions.transferFee, fee.basisPoints > 0, fee.maximum > 0 else { return nil }
        return finding(
            .warning,
            ["mint": address.base58, "basisPoints": String(fee.basisPoints), "maximum": String(fee.maximum)])
    }
}

/// Each transfer of the token calls a program, which can refuse it.
enum TransferHookRule: MintRule {
    static let id = "R40"

    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding? {
        guard let program = mint.extensions.transferHook?.program else { return nil }
        return finding(.warning, ["mint": address.base58, "program": program.base58])
    }
}

/// The token's holder can never get rid of it except by burning it.
enum NonTransferableRule: MintRule {
    static let id = "R43"

    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding? {
        mint.extensions.isNonTransferable ? finding(.warning, ["mint": address.base58]) : nil
    }
}

/// A new account for the token is unusable until somebody else unfreezes it.
enum FrozenByDefaultRule: MintRule {
    static let id = "R42"

    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding? {
        mint.extensions.isFrozenByDefault ? finding(.warning, ["mint": address.base58]) : nil
    }
}

/// The token has extensions that the wallet doesn't know: they may let others do anything with it.
enum UnknownExtensionRule: MintRule {
    static let id = "R44"

    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding? {
        let types = mint.extensions.unknownTypes
        guard !types.isEmpty else { return nil }
        return finding(
            .warning, ["mint": address.base58, "types": types.prefix(8).map { String($0) }.joined(separator: ", ")])
    }
}
