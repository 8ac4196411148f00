import ApprovalQueue
import JSONRPC
import Pictures
import SolanaRPC
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// A module of the wallet's own, made from the parts that the wallet hands over.
///
/// Its folder holds all of it: `Tests/Support/installed_modules.py` finds it there and lists it in `InstalledModules`.
protocol InstalledModule: WalletModule {
    /// Its methods, each declared once with the function that answers it.
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
    /// The command line alone.
    static var terminal: Self { [.commandLine] }
    /// The extension's own pages alone.
    static var screens: Self { [.walletExtension] }
}

extension Duration {
    /// A decision in the queue, or two if a sign-in connects first: each has five minutes.
    static let deciding: Duration = .seconds(900)
    /// A decision, and transactions that are sent one after the other until each is executed or expires.
    static let sending: Duration = .seconds(7200)
    /// A prompt of half an hour behind four others.
    static let prompting: Duration = .seconds(9000)
    /// Questions to nodes, some of which don't answer.
    static let asking: Duration = .seconds(600)
}

extension ValueType {
    /// The wallet's accounts as its user sees them.
    static let accountList = ValueType.list(
        .object([
            .required("publicKey"), .required("label"), .required("path"), .required("hidden", .boolean),
            .required("imported", .boolean), .required("signer"), .optional("token"),
        ]))
}

/// The wallet's parts, from which its own modules take what they need. Modules of other packages never see them.
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
    /// The grants of other extensions, the prompt that asks the user for them, and the methods on offer.
    let grants: ExtensionGrants
    let consent: ExtensionConsent
    let offered: OfferedMethods
    /// The sessions of apps that ask by links.
    let apps: AppSessions
    let book: AddressBook
    let siteLists: SiteLists
    let releases: KeptReleases
    /// Fetches files; nil if the wallet reaches nothing.
    let fetch: FileFetch?
    /// Decodes pictures outside this process; nil if nothing does.
    let decode: PictureDecode?
    let history: TransactionHistory
    let knownAddresses: KnownAddressSource
    let ceremonies: PasskeyCeremonies
    /// The security keys that are plugged in.
    let securityKeys: SecurityKeyReader
    /// The machine's TPM.
    let tpm: TPMReader
    /// The machine's fingerprint sensor.
    let fingerprints: FingerprintPresence
    /// The way to the chain; nil if there is none.
    let network: (any SolanaNetwork)?
    /// The endpoints of the policy; nil if the wallet reaches nothing, or something in their place.
    let endpoints: EndpointNetwork?
    /// Accounts whose balances are to be asked for again.
    let signals: AccountSignals
    /// The programs and rules that other packages' modules add to a review.
    let extensions: ReviewExtensions
    /// The wallets beside this one; nil if it stands alone.
    let wallets: WalletSwitch?
    let watch: AccountWatch
    /// The copies of the wallet's own extension that are connected.
    let copies: ExtensionCopies
}

/// The wallet's own extension, as each browser names it to the host.
///
/// The Chromium id follows from the public `key` in the extension's manifest. manifests/extension-ids.json holds the
/// same two for the installer, and a test compares all three.
package enum WalletExtension {
    package static let chromium = "chrome-extension://paccphjjcpbgedjijpjlbemoongimeok/"
    package static let firefox = "wallet@sidekey.app"

    static let ids: Set<String> = [chromium, firefox]

    /// Returns true if an id is the wallet's own, which is granted nothing as another extension.
    static func isOwn(_ id: ExtensionID) -> Bool { ids.contains { ExtensionID($0) == id } }
}
