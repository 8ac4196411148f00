import ApprovalQueue
import WalletNetwork
import WalletRuntime
import WalletState

/// What the wallet is made of, as its own modules take what they need from it. Modules of other packages never see it.
struct WalletParts: Sendable {
    let identity: AgentIdentity
    let context: RuntimeContext
    let database: WalletDatabase
    let journal: RequestJournal
    let log: ActivityLog
    let records: AuthenticatedStore
    let events: WalletEvents
    let keys: WalletKeyring
    let coordinator: ApprovalCoordinator
    let prompts: PromptQueue
    let origins: ConnectedOrigins
    let blocked: BlockedSites
    /// What other extensions were granted, what asks the user for it, and what there is to be granted.
    let grants: ExtensionGrants
    let consent: ExtensionConsent
    let offered: OfferedMethods
    /// The sessions of apps that ask by links.
    let apps: AppSessions
    let book: AddressBook
    let history: TransactionHistory
    let acquaintances: Acquaintances
    let ceremonies: PasskeyCeremonies
    /// What reaches the chain; nil where nothing does.
    let network: (any SolanaNetwork)?
    /// The endpoints of the policy; nil where the wallet reaches nothing, or something in their place.
    let endpoints: EndpointNetwork?
    /// Accounts whose balances are to be asked for again.
    let signals: AccountSignals
    let watch: AccountWatch
}
