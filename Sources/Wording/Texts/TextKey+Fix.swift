extension TextKey {
    /// What to do about a fault that `sidekey doctor` finds; nil of what is as it should be, and of what is no finding.
    ///
    /// A test holds it against every finding: one that nothing mends is none.
    public var fix: TextKey? {
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
        default: nil
        }
    }
}
