extension DoctorKey {
    /// What to do about a fault that `sidekey doctor` finds; nil of what is as it should be, and of what is no finding.
    ///
    /// A `switch` without `default`: a finding is compiled only once somebody has said what mends it.
    public var fix: DoctorKey? {
        switch self {
        case .foundNoFolder: .hintStartByPath
        case .foundProgramsMissing, .foundGatewayDead: .hintInstallOver
        case .foundAgentSilent, .foundUnknown: .hintStopAgain
        case .foundVaultDamaged, .foundVaultUnread: .hintBackupOrPhrase
        case .foundVaultNewer: .hintInstallNewer
        case .foundDatabaseLost: .hintLookThrough
        case .foundDatabaseNewer: .hintPutBack
        case .foundAgentOther: .hintStopStarts
        case .foundSwap: .hintMemoryLimit
        case .foundNoLogind: .hintLockYourself
        case .foundActivityBroken: .hintVerifyExport
        case .foundRulesReset: .hintLookThrough
        case .foundNoWallet: .hintCreate
        case .foundUnattended: .hintForTests
        case .foundHomeMoved: .hintUnsetHome
        case .foundFolderUnusable: .hintOwnFolder
        case .foundOtherSocket: .hintRuntimeFolder
        case .foundSocketOpen: .hintSocketFolder
        case .foundNoSeccomp: .hintSeccomp
        case .foundNoLandlock, .foundUnconfined: .hintLandlock
        case .foundNoPinentry: .hintPinentry
        case .foundNoBrowser: .hintInstallThen
        case .foundNoHost, .foundUnregistered, .foundNoScheme, .foundOtherScheme: .hintInstall
        case .foundOtherHost: .hintInstallThere
        case .foundManifestUnread, .foundManifestOfOther, .foundManifestClosed, .foundManifestOpen,
            .foundManifestEmpty:
            .hintInstallOver
        case .foundSandboxed: .hintPackages
        case .foundNoExtension: .hintLoad
        // As it should be.
        case .foundPrograms, .foundAgent, .foundNoSwap, .foundLogind, .foundRules, .foundLocked, .foundUnlocked,
            .foundFolder, .foundSocket, .foundScheme, .foundConfined, .foundPinentry, .foundHost, .foundExtensionForAll,
            .foundExtension:
            nil
        // No findings.
        case .markOK, .markWarning, .markFailure, .markHint, .listAnd, .hintStopStarts, .hintMemoryLimit,
            .hintLockYourself, .hintVerifyExport, .hintLookThrough, .hintCreate, .hintForTests, .hintUnsetHome,
            .hintRuntimeFolder, .hintSocketFolder, .hintSeccomp, .hintLandlock, .hintPinentry, .hintInstallThen,
            .hintInstall, .hintInstallThere, .hintPackages, .hintLoad, .hintInstallOver, .hintStartByPath,
            .hintStopAgain, .hintOwnFolder, .hintPrevious, .hintBackupOrPhrase, .hintCloseVault, .hintOwnVault,
            .hintUnlinkVault, .hintInstallNewer, .hintNewerOrPrevious, .hintPutBack:
            nil
        }
    }
}
