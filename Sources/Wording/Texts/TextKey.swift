// swift-format-ignore-file
// Written by Locales/generate.py: change the catalogue in Locales.

/// A text that a person reads; a placeholder such as `{account}` is filled where it is used. Its raw value is its place in `names`
/// and in each language's list: a `switch` over all texts, for each language, takes the compiler more than a minute.
public enum TextKey: UInt16, CaseIterable, Sendable {
    case requestAppKey
    case requestAppClaims
    case requestAppPlace
    case requestAppDays
    case requestPunycode
    case requestFrame
    case requestPrivate
    case requestIncomplete
    case expiryBlocks
    case expiryNonce
    case expiryExpired
    case transactionView
    case transactionChanges
    case instructionUnknown
    case instructionHiddenAccount
    case instructionSigner
    case instructionWritable
    case chainSucceeded
    case chainFailed
    case chainImpossible
    case chainSource
    case chainTableOfOne
    case chainTableOfTwo
    case amountSmallest
    case amountSmallestOfSome
    case amountOfSome
    case amountOfToken
    case amountSomeSOL
    case amountSomeTokens
    case addressOwn
    case addressContact
    case fieldAmount
    case fieldUnitPrice
    case effectOut
    case effectIn
    case effectDelegate
    case effectTo
    case effectFrom
    case effectFavour
    case effectMint
    case effectBefore
    case effectControl
    case effectCreated
    case effectClosed
    case effectOwner
    case effectAuthority
    case effectAuthorityEnded
    case effectUndelegated
    case effectFrozen
    case finding_R11
    case effectThawed
    case effectWritten
    case effectCode
    case finding_R15
    case level_info
    case level_forbidden
    case finding_unknown
    case finding_R01
    case finding_R02
    case finding_R02_ended
    case finding_R03
    case finding_R04
    case finding_R05
    case finding_R07
    case finding_R08
    case finding_R09
    case finding_R10
    case finding_R12
    case finding_R13
    case finding_R14
    case finding_R16
    case finding_R17
    case finding_R30
    case finding_R31
    case finding_R33
    case finding_R34
    case finding_R35
    case finding_R36
    case finding_R37
    case finding_R38
    case finding_R39
    case finding_R40
    case finding_R41
    case finding_R42
    case finding_R43
    case finding_R44
    case finding_R45
    case finding_R47
    case finding_R48
    case finding_R49
    case finding_R50
    case finding_M01
    case finding_M05
    case finding_M06
    case finding_M07
    case finding_M08
    case finding_M09
    case finding_M10
    case finding_M11
    case finding_M12
    case finding_M13
    case finding_M14
    case finding_M15
    case finding_M16
    case finding_M17
    case finding_M18
    case kind_mint
    case kind_token_account
    case kind_program
    case reason_no_answer
    case promptHeading
    case surface_prompt
    case promptRecognition
    case promptPassphrase
    case promptProofEach
    case promptProofDanger
    case promptProofIncomplete
    case promptProofUnbounded
    case promptProofAmount
    case promptProofPlace
    case promptTooSoon
    case lateBlockhash
    case lateAsk
    case lateAskButton
    case lateOwn
    case lateDecided
    case lateTime
    case lateCancelled
    case lateConnection
    case promptOK
    case promptCancel
    case promptApprove
    case promptReject
    case promptBack
    case promptGoOn
    case unlockQuestion
    case unlockButton
    case tpmPINButton
    case passkeyAddition
    case passkeyAdditionMeans
    case passkeyAdditionButton
    case passkeyRemoval
    case passkeyRemovalMeans
    case passkeyRemovalButton
    case promptAllow
    case extensionAsks
    case extensionAgain
    case extensionMethods
    case extensionMeans
    case extensionAccounts
    case extensionButton
    case contactAddition
    case contactAdditionName
    case contactAdditionMeans
    case contactAdditionButton
    case contactRenaming
    case contactRenamingName
    case contactRenamingButton
    case contactRemoval
    case contactRemovalMeans
    case contactRemovalButton
    case accountMoving
    case accountMovingPlace
    case accountMovingMeans
    case accountMovingButton
    case passphraseVault
    case passphraseNewSeed
    case passphraseRefused
    case passphraseAgain
    case passphraseDifferent
    case passphraseIsEmpty
    case passphraseIsNotUTF8
    case passphraseHasControl
    case passphraseIsGuessable
    case typedNoWord
    case phraseExchanged
    case phraseMismatch
    case phraseWordField
    case phraseShownOnceMore
    case phraseWritten
    case setupNumbers
    case setupNumbersRange
    case accountsRange
    case setupReplaced
    case setupSetAside
    case setupOldPassphrase
    case labelError
    case labelHint
    case markHint
    case labelWarning
    case nameWarning
    case markWarning
    case agentDecidedAlone
    case hintInstallAgain
    case hintInstallOver
    case agentListEndless
    case agentAnswerUnclear
    case agentClosed
    case agentSilent
    case agentConnectionFailed
    case agentReviewMissing
    case agentSignatureMissing
    case agentSealingKeyMissing
    case agentAnswerSealed
    case agentPathMissing
    case secretNotSealed
    case hintTryAgain
    case hintProgramsTogether
    case hintCloseFolder
    case hintDoctor
    case socketNoHome
    case socketHomeRelative
    case diskIsFull
    case diskIsReadOnly
    case hintFreeSpace
    case hintWritableDisk
    case hintSharedFolder
    case hintOtherFolder
    case hintShorterHome
    case hintShorterRuntime
    case socketCallFailed
    case socketForeign
    case socketServed
    case agentNotRunning
    case agentProgramMissing
    case agentAbandoned
    case pathIsLink
    case pathIsNoFolder
    case pathIsNoFile
    case pathIsNoSocket
    case pathIsOfUser
    case pathIsOpen
    case pathInFolderOfUser
    case pathInOpenFolder
    case interrupted
    case hintHelp
    case walletMissing
    case foundNoWallet
    case hintMakeOne
    case walletExists
    case refusal_vault_exists
    case hintNeverOverwritten
    case hintUnlockFirst
    case hintMakeWalletFirst
    case hintYesAlone
    case hintPending
    case hintVersionsDiffer
    case hintNetwork
    case hintContactNames
    case hintSendAtMost
    case hintHolder
    case hintAllowOffCurve
    case terminalNeeded
    case terminalSilent
    case terminalUnwaitable
    case purposeMakingWallet
    case purposeRestoringWallet
    case purposeApproving
    case purposePassphrase
    case purposePhraseShown
    case purposePhraseImport
    case purposeKeyImport
    case purposeAccountRemoval
    case purposeWordChoice
    case purposePassphraseChoice
    case purposeBackupRestoring
    case hintScriptGives
    case hintGivePhraseFile
    case hintGivePassphraseFile
    case hintGiveNewPassphraseFile
    case hintGivePassphraseFileOrUnlock
    case hintGiveYesAndPassphraseFile
    case hintNobodyLooks
    case hintGiveKeyFile
    case hintInTerminal
    case nothingChanged
    case nothingRemoved
    case passphraseMissing
    case passphraseUnusable
    case seedPassphraseUnusable
    case wordsMissing
    case wordsUnconfirmed
    case phraseWordCount
    case phraseWordUnknown
    case phraseChecksum
    case hintLikelyWrong
    case fileFault
    case fileEmpty
    case fileOfManyLines
    case fileUnopened
    case fileUnread
    case fileUnwritten
    case fileFull
    case fileExists
    case fileCut
    case fileOfOther
    case fileOpen
    case hintClose
    case fileUnexamined
    case fileNotUTF8
    case fileIsNoExport
    case fileIsNoBackup
    case fileIsNoKey
    case typedIsNoKey
    case keySyntax
    case keyCount
    case keyLength
    case keyHalvesDiffer
    case walletNotCopied
    case accountMissing
    case accountAmbiguous
    case hintAccounts
    case contactMissing
    case hintContacts
    case siteMissing
    case hintSites
    case extensionMissing
    case appMissing
    case hintApps
    case openerMissing
    case openerFailed
    case hintOpener
    case hintExtensions
    case blockMissing
    case hintBlocked
    case endpointMissing
    case requestForbidden
    case hintReject
    case requestStillWaits
    case requestNothingSent
    case requestChanged
    case requestWaitsNoMore
    case transactionMissing
    case hintDecode
    case transactionSpelling
    case transactionCut
    case inputUnread
    case textMissing
    case hintGiveText
    case textTwice
    case signerMissing
    case offchainUnmade
    case keyOfAccount
    case keyOfSigner
    case keyOfDomain
    case signatureSpelling
    case signatureWrong
    case exportLineMissing
    case hintTrustExport
    case activityBroken
    case hintTrustWithExport
    case usagePassphraseAndPhrase
    case usagePassphraseAndNew
    case usageSeedPassphraseAsks
    case usageSeedPassphraseFile
    case usageWordsAsk
    case usageWordCount
    case usagePhraseFile
    case usagePhraseOptions
    case usageFirstPlace
    case usageLimit
    case usageEndpoints
    case usageEnvelope
    case usageDomain
    case usageOriginAccounts
    case usageNothingToSet
    case usageNoLimit
    case limitForbids
    case hintLimits
    case usageSession
    case usageAirdrop
    case usageRevoke
    case usageSendAll
    case usageSend
    case usageReject
    case usageExportFile
    case askPassphrase
    case askPresentPassphrase
    case askNewPassphrase
    case askBackupPassphrase
    case askSeedPassphrase
    case askAgain
    case askPrivateKey
    case askWord
    case askWordAt
    case askAccounts
    case askApproval
    case askAccountRemoval
    case askReplacing
    case askBackup
    case yesOrNo
    case answerYes
    case enterWritten
    case enterOn
    case enterWipe
    case passphraseMeans
    case seedPassphraseMeans
    case theyDiffer
    case accountsMeans
    case replacingMeans
    case phraseIsWallet
    case yourPhrase
    case yourPhraseNumbered
    case phraseHasPassphrase
    case yourKey
    case yourKeyNumbered
    case keysOnly
    case wordMeans
    case wordRange
    case wordNone
    case typeWords
    case typePhrase
    case typeKeys
    case typeEnter
    case typedMissing
    case typedUnknown
    case typedWrongCount
    case anyWordCount
    case typedAll
    case typedChecksum
    case typedTab
    case typedInList
    case typedNear
    case typedFits
    case typedFitsIfAll
    case typedNoSlip
    case typedSlips
    case typedMeant
    case typedExchanged
    case slipWord
    case slipExchanged
    case slipOr
    case walletMade
    case walletRestored
    case backupPartial
    case restoreDisconnects
    case restoreDisconnectsSites
    case restoreDisconnectsApps
    case restoreDisconnectsExtensions
    case restoreDisconnectsPasskeys
    case restoreForgets
    case restoreKeepsUnlocked
    case restoreKeepsConfirmed
    case walletIsLocked
    case walletIsUnlocked
    case walletUnlockedFor
    case walletIsNone
    case walletIsUnknown
    case walletLocksIn
    case agentStopped
    case metricsLine
    case metricsUnknown
    case passphraseChanged
    case vaultKeyNew
    case walletCopied
    case doneChanged
    case doneRemoved
    case doneDisconnected
    case doneBlocked
    case doneUnblocked
    case nameWallet
    case part_wallet
    case nameUnattended
    case nameRules
    case nameActivity
    case nameAccount
    case part_account
    case nameMoved
    case nameVersion
    case nameApprovals
    case nameAllowance
    case namePresses
    case ruleHours
    case ruleMinutes
    case nameSession
    case nameEachRequest
    case nameWord
    case nameNetwork
    case nameCluster
    case nameAsOf
    case nameSend
    case nameArrives
    case nameFrom
    case part_from
    case nameTo
    case nameInto
    case nameMemo
    case part_memo
    case nameFee
    case part_fee
    case nameInAll
    case nameSays
    case nameState
    case part_state
    case nameReview
    case nameBy
    case nameSignature
    case nameDetail
    case nameRequest
    case statusUnattended
    case statusBroken
    case statusMoved
    case statusVersion
    case rulesReset
    case rulesUnverified
    case rulePopup
    case ruleRisky
    case ruleNative
    case ruleUnknown
    case ruleAllowanceLeft
    case ruleAllowanceReturns
    case ruleAsksEach
    case ruleNeedsSession
    case limitRefuses
    case limitRaises
    case limitAny
    case limitSignatures
    case limitIsOver
    case limitsNone
    case nameSite
    case nameCeiling
    case nameSpending
    case nameSignatures
    case namePrograms
    case nameExpires
    case breachExpired
    case breachCeiling
    case breachSpending
    case breachSignatures
    case breachPrograms
    case networkUntilUnlocked
    case networkIsOff
    case networkIsOn
    case endpointNone
    case endpointPublic
    case endpointReached
    case endpointOfCluster
    case endpointOfOther
    case endpointUnreachable
    case endpointVersion
    case endpointSlot
    case sourceSlot
    case accountsNone
    case accountIsHidden
    case accountIsImported
    case passkeysNone
    case passkeyAllowed
    case contactsNone
    case contactWithoutKey
    case sitesNone
    case extensionsNone
    case appsNone
    case appLine
    case appAnswered
    case addressOpened
    case extensionAllowed
    case blockedNone
    case blockedFor
    case siteProfile
    case siteContainer
    case requestsNone
    case requestLeft
    case stateQueued
    case statePresented
    case stateApproved
    case entry_approved
    case stateSigned
    case stateAnswered
    case entry_answered
    case stateRejected
    case entry_rejected
    case stateExpired
    case stateCancelled
    case stateInterrupted
    case entry_interrupted
    case recordNone
    case sourceAgo
    case sourceUnknown
    case sourceSaved
    case sourceUnanswered
    case balanceMeanwhile
    case sourceGaps
    case tokenCallsItself
    case tokenSmallest
    case tokenIsFrozen
    case tokenIsShared
    case airdropSent
    case historyNone
    case historyDateless
    case historyHasFailed
    case historyFailedWith
    case historyFee
    case historyUnseen
    case historyMore
    case movementFrom
    case movementTo
    case permissionsNone
    case permissionIn
    case permissionTakes
    case permissionCloses
    case sendIsSent
    case sendUnitToken
    case sendUnitNamed
    case sendArrives
    case sendPriority
    case sendAccountCost
    case sendTotal
    case sendNoteOwn
    case sendWarningKeyless
    case sendWarningProgram
    case sendWarningUnused
    case sendDangerLike
    case revokedFrom
    case activityNone
    case activityChainHolds
    case activitySealed
    case signatureRight
    case signatureOfProposal
    case signatureOfRustSDK
    case nameLanguage
    case nameTheme
    case nameExplorer
    case languageOfBrowser
    case markOK
    case markFailure
    case foundPrograms
    case foundNoFolder
    case foundProgramsMissing
    case listAnd
    case foundAgentSilent
    case foundAgentOther
    case hintStopStarts
    case foundAgent
    case foundSwap
    case hintMemoryLimit
    case foundNoSwap
    case foundNoLogind
    case hintLockYourself
    case foundLogind
    case foundActivityBroken
    case hintVerifyExport
    case hintLookThrough
    case foundRules
    case hintCreate
    case foundLocked
    case refusal_locked
    case foundUnlocked
    case foundUnknown
    case foundVaultDamaged
    case foundVaultNewer
    case foundVaultUnread
    case hintPrevious
    case hintBackupOrPhrase
    case hintCloseVault
    case hintOwnVault
    case hintUnlinkVault
    case hintNewerOrPrevious
    case hintInstallNewer
    case foundDatabaseLost
    case foundDatabaseNewer
    case hintPutBack
    case foundUnattended
    case hintForTests
    case foundHomeMoved
    case hintUnsetHome
    case foundFolder
    case foundOtherSocket
    case hintRuntimeFolder
    case foundSocketOpen
    case hintSocketFolder
    case foundSocket
    case foundGatewayDead
    case foundConfined
    case foundNoSeccomp
    case hintSeccomp
    case foundNoLandlock
    case foundUnconfined
    case hintLandlock
    case foundNoPinentry
    case hintPinentry
    case foundPinentry
    case foundScheme
    case foundNoScheme
    case foundOtherScheme
    case foundNoBrowser
    case hintInstallThen
    case foundNoHost
    case hintInstall
    case foundUnregistered
    case foundOtherHost
    case hintInstallThere
    case foundHost
    case foundManifestUnread
    case foundManifestOfOther
    case foundManifestClosed
    case foundManifestOpen
    case foundManifestEmpty
    case foundSandboxed
    case hintPackages
    case foundExtensionForAll
    case foundExtension
    case foundNoExtension
    case hintLoad
    case hintStartByPath
    case hintStopAgain
    case foundFolderUnusable
    case hintOwnFolder
    case foundRulesReset
    case helpSidekey
    case helpCreate
    case helpCreateMore
    case helpPassphraseFile
    case helpNewPassphraseFile
    case helpPhraseOut
    case helpWordsNew
    case helpSeedPassphrase
    case helpApprovals
    case helpRestore
    case helpRestoreMore
    case helpFirstPath
    case helpReplace
    case helpWords
    case helpPhraseFile
    case helpSeedPassphraseFile
    case helpUnlock
    case helpUnlockMore
    case helpLock
    case helpStatus
    case helpJSON
    case helpPending
    case helpApprove
    case helpApproveMore
    case helpRequest
    case helpYes
    case helpReject
    case helpRecords
    case helpRecordsMore
    case helpRecordID
    case helpAccount
    case helpAccountArgument
    case helpAccountOrFirst
    case helpAccountList
    case helpAccountAdd
    case helpAccountAddMore
    case helpPath
    case helpSecret
    case helpAccountImport
    case helpAccountImportMore
    case helpKeyFile
    case helpImportPhrase
    case helpPhrasePath
    case helpAccountLabel
    case helpLabel
    case helpAccountHide
    case helpAccountShow
    case helpAccountMove
    case helpPlace
    case helpAccountRemove
    case helpAccountRemoveMore
    case helpRemoveYes
    case helpPhrase
    case helpPhraseShow
    case helpPhraseShowMore
    case helpVault
    case helpVaultBackup
    case helpVaultBackupMore
    case helpNewFile
    case helpVaultChangePassphrase
    case helpVaultChangePassphraseMore
    case helpVaultRestore
    case helpVaultRestoreMore
    case helpBackupFile
    case helpSetAsideYes
    case helpVaultRotate
    case helpPolicy
    case helpPolicyShow
    case helpPolicySet
    case helpPolicySetMore
    case helpPolicyAllowance
    case helpPolicyAllowanceMore
    case helpAllowanceReset
    case helpLimit
    case helpLimitMore
    case helpLimitAccount
    case helpLimitOrigin
    case helpLimitCeiling
    case helpLimitSpend
    case helpLimitSignatures
    case helpLimitProgram
    case helpLimitExpires
    case helpLimitRaise
    case helpLimitReplace
    case helpLimits
    case helpUnlimit
    case helpLimitNumbers
    case helpAllowance
    case helpPressAllowance
    case helpSession
    case helpPerRequest
    case helpRecognition
    case helpNetwork
    case helpNetworkMore
    case helpNetworkShow
    case helpNetworkCheck
    case helpNetworkUse
    case helpNetworkEndpoints
    case helpNetworkEndpointsMore
    case helpURLs
    case helpPublic
    case helpNone
    case helpNetworkOff
    case helpNetworkOn
    case helpCluster
    case helpClusterOrChosen
    case helpOrigins
    case helpOriginsList
    case helpOriginsRevoke
    case helpOriginsBlock
    case helpOriginsBlockMore
    case helpOriginsUnblock
    case helpOriginsBlocked
    case helpSite
    case helpOriginsSet
    case helpOriginsSetMore
    case helpOrigin
    case helpProfile
    case helpContainer
    case helpOriginAccount
    case helpExtensions
    case helpOpenURL
    case helpOpenURLMore
    case helpLink
    case helpPrintLink
    case helpApps
    case helpAppsList
    case helpAppsRevoke
    case helpApp
    case helpExtensionsList
    case helpExtensionsAllow
    case helpExtensionsAllowMore
    case helpExtensionsRevoke
    case helpExtension
    case helpExtensionMethod
    case helpPasskey
    case helpPasskeyList
    case helpPasskeyAllow
    case helpPasskeyAllowMore
    case helpPasskeyRemove
    case helpPasskeyID
    case helpSignOffchain
    case helpSignOffchainMore
    case helpVerifyOffchain
    case helpVerifyOffchainMore
    case helpText
    case helpSignature
    case helpSigningAccount
    case helpTextFile
    case helpEnvelope
    case helpDomain
    case helpSigner
    case helpBalance
    case helpBalanceMore
    case helpHistory
    case helpHistoryMore
    case helpHistoryLimit
    case helpSend
    case helpSendMore
    case helpSendWhat
    case helpSendAll
    case helpMemo
    case helpAllowOffCurve
    case helpDryRun
    case helpPriority
    case helpPriorityCap
    case helpAirdrop
    case helpAirdropMore
    case helpAirdropAmount
    case helpPermissions
    case helpPermissionsMore
    case helpRevoke
    case helpRevokeMore
    case helpRevokeAccounts
    case helpRevokeAll
    case helpContacts
    case helpContactsMore
    case helpContactsList
    case helpContactsAdd
    case helpContactsRename
    case helpContactsRemove
    case helpContactName
    case helpContactNewName
    case helpContact
    case helpReceive
    case helpReceiveMore
    case helpActivity
    case helpActivityMore
    case helpActivityList
    case helpActivitySite
    case helpActivityLimit
    case helpActivityExport
    case helpActivityExportMore
    case helpFormat
    case helpExportFile
    case helpActivityVerify
    case helpActivityVerifyMore
    case helpVerifyFile
    case helpDecode
    case helpDecodeMore
    case helpDecodeFile
    case helpDecodeAccount
    case helpDoctor
    case helpDoctorMore
    case helpStop
    case exitDone
    case exitFailed
    case exitNoWallet
    case exitLocked
    case exitWrongPassphrase
    case exitDeclined
    case exitGone
    case exitUnreachable
    case exitNoNode
    case exitNoTerminal
    case exitRefused
    case exitNotExecuted
    case exitOutcomeUnknown
    case exitUsage
    case exitInterrupted
    case helpReview
    case helpReviewMore
    case helpRejectAll
    case helpSignMessage
    case helpSignMessageMore
    case helpMessageFile
    case helpVerifyMessage
    case helpVerifyMessageMore
    case helpSignatureOrBase64
    case helpSettings
    case helpSettingsShow
    case helpSettingsSet
    case helpSettingsSetMore
    case helpLanguage
    case helpTheme
    case helpExplorer
    case helpAbout
    case helpAboutMore
    case helpPolicyTighten
    case helpPolicyTightenMore
    case helpCompletions
    case helpCompletionsMore
    case helpShell
    case helpManual
    case helpManualMore
    case manualName
    case manualSynopsis
    case manualDescription
    case manualCommand
    case manualIntro
    case manualJSON
    case manualCommands
    case manualStatus
    case manualEnvironment
    case manualHome
    case manualLocale
    case manualFiles
    case manualData
    case manualSocket
    case manualDefault
    case manualValues
    case helpMetrics
    case helpModules
    case entry_queued
    case entry_reviewed
    case entry_expired
    case entry_cancelled
    case entry_granted
    case entry_revoked
    case entry_wallet_created
    case entry_unlocked
    case entry_locked
    case entry_wrong_passphrase
    case entry_policy_changed
    case entry_records_reset
    case entry_database_lost
    case entry_vault_changed
    case entry_passkey_added
    case entry_passkey_removed
    case entry_phrase_shown
    case entry_offchain_signed
    case entry_sent
    case entry_confirmed
    case entry_failed
    case entry_unconfirmed
    case entry_outcome_unknown
    case entry_contact_added
    case entry_contact_changed
    case entry_contact_removed
    case refusal_wrong_passphrase
    case refusal_wrong_passkey
    case refusal_passphrase_required
    case refusal_passphrase_invalid
    case refusal_phrase_invalid
    case refusal_vault_missing
    case refusal_vault_damaged
    case refusal_vault_changed
    case refusal_account_unknown
    case refusal_change_refused
    case refusal_policy_refused
    case refusal_passkey_unsupported
    case refusal_storage
    case refusal_disk_full
    case refusal_disk_read_only
    case refusal_internal
    case refusal_protocol_mismatch
    case refusal_param_value
    case refusal_other
    case refusal_not_pending
    case refusal_record_unknown
    case refusal_expired
    case refusal_cancelled
    case refusal_rejected
    case refusal_digest_mismatch
    case refusal_review_mismatch
    case refusal_review_forbidden
    case refusal_native_only
    case refusal_prompt_unavailable
    case refusal_too_many_pending
    case refusal_no_network
    case refusal_node_unreachable
    case refusal_node_fault
    case refusal_wrong_cluster
    case refusal_balance_unknown
    case refusal_balance_too_old
    case refusal_no_faucet
    case refusal_address_invalid
    case refusal_contact_exists
    case refusal_contact_unknown
    case refusal_too_many_contacts
    case refusal_amount_invalid
    case refusal_funds_missing
    case refusal_below_rent
    case refusal_recipient_refused
    case refusal_token_refused
    case refusal_nothing_to_revoke
    case refusal_link_used
    case refusal_node_rejected
    case refusal_simulation_failed
    case refusal_simulation_missing
    case refusal_blockhash_expired
    case refusal_unconfirmed
    case refusal_transaction_failed
    case refusal_outcome_unknown
    case refusal_not_sent
    case refusal_transaction_invalid
    case opening_passphrase
    case originWallet
    case originExtension
    case originAnApp
    case factAccount
    case factNetwork
    case groupNetwork
    case network_mainnet
    case network_devnet
    case network_testnet
    case network_localnet
    case connectSeesAddress
    case connectAsks
    case connectNeverSigns
    case messageNumbered
    case transactionNumbered
    case factOtherSigner
    case factFee
    case transactionDetails
    case saySystemTransfer
    case saySystemCreateAccount
    case saySystemAssign
    case saySystemAdvanceNonce
    case saySystemWithdrawNonce
    case saySystemAuthorizeNonce
    case sayTokenApprove
    case sayTokenRevoke
    case sayTokenSetAuthority
    case sayTokenCloseAccount
    case sayTokenBurn
    case sayTokenSyncNative
    case sayAssociatedCreate
    case sayComputeUnitLimit
    case sayComputeUnitPrice
    case sayMemo
    case factFeePayer
    case factSigner
    case factVersion
    case factProgram
    case factAccountNumbered
    case opening_passkey
    case groupAccounts
    case ceremonySave
    case groupProtection
    case ceremonyApprovalsRisky
    case ceremonyApprovalsNative
    case factSite
    case factCeiling
    case factSpending
    case factSignatures
    case factPrograms
    case groupRequests
    case groupWallet
    case registerBrowser
    case registerAbsent
    case registerNoBrowser
    case registerLoadChromium
    case registerLoadFirefox
    case registerLinks
    case registerLinksKept
    case registerManual
    case registerZsh
    case registerAllowed
    case registerForbidden
    case registerRoot
    case registerWouldWrite
    case registerWouldRemove
    case registerRemoved
    case registerUnwritten
    case prefixInvalid
    case extensionIDInvalid
    case helpRegister
    case helpRegisterMore
    case helpRegisterSystem
    case helpRegisterRemove
    case helpPrefix
    case helpAllowExtension
    case helpForbidExtension
    case registerExtension
    case registerUnreachable
    case helpSystemExtension
    case summaryConnect
    case summaryBrowse
    case summarySignIn
    case summarySend
    case summaryPayReceive
    case summaryPay
    case summaryReceive
    case summaryPayUnread
    case summaryUnread
    case summaryPayOpen
    case summaryOpen
    case summaryDelegate
    case summaryControl
    case summaryNothing
    case listLast
    case changeAtLeast
    case changeOpen
    case changeUnread
    case factRecipient
    case findingIn
    case foundWindow
    case hintWindow
    case setupWordsTitle
    case setupWordsMeans
    case setupWordCount
    case setupWordCountOption
    case setupMore
    case setupSeedPassphrase
    case setupCheckTitle
    case setupCheckMeans
    case setupCheckWrong
    case setupPassphraseTitle
    case setupSeedPassphraseTitle
    case passphraseFair
    case passphraseGood
    case passphraseStrong
    case setupSettingsTitle
    case setupAllowance
    case setupAllowanceNothing
    case setupAllowanceEverything
    case setupRecognition
    case setupFinish
    case setupRestoreTitle
    case setupRestoreMeans
    case seedPassphraseField
    case phraseCheckWord
    case setupAccountsTitle
    case setupAccountsMeans
    case setupAccountNone
    case setupReplaceTitle
    case setupReplaceButton
    case capsLockOn
    case ceremonyDone
    case ceremonyPassphraseTitle
    case ceremonyPassphraseMeans
    case ceremonyPresentPassphrase
    case ceremonyPhraseTitle
    case ceremonyPhraseMeans
    case ceremonyPhraseButton
    case ceremonyReveal
    case ceremonySeedPassphrase
    case ceremonyKeyShown
    case ceremonyImportTitle
    case ceremonyImportWhat
    case ceremonyImportKey
    case ceremonyImportPhrase
    case ceremonyKeyField
    case ceremonyKeyMeans
    case ceremonyImportMeans
    case ceremonyImportButton
    case ceremonyRemoveTitle
    case ceremonyRemoveWhich
    case ceremonyRemoveKey
    case ceremonyRemovePhrase
    case ceremonyRemoveButton
    case ceremonyProtectionTitle
    case ceremonyApprovals
    case ceremonyApprovalsPopup
    case ceremonyAllowance
    case ceremonyPresses
    case ceremonySession
    case ceremonyNotEach
    case ceremonyTakesAll
    case ceremonyTakesAllowance
    case ceremonyWordTitle
    case ceremonyLimitTitle
    case ceremonyLimitMeans
    case ceremonyLimitSite
    case ceremonyLimitCeiling
    case ceremonyLimitSpending
    case ceremonyLimitSignatures
    case ceremonyLimitPeriod
    case ceremonyLimitAction
    case ceremonyLimitRefuse
    case ceremonyLimitRaise
    case ceremonyLimitButton
    case ceremonyLimitProblem
    case ceremonyUnlimitTitle
    case ceremonyNetworkTitle
    case ceremonyNetworkMeans
    case ceremonyNetworkOff
    case ceremonyEndpoints
    case ceremonyEndpointProblem
    case ceremonyBackupTitle
    case ceremonyBackupMeans
    case ceremonyBackupFile
    case ceremonyBackupSaved
    case ceremonyBackupKeep
    case ceremonyRestoreTitle
    case ceremonyRestoreMeans
    case ceremonyRestoreButton
    case ceremonyBackupPassphrase
    case ceremonyFilePath
    case ceremonyFileExists
    case ceremonyFileProblem
    case ceremonyFileContent
    case extensionTitle
    case extensionAccountsLabel
    case opening_phrase
    case promptWhole
    case ruleWholeHours
    case ceremonyRemoveWords
    case level_danger
    case level_warning
    case part_accountCount
    case part_additionalBytes
    case part_associatedAccount
    case part_auditorElGamalKey
    case part_authority
    case part_authorityOwner
    case part_authoritySeed
    case part_authorityType
    case part_autoApproveNewAccounts
    case part_base
    case part_baseAccount
    case part_buffer
    case part_bump
    case part_bytes
    case part_clock
    case part_closeAuthority
    case part_closeBuffer
    case part_computeUnitLimit
    case part_custodian
    case part_decimals
    case part_delegate
    case part_destination
    case part_effectiveTimestamp
    case part_end
    case part_epoch
    case part_expectedPendingBalanceCredits
    case part_extensionType
    case part_field
    case part_freezeAuthority
    case part_fromOwner
    case part_fromSeed
    case part_group
    case part_groupAddress
    case part_groupUpdateAuthority
    case part_heapSize
    case part_idempotent
    case part_instructionsSysvar
    case part_key
    case part_loadedAccountsDataSizeLimit
    case part_maxDataLen
    case part_maxSize
    case part_maximumFee
    case part_maximumPendingBalanceCredits
    case part_member
    case part_memberAddress
    case part_memberMint
    case part_memberMintAuthority
    case part_metadata
    case part_metadataAddress
    case part_mint
    case part_mintAuthority
    case part_multiplier
    case part_multisig
    case part_name
    case part_nestedAccount
    case part_nestedMint
    case part_newAccount
    case part_newAddress
    case part_newAuthority
    case part_newCustodian
    case part_newSupplyElGamalKey
    case part_newUpdateAuthority
    case part_nonce
    case part_offset
    case part_owner
    case part_ownerAccount
    case part_ownerMint
    case part_payer
    case part_permissionedBurnAuthority
    case part_priorityFee
    case part_program
    case part_programData
    case part_programId
    case part_proofContextOrInstructionsSysvar
    case part_rate
    case part_rateAuthority
    case part_recentBlockhashes
    case part_recentSlot
    case part_recipient
    case part_referenceVote
    case part_registry
    case part_rent
    case part_requiredSigners
    case part_seed
    case part_signer
    case part_source
    case part_sourceStake
    case part_space
    case part_spill
    case part_splitStake
    case part_stake
    case part_stakeHistory
    case part_staker
    case part_start
    case part_supplyElGamalKey
    case part_symbol
    case part_systemProgram
    case part_table
    case part_to
    case part_tokenProgram
    case part_transferFeeBasisPoints
    case part_transferFeeConfigAuthority
    case part_uiAmount
    case part_units
    case part_unixTimestamp
    case part_unused
    case part_unusedBytes
    case part_updateAuthority
    case part_uri
    case part_value
    case part_vote
    case part_withdrawWithheldAuthority
    case part_withdrawWithheldElGamalKey
    case part_withdrawer
    case role_mintTokens
    case role_freezeAccount
    case role_accountOwner
    case role_closeAccount
    case role_transferFeeConfig
    case role_withheldWithdraw
    case role_closeMint
    case role_interestRate
    case role_permanentDelegate
    case role_confidentialTransferMint
    case role_transferHookProgramId
    case role_confidentialTransferFeeConfig
    case role_metadataPointer
    case role_groupPointer
    case role_groupMemberPointer
    case role_scaledUiAmount
    case role_pause
    case role_permissionedBurn
    case role_staker
    case role_withdrawer
    case role_custodian
    case role_nonce
    case role_table
    case role_upgrade
    case factShares
    case ceremonySiteTitle
    case ceremonySiteSees
    case ceremonySiteNew
    case ceremonySiteGone
    case summarySwap
    case summaryPromised
    case summaryPromisedPay
    case summaryPromisedReceive
    case summaryPromisedNothing
    case summaryPromisedOpen
    case summaryExpected
    case summaryExpectedPay
    case summaryExpectedReceive
    case summaryExpectedNothing
    case changeAtMost
    case changeExpectedMost
    case changeExpectedLeast
    case factDeposit
    case factRefund
    case amountWrapped
    case instructionPromise
    case instructionInterface
    case finding_R35_dust
    case finding_R35_unlisted
    case finding_R35_more
    case finding_R51
    case finding_R52
    case finding_R53
    case finding_R54
    case finding_R55
    case finding_R55_code
    case finding_R55_vote
    case finding_R56
    case finding_R57
    case finding_R58
    case finding_R59
    case summaryVote
    case summaryPropose
    case summaryClaim
    case summaryTakeOut
    case checkExactly
    case checkAnythingBut
    case checkMoreThan
    case checkLessThan
    case checkNobody
    case checkLamports
    case checkSize
    case checkOwner
    case checkContents
    case checkAccount
    case checkSomething
    case checkTokenMint
    case checkTokenOwner
    case checkTokenAmount
    case checkTokenDelegate
    case checkTokenDelegated
    case checkTokenCloser
    case checkTokenState
    case checkTokenDerived
    case checkMintAuthority
    case checkMintSupply
    case checkMintDecimals
    case checkMintFreezer
    case checkStake
    case checkStakeStaker
    case checkStakeWithdrawer
    case checkStakeVote
    case checkStakeAmount
    case checkProgram
    case checkProgramAuthority
    case checkSlot
    case checkEpoch
    case checkTime
    case checkClock
    case checkLamportsDelta
    case checkDelta
    case checkNote
    case checkNoteClosed
    case proposalCreates
    case proposalRuns
    case proposalRunsUnseen
    case proposalApproves
    case proposalBuffered
    case proposalUnread
    case proposalEmpty
    case proposalMore
    case finding_R60
    case finding_R53_parts
    case finding_R61
    case instructionAuthor
    case instructionAuthorOnly
    case instructionAuthorAnchor
    case instructionAuthorSentence
    case instructionAuthorRefused
    case instructionAuthorMore
    case waitingForNetwork
    case summaryBounded
    case summaryBoundedPay
    case summaryBoundedReceive
    case factGuard
    case factGuardHolds
    case factGuardOneNode
    case factGuardPart
    case helpLimitSite
    case helpLimitRemove
    case usageBudget
    case usageDay
    case usageAssetTwice
    case usageSymbolTwice
    case usageSymbolUnknown
    case usageAmount
    case helpPress
    case helpPressMore
    case helpPressSpend
    case budgetOf
    case budgetsNone
    case ceremonyBudget
    case ceremonyPressTokens
    case ceremonyNothing
    case reasonFirstSignature
    case reasonAllowance
    case reasonTokens
    case offerButton
    case offerSpend
    case offerPress
    case offerUpTo
    case offerNone
    case offerMeans
    case approveBudget
    case factUnguarded
    case factUnguardedOff
    case factUnguardedSeveral
    case factUnguardedSigners
    case factUnguardedSigned
    case factUnguardedSimulation
    case factUnguardedRoom
    case factUnguardedUntried
    case factRepeated
    case factRepeatedMeans
    case promptUnguardMeans
    case promptUnguard
    case promptProofUnguarded
    case ceremonyTolerance
    case ceremonyUnguarded
    case nameGuards
    case ruleTolerance
    case ruleGuardsOff
    case siteUnguarded
    case helpPolicyGuards
    case helpPolicyGuardsMore
    case helpTolerance
    case helpGuardsOff
    case helpGuardsOn
    case untilBlocks
    case untilNonce
    case untilForeign
    case untilNonceUnknown
    case untilUnknown
    case saySystemNonceAdvances
    case helpOutstanding
    case helpOutstandingMore
    case helpOutstandingList
    case helpOutstandingVoid
    case helpOutstandingVoidMore
    case helpOutstandingSignature
    case helpOutstandingControlled
    case helpOutstandingControlledMore
    case outstandingNone
    case outstandingChanged
    case outstandingVoided
    case outstandingVoiding
    case controlledNone
    case controlledMore
    case controlledNoncesRefused
    case controlledStakesRefused
    case refusal_void_refused
    case helpContactsImport
    case helpContactsImportMore
    case helpContactsFile
    case helpContactsExport
    case helpContactsExportMore
    case contactsFileEmpty
    case contactsFileNotText
    case contactsFileNoColumns
    case contactsFileOpenQuote
    case contactsFileNoAddress
    case contactsFileNoName
    case hintContactsFile
    case groupMoney
    case groupDiagnostics
    case groupSites
    case helpOverview
    case overviewHelp
    case requestAmbiguous
    case requestNotNamed
    case requestNoneWaits
    case hintMeant
    case usageApproveYes
    case doneConnected
    case doneSigned
    case walletMadeNext
    case worthAbout
    case worthAsOf
    case worthEach
    case worthTotal
    case worthUnknown
    case worthInstead
    case nameCurrency
    case helpCurrency
    case finding_R62
    case sendDangerNameChanged
    case sendWarningNameDiffers
    case sendNoteNameAlone
    case sendResolved
    case sendUnresolved
    case nameResolved
    case addressName
    case contactNamed
    case contactAdditionResolved
    case contactAdditionChanged
    case refusal_name_invalid
    case refusal_name_unknown
    case refusal_name_unresolved
    case refusal_name_disputed
    case refusal_name_moved
    case hintNameAgain
    case helpAddressOrName
    case helpName
    case helpNameMore
    case helpContactsCheck
    case helpTokens
    case helpTokensList
    case helpTokensAll
    case helpTokensHide
    case helpTokensHideMore
    case helpTokensSpam
    case helpTokensShow
    case helpTokensMint
    case helpTokensBurn
    case helpTokensBurnMore
    case helpTokensKnown
    case helpReclaim
    case helpReclaimMore
    case helpReclaimAccounts
    case tokensNone
    case tokensOther
    case tokenIsHidden
    case tokenIsSpam
    case doneHidden
    case doneShown
    case tokenNotHidden
    case closingStays
    case closing_wrapped
    case closing_close_authority
    case closing_withheld
    case closing_confidential
    case closing_unknown_extension
    case burnDone
    case hintBurnKnown
    case refusal_nothing_to_reclaim
    case refusal_nothing_to_burn
    case refusal_token_known
    case refusal_too_many_hidden
    case summaryBurn
    case finding_S01
    case nameSwap
    case swapNowhere
    case helpSwap
    case helpStake
    case helpStakeMore
    case helpStakeList
    case helpStakeValidators
    case helpStakeValidatorsMore
    case helpStakeVote
    case helpStakeLimit
    case helpStakeDelegate
    case helpStakeDelegateMore
    case helpStakeAmount
    case helpStakeBehind
    case helpStakeAddress
    case helpStakeDeactivate
    case helpStakeDeactivateMore
    case helpStakeWithdraw
    case helpStakeWithdrawMore
    case helpStakeWithdrawAmount
    case helpStakeLiquid
    case helpStakeLiquidMore
    case stakeNone
    case nameValidator
    case nameReward
    case nameDeposit
    case nameWithdrawable
    case nameLockup
    case nameNote
    case nameStaked
    case nameHistory
    case stakeState_activating
    case stakeState_active
    case stakeState_deactivating
    case stakeState_inactive
    case stakeActivePart
    case stakeReward
    case stakeCommission
    case stakeDelinquent
    case stakeEpoch
    case stakeShare
    case stakeLeast
    case stakeLockedDate
    case stakeLockedEpoch
    case stakeLockedBoth
    case stakeForeignStaker
    case stakeForeignWithdrawer
    case stakeDelegated
    case stakeDeactivated
    case stakeWithdrawn
    case stakeWithdrawnAll
    case summaryStake
    case summaryUnstake
    case refusal_stake_refused
    case refusal_stake_too_small
    case refusal_validator_refused
    case hintStakeAtLeast
    case hintStakeDelinquent
    case hintStakeValidators
    case hintStakeForeign
    case hintStakeInactive
    case hintStakeStaked
    case hintStakeExcess
    case hintStakeUnknown
    case finding_S02
    case finding_S03
    case entry_list_added
    case entry_list_removed
    case refusal_list_unread
    case refusal_list_unverified
    case refusal_list_older
    case refusal_list_unfit
    case refusal_list_exists
    case refusal_list_unknown
    case refusal_too_many_lists
    case helpSites
    case helpSitesMore
    case helpSitesList
    case helpSitesAdd
    case helpSitesAddMore
    case helpSitesUpdate
    case helpSitesRemove
    case helpListSource
    case helpListKey
    case helpListName
    case siteListsNone
    case listReadAt
    case listKey
    case foundListDamaged
    case listFailed
    case foundListOld
    case foundLists
    case hintUpdateLists
    case listTrust
    case accountIsWatchOnly
    case helpAccountWatch
    case helpAccountWatchMore
    case helpAccountUnwatch
    case receiveWatchOnly
    case refusal_account_watch_only
    case refusal_account_exists
    case refusal_too_many_watched
    case entry_watch_added
    case entry_watch_changed
    case entry_watch_removed
    case accountUsedBefore
    case accountsUnknown
    case backupHolds
    case backupBrings
    case backupLoosensNothing
    case backupActivityPart
    case helpActivityRestored
    case usageSiteRestored
    case sheetTitle
    case sheetSecretless
    case sheetSecret
    case sheetStepsTitle
    case sheetStepInstall
    case sheetStepBackup
    case sheetStepWords
    case sheetStepCompare
    case sheetBackup
    case sheetBackupMissing
    case sheetImported
    case sheetWordsTitle
    case sheetWordsEmpty
    case sheetWordsDrawn
    case sheetOffer
    case sheetMake
    case sheetMeans
    case sheetWithWords
    case sheetWordsMeans
    case sheetWriteWords
    case sheetSaved
    case sheetPrint
    case sheetPrintWords
    case sheetNotDrawn
    case sheetWritten
    case helpVaultSheet
    case helpVaultSheetMore
    case helpSheetBackup
    case helpSheetWords
    case usageSheetPassphrase
    case askSheetWords
    case askSheetWordsAgain
    case helpNfts
    case helpNftsMore
    case helpNftsList
    case helpNftsAll
    case helpNftsShow
    case helpNftsAddress
    case nftsNone
    case nftUnnamed
    case nftCollection
    case nftCollectionUnverified
    case nftCompressed
    case nftMore
    case nftFrozen
    case nftIsHidden
    case nftIsSpam
    case nftsMissingCore
    case nftsMissingCompressed
    case nftsPartial
    case nftTraitsChain
    case nftTraitsNode
    case nftTraitsNone
    case nftElsewhere
    case refusal_nft_unknown
    case hintStakeLocked
    case nftStays
    case backupOmits
    case nftPictureAsk
    case nftPictureHeld
    case nftPictureFrom
    case nftTraitsFile
    case refusal_picture_none
    case refusal_picture_unread
    case refusal_picture_kind
    case refusal_picture_too_large
    case refusal_picture_damaged
    case refusal_picture_unavailable
    case helpNftsPicture
    case helpNftsPictureMore
    case nftPictureSize
    case nftPictureWritten
    case helpWallets
    case helpWalletsMore
    case helpWalletsList
    case helpWalletsAdd
    case helpWalletsAddMore
    case helpWalletsSwitch
    case helpWalletsSwitchMore
    case helpWalletsRename
    case helpWalletsRemove
    case helpWalletsRemoveMore
    case helpWalletArgument
    case helpWalletNewName
    case helpWalletOption
    case helpWalletRemoveYes
    case walletAdded
    case walletAddedNext
    case walletSwitched
    case walletIsOpen
    case walletNotOpened
    case walletRemoved
    case walletRemoveMeans
    case askWalletRemove
    case askWalletPassphrase
    case ceremonyWalletPassphrase
    case ceremonyWalletTitle
    case purposeWalletRemoving
    case walletNoSuch
    case hintWallets
    case walletNamed
    case walletNotSetUp
    case walletUnusable
    case walletUsed
    case usageWalletOrReplace
    case refusal_wallet_unknown
    case refusal_wallet_unusable
    case refusal_wallet_busy
    case refusal_wallet_exists
    case refusal_too_many_wallets
    case foundWallets
    case foundWalletUnusable
    case foundWalletChoice
    case hintWalletChoice
    case nameNone
    case nameSaid
    case addressClaim
    case addressClaimLike
    case sendWarningNameLike
    case contactClaims
    case nameClaimed
    case foundPortal
    case foundProxy
    case foundNoPortal
    case hintPortal
    case foundNoProxy
    case hintProxy
    case foundNoPermission
    case hintProxyPermission
    case updateNewer
    case updateUrgent
    case updateHow_deb
    case updateHow_rpm
    case updateHow_tarball
    case updateHow_source
    case updateByHand
    case refusal_release_unnamed
    case refusal_release_unread
    case refusal_release_unverified
    case refusal_release_unfit
    case refusal_release_older
    case refusal_release_changed
    case updateCurrent
    case updateNever
    case updateLooked
    case updateFailed
    case updateNotes
    case helpUpdate
    case helpUpdateMore
    case helpUpdateCheck
    case helpUpdates
    case nameUpdates
    case exitUpdateAvailable
    case foundUpdate
    case foundUpdateUrgent
    case foundNoUpdate
    case foundUpdatesUnread
    case foundUpdatesOld
    case hintUpdate
    case hintUpdateCheck
    case helpExtensionsCopies
    case helpExtensionsCopiesMore
    case helpExtensionsTrust
    case helpExtensionsTrustMore
    case helpExtensionsUntrust
    case helpExtensionFolder
    case extensionFolderTrusted
    case extensionCopiesNone
    case extensionCopyKnown
    case extensionCopyTrusted
    case extensionCopyUnverified
    case foundAgentConfined
    case foundAgentNoLandlock
    case foundAgentNoSeccomp
    case foundAgentNoReader
    case foundCopies
    case foundCopyUnverified
    case foundCopyNowhere
    case foundCopyReplaced
    case foundFolderTrusted
    case hintCopyUnverified
    case hintCopyNowhere
    case hintCopyReplaced
    case hintFolderTrusted
    case ceremonyWordsTitle
    case ceremonyWordsMeans
    case ceremonyWordsRight
    case ceremonyWordsKeep
    case ceremonyWordsWrong
    case ceremonyWordsLost
    case helpPhraseCheck
    case helpPhraseCheckMore
    case purposePhraseChecked
    case phraseWordsAsked
    case askWordsTogether
    case namePhrase
    case phraseDue
    case hintPhraseShow
    case entry_phrase_proven
    case phraseProvenOn
    case helpExport
    case helpExportNonce
    case helpCodes
    case usageExport
    case usageExportAlone
    case offlineExported
    case offlineSigned
    case helpSign
    case helpSignMore
    case helpSignFile
    case helpImport
    case helpImportMore
    case helpImportFile
    case helpNonces
    case helpNoncesMore
    case helpNoncesList
    case helpNoncesMake
    case helpNoncesMakeMore
    case helpNoncePayer
    case noncesNone
    case nonceFree
    case nonceWaits
    case nonceMade
    case nameNonce
    case hintNonce
    case hintExports
    case helpOutstandingExports
    case helpOutstandingGiveUp
    case helpOutstandingGiveUpMore
    case helpOutstandingExport
    case exportsNone
    case exportGivenUp
    case codesPlace
    case codesStop
    case originOfflineFile
    case requestOffline
    case reason_no_network
    case proposalVotes
    case refusal_vote_refused
    case helpMultisig
    case helpMultisigMore
    case helpMultisigList
    case helpMultisigShow
    case helpMultisigVote
    case helpMultisigVoteMore
    case helpMultisigChoice
    case helpMultisigAddress
    case helpMultisigIndex
    case multisigNone
    case multisigNoProposals
    case multisigNeeds
    case multisigWaits
    case multisigMay
    case multisigMay_initiate
    case multisigMay_vote
    case multisigMay_execute
    case multisigForeign
    case multisigAuthority
    case multisigProposal
    case multisigStatus_active
    case multisigStatus_approved
    case multisigCount
    case multisigVoted_approve
    case multisigVoted_reject
    case multisigVoted_cancel
    case multisigStale
    case multisigStaleApproved
    case multisigDoes
    case multisigKind_config
    case multisigKind_batch
    case multisigDone_approve
    case multisigDone_reject
    case multisigDone_cancel
    case hintVoteUnknown
    case hintVoteForeign
    case hintVoteNotAllowed
    case hintVoteNoProposal
    case hintVoteClosed
    case hintVoteStale
    case hintVoteGiven
    case helpSecurityKey
    case helpSecurityKeyList
    case helpSecurityKeyAdd
    case helpSecurityKeyAddMore
    case helpSecurityKeyRemove
    case helpSecurityKeyName
    case helpSecurityKeyID
    case helpPINFile
    case helpUnlockSecurityKey
    case usageUnlockProof
    case usagePINFileAlone
    case securityKeysNone
    case doneSecurityKeyAdded
    case securityKeyTouch
    case securityKeyTouchTwice
    case purposePIN
    case hintGivePINFile
    case askPIN
    case promptPIN
    case securityKeyPINQuestion
    case securityKeyPINButton
    case securityKeyAddition
    case securityKeyAdditionMeans
    case securityKeyAdditionButton
    case securityKeyRemoval
    case securityKeyRemovalMeans
    case securityKeyRemovalButton
    case entry_security_key_added
    case entry_security_key_removed
    case refusal_security_key_absent
    case refusal_security_key_other
    case refusal_security_key_unsupported
    case refusal_security_key_present
    case refusal_security_key_several
    case refusal_security_key_pin
    case refusal_security_key_pin_unset
    case refusal_security_key_pin_wrong
    case refusal_security_key_pin_paused
    case refusal_security_key_pin_blocked
    case refusal_security_key_denied
    case refusal_security_key_timeout
    case refusal_security_key_cancelled
    case refusal_security_key_removed
    case refusal_security_key_invalid
    case refusal_security_key_unavailable
    case refusal_security_key_fault
    case refusal_security_key_copied
    case promptStopWaiting
    case opening_security_key
    case openingsText
    case openingMeans_passphrase
    case openingMeans_passkey
    case openingMeans_security_key
    case openingMeans_phrase
    case openingLast
    case openingUnused
    case helpOpenings
    case entry_proven
    case promptSecurityKey
    case promptOrDevice
    case helpApproveSecurityKey
    case hintTouchOnly
    case factSignerLedger
    case factDeviceShows
    case factDeviceDetails
    case factDeviceText
    case factDeviceHash
    case factDeviceOmits
    case deviceBlind
    case deviceBlindLookup
    case deviceBlindProgram
    case deviceBlindInstructions
    case deviceBlindOlder
    case deviceBlindCharacters
    case deviceBlindFormat
    case factUnguardedDevice
    case refusal_ledger_absent
    case refusal_ledger_several
    case refusal_ledger_locked
    case refusal_ledger_other_app
    case refusal_ledger_rejected
    case refusal_ledger_blind_signing_off
    case refusal_ledger_busy
    case refusal_ledger_removed
    case refusal_ledger_timeout
    case refusal_ledger_cancelled
    case refusal_ledger_invalid
    case refusal_ledger_unavailable
    case refusal_ledger_fault
    case refusal_ledger_outdated
    case refusal_ledger_other
    case refusal_ledger_forbidden
    case refusal_ledger_bootloader
    case refusal_ledger_unsupported
    case refusal_ledger_too_large
    case refusal_ledger_refused
    case refusal_key_outside
    case accountIsOnLedger
    case helpLedger
    case helpLedgerStatus
    case helpLedgerAccounts
    case helpLedgerFrom
    case helpLedgerAdd
    case helpLedgerAddMore
    case helpLedgerPath
    case ledgerCompare
    case ledgerConfirm
    case ledgerApp
    case ledgerModelUnknown
    case ledgerBlindOn
    case ledgerBlindOff
    case ledgerIsAdded
    case ledgerMore
    case factSignedBy
    case ceremonyRemoveDevice
    case sheetOnDevice
    case helpTPM
    case helpTPMStatus
    case helpTPMAdd
    case helpTPMAddMore
    case helpTPMRemove
    case helpTPMName
    case helpUnlockTPM
    case tpmNone
    case tpmUnlocks
    case doneTPMAdded
    case askTPMPIN
    case askNewTPMPIN
    case tpmPINQuestion
    case tpmPINPrompt
    case tpmPINDigits
    case refusal_tpm_pin_invalid
    case tpmNewPIN
    case tpmPINAgain
    case tpmPINDifferent
    case tpmAddition
    case tpmAdditionMeans
    case tpmAdditionButton
    case tpmRemoval
    case tpmRemovalMeans
    case tpmRemovalButton
    case entry_tpm_added
    case entry_tpm_removed
    case refusal_tpm_absent
    case refusal_tpm_denied
    case refusal_tpm_owned
    case refusal_tpm_unguarded
    case refusal_tpm_present
    case refusal_tpm_pin
    case refusal_tpm_pin_wrong
    case refusal_tpm_locked
    case refusal_tpm_other
    case refusal_tpm_timeout
    case refusal_tpm_cancelled
    case refusal_tpm_invalid
    case refusal_tpm_unavailable
    case refusal_tpm_fault
    case opening_tpm
    case promptTPM
    case tpmChecking
    case openingMeans_tpm
    case openingMeans_ledger
    case refusal_hardware_token_absent
    case refusal_hardware_token_no_library
    case refusal_hardware_token_library_untrusted
    case refusal_hardware_token_pin
    case refusal_hardware_token_pin_invalid
    case refusal_hardware_token_pin_wrong
    case hardwareTokenPINFew
    case hardwareTokenPINLast
    case refusal_hardware_token_locked
    case refusal_hardware_token_no_key
    case refusal_hardware_token_unsupported
    case refusal_hardware_token_removed
    case refusal_hardware_token_timeout
    case refusal_hardware_token_cancelled
    case refusal_hardware_token_invalid
    case refusal_hardware_token_unavailable
    case refusal_hardware_token_fault
    case factSignerHardwareToken
    case factHardwareTokenShows
    case factHardwareTokenNothing
    case reasonHardwareToken
    case hardwareTokenQuestion
    case hardwareTokenPad
    case askHardwareTokenPIN
    case accountIsOnHardwareToken
    case ceremonyRemoveHardwareToken
    case sheetOnHardwareToken
    case helpHardwareToken
    case helpHardwareTokenStatus
    case helpHardwareTokenAccounts
    case helpHardwareTokenLibrary
    case helpHardwareTokenFolder
    case helpHardwareTokenAdd
    case helpHardwareTokenAddMore
    case helpHardwareTokenAddress
    case helpHardwareTokenName
    case helpHardwareTokenPINFile
    case hardwareTokenKeysNone
    case hardwareTokenAccountsNone
    case hardwareTokenReady
    case hardwareTokenReadyPad
    case hardwareTokenReadyOpen
    case openingMeans_hardware_token
    case purposeHardwareToken
    case hintGiveTokenPINFile
    case helpApproveTPM
    case foundTPM
    case foundTPMUnlocks
    case foundTPMUnused
    case foundTPMLocked
    case hintTPMLocked
    case foundTPMDenied
    case hintTPMDenied
    case foundTPMGone
    case hintTPMGone
    case foundTPMUnusable
    case hintTPMUnusable
    case requestOnLedger
    case opening_ledger
    case fingerprintPress
    case fingerprintTouch
    case fingerprintTerminal
    case promptFingerprint
    case fingerprintAddition
    case fingerprintAdditionMeans
    case fingerprintOnButton
    case opening_fingerprint
    case openingMeans_fingerprint
    case refusal_fingerprint_absent
    case refusal_fingerprint_unenrolled
    case refusal_fingerprint_busy
    case refusal_fingerprint_refused
    case refusal_fingerprint_removed
    case refusal_fingerprint_timeout
    case refusal_fingerprint_cancelled
    case refusal_fingerprint_no_match
    case refusal_fingerprint_fault
    case refusal_fingerprint_off
    case refusal_fingerprint_not_kept
    case refusal_fingerprint_expired
    case refusal_fingerprint_tries
    case helpFingerprint
    case helpFingerprintStatus
    case helpFingerprintOn
    case helpFingerprintOnMore
    case helpFingerprintOff
    case helpUnlockFingerprint
    case helpLockForget
    case fingerprintIsOn
    case fingerprintIsOff
    case fingerprintIsUnknown
    case usageApproveProof
    case opening_hardware_token
    case foundFingerprintUnusable
    case hintFingerprintUnusable
    case entry_fingerprint_on
    case entry_fingerprint_off
    case surface_browser
    case surface_command_line
    case reviewNoWarning
    case reviewIncomplete
    case reviewRules

