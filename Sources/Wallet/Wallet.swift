package import ApprovalQueue
public import Fingerprints
public import HardwareTokens
public import Ledger
import Logging
public import Pictures
import Salt
public import SecurityKeys
public import SolanaRPC
public import TPMSeals
import TransactionReview
package import WalletKeys
package import WalletNetwork
public import WalletRuntime
package import WalletState

/// The wallet put together from its parts.
public enum Wallet {
    /// Gives the way to a node; the wallet also listens to a `SubscriptionTransport`.
    public typealias Reach = @Sendable (RPCEndpoint) -> any RPCTransport

    /// Opens the wallet in a folder and returns the service that answers its clients.
    ///
    /// Requests that an earlier run left unfinished become `interrupted` here, before a client can connect.
    /// - Parameters:
    ///   - folder: an existing folder with mode 0700.
    ///   - prompt: Asks outside the browser; without it, the user isn't asked there and nothing is approved.
    ///   - desktop: Tells where the user sits; without it, a prompt appears where the passphrase was proven last.
    ///   - reach: Reaches an endpoint; without it there is no network.
    ///   - fetch: Fetches files: lists of bad sites that the user has given, and pictures that the user asks for. Without it, lists come from files
    ///     alone.
    ///   - decode: Decodes pictures outside this process; without it, none are shown.
    ///   - securityKey: Has a security key used outside this process; without it, none is.
    ///   - ledger: Has a Ledger used outside this process; without it, none is.
    ///   - token: Has a PKCS #11 token used outside this process; without it, none is.
    ///   - tpm: Has the machine's TPM used outside this process; without it, it isn't.
    ///   - fingerprint: Asks for a finger; without it, none is asked for.
    ///   - check: Knows the extension by its files; without it, every copy counts as the wallet's own.
    ///   - modules: More modules, installed beside the wallet's own. Every review also asks one that is a `ReviewExtension`.
    /// - Throws: -32603 (`storage`) if the database can't be opened; `ModuleError` if modules clash.
    public static func open(
        folder: String, identity: AgentIdentity, context: RuntimeContext, prompt: (any NativePrompt)? = nil,
        desktop: (any UserDesktop)? = nil, reach: Reach? = nil, fetch: FileFetch? = nil,
        decode: PictureDecode? = nil, securityKey: SecurityKeyAsk? = nil, tpm: TPMAsk? = nil,
        ledger: LedgerAsk? = nil, token: HardwareTokenAsk? = nil, fingerprint: FingerprintReader? = nil,
        check: ExtensionCheck? = nil,
        modules: [any WalletModule] = []
    ) async throws -> WalletService {
        let lock = SessionLock(file: VaultFile(folder: folder))
        return try await open(
            folder: folder, lock: lock, identity: identity, context: context, prompt: prompt,
            desktop: desktop, reach: reach, fetch: fetch, decode: decode, securityKey: securityKey, tpm: tpm,
            ledger: ledger, token: token, fingerprint: fingerprint, check: check, modules: modules)
    }

    /// Writes the records of policy and grants for a vault that a lock made alone, as a test's does; the database is closed again.
    package static func beginRecords(
        in folder: String, lock: SessionLock, passphrase: [UInt8], policy: ApprovalPolicy = ApprovalPolicy()
    ) async throws {
        let key = try await lock.prove(passphrase: SecretBytes(copying: passphrase)).policyKey
        let database = try WalletDatabase(path: folder + "/wallet.sqlite")
        _ = try AuthenticatedStore(
            database: database, anchor: anchor(in: folder), wallClock: SystemWallClock(),
            authenticator: VaultAuthenticator(key: key), policy: policy)
        database.close()
    }

