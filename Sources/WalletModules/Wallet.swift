import Logging
package import WalletCore
package import WalletKeys
public import WalletRuntime

/// The wallet put together from its parts.
public enum Wallet {
    /// Opens the wallet in a folder and returns what answers its clients.
    ///
    /// What an earlier run left unfinished becomes `interrupted` here, before anybody can connect.
    /// - Parameters:
    ///   - folder: an existing folder with mode 0700.
    ///   - prompt: what asks outside the browser; without it, nobody is asked there and nothing is approved.
    /// - Throws: -32603 (`storage`) where the database can't be opened; `ModuleError` where modules clash.
    public static func open(
        folder: String, identity: AgentIdentity, context: RuntimeContext, prompt: (any NativePrompt)? = nil
    ) async throws -> WalletService {
        let lock = SessionLock(file: VaultFile(folder: folder))
        return try await open(folder: folder, lock: lock, identity: identity, context: context, prompt: prompt)
    }

    /// Opens the wallet with a lock whose clock and passphrase cost somebody else chose, as a test does.
    package static func open(
        folder: String, lock: SessionLock, identity: AgentIdentity, context: RuntimeContext,
        prompt: (any NativePrompt)? = nil, policy: ApprovalPolicy = ApprovalPolicy()
    ) async throws -> WalletService {
        let database = try WalletDatabase(path: folder + "/wallet.sqlite")
        let journal = RequestJournal(database: database, wallClock: context.wallClock)
        let interrupted = try await journal.recover()
        if interrupted > 0 {
            context.logger.notice("requests of an earlier run were interrupted", metadata: ["count": "\(interrupted)"])
        }
        let log = ActivityLog(database: database, wallClock: context.wallClock)
        let origins = ConnectedOrigins(database: database, wallClock: context.wallClock)
        let events = WalletEvents()
        let prompts = PromptQueue(prompt)
        let coordinator = ApprovalCoordinator(context: context, journal: journal, events: events, policy: policy)
        let keys = WalletKeyring(lock: lock, log: log, events: events, logger: context.logger)
        let router = MethodRouter(
            registry: try ModuleRegistry([
                SolanaModule(keys: keys, coordinator: coordinator, origins: origins, events: events),
                VaultModule(keys: keys, identity: identity, prompts: prompts),
                ApprovalsModule(coordinator: coordinator, keys: keys, prompts: prompts),
                AccountsModule(keys: keys),
                OriginsModule(origins: origins, coordinator: coordinator, events: events),
                SettingsModule(storage: DatabaseStorage(database: database, module: "settings"), policy: policy),
                ActivityModule(log: log, journal: journal),
                AgentModule(
                    identity: identity, coordinator: coordinator, log: log, database: database, clock: context.clock,
                    started: context.clock.now),
            ]))
        let service = WalletService(
            router: router, coordinator: coordinator, keys: keys, prompts: prompts, database: database, events: events,
            logger: context.logger, identity: identity)
        await service.start()
        return service
    }
}
