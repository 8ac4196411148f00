import Logging
import Salt
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

    /// Writes the records of policy and grants for a vault that a lock made by itself, as a test's does; the database is closed again.
    package static func beginRecords(
        in folder: String, lock: SessionLock, passphrase: [UInt8], policy: ApprovalPolicy = ApprovalPolicy()
    ) async throws {
        let key = try await lock.prove(passphrase: SecretBytes(copying: passphrase)).policyKey
        let database = try WalletDatabase(path: folder + "/wallet.sqlite")
        _ = try ProtectedRecords(
            database: database, anchor: folder + "/anchor", wallClock: SystemWallClock(),
            authenticator: VaultAuthenticator(key: key), policy: policy)
        database.close()
    }

    /// Opens the wallet with a lock whose clock and passphrase cost somebody else chose, as a test does.
    package static func open(
        folder: String, lock: SessionLock, identity: AgentIdentity, context: RuntimeContext,
        prompt: (any NativePrompt)? = nil
    ) async throws -> WalletService {
        let database = try WalletDatabase(path: folder + "/wallet.sqlite")
        let journal = RequestJournal(database: database, wallClock: context.wallClock)
        let interrupted = try await journal.recover()
        if interrupted > 0 {
            context.logger.notice("requests of an earlier run were interrupted", metadata: ["count": "\(interrupted)"])
        }
        let log = ActivityLog(database: database, wallClock: context.wallClock)
        let records = ProtectedRecords(database: database, anchor: folder + "/anchor", wallClock: context.wallClock)
        let origins = ConnectedOrigins(records: records, database: database, wallClock: context.wallClock)
        let events = WalletEvents()
        let prompts = PromptQueue(prompt, clock: context.clock)
        let coordinator = ApprovalCoordinator(context: context, journal: journal, events: events, records: records)
        let keys = WalletKeyring(lock: lock, records: records, log: log, events: events, logger: context.logger)
        let ceremonies = PasskeyCeremonies(clock: context.clock)
        let router = MethodRouter(
            registry: try ModuleRegistry([
                SolanaModule(keys: keys, coordinator: coordinator, origins: origins, events: events),
                VaultModule(keys: keys, identity: identity, prompts: prompts, ceremonies: ceremonies),
                PasskeyModule(
                    keys: keys, coordinator: coordinator, ceremonies: ceremonies, prompts: prompts,
                    wallClock: context.wallClock),
                ApprovalsModule(coordinator: coordinator, records: records, keys: keys, prompts: prompts),
                RevealModule(keys: keys),
                AccountsModule(keys: keys),
                OriginsModule(origins: origins, keys: keys, coordinator: coordinator, events: events),
                SettingsModule(storage: DatabaseStorage(database: database, module: "settings")),
                PolicyModule(records: records, keys: keys),
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
