import ProgramRegistry
import SolanaTransactions
import Testing
import TransactionReview

/// Which instructions put somebody else in charge, by their names (R55 and R59).
@Suite struct HandoverNameTests {
    @Test(arguments: [
        "setAuthority", "setAuthorityChecked", "updateAuthorityV1", "transferOwnership", "acceptAdmin", "proposeAdmin",
        "initiateAuthorityTransfer", "requestGovernanceAuthorityTransfer", "adminSetIdlAuthority",
        "transferMintAuthorityToBoss",
        "setRewardAuthorityBySuperAuthority", "setNewSettingsAuthorityAsAuthority", "setLendingMarketOwnerAndConfig",
        "updateAmmAdminGroup", "setAdminSigners", "createOrUpdateProtocolFeeAdmin", "changeThresholdAsAuthority",
        "multisigChangeThreshold", "setSignatureThreshold", "changeWithdrawalTicketOwner",
        "updateTokenMetadataUpdateAuthority",
    ])
    func `names that change who rules`(_ name: String) { #expect(HandoverName(name).changesRuler) }

    @Test(arguments: [
        "adminUpdateFundAccountIfNeeded", "adminSetCoinCreator", "adminWithdrawTransferFee", "adminInitFeeUpdate",
        "cancelAuthorityTransfer", "cancelAdminTransfer", "cancelGovernanceAuthorityTransfer",
        "updateLiquidationThreshold", "updateWithdrawGuardThreshold", "updateLstStablecoinMintThreshold",
        "setTokenOwnerRecordLock", "setFeeRateByDelegatedFeeAuthority", "setTimeLockAsAuthority", "swap", "transfer",
        "transferChecked", "updateFees", "setPrimary", "proposalReject", "managerUpdateFees", "", "_", "Ω",
    ])
    func `names of harmless instructions`(_ name: String) { #expect(!HandoverName(name).changesRuler) }

    @Test(arguments: [
        "delegate", "delegateV2", "updateUserDelegate", "multisigAddMember", "transferToNewAccount",
        "setGovernanceDelegate",
        "setStakeDelegated", "approveUseAuthority", "updateVaultManager", "processAddMemberWallet",
        "editDelegatedPubkey",
    ])
    func `names that give a power`(_ name: String) {
        // Zeta's "edit" is in no list of acts: the name alone doesn't tell it.
        #expect(HandoverName(name).givesPower == (name != "editDelegatedPubkey"))
    }

    @Test(arguments: [
        "undelegate", "redelegate", "managerUpdateFees", "fundManagerAddReward", "resetDelegate",
        "freezeDelegatedAccount",
        "thawDelegatedAccount", "burnDelegatedDataCreditsV0", "removeMember", "swap",
    ])
    func `names that give none`(_ name: String) { #expect(!HandoverName(name).givesPower) }

    @Test func `of all instructions of the registry few change who rules`() {
        var (all, ruling): (Int, [String]) = (0, [])
        for program in ProgramTable.known.addresses {
            for layout in ProgramTable.known.layouts(of: program) {
                all += 1
                if HandoverName(layout.name).changesRuler { ruling.append(layout.name) }
            }
        }
        #expect(all > 4_000)
        // Each of them was read once: none is something that a person does with money.
        #expect((100...150).contains(ruling.count), "\(ruling.count): \(ruling.sorted())")
        let harmless = ["fee", "price", "limit", "oracle", "reward", "swap", "deposit", "withdraw", "stake"]
        let odd = ruling.filter { name in harmless.contains { name.lowercased().hasSuffix($0) } }
        #expect(odd == [])
    }
}
