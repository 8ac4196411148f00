import ApprovalQueue
import JSONRPC
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// A module of the wallet's own, made from what the wallet hands over.
///
/// Its folder is all there is of it: `Tests/Support/installed_modules.py` finds it there and lists it in `InstalledModules`.
protocol InstalledModule: WalletModule {
    /// Its methods, each declared once with what answers it.
    static var declaration: ModuleDeclaration<Self> { get }

    init(_ parts: WalletParts)
}

extension InstalledModule {
    var manifest: ModuleManifest { Self.declaration.manifest }

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        try await Self.declaration.answer(call, by: self)
    }
}

extension Set<CallerKind> {
    /// The wallet's user, by the extension's own pages or the command line.
    static var owner: Self { [.walletExtension, .commandLine] }
}

extension Duration {
    /// A decision in the queue, or two where a sign-in connects first: each has five minutes.
    static let deciding: Duration = .seconds(900)
    /// A decision, and transactions that are sent one after the other until each is executed or can't be any more.
    static let sending: Duration = .seconds(7200)
    /// A prompt of half an hour behind four others.
    static let prompting: Duration = .seconds(9000)
    /// Questions to nodes, some of which don't answer.
    static let asking: Duration = .seconds(600)
}

extension ParameterManifest {
    /// The passphrase in the place of a session; the command line's alone, since a browser has ways to unlock.
    static let terminalPassphrase = ParameterManifest.optional("passphrase", .sealed, callers: [.commandLine])
}

extension ValueType {
    /// The wallet's accounts as its user sees them.
    static let accountList = ValueType.list(
        .object([
            .required("publicKey"), .required("label"), .required("path"), .required("hidden", .boolean),
            .required("imported", .boolean),
        ]))
}

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
    let knownAddresses: KnownAddressSource
    let ceremonies: PasskeyCeremonies
    /// What reaches the chain; nil where nothing does.
    let network: (any SolanaNetwork)?
    /// The endpoints of the policy; nil where the wallet reaches nothing, or something in their place.
    let endpoints: EndpointNetwork?
    /// Accounts whose balances are to be asked for again.
    let signals: AccountSignals
    /// The programs and rules that other packages' modules add to a review.
    let extensions: ReviewExtensions
    let watch: AccountWatch
}

/// The wallet's own extension, as each browser names it to the host.
///
/// The Chromium id follows from the public `key` in the extension's manifest. manifests/extension-ids.json holds the
/// same two for the installer, and a test compares all three.
package enum WalletExtension {
    package static let chromium = "chrome-extension://paccphjjcpbgedjijpjlbemoongimeok/"
    package static let firefox = "wallet@sidekey.app"

    static let ids: Set<String> = [chromium, firefox]

    /// Whether an id is the wallet's own, which is granted nothing as another's.
    static func isOwn(_ id: ExtensionID) -> Bool { ids.contains { ExtensionID($0) == id } }
}