    static let names: [String] = [
        "requestAppKey",
        "requestAppClaims",
        "requestAppPlace",
        "requestAppDays",
        "requestPunycode",
        "requestFrame",
        "requestPrivate",
        "requestIncomplete",
        "expiryBlocks",
        "expiryNonce",
        "expiryExpired",
        "transactionView",
        "transactionChanges",
        "instructionUnknown",
        "instructionHiddenAccount",
        "instructionSigner",
        "instructionWritable",
        "chainSucceeded",
        "chainFailed",
        "chainImpossible",
        "chainSource",
        "chainTableOfOne",
        "chainTableOfTwo",
        "amountSmallest",
        "amountSmallestOfSome",
        "amountOfSome",
        "amountOfToken",
        "amountSomeSOL",
        "amountSomeTokens",
        "addressOwn",
        "addressContact",
        "fieldAmount",
        "fieldUnitPrice",
        "effectOut",
        "effectIn",
        "effectDelegate",
        "effectTo",
        "effectFrom",
        "effectFavour",
        "effectMint",
        "effectBefore",
        "effectControl",
        "effectCreated",
        "effectClosed",
        "effectOwner",
        "effectAuthority",
        "effectAuthorityEnded",
        "effectUndelegated",
        "effectFrozen",
        "finding_R11",
        "effectThawed",
        "effectWritten",
        "effectCode",
        "finding_R15",
        "level_info",
        "level_forbidden",
        "finding_unknown",
        "finding_R01",
        "finding_R02",
        "finding_R02_ended",
        "finding_R03",
        "finding_R04",
        "finding_R05",
        "finding_R07",
        "finding_R08",
        "finding_R09",
        "finding_R10",
        "finding_R12",
        "finding_R13",
        "finding_R14",
        "finding_R16",
        "finding_R17",
        "finding_R30",
        "finding_R31",
        "finding_R33",
        "finding_R34",
        "finding_R35",
        "finding_R36",
        "finding_R37",
        "finding_R38",
        "finding_R39",
        "finding_R40",
        "finding_R41",
        "finding_R42",
        "finding_R43",
        "finding_R44",
        "finding_R45",
        "finding_R47",
        "finding_R48",
        "finding_R49",
        "finding_R50",
        "finding_M01",
        "finding_M05",
        "finding_M06",
        "finding_M07",
        "finding_M08",
        "finding_M09",
        "finding_M10",
        "finding_M11",
        "finding_M12",
        "finding_M13",
        "finding_M14",
        "finding_M15",
        "finding_M16",
        "finding_M17",
        "finding_M18",
        "kind_mint",
        "kind_token_account",
        "kind_program",
        "reason_no_answer",
        "promptHeading",
        "surface_prompt",
        "promptRecognition",
        "promptPassphrase",
        "promptProofEach",
        "promptProofDanger",
        "promptProofIncomplete",
        "promptProofUnbounded",
        "promptProofAmount",
        "promptProofPlace",
        "promptTooSoon",
        "lateBlockhash",
        "lateAsk",
        "lateAskButton",
        "lateOwn",
        "lateDecided",
        "lateTime",
        "lateCancelled",
        "lateConnection",
        "promptOK",
        "promptCancel",
        "promptApprove",
        "promptReject",
        "promptBack",
        "promptGoOn",
        "unlockQuestion",
        "unlockButton",
        "tpmPINButton",
        "passkeyAddition",
        "passkeyAdditionMeans",
        "passkeyAdditionButton",
        "passkeyRemoval",
        "passkeyRemovalMeans",
        "passkeyRemovalButton",
        "promptAllow",
        "extensionAsks",
        "extensionAgain",
        "extensionMethods",
        "extensionMeans",
        "extensionAccounts",
        "extensionButton",
        "contactAddition",
        "contactAdditionName",
        "contactAdditionMeans",
        "contactAdditionButton",
        "contactRenaming",
        "contactRenamingName",
        "contactRenamingButton",
        "contactRemoval",
        "contactRemovalMeans",
        "contactRemovalButton",
        "accountMoving",
        "accountMovingPlace",
        "accountMovingMeans",
        "accountMovingButton",
        "passphraseVault",
        "passphraseNewSeed",
        "passphraseRefused",
        "passphraseAgain",
        "passphraseDifferent",
        "passphraseIsEmpty",
        "passphraseIsNotUTF8",
        "passphraseHasControl",
        "passphraseIsGuessable",
        "typedNoWord",
        "phraseExchanged",
        "phraseMismatch",
        "phraseWordField",
        "phraseShownOnceMore",
        "phraseWritten",
        "setupNumbers",
        "setupNumbersRange",
        "accountsRange",
        "setupReplaced",
        "setupSetAside",
        "setupOldPassphrase",
        "labelError",
        "labelHint",
        "markHint",
        "labelWarning",
        "nameWarning",
        "markWarning",
        "agentDecidedAlone",
        "hintInstallAgain",
        "hintInstallOver",
        "agentListEndless",
        "agentAnswerUnclear",
        "agentClosed",
        "agentSilent",
        "agentConnectionFailed",
        "agentReviewMissing",
        "agentSignatureMissing",
        "agentSealingKeyMissing",
        "agentAnswerSealed",
        "agentPathMissing",
        "secretNotSealed",
        "hintTryAgain",
        "hintProgramsTogether",
        "hintCloseFolder",
        "hintDoctor",
        "socketNoHome",
        "socketHomeRelative",
        "diskIsFull",
        "diskIsReadOnly",
        "hintFreeSpace",
        "hintWritableDisk",
        "hintSharedFolder",
        "hintOtherFolder",
        "hintShorterHome",
        "hintShorterRuntime",
        "socketCallFailed",
        "socketForeign",
        "socketServed",
        "agentNotRunning",
        "agentProgramMissing",
        "agentAbandoned",
        "pathIsLink",
        "pathIsNoFolder",
        "pathIsNoFile",
        "pathIsNoSocket",
        "pathIsOfUser",
        "pathIsOpen",
        "pathInFolderOfUser",
        "pathInOpenFolder",
        "interrupted",
        "hintHelp",
        "walletMissing",
        "foundNoWallet",
        "hintMakeOne",
        "walletExists",
        "refusal_vault_exists",
        "hintNeverOverwritten",
        "hintUnlockFirst",
        "hintMakeWalletFirst",
        "hintYesAlone",
        "hintPending",
        "hintVersionsDiffer",
        "hintNetwork",
        "hintContactNames",
        "hintSendAtMost",
        "hintHolder",
        "hintAllowOffCurve",
        "terminalNeeded",
        "terminalSilent",
        "terminalUnwaitable",
        "purposeMakingWallet",
        "purposeRestoringWallet",
        "purposeApproving",
        "purposePassphrase",
        "purposePhraseShown",
        "purposePhraseImport",
        "purposeKeyImport",
        "purposeAccountRemoval",
        "purposeWordChoice",
        "purposePassphraseChoice",
        "purposeBackupRestoring",
        "hintScriptGives",
        "hintGivePhraseFile",
        "hintGivePassphraseFile",
        "hintGiveNewPassphraseFile",
        "hintGivePassphraseFileOrUnlock",
        "hintGiveYesAndPassphraseFile",
        "hintNobodyLooks",
        "hintGiveKeyFile",
        "hintInTerminal",
        "nothingChanged",
        "nothingRemoved",
        "passphraseMissing",
        "passphraseUnusable",
        "seedPassphraseUnusable",
        "wordsMissing",
        "wordsUnconfirmed",
        "phraseWordCount",
        "phraseWordUnknown",
        "phraseChecksum",
        "hintLikelyWrong",
        "fileFault",
        "fileEmpty",
        "fileOfManyLines",
        "fileUnopened",
        "fileUnread",
        "fileUnwritten",
        "fileFull",
        "fileExists",
        "fileCut",
        "fileOfOther",
        "fileOpen",
        "hintClose",
        "fileUnexamined",
        "fileNotUTF8",
        "fileIsNoExport",
        "fileIsNoBackup",
        "fileIsNoKey",
        "typedIsNoKey",
        "keySyntax",
        "keyCount",
        "keyLength",
        "keyHalvesDiffer",
        "walletNotCopied",
        "accountMissing",
        "accountAmbiguous",
        "hintAccounts",
        "contactMissing",
        "hintContacts",
        "siteMissing",
        "hintSites",
        "extensionMissing",
        "appMissing",
        "hintApps",
        "openerMissing",
        "openerFailed",
        "hintOpener",
        "hintExtensions",
        "blockMissing",
        "hintBlocked",
        "endpointMissing",
        "requestForbidden",
        "hintReject",
        "requestStillWaits",
        "requestNothingSent",
        "requestChanged",
        "requestWaitsNoMore",
        "transactionMissing",
        "hintDecode",
        "transactionSpelling",
        "transactionCut",
        "inputUnread",
        "textMissing",
        "hintGiveText",
        "textTwice",
        "signerMissing",
        "offchainUnmade",
        "keyOfAccount",
        "keyOfSigner",
        "keyOfDomain",
        "signatureSpelling",
        "signatureWrong",
        "exportLineMissing",
        "hintTrustExport",
        "activityBroken",
        "hintTrustWithExport",
        "usagePassphraseAndPhrase",
        "usagePassphraseAndNew",
        "usageSeedPassphraseAsks",
        "usageSeedPassphraseFile",
        "usageWordsAsk",
        "usageWordCount",
        "usagePhraseFile",
        "usagePhraseOptions",
        "usageFirstPlace",
        "usageLimit",
        "usageEndpoints",
        "usageEnvelope",
        "usageDomain",
        "usageOriginAccounts",
        "usageNothingToSet",
        "usageNoLimit",
        "limitForbids",
        "hintLimits",
        "usageSession",
        "usageAirdrop",
        "usageRevoke",
        "usageSendAll",
        "usageSend",
        "usageReject",
        "usageExportFile",
        "askPassphrase",
        "askPresentPassphrase",
        "askNewPassphrase",
        "askBackupPassphrase",
        "askSeedPassphrase",
        "askAgain",
        "askPrivateKey",
        "askWord",
        "askWordAt",
        "askAccounts",
        "askApproval",
        "askAccountRemoval",
        "askReplacing",
        "askBackup",
        "yesOrNo",
        "answerYes",
        "enterWritten",
        "enterOn",
        "enterWipe",
        "passphraseMeans",
        "seedPassphraseMeans",
        "theyDiffer",
        "accountsMeans",
        "replacingMeans",
        "phraseIsWallet",
        "yourPhrase",
        "yourPhraseNumbered",
        "phraseHasPassphrase",
        "yourKey",
        "yourKeyNumbered",
        "keysOnly",
        "wordMeans",
        "wordRange",
        "wordNone",
        "typeWords",
        "typePhrase",
        "typeKeys",
        "typeEnter",
        "typedMissing",
        "typedUnknown",
        "typedWrongCount",
        "anyWordCount",
        "typedAll",
        "typedChecksum",
        "typedTab",
        "typedInList",
        "typedNear",
        "typedFits",
        "typedFitsIfAll",
        "typedNoSlip",
        "typedSlips",
        "typedMeant",
        "typedExchanged",
        "slipWord",
        "slipExchanged",
        "slipOr",
        "walletMade",
        "walletRestored",
        "backupPartial",
        "restoreDisconnects",
        "restoreDisconnectsSites",
        "restoreDisconnectsApps",
        "restoreDisconnectsExtensions",
        "restoreDisconnectsPasskeys",
        "restoreForgets",
        "restoreKeepsUnlocked",
        "restoreKeepsConfirmed",
        "walletIsLocked",
        "walletIsUnlocked",
        "walletUnlockedFor",
        "walletIsNone",
        "walletIsUnknown",
        "walletLocksIn",
        "agentStopped",
        "metricsLine",
        "metricsUnknown",
        "passphraseChanged",
        "vaultKeyNew",
        "walletCopied",
        "doneChanged",
        "doneRemoved",
        "doneDisconnected",
        "doneBlocked",
        "doneUnblocked",
        "nameWallet",
        "part_wallet",
        "nameUnattended",
        "nameRules",
        "nameActivity",
        "nameAccount",
        "part_account",
        "nameMoved",
        "nameVersion",
        "nameApprovals",
        "nameAllowance",
        "namePresses",
        "ruleHours",
        "ruleMinutes",
        "nameSession",
        "nameEachRequest",
        "nameWord",
        "nameNetwork",
        "nameCluster",
        "nameAsOf",
        "nameSend",
        "nameArrives",
        "nameFrom",
        "part_from",
        "nameTo",
        "nameInto",
        "nameMemo",
        "part_memo",
        "nameFee",
        "part_fee",
        "nameInAll",
        "nameSays",
        "nameState",
        "part_state",
        "nameReview",
        "nameBy",
        "nameSignature",
        "nameDetail",
        "nameRequest",
        "statusUnattended",
        "statusBroken",
        "statusMoved",
        "statusVersion",
        "rulesReset",
        "rulesUnverified",
        "rulePopup",
        "ruleRisky",
        "ruleNative",
        "ruleUnknown",
        "ruleAllowanceLeft",
        "ruleAllowanceReturns",
        "ruleAsksEach",
        "ruleNeedsSession",
        "limitRefuses",
        "limitRaises",
        "limitAny",
        "limitSignatures",
        "limitIsOver",
        "limitsNone",
        "nameSite",
        "nameCeiling",
        "nameSpending",
        "nameSignatures",
        "namePrograms",
        "nameExpires",
        "breachExpired",
        "breachCeiling",
        "breachSpending",
        "breachSignatures",
        "breachPrograms",
        "networkUntilUnlocked",
        "networkIsOff",
        "networkIsOn",
        "endpointNone",
        "endpointPublic",
        "endpointReached",
        "endpointOfCluster",
        "endpointOfOther",
        "endpointUnreachable",
        "endpointVersion",
        "endpointSlot",
        "sourceSlot",
        "accountsNone",
        "accountIsHidden",
        "accountIsImported",
        "passkeysNone",
        "passkeyAllowed",
        "contactsNone",
        "contactWithoutKey",
        "sitesNone",
        "extensionsNone",
        "appsNone",
        "appLine",
        "appAnswered",
        "addressOpened",
        "extensionAllowed",
        "blockedNone",
        "blockedFor",
        "siteProfile",
        "siteContainer",
        "requestsNone",
        "requestLeft",
        "stateQueued",
        "statePresented",
        "stateApproved",
        "entry_approved",
        "stateSigned",
        "stateAnswered",
        "entry_answered",
        "stateRejected",
        "entry_rejected",
        "stateExpired",
        "stateCancelled",
        "stateInterrupted",
        "entry_interrupted",
        "recordNone",
        "sourceAgo",
        "sourceUnknown",
        "sourceSaved",
        "sourceUnanswered",
        "balanceMeanwhile",
        "sourceGaps",
        "tokenCallsItself",
        "tokenSmallest",
        "tokenIsFrozen",
        "tokenIsShared",
        "airdropSent",
        "historyNone",
        "historyDateless",
        "historyHasFailed",
        "historyFailedWith",
        "historyFee",
        "historyUnseen",
        "historyMore",
        "movementFrom",
        "movementTo",
        "permissionsNone",
        "permissionIn",
        "permissionTakes",
        "permissionCloses",
        "sendIsSent",
        "sendUnitToken",
        "sendUnitNamed",
        "sendArrives",
        "sendPriority",
        "sendAccountCost",
        "sendTotal",
        "sendNoteOwn",
        "sendWarningKeyless",
        "sendWarningProgram",
        "sendWarningUnused",
        "sendDangerLike",
        "revokedFrom",
        "activityNone",
        "activityChainHolds",
        "activitySealed",
        "signatureRight",
        "signatureOfProposal",
        "signatureOfRustSDK",
        "nameLanguage",
        "nameTheme",
        "nameExplorer",
        "languageOfBrowser",
        "markOK",
        "markFailure",
        "foundPrograms",
        "foundNoFolder",
        "foundProgramsMissing",
        "listAnd",
        "foundAgentSilent",
        "foundAgentOther",
        "hintStopStarts",
        "foundAgent",
        "foundSwap",
        "hintMemoryLimit",
        "foundNoSwap",
        "foundNoLogind",
        "hintLockYourself",
        "foundLogind",
        "foundActivityBroken",
        "hintVerifyExport",
        "hintLookThrough",
        "foundRules",
        "hintCreate",
        "foundLocked",
        "refusal_locked",
        "foundUnlocked",
        "foundUnknown",
        "foundVaultDamaged",
        "foundVaultNewer",
        "foundVaultUnread",
        "hintPrevious",
        "hintBackupOrPhrase",
        "hintCloseVault",
        "hintOwnVault",
        "hintUnlinkVault",
        "hintNewerOrPrevious",
        "hintInstallNewer",
        "foundDatabaseLost",
        "foundDatabaseNewer",
        "hintPutBack",
        "foundUnattended",
        "hintForTests",
        "foundHomeMoved",
        "hintUnsetHome",
        "foundFolder",
        "foundOtherSocket",
        "hintRuntimeFolder",
        "foundSocketOpen",
        "hintSocketFolder",
        "foundSocket",
        "foundGatewayDead",
        "foundConfined",
        "foundNoSeccomp",
        "hintSeccomp",
        "foundNoLandlock",
        "foundUnconfined",
        "hintLandlock",
        "foundNoPinentry",
        "hintPinentry",
        "foundPinentry",
        "foundScheme",
        "foundNoScheme",
        "foundOtherScheme",
        "foundNoBrowser",
        "hintInstallThen",
        "foundNoHost",
        "hintInstall",
        "foundUnregistered",
        "foundOtherHost",
        "hintInstallThere",
        "foundHost",
        "foundManifestUnread",
        "foundManifestOfOther",
        "foundManifestClosed",
        "foundManifestOpen",
        "foundManifestEmpty",
        "foundSandboxed",
        "hintPackages",
        "foundExtensionForAll",
        "foundExtension",
        "foundNoExtension",
        "hintLoad",
        "hintStartByPath",
        "hintStopAgain",
        "foundFolderUnusable",
        "hintOwnFolder",
        "foundRulesReset",
        "helpSidekey",
        "helpCreate",
        "helpCreateMore",
        "helpPassphraseFile",
        "helpNewPassphraseFile",
        "helpPhraseOut",
        "helpWordsNew",
        "helpSeedPassphrase",
        "helpApprovals",
        "helpRestore",
        "helpRestoreMore",
        "helpFirstPath",
        "helpReplace",
        "helpWords",
        "helpPhraseFile",
        "helpSeedPassphraseFile",
        "helpUnlock",
        "helpUnlockMore",
        "helpLock",
        "helpStatus",
        "helpJSON",
        "helpPending",
        "helpApprove",
        "helpApproveMore",
        "helpRequest",
        "helpYes",
        "helpReject",
        "helpRecords",
        "helpRecordsMore",
        "helpRecordID",
        "helpAccount",
        "helpAccountArgument",
        "helpAccountOrFirst",
        "helpAccountList",
        "helpAccountAdd",
        "helpAccountAddMore",
        "helpPath",
        "helpSecret",
        "helpAccountImport",
        "helpAccountImportMore",
        "helpKeyFile",
        "helpImportPhrase",
        "helpPhrasePath",
        "helpAccountLabel",
        "helpLabel",
        "helpAccountHide",
        "helpAccountShow",
        "helpAccountMove",
        "helpPlace",
        "helpAccountRemove",
        "helpAccountRemoveMore",
        "helpRemoveYes",
        "helpPhrase",
        "helpPhraseShow",
        "helpPhraseShowMore",
        "helpVault",
        "helpVaultBackup",
        "helpVaultBackupMore",
        "helpNewFile",
        "helpVaultChangePassphrase",
        "helpVaultChangePassphraseMore",
        "helpVaultRestore",
        "helpVaultRestoreMore",
        "helpBackupFile",
        "helpSetAsideYes",
        "helpVaultRotate",
        "helpPolicy",
        "helpPolicyShow",
        "helpPolicySet",
        "helpPolicySetMore",
        "helpPolicyAllowance",
        "helpPolicyAllowanceMore",
        "helpAllowanceReset",
        "helpLimit",
        "helpLimitMore",
        "helpLimitAccount",
        "helpLimitOrigin",
        "helpLimitCeiling",
        "helpLimitSpend",
        "helpLimitSignatures",
        "helpLimitProgram",
        "helpLimitExpires",
        "helpLimitRaise",
        "helpLimitReplace",
        "helpLimits",
        "helpUnlimit",
        "helpLimitNumbers",
        "helpAllowance",
        "helpPressAllowance",
        "helpSession",
        "helpPerRequest",
        "helpRecognition",
        "helpNetwork",
        "helpNetworkMore",
        "helpNetworkShow",
        "helpNetworkCheck",
        "helpNetworkUse",
        "helpNetworkEndpoints",
        "helpNetworkEndpointsMore",
        "helpURLs",
        "helpPublic",
        "helpNone",
        "helpNetworkOff",
        "helpNetworkOn",
        "helpCluster",
        "helpClusterOrChosen",
        "helpOrigins",
        "helpOriginsList",
        "helpOriginsRevoke",
        "helpOriginsBlock",
        "helpOriginsBlockMore",
        "helpOriginsUnblock",
        "helpOriginsBlocked",
        "helpSite",
        "helpOriginsSet",
        "helpOriginsSetMore",
        "helpOrigin",
        "helpProfile",
        "helpContainer",
        "helpOriginAccount",
        "helpExtensions",
        "helpOpenURL",
        "helpOpenURLMore",
        "helpLink",
        "helpPrintLink",
        "helpApps",
        "helpAppsList",
        "helpAppsRevoke",
        "helpApp",
        "helpExtensionsList",
        "helpExtensionsAllow",
        "helpExtensionsAllowMore",
        "helpExtensionsRevoke",
        "helpExtension",
        "helpExtensionMethod",
        "helpPasskey",
        "helpPasskeyList",
        "helpPasskeyAllow",
        "helpPasskeyAllowMore",
        "helpPasskeyRemove",
        "helpPasskeyID",
        "helpSignOffchain",
        "helpSignOffchainMore",
        "helpVerifyOffchain",
        "helpVerifyOffchainMore",
        "helpText",
        "helpSignature",
        "helpSigningAccount",
        "helpTextFile",
        "helpEnvelope",
        "helpDomain",
        "helpSigner",
        "helpBalance",
        "helpBalanceMore",
        "helpHistory",
        "helpHistoryMore",
        "helpHistoryLimit",
        "helpSend",
        "helpSendMore",
        "helpSendWhat",
        "helpSendAll",
        "helpMemo",
        "helpAllowOffCurve",
        "helpDryRun",
        "helpPriority",
        "helpPriorityCap",
        "helpAirdrop",
        "helpAirdropMore",
        "helpAirdropAmount",
        "helpPermissions",
        "helpPermissionsMore",
        "helpRevoke",
        "helpRevokeMore",
        "helpRevokeAccounts",
        "helpRevokeAll",
        "helpContacts",
        "helpContactsMore",
        "helpContactsList",
        "helpContactsAdd",
        "helpContactsRename",
        "helpContactsRemove",
        "helpContactName",
        "helpContactNewName",
        "helpContact",
        "helpReceive",
        "helpReceiveMore",
        "helpActivity",
        "helpActivityMore",
        "helpActivityList",
        "helpActivitySite",
        "helpActivityLimit",
        "helpActivityExport",
        "helpActivityExportMore",
        "helpFormat",
        "helpExportFile",
        "helpActivityVerify",
        "helpActivityVerifyMore",
        "helpVerifyFile",
        "helpDecode",
        "helpDecodeMore",
        "helpDecodeFile",
        "helpDecodeAccount",
        "helpDoctor",
        "helpDoctorMore",
        "helpStop",
        "exitDone",
        "exitFailed",
        "exitNoWallet",
        "exitLocked",
        "exitWrongPassphrase",
        "exitDeclined",
        "exitGone",
        "exitUnreachable",
        "exitNoNode",
        "exitNoTerminal",
        "exitRefused",
        "exitNotExecuted",
        "exitOutcomeUnknown",
        "exitUsage",
        "exitInterrupted",
        "helpReview",
        "helpReviewMore",
        "helpRejectAll",
        "helpSignMessage",
        "helpSignMessageMore",
        "helpMessageFile",
        "helpVerifyMessage",
        "helpVerifyMessageMore",
        "helpSignatureOrBase64",
        "helpSettings",
        "helpSettingsShow",
        "helpSettingsSet",
        "helpSettingsSetMore",
        "helpLanguage",
        "helpTheme",
        "helpExplorer",
        "helpAbout",
        "helpAboutMore",
        "helpPolicyTighten",
        "helpPolicyTightenMore",
        "helpCompletions",
        "helpCompletionsMore",
        "helpShell",
        "helpManual",
        "helpManualMore",
        "manualName",
        "manualSynopsis",
        "manualDescription",
        "manualCommand",
        "manualIntro",
        "manualJSON",
        "manualCommands",
        "manualStatus",
        "manualEnvironment",
        "manualHome",
        "manualLocale",
        "manualFiles",
        "manualData",
        "manualSocket",
        "manualDefault",
        "manualValues",
        "helpMetrics",
        "helpModules",
        "entry_queued",
        "entry_reviewed",
        "entry_expired",
        "entry_cancelled",
        "entry_granted",
        "entry_revoked",
        "entry_wallet_created",
        "entry_unlocked",
        "entry_locked",
        "entry_wrong_passphrase",
        "entry_policy_changed",
        "entry_records_reset",
        "entry_database_lost",
        "entry_vault_changed",
        "entry_passkey_added",
        "entry_passkey_removed",
        "entry_phrase_shown",
        "entry_offchain_signed",
        "entry_sent",
        "entry_confirmed",
        "entry_failed",
        "entry_unconfirmed",
        "entry_outcome_unknown",
        "entry_contact_added",
        "entry_contact_changed",
        "entry_contact_removed",
        "refusal_wrong_passphrase",
        "refusal_wrong_passkey",
        "refusal_passphrase_required",
        "refusal_passphrase_invalid",
        "refusal_phrase_invalid",
        "refusal_vault_missing",
        "refusal_vault_damaged",
        "refusal_vault_changed",
        "refusal_account_unknown",
        "refusal_change_refused",
        "refusal_policy_refused",
        "refusal_passkey_unsupported",
        "refusal_storage",
        "refusal_disk_full",
        "refusal_disk_read_only",
        "refusal_internal",
        "refusal_protocol_mismatch",
        "refusal_param_value",
        "refusal_other",
        "refusal_not_pending",
        "refusal_record_unknown",
        "refusal_expired",
        "refusal_cancelled",
        "refusal_rejected",
        "refusal_digest_mismatch",
        "refusal_review_mismatch",
        "refusal_review_forbidden",
        "refusal_native_only",
        "refusal_prompt_unavailable",
        "refusal_too_many_pending",
        "refusal_no_network",
        "refusal_node_unreachable",
        "refusal_node_fault",
        "refusal_wrong_cluster",
        "refusal_balance_unknown",
        "refusal_balance_too_old",
        "refusal_no_faucet",
        "refusal_address_invalid",
        "refusal_contact_exists",
        "refusal_contact_unknown",
        "refusal_too_many_contacts",
        "refusal_amount_invalid",
        "refusal_funds_missing",
        "refusal_below_rent",
        "refusal_recipient_refused",
        "refusal_token_refused",
        "refusal_nothing_to_revoke",
        "refusal_link_used",
        "refusal_node_rejected",
        "refusal_simulation_failed",
        "refusal_simulation_missing",
        "refusal_blockhash_expired",
        "refusal_unconfirmed",
        "refusal_transaction_failed",
        "refusal_outcome_unknown",
        "refusal_not_sent",
        "refusal_transaction_invalid",
        "opening_passphrase",
        "originWallet",
        "originExtension",
        "originAnApp",
        "factAccount",
        "factNetwork",
        "groupNetwork",
        "network_mainnet",
        "network_devnet",
        "network_testnet",
        "network_localnet",
        "connectSeesAddress",
        "connectAsks",
        "connectNeverSigns",
        "messageNumbered",
        "transactionNumbered",
        "factOtherSigner",
        "factFee",
        "transactionDetails",
        "saySystemTransfer",
        "saySystemCreateAccount",
        "saySystemAssign",
        "saySystemAdvanceNonce",
        "saySystemWithdrawNonce",
        "saySystemAuthorizeNonce",
        "sayTokenApprove",
        "sayTokenRevoke",
        "sayTokenSetAuthority",
        "sayTokenCloseAccount",
        "sayTokenBurn",
        "sayTokenSyncNative",
        "sayAssociatedCreate",
        "sayComputeUnitLimit",
        "sayComputeUnitPrice",
        "sayMemo",
        "factFeePayer",
        "factSigner",
        "factVersion",
        "factProgram",
        "factAccountNumbered",
        "opening_passkey",
        "groupAccounts",
        "ceremonySave",
        "groupProtection",
        "ceremonyApprovalsRisky",
        "ceremonyApprovalsNative",
        "factSite",
        "factCeiling",
        "factSpending",
        "factSignatures",
        "factPrograms",
        "groupRequests",
        "groupWallet",
        "registerBrowser",
        "registerAbsent",
        "registerNoBrowser",
        "registerLoadChromium",
        "registerLoadFirefox",
        "registerLinks",
        "registerLinksKept",
        "registerManual",
        "registerZsh",
        "registerAllowed",
        "registerForbidden",
        "registerRoot",
        "registerWouldWrite",
        "registerWouldRemove",
        "registerRemoved",
        "registerUnwritten",
        "prefixInvalid",
        "extensionIDInvalid",
        "helpRegister",
        "helpRegisterMore",
        "helpRegisterSystem",
        "helpRegisterRemove",
        "helpPrefix",
        "helpAllowExtension",
        "helpForbidExtension",
        "registerExtension",
        "registerUnreachable",
        "helpSystemExtension",
        "summaryConnect",
        "summaryBrowse",
        "summarySignIn",
        "summarySend",
        "summaryPayReceive",
        "summaryPay",
        "summaryReceive",
        "summaryPayUnread",
        "summaryUnread",
        "summaryPayOpen",
        "summaryOpen",
        "summaryDelegate",
        "summaryControl",
        "summaryNothing",
        "listLast",
        "changeAtLeast",
        "changeOpen",
        "changeUnread",
        "factRecipient",
        "findingIn",
        "foundWindow",
        "hintWindow",
        "setupWordsTitle",
        "setupWordsMeans",
        "setupWordCount",
        "setupWordCountOption",
        "setupMore",
        "setupSeedPassphrase",
        "setupCheckTitle",
        "setupCheckMeans",
        "setupCheckWrong",
        "setupPassphraseTitle",
        "setupSeedPassphraseTitle",
        "passphraseFair",
        "passphraseGood",
        "passphraseStrong",
        "setupSettingsTitle",
        "setupAllowance",
        "setupAllowanceNothing",
        "setupAllowanceEverything",
        "setupRecognition",
        "setupFinish",
        "setupRestoreTitle",
        "setupRestoreMeans",
        "seedPassphraseField",
        "phraseCheckWord",
        "setupAccountsTitle",
        "setupAccountsMeans",
        "setupAccountNone",
        "setupReplaceTitle",
        "setupReplaceButton",
        "capsLockOn",
        "ceremonyDone",
        "ceremonyPassphraseTitle",
        "ceremonyPassphraseMeans",
        "ceremonyPresentPassphrase",
        "ceremonyPhraseTitle",
        "ceremonyPhraseMeans",
        "ceremonyPhraseButton",
        "ceremonyReveal",
        "ceremonySeedPassphrase",
        "ceremonyKeyShown",
        "ceremonyImportTitle",
        "ceremonyImportWhat",
        "ceremonyImportKey",
        "ceremonyImportPhrase",
        "ceremonyKeyField",
        "ceremonyKeyMeans",
        "ceremonyImportMeans",
        "ceremonyImportButton",
        "ceremonyRemoveTitle",
        "ceremonyRemoveWhich",
        "ceremonyRemoveKey",
        "ceremonyRemovePhrase",
        "ceremonyRemoveButton",
        "ceremonyProtectionTitle",
        "ceremonyApprovals",
        "ceremonyApprovalsPopup",
        "ceremonyAllowance",
        "ceremonyPresses",
        "ceremonySession",
        "ceremonyNotEach",
        "ceremonyTakesAll",
        "ceremonyTakesAllowance",
        "ceremonyWordTitle",
        "ceremonyLimitTitle",
        "ceremonyLimitMeans",
        "ceremonyLimitSite",
        "ceremonyLimitCeiling",
        "ceremonyLimitSpending",
        "ceremonyLimitSignatures",
        "ceremonyLimitPeriod",
        "ceremonyLimitAction",
        "ceremonyLimitRefuse",
        "ceremonyLimitRaise",
        "ceremonyLimitButton",
        "ceremonyLimitProblem",
        "ceremonyUnlimitTitle",
        "ceremonyNetworkTitle",
        "ceremonyNetworkMeans",
        "ceremonyNetworkOff",
        "ceremonyEndpoints",
        "ceremonyEndpointProblem",
        "ceremonyBackupTitle",
        "ceremonyBackupMeans",
        "ceremonyBackupFile",
        "ceremonyBackupSaved",
        "ceremonyBackupKeep",
        "ceremonyRestoreTitle",
        "ceremonyRestoreMeans",
        "ceremonyRestoreButton",
        "ceremonyBackupPassphrase",
        "ceremonyFilePath",
        "ceremonyFileExists",
        "ceremonyFileProblem",
        "ceremonyFileContent",
        "extensionTitle",
        "extensionAccountsLabel",
        "opening_phrase",
        "promptWhole",
        "ruleWholeHours",
        "ceremonyRemoveWords",
        "level_danger",
        "level_warning",
        "part_accountCount",
        "part_additionalBytes",
        "part_associatedAccount",
        "part_auditorElGamalKey",
        "part_authority",
        "part_authorityOwner",
        "part_authoritySeed",
        "part_authorityType",
        "part_autoApproveNewAccounts",
        "part_base",
        "part_baseAccount",
        "part_buffer",
        "part_bump",
        "part_bytes",
        "part_clock",
        "part_closeAuthority",
        "part_closeBuffer",
        "part_computeUnitLimit",
        "part_custodian",
        "part_decimals",
        "part_delegate",
        "part_destination",
        "part_effectiveTimestamp",
        "part_end",
        "part_epoch",
        "part_expectedPendingBalanceCredits",
        "part_extensionType",
        "part_field",
        "part_freezeAuthority",
        "part_fromOwner",
        "part_fromSeed",
        "part_group",
        "part_groupAddress",
        "part_groupUpdateAuthority",
        "part_heapSize",
        "part_idempotent",
        "part_instructionsSysvar",
        "part_key",
        "part_loadedAccountsDataSizeLimit",
        "part_maxDataLen",
        "part_maxSize",
        "part_maximumFee",
        "part_maximumPendingBalanceCredits",
        "part_member",
        "part_memberAddress",
        "part_memberMint",
        "part_memberMintAuthority",
        "part_metadata",
        "part_metadataAddress",
        "part_mint",
        "part_mintAuthority",
        "part_multiplier",
        "part_multisig",
        "part_name",
        "part_nestedAccount",
        "part_nestedMint",
        "part_newAccount",
        "part_newAddress",
        "part_newAuthority",
        "part_newCustodian",
        "part_newSupplyElGamalKey",
        "part_newUpdateAuthority",
        "part_nonce",
        "part_offset",
        "part_owner",
        "part_ownerAccount",
        "part_ownerMint",
        "part_payer",
        "part_permissionedBurnAuthority",
        "part_priorityFee",
        "part_program",
        "part_programData",
        "part_programId",
        "part_proofContextOrInstructionsSysvar",
        "part_rate",
        "part_rateAuthority",
        "part_recentBlockhashes",
        "part_recentSlot",
        "part_recipient",
        "part_referenceVote",
        "part_registry",
        "part_rent",
        "part_requiredSigners",
        "part_seed",
        "part_signer",
        "part_source",
        "part_sourceStake",
        "part_space",
        "part_spill",
        "part_splitStake",
        "part_stake",
        "part_stakeHistory",
        "part_staker",
        "part_start",
        "part_supplyElGamalKey",
        "part_symbol",
        "part_systemProgram",
        "part_table",
        "part_to",
        "part_tokenProgram",
        "part_transferFeeBasisPoints",
        "part_transferFeeConfigAuthority",
        "part_uiAmount",
        "part_units",
        "part_unixTimestamp",
        "part_unused",
        "part_unusedBytes",
        "part_updateAuthority",
        "part_uri",
        "part_value",
        "part_vote",
        "part_withdrawWithheldAuthority",
        "part_withdrawWithheldElGamalKey",
        "part_withdrawer",
        "role_mintTokens",
        "role_freezeAccount",
        "role_accountOwner",
        "role_closeAccount",
        "role_transferFeeConfig",
        "role_withheldWithdraw",
        "role_closeMint",
        "role_interestRate",
        "role_permanentDelegate",
        "role_confidentialTransferMint",
        "role_transferHookProgramId",
        "role_confidentialTransferFeeConfig",
        "role_metadataPointer",
        "role_groupPointer",
        "role_groupMemberPointer",
        "role_scaledUiAmount",
        "role_pause",
        "role_permissionedBurn",
        "role_staker",
        "role_withdrawer",
        "role_custodian",
        "role_nonce",
        "role_table",
        "role_upgrade",
        "factShares",
        "ceremonySiteTitle",
        "ceremonySiteSees",
        "ceremonySiteNew",
        "ceremonySiteGone",
        "summarySwap",
        "summaryPromised",
        "summaryPromisedPay",
        "summaryPromisedReceive",
        "summaryPromisedNothing",
        "summaryPromisedOpen",
        "summaryExpected",
        "summaryExpectedPay",
        "summaryExpectedReceive",
        "summaryExpectedNothing",
        "changeAtMost",
        "changeExpectedMost",
        "changeExpectedLeast",
        "factDeposit",
        "factRefund",
        "amountWrapped",
        "instructionPromise",
        "instructionInterface",
        "finding_R35_dust",
        "finding_R35_unlisted",
        "finding_R35_more",
        "finding_R51",
        "finding_R52",
        "finding_R53",
        "finding_R54",
        "finding_R55",
        "finding_R55_code",
        "finding_R55_vote",
        "finding_R56",
        "finding_R57",
        "finding_R58",
        "finding_R59",
        "summaryVote",
        "summaryPropose",
        "summaryClaim",
        "summaryTakeOut",
        "checkExactly",
        "checkAnythingBut",
        "checkMoreThan",
        "checkLessThan",
        "checkNobody",
        "checkLamports",
        "checkSize",
        "checkOwner",
        "checkContents",
        "checkAccount",
        "checkSomething",
        "checkTokenMint",
        "checkTokenOwner",
        "checkTokenAmount",
        "checkTokenDelegate",
        "checkTokenDelegated",
        "checkTokenCloser",
        "checkTokenState",
        "checkTokenDerived",
        "checkMintAuthority",
        "checkMintSupply",
        "checkMintDecimals",
        "checkMintFreezer",
        "checkStake",
        "checkStakeStaker",
        "checkStakeWithdrawer",
        "checkStakeVote",
        "checkStakeAmount",
        "checkProgram",
        "checkProgramAuthority",
        "checkSlot",
        "checkEpoch",
        "checkTime",
        "checkClock",
        "checkLamportsDelta",
        "checkDelta",
        "checkNote",
        "checkNoteClosed",
        "proposalCreates",
        "proposalRuns",
        "proposalRunsUnseen",
        "proposalApproves",
        "proposalBuffered",
        "proposalUnread",
        "proposalEmpty",
        "proposalMore",
        "finding_R60",
        "finding_R53_parts",
        "finding_R61",
        "instructionAuthor",
        "instructionAuthorOnly",
        "instructionAuthorAnchor",
        "instructionAuthorSentence",
        "instructionAuthorRefused",
        "instructionAuthorMore",
        "waitingForNetwork",
        "summaryBounded",
        "summaryBoundedPay",
        "summaryBoundedReceive",
        "factGuard",
        "factGuardHolds",
        "factGuardOneNode",
        "factGuardPart",
        "helpLimitSite",
        "helpLimitRemove",
        "usageBudget",
        "usageDay",
        "usageAssetTwice",
        "usageSymbolTwice",
        "usageSymbolUnknown",
        "usageAmount",
        "helpPress",
        "helpPressMore",
        "helpPressSpend",
        "budgetOf",
        "budgetsNone",
        "ceremonyBudget",
        "ceremonyPressTokens",
        "ceremonyNothing",
        "reasonFirstSignature",
        "reasonAllowance",
        "reasonTokens",
        "offerButton",
        "offerSpend",
        "offerPress",
        "offerUpTo",
        "offerNone",
        "offerMeans",
        "approveBudget",
        "factUnguarded",
        "factUnguardedOff",
        "factUnguardedSeveral",
        "factUnguardedSigners",
        "factUnguardedSigned",
        "factUnguardedSimulation",
        "factUnguardedRoom",
        "factUnguardedUntried",
        "factRepeated",
        "factRepeatedMeans",
        "promptUnguardMeans",
        "promptUnguard",
        "promptProofUnguarded",
        "ceremonyTolerance",
        "ceremonyUnguarded",
        "nameGuards",
        "ruleTolerance",
        "ruleGuardsOff",
        "siteUnguarded",
        "helpPolicyGuards",
        "helpPolicyGuardsMore",
        "helpTolerance",
        "helpGuardsOff",
        "helpGuardsOn",
        "untilBlocks",
        "untilNonce",
        "untilForeign",
        "untilNonceUnknown",
        "untilUnknown",
        "saySystemNonceAdvances",
        "helpOutstanding",
        "helpOutstandingMore",
        "helpOutstandingList",
        "helpOutstandingVoid",
        "helpOutstandingVoidMore",
        "helpOutstandingSignature",
        "helpOutstandingControlled",
        "helpOutstandingControlledMore",
        "outstandingNone",
        "outstandingChanged",
        "outstandingVoided",
        "outstandingVoiding",
        "controlledNone",
        "controlledMore",
        "controlledNoncesRefused",
        "controlledStakesRefused",
        "refusal_void_refused",
        "helpContactsImport",
        "helpContactsImportMore",
        "helpContactsFile",
        "helpContactsExport",
        "helpContactsExportMore",
        "contactsFileEmpty",
        "contactsFileNotText",
        "contactsFileNoColumns",
        "contactsFileOpenQuote",
        "contactsFileNoAddress",
        "contactsFileNoName",
        "hintContactsFile",
        "groupMoney",
        "groupDiagnostics",
        "groupSites",
        "helpOverview",
        "overviewHelp",
        "requestAmbiguous",
        "requestNotNamed",
        "requestNoneWaits",
        "hintMeant",
        "usageApproveYes",
        "doneConnected",
        "doneSigned",
        "walletMadeNext",
        "worthAbout",
        "worthAsOf",
        "worthEach",
        "worthTotal",
        "worthUnknown",
        "worthInstead",
        "nameCurrency",
        "helpCurrency",
        "finding_R62",
        "sendDangerNameChanged",
        "sendWarningNameDiffers",
        "sendNoteNameAlone",
        "sendResolved",
        "sendUnresolved",
        "nameResolved",
        "addressName",
        "contactNamed",
        "contactAdditionResolved",
        "contactAdditionChanged",
        "refusal_name_invalid",
        "refusal_name_unknown",
        "refusal_name_unresolved",
        "refusal_name_disputed",
        "refusal_name_moved",
        "hintNameAgain",
        "helpAddressOrName",
        "helpName",
        "helpNameMore",
        "helpContactsCheck",
        "helpTokens",
        "helpTokensList",
        "helpTokensAll",
        "helpTokensHide",
        "helpTokensHideMore",
        "helpTokensSpam",
        "helpTokensShow",
        "helpTokensMint",
        "helpTokensBurn",
        "helpTokensBurnMore",
        "helpTokensKnown",
        "helpReclaim",
        "helpReclaimMore",
        "helpReclaimAccounts",
        "tokensNone",
        "tokensOther",
        "tokenIsHidden",
        "tokenIsSpam",
        "doneHidden",
        "doneShown",
        "tokenNotHidden",
        "closingStays",
        "closing_wrapped",
        "closing_close_authority",
        "closing_withheld",
        "closing_confidential",
        "closing_unknown_extension",
        "burnDone",
        "hintBurnKnown",
        "refusal_nothing_to_reclaim",
        "refusal_nothing_to_burn",
        "refusal_token_known",
        "refusal_too_many_hidden",
        "summaryBurn",
        "finding_S01",
        "nameSwap",
        "swapNowhere",
        "helpSwap",
        "helpStake",
        "helpStakeMore",
        "helpStakeList",
        "helpStakeValidators",
        "helpStakeValidatorsMore",
        "helpStakeVote",
        "helpStakeLimit",
        "helpStakeDelegate",
        "helpStakeDelegateMore",
        "helpStakeAmount",
        "helpStakeBehind",
        "helpStakeAddress",
        "helpStakeDeactivate",
        "helpStakeDeactivateMore",
        "helpStakeWithdraw",
        "helpStakeWithdrawMore",
        "helpStakeWithdrawAmount",
        "helpStakeLiquid",
        "helpStakeLiquidMore",
        "stakeNone",
        "nameValidator",
        "nameReward",
        "nameDeposit",
        "nameWithdrawable",
        "nameLockup",
        "nameNote",
        "nameStaked",
        "nameHistory",
        "stakeState_activating",
        "stakeState_active",
        "stakeState_deactivating",
        "stakeState_inactive",
        "stakeActivePart",
        "stakeReward",
        "stakeCommission",
        "stakeDelinquent",
        "stakeEpoch",
        "stakeShare",
        "stakeLeast",
        "stakeLockedDate",
        "stakeLockedEpoch",
        "stakeLockedBoth",
        "stakeForeignStaker",
        "stakeForeignWithdrawer",
        "stakeDelegated",
        "stakeDeactivated",
        "stakeWithdrawn",
        "stakeWithdrawnAll",
        "summaryStake",
        "summaryUnstake",
        "refusal_stake_refused",
        "refusal_stake_too_small",
        "refusal_validator_refused",
        "hintStakeAtLeast",
        "hintStakeDelinquent",
        "hintStakeValidators",
        "hintStakeForeign",
        "hintStakeInactive",
        "hintStakeStaked",
        "hintStakeExcess",
        "hintStakeUnknown",
        "finding_S02",
        "finding_S03",
        "entry_list_added",
        "entry_list_removed",
        "refusal_list_unread",
        "refusal_list_unverified",
        "refusal_list_older",
        "refusal_list_unfit",
        "refusal_list_exists",
        "refusal_list_unknown",
        "refusal_too_many_lists",
        "helpSites",
        "helpSitesMore",
        "helpSitesList",
        "helpSitesAdd",
        "helpSitesAddMore",
        "helpSitesUpdate",
        "helpSitesRemove",
        "helpListSource",
        "helpListKey",
        "helpListName",
        "siteListsNone",
        "listReadAt",
        "listKey",
        "foundListDamaged",
        "listFailed",
        "foundListOld",
        "foundLists",
        "hintUpdateLists",
        "listTrust",
        "accountIsWatchOnly",
        "helpAccountWatch",
        "helpAccountWatchMore",
        "helpAccountUnwatch",
        "receiveWatchOnly",
        "refusal_account_watch_only",
        "refusal_account_exists",
        "refusal_too_many_watched",
        "entry_watch_added",
        "entry_watch_changed",
        "entry_watch_removed",
        "accountUsedBefore",
        "accountsUnknown",
        "backupHolds",
        "backupBrings",
        "backupLoosensNothing",
        "backupActivityPart",
        "helpActivityRestored",
        "usageSiteRestored",
        "sheetTitle",
        "sheetSecretless",
        "sheetSecret",
        "sheetStepsTitle",
        "sheetStepInstall",
        "sheetStepBackup",
        "sheetStepWords",
        "sheetStepCompare",
        "sheetBackup",
        "sheetBackupMissing",
        "sheetImported",
        "sheetWordsTitle",
        "sheetWordsEmpty",
        "sheetWordsDrawn",
        "sheetOffer",
        "sheetMake",
        "sheetMeans",
        "sheetWithWords",
        "sheetWordsMeans",
        "sheetWriteWords",
        "sheetSaved",
        "sheetPrint",
        "sheetPrintWords",
        "sheetNotDrawn",
        "sheetWritten",
        "helpVaultSheet",
        "helpVaultSheetMore",
        "helpSheetBackup",
        "helpSheetWords",
        "usageSheetPassphrase",
        "askSheetWords",
        "askSheetWordsAgain",
        "helpNfts",
        "helpNftsMore",
        "helpNftsList",
        "helpNftsAll",
        "helpNftsShow",
        "helpNftsAddress",
        "nftsNone",
        "nftUnnamed",
        "nftCollection",
        "nftCollectionUnverified",
        "nftCompressed",
        "nftMore",
        "nftFrozen",
        "nftIsHidden",
        "nftIsSpam",
        "nftsMissingCore",
        "nftsMissingCompressed",
        "nftsPartial",
        "nftTraitsChain",
        "nftTraitsNode",
        "nftTraitsNone",
        "nftElsewhere",
        "refusal_nft_unknown",
        "hintStakeLocked",
        "nftStays",
        "backupOmits",
        "nftPictureAsk",
        "nftPictureHeld",
        "nftPictureFrom",
        "nftTraitsFile",
        "refusal_picture_none",
        "refusal_picture_unread",
        "refusal_picture_kind",
        "refusal_picture_too_large",
        "refusal_picture_damaged",
        "refusal_picture_unavailable",
        "helpNftsPicture",
        "helpNftsPictureMore",
        "nftPictureSize",
        "nftPictureWritten",
        "helpWallets",
        "helpWalletsMore",
        "helpWalletsList",
        "helpWalletsAdd",
        "helpWalletsAddMore",
        "helpWalletsSwitch",
        "helpWalletsSwitchMore",
        "helpWalletsRename",
        "helpWalletsRemove",
        "helpWalletsRemoveMore",
        "helpWalletArgument",
        "helpWalletNewName",
        "helpWalletOption",
        "helpWalletRemoveYes",
        "walletAdded",
        "walletAddedNext",
        "walletSwitched",
        "walletIsOpen",
        "walletNotOpened",
        "walletRemoved",
        "walletRemoveMeans",
        "askWalletRemove",
        "askWalletPassphrase",
        "ceremonyWalletPassphrase",
        "ceremonyWalletTitle",
        "purposeWalletRemoving",
        "walletNoSuch",
        "hintWallets",
        "walletNamed",
        "walletNotSetUp",
        "walletUnusable",
        "walletUsed",
        "usageWalletOrReplace",
        "refusal_wallet_unknown",
        "refusal_wallet_unusable",
        "refusal_wallet_busy",
        "refusal_wallet_exists",
        "refusal_too_many_wallets",
        "foundWallets",
        "foundWalletUnusable",
        "foundWalletChoice",
        "hintWalletChoice",
        "nameNone",
        "nameSaid",
        "addressClaim",
        "addressClaimLike",
        "sendWarningNameLike",
        "contactClaims",
        "nameClaimed",
        "foundPortal",
        "foundProxy",
        "foundNoPortal",
        "hintPortal",
        "foundNoProxy",
        "hintProxy",
        "foundNoPermission",
        "hintProxyPermission",
        "updateNewer",
        "updateUrgent",
        "updateHow_deb",
        "updateHow_rpm",
        "updateHow_tarball",
        "updateHow_source",
        "updateByHand",
        "refusal_release_unnamed",
        "refusal_release_unread",
        "refusal_release_unverified",
        "refusal_release_unfit",
        "refusal_release_older",
        "refusal_release_changed",
        "updateCurrent",
        "updateNever",
        "updateLooked",
        "updateFailed",
        "updateNotes",
        "helpUpdate",
        "helpUpdateMore",
        "helpUpdateCheck",
        "helpUpdates",
        "nameUpdates",
        "exitUpdateAvailable",
        "foundUpdate",
        "foundUpdateUrgent",
        "foundNoUpdate",
        "foundUpdatesUnread",
        "foundUpdatesOld",
        "hintUpdate",
        "hintUpdateCheck",
        "helpExtensionsCopies",
        "helpExtensionsCopiesMore",
        "helpExtensionsTrust",
        "helpExtensionsTrustMore",
        "helpExtensionsUntrust",
        "helpExtensionFolder",
        "extensionFolderTrusted",
        "extensionCopiesNone",
        "extensionCopyKnown",
        "extensionCopyTrusted",
        "extensionCopyUnverified",
        "foundAgentConfined",
        "foundAgentNoLandlock",
        "foundAgentNoSeccomp",
        "foundAgentNoReader",
        "foundCopies",
        "foundCopyUnverified",
        "foundCopyNowhere",
        "foundCopyReplaced",
        "foundFolderTrusted",
        "hintCopyUnverified",
        "hintCopyNowhere",
        "hintCopyReplaced",
        "hintFolderTrusted",
        "ceremonyWordsTitle",
        "ceremonyWordsMeans",
        "ceremonyWordsRight",
        "ceremonyWordsKeep",
        "ceremonyWordsWrong",
        "ceremonyWordsLost",
        "helpPhraseCheck",
        "helpPhraseCheckMore",
        "purposePhraseChecked",
        "phraseWordsAsked",
        "askWordsTogether",
        "namePhrase",
        "phraseDue",
        "hintPhraseShow",
        "entry_phrase_proven",
        "phraseProvenOn",
        "helpExport",
        "helpExportNonce",
        "helpCodes",
        "usageExport",
        "usageExportAlone",
        "offlineExported",
        "offlineSigned",
        "helpSign",
        "helpSignMore",
        "helpSignFile",
        "helpImport",
        "helpImportMore",
        "helpImportFile",
        "helpNonces",
        "helpNoncesMore",
        "helpNoncesList",
        "helpNoncesMake",
        "helpNoncesMakeMore",
        "helpNoncePayer",
        "noncesNone",
        "nonceFree",
        "nonceWaits",
        "nonceMade",
        "nameNonce",
        "hintNonce",
        "hintExports",
        "helpOutstandingExports",
        "helpOutstandingGiveUp",
        "helpOutstandingGiveUpMore",
        "helpOutstandingExport",
        "exportsNone",
        "exportGivenUp",
        "codesPlace",
        "codesStop",
        "originOfflineFile",
        "requestOffline",
        "reason_no_network",
        "proposalVotes",
        "refusal_vote_refused",
        "helpMultisig",
        "helpMultisigMore",
        "helpMultisigList",
        "helpMultisigShow",
        "helpMultisigVote",
        "helpMultisigVoteMore",
        "helpMultisigChoice",
        "helpMultisigAddress",
        "helpMultisigIndex",
        "multisigNone",
        "multisigNoProposals",
        "multisigNeeds",
        "multisigWaits",
        "multisigMay",
        "multisigMay_initiate",
        "multisigMay_vote",
        "multisigMay_execute",
        "multisigForeign",
        "multisigAuthority",
        "multisigProposal",
        "multisigStatus_active",
        "multisigStatus_approved",
        "multisigCount",
        "multisigVoted_approve",
        "multisigVoted_reject",
        "multisigVoted_cancel",
        "multisigStale",
        "multisigStaleApproved",
        "multisigDoes",
        "multisigKind_config",
        "multisigKind_batch",
        "multisigDone_approve",
        "multisigDone_reject",
        "multisigDone_cancel",
        "hintVoteUnknown",
        "hintVoteForeign",
        "hintVoteNotAllowed",
        "hintVoteNoProposal",
        "hintVoteClosed",
        "hintVoteStale",
        "hintVoteGiven",
        "helpSecurityKey",
        "helpSecurityKeyList",
        "helpSecurityKeyAdd",
        "helpSecurityKeyAddMore",
        "helpSecurityKeyRemove",
        "helpSecurityKeyName",
        "helpSecurityKeyID",
        "helpPINFile",
        "helpUnlockSecurityKey",
        "usageUnlockProof",
        "usagePINFileAlone",
        "securityKeysNone",
        "doneSecurityKeyAdded",
        "securityKeyTouch",
        "securityKeyTouchTwice",
        "purposePIN",
        "hintGivePINFile",
        "askPIN",
        "promptPIN",
        "securityKeyPINQuestion",
        "securityKeyPINButton",
        "securityKeyAddition",
        "securityKeyAdditionMeans",
        "securityKeyAdditionButton",
        "securityKeyRemoval",
        "securityKeyRemovalMeans",
        "securityKeyRemovalButton",
        "entry_security_key_added",
        "entry_security_key_removed",
        "refusal_security_key_absent",
        "refusal_security_key_other",
        "refusal_security_key_unsupported",
        "refusal_security_key_present",
        "refusal_security_key_several",
        "refusal_security_key_pin",
        "refusal_security_key_pin_unset",
        "refusal_security_key_pin_wrong",
        "refusal_security_key_pin_paused",
        "refusal_security_key_pin_blocked",
        "refusal_security_key_denied",
        "refusal_security_key_timeout",
        "refusal_security_key_cancelled",
        "refusal_security_key_removed",
        "refusal_security_key_invalid",
        "refusal_security_key_unavailable",
        "refusal_security_key_fault",
        "refusal_security_key_copied",
        "promptStopWaiting",
        "opening_security_key",
        "openingsText",
        "openingMeans_passphrase",
        "openingMeans_passkey",
        "openingMeans_security_key",
        "openingMeans_phrase",
        "openingLast",
        "openingUnused",
        "helpOpenings",
        "entry_proven",
        "promptSecurityKey",
        "promptOrDevice",
        "helpApproveSecurityKey",
        "hintTouchOnly",
        "factSignerLedger",
        "factDeviceShows",
        "factDeviceDetails",
        "factDeviceText",
        "factDeviceHash",
        "factDeviceOmits",
        "deviceBlind",
        "deviceBlindLookup",
        "deviceBlindProgram",
        "deviceBlindInstructions",
        "deviceBlindOlder",
        "deviceBlindCharacters",
        "deviceBlindFormat",
        "factUnguardedDevice",
        "refusal_ledger_absent",
        "refusal_ledger_several",
        "refusal_ledger_locked",
        "refusal_ledger_other_app",
        "refusal_ledger_rejected",
        "refusal_ledger_blind_signing_off",
        "refusal_ledger_busy",
        "refusal_ledger_removed",
        "refusal_ledger_timeout",
        "refusal_ledger_cancelled",
        "refusal_ledger_invalid",
        "refusal_ledger_unavailable",
        "refusal_ledger_fault",
        "refusal_ledger_outdated",
        "refusal_ledger_other",
        "refusal_ledger_forbidden",
        "refusal_ledger_bootloader",
        "refusal_ledger_unsupported",
        "refusal_ledger_too_large",
        "refusal_ledger_refused",
        "refusal_key_outside",
        "accountIsOnLedger",
        "helpLedger",
        "helpLedgerStatus",
        "helpLedgerAccounts",
        "helpLedgerFrom",
        "helpLedgerAdd",
        "helpLedgerAddMore",
        "helpLedgerPath",
        "ledgerCompare",
        "ledgerConfirm",
        "ledgerApp",
        "ledgerModelUnknown",
        "ledgerBlindOn",
        "ledgerBlindOff",
        "ledgerIsAdded",
        "ledgerMore",
        "factSignedBy",
        "ceremonyRemoveDevice",
        "sheetOnDevice",
        "helpTPM",
        "helpTPMStatus",
        "helpTPMAdd",
        "helpTPMAddMore",
        "helpTPMRemove",
        "helpTPMName",
        "helpUnlockTPM",
        "tpmNone",
        "tpmUnlocks",
        "doneTPMAdded",
        "askTPMPIN",
        "askNewTPMPIN",
        "tpmPINQuestion",
        "tpmPINPrompt",
        "tpmPINDigits",
        "refusal_tpm_pin_invalid",
        "tpmNewPIN",
        "tpmPINAgain",
        "tpmPINDifferent",
        "tpmAddition",
        "tpmAdditionMeans",
        "tpmAdditionButton",
        "tpmRemoval",
        "tpmRemovalMeans",
        "tpmRemovalButton",
        "entry_tpm_added",
        "entry_tpm_removed",
        "refusal_tpm_absent",
        "refusal_tpm_denied",
        "refusal_tpm_owned",
        "refusal_tpm_unguarded",
        "refusal_tpm_present",
        "refusal_tpm_pin",
        "refusal_tpm_pin_wrong",
        "refusal_tpm_locked",
        "refusal_tpm_other",
        "refusal_tpm_timeout",
        "refusal_tpm_cancelled",
        "refusal_tpm_invalid",
        "refusal_tpm_unavailable",
        "refusal_tpm_fault",
        "opening_tpm",
        "promptTPM",
        "tpmChecking",
        "openingMeans_tpm",
        "openingMeans_ledger",
        "refusal_hardware_token_absent",
        "refusal_hardware_token_no_library",
        "refusal_hardware_token_library_untrusted",
        "refusal_hardware_token_pin",
        "refusal_hardware_token_pin_invalid",
        "refusal_hardware_token_pin_wrong",
        "hardwareTokenPINFew",
        "hardwareTokenPINLast",
        "refusal_hardware_token_locked",
        "refusal_hardware_token_no_key",
        "refusal_hardware_token_unsupported",
        "refusal_hardware_token_removed",
        "refusal_hardware_token_timeout",
        "refusal_hardware_token_cancelled",
        "refusal_hardware_token_invalid",
        "refusal_hardware_token_unavailable",
        "refusal_hardware_token_fault",
        "factSignerHardwareToken",
        "factHardwareTokenShows",
        "factHardwareTokenNothing",
        "reasonHardwareToken",
        "hardwareTokenQuestion",
        "hardwareTokenPad",
        "askHardwareTokenPIN",
        "accountIsOnHardwareToken",
        "ceremonyRemoveHardwareToken",
        "sheetOnHardwareToken",
        "helpHardwareToken",
        "helpHardwareTokenStatus",
        "helpHardwareTokenAccounts",
        "helpHardwareTokenLibrary",
        "helpHardwareTokenFolder",
        "helpHardwareTokenAdd",
        "helpHardwareTokenAddMore",
        "helpHardwareTokenAddress",
        "helpHardwareTokenName",
        "helpHardwareTokenPINFile",
        "hardwareTokenKeysNone",
        "hardwareTokenAccountsNone",
        "hardwareTokenReady",
        "hardwareTokenReadyPad",
        "hardwareTokenReadyOpen",
        "openingMeans_hardware_token",
        "purposeHardwareToken",
        "hintGiveTokenPINFile",
        "helpApproveTPM",
        "foundTPM",
        "foundTPMUnlocks",
        "foundTPMUnused",
        "foundTPMLocked",
        "hintTPMLocked",
        "foundTPMDenied",
        "hintTPMDenied",
        "foundTPMGone",
        "hintTPMGone",
        "foundTPMUnusable",
        "hintTPMUnusable",
        "requestOnLedger",
        "opening_ledger",
        "fingerprintPress",
        "fingerprintTouch",
        "fingerprintTerminal",
        "promptFingerprint",
        "fingerprintAddition",
        "fingerprintAdditionMeans",
        "fingerprintOnButton",
        "opening_fingerprint",
        "openingMeans_fingerprint",
        "refusal_fingerprint_absent",
        "refusal_fingerprint_unenrolled",
        "refusal_fingerprint_busy",
        "refusal_fingerprint_refused",
        "refusal_fingerprint_removed",
        "refusal_fingerprint_timeout",
        "refusal_fingerprint_cancelled",
        "refusal_fingerprint_no_match",
        "refusal_fingerprint_fault",
        "refusal_fingerprint_off",
        "refusal_fingerprint_not_kept",
        "refusal_fingerprint_expired",
        "refusal_fingerprint_tries",
        "helpFingerprint",
        "helpFingerprintStatus",
        "helpFingerprintOn",
        "helpFingerprintOnMore",
        "helpFingerprintOff",
        "helpUnlockFingerprint",
        "helpLockForget",
        "fingerprintIsOn",
        "fingerprintIsOff",
        "fingerprintIsUnknown",
        "usageApproveProof",
        "opening_hardware_token",
        "foundFingerprintUnusable",
        "hintFingerprintUnusable",
        "entry_fingerprint_on",
        "entry_fingerprint_off",
        "surface_browser",
        "surface_command_line",
        "reviewNoWarning",
        "reviewIncomplete",
        "reviewRules",
    ]
}