    /// Opens the wallet with a lock of another clock and passphrase cost, as a test does.
    ///
    /// - Parameters:
    ///   - network: The network in place of the endpoints that the policy names.
    ///   - signals: Accounts whose balances are to be asked for again.
    ///   - omitted: The ids of the wallet's own modules that it is opened without.
    package static func open(
        folder: String, lock: SessionLock, identity: AgentIdentity, context: RuntimeContext,
        prompt: (any NativePrompt)? = nil, desktop: (any UserDesktop)? = nil, reach: Reach? = nil,
        fetch: FileFetch? = nil, decode: PictureDecode? = nil, securityKey: SecurityKeyAsk? = nil,
        tpm: TPMAsk? = nil, ledger: LedgerAsk? = nil, token: HardwareTokenAsk? = nil,
        fingerprint: FingerprintReader? = nil,
        check: ExtensionCheck? = nil, network: (any SolanaNetwork)? = nil,
        signals: AccountSignals = AccountSignals(), modules: [any WalletModule] = [], omitting omitted: Set<String> = []
    ) async throws -> WalletService {
        let database = try WalletDatabase(path: folder + "/wallet.sqlite")
        if let loss = try database.loss() {
            context.logger.warning(
                "a database was set aside",
                metadata: ["file": .masked(.path(loss.file)), "cause": "\(loss.cause.rawValue)"])
        }
        let journal = RequestJournal(database: database, wallClock: context.wallClock)
        let interrupted = try await journal.recover()
        if interrupted > 0 {
            context.logger.notice("requests of an earlier run were interrupted", metadata: ["count": "\(interrupted)"])
        }
        let log = ActivityLog(database: database, wallClock: context.wallClock)
        let records = AuthenticatedStore(
            database: database, anchor: anchor(in: folder), wallClock: context.wallClock, clock: context.clock)
        let endpoints = reach.map { Self.network($0, by: records, clock: context.clock) }
        let network: (any SolanaNetwork)? = network ?? endpoints
        var context = context
        let storage = context.storage ?? DatabaseStorages(database: database)
        context.storage = storage
        let events = WalletEvents()
        let prompts = PromptQueue(
            prompt, desktop: desktop, language: PromptLanguage(settings: storage.storage(of: "settings")),
            clock: context.clock
        ) { [lock] in
            // The word of a wallet that isn't there any more is nobody's.
            if let status = try? await lock.status(), VaultStatus(status).state == .none { return nil }
            return try? await records.recognition()
        }
        let keys = WalletKeyring(
            lock: lock, records: records, ledger: LedgerReader(ledger),
            tokens: HardwareTokenReader(token, sparing: identity.opened?.list.folder ?? folder), log: log,
            events: events, logger: context.logger)
        let siteLists = SiteLists(records: records, folder: folder, fetch: fetch, wallClock: context.wallClock)
        let releases = KeptReleases(
            identity.releases, folder: identity.opened?.list.folder ?? folder, fetch: fetch,
            wallClock: context.wallClock)
        let coordinator = ApprovalCoordinator(
            context: context, journal: journal, events: events, admission: records, session: keys,
            sites: SiteRules(records: records, lists: siteLists))
        let blocked = BlockedSites(database: database, wallClock: context.wallClock)
        await coordinator.block(Set(try await blocked.list().map(\.site)))
        let history = TransactionHistory(database: database)
        let book = AddressBook(records: records, wallClock: context.wallClock)
        let grants = ExtensionGrants(records: records, wallClock: context.wallClock)
        let consent = ExtensionConsent(grants: grants, keys: keys, prompts: prompts, clock: context.clock)
        let offered = OfferedMethods()
        let origins = ConnectedOrigins(records: records, database: database, wallClock: context.wallClock)
        let apps = AppSessions(records: records, connected: origins)
        let wallets = identity.opened.map { opened in
            WalletSwitch(
                opened, wallClock: context.wallClock, isInCeremony: { await prompts.isInCeremony },
                changed: { events.publish(.vaultChanged) },
                leave: { [stop = identity.stop] in
                    // What pages hold of this wallet goes before the next agent can be asked.
                    for origin in (try? await origins.list(after: nil, limit: 1000)) ?? [] {
                        events.publish(.accountsChanged(origin.key, accounts: []))
                    }
                    await keys.closeDevices()
                    await coordinator.close(because: "the user switched to another wallet")
                    await keys.close()
                    stop()
                })
        }
        let copies = ExtensionCopies(check: check, records: records, releases: releases)
        let securityKeys = SecurityKeyReader(securityKey, keys: keys, prompts: prompts)
        let reader = TPMReader(tpm, keys: keys, prompts: prompts)
        let fingerprints = FingerprintPresence(fingerprint, keys: keys, prompts: prompts)
        let parts = WalletParts(
            identity: identity, context: context, database: database, journal: journal, log: log, records: records,
            events: events, keys: keys, coordinator: coordinator, prompts: prompts,
            origins: origins, blocked: blocked, grants: grants, consent: consent, offered: offered, apps: apps,
            book: book, siteLists: siteLists, releases: releases,
            fetch: fetch, decode: decode, history: history,
            knownAddresses: KnownAddressSource(keys: keys, book: book, history: history, records: records),
            ceremonies: PasskeyCeremonies(clock: context.clock), securityKeys: securityKeys, tpm: reader,
            fingerprints: fingerprints, network: network,
            endpoints: endpoints,
            signals: signals,
            extensions: ReviewExtensions(
                modules.compactMap { module in
                    (module as? any ReviewExtension).map { (module: module.manifest.id, part: $0) }
                }),
            wallets: wallets,
            watch: AccountWatch(signals: signals, clock: context.clock), copies: copies)
        let own = InstalledModules.all.map { $0.init(parts) }.filter { !omitted.contains($0.manifest.id) }
        let registry = try ModuleRegistry(own + modules)
        offered.set(registry.manifests)
        let router = MethodRouter(
            registry: registry, permissions: WalletPermissions(grants: grants, consent: consent, apps: apps),
            conditions: WalletConditions(keys: keys, origins: parts.origins, hasNetwork: network != nil),
            context: context)
        let decision = NativeDecision(
            coordinator: coordinator, records: records, keys: keys, prompts: prompts, securityKeys: securityKeys,
            tpm: reader, fingerprints: fingerprints, names: RequestNames(keys: keys, book: book, network: network))
        let service = WalletService(
            router: router, coordinator: coordinator, keys: keys, prompts: prompts, decision: decision,
            database: database, events: events, logger: context.logger, identity: identity, wallets: wallets,
            securityKeys: securityKeys, fingerprints: fingerprints, copies: copies)
        await service.start()
        return service
    }

    private static func anchor(in folder: String) -> String { "\(folder)/\(AnchorName.records.rawValue)" }

    /// The endpoints of the policy, once the records are verified: before the first unlock their owner isn't known.
    private static func network(
        _ reach: @escaping Reach, by records: AuthenticatedStore, clock: any MonotonicClock
    ) -> EndpointNetwork {
        EndpointNetwork(
            settings: { await records.trust == .unverified ? nil : await records.policy.network },
            clock: clock, listener: { reach($0) as? any SubscriptionTransport },
            transport: { RetryingTransport(NetworkTransport(reach($0))) })
    }
}
