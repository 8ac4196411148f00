import SolanaTransactions

extension ChainAccount {
    /// Who has which power over it, in the words that effects use for them.
    var authorities: [String: PublicKey] {
        switch contents {
        case .token(let token):
            powers([(.accountOwner, token.owner), (.closeAccount, token.closeAuthority)])
        case .mint(let mint):
            powers([
                (.mintTokens, mint.mintAuthority), (.freezeAccount, mint.freezeAuthority),
                (.closeMint, mint.extensions.closeAuthority),
                (.permanentDelegate, mint.extensions.permanentDelegate),
                (.transferFeeConfig, mint.extensions.transferFee?.authority),
                (.transferHookProgramId, mint.extensions.transferHook?.authority),
                (.pause, mint.extensions.pauseAuthority),
            ])
        case .nonce(let nonce): ["nonce": nonce.authority]
        case .stake(let stake):
            ["staker": stake.staker, "withdrawer": stake.withdrawer, "custodian": stake.custodian]
                .compactMapValues { $0 }
        case .lookupTable(let table): table.authority.map { ["table": $0] } ?? [:]
        case .loader(let account): account.authority.map { ["upgrade": $0] } ?? [:]
        case .metadata, .empty, .other, .unreadable: [:]
        }
    }

    /// Who can take what is in it.
    var holders: [PublicKey] {
        switch contents {
        case .token(let token): [token.owner]
        case .nonce(let nonce): [nonce.authority]
        case .stake(let stake): [stake.staker, stake.withdrawer]
        case .loader(let account): [account.authority].compactMap { $0 }
        case .mint, .metadata, .lookupTable, .empty, .other, .unreadable: []
        }
    }

    private func powers(_ powers: [(TokenAuthority, PublicKey?)]) -> [String: PublicKey] {
        powers.reduce(into: [:]) { found, power in found[power.0.rawValue] = power.1 }
    }
}