/// A text with a number in it, in the form that the number takes.
public enum CountedKey: String, CaseIterable, Sendable {
    case bytes
    case messageText
    case messageHex
    case transactionTable
    case totalsMore
    case finding_R06
    case finding_R32
    case finding_R46
    case finding_M02
    case promptWrongPassphrase
    case passphraseTooShort
    case passphraseTooLong
    case countedKeyTooLong
    case recognitionTooLong
    case countedMessageTooLarge
    case countedFileTooLong
    case countedInputTooLong
    case countedLineTooLong
    case countedSecretTooLong
    case countedRestored
    case countedKeysHeld
    case countedKeysShown
    case countedWordsBegin
    case countedUnreadable
    case countedDays
    case countedLines
    case countedExported
    case countedExportHeld
    case countedRevokedLeft
    case countedStarts
    case countedPathTooLong
    case summaryMessages
    case summarySendMany
    case countedContactsAdded
    case countedContactsPresent
    case countedRequestsWait
    case countedUnpriced
    case countedHidden
    case countedReclaim
    case countedReclaimed
    case summaryClose
    case countedValidators
    case countedListSites
    case countedListSkipped
    case countedBackupHidden
    case countedAccountsUsed
    case countedBackupContacts
    case countedBackupLimits
    case countedBackupNames
    case countedBackupBlocked
    case countedBackupSettings
    case countedBackupNodes
    case countedBackupOutstanding
    case countedBackupActivity
    case countedBackupBudgets
    case countedSheetMore
    case countedHiddenNfts
    case countedBackupWatchOnly
    case countedBackupSiteLists
    case countedAccounts
    case promptWrongPIN
    case hintPINTriesLeft
    case tpmTries
    case hintTPMTriesLeft
    case hintTPMWait
    case promptWrongFinger
    case fingerprintMinutes
}
