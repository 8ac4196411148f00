import JSONRPC
import WalletRuntime
import WalletState

/// Asks the user, outside the browser, whether another extension may use a module's methods.
///
/// One prompt at a time for an extension, whatever it asks for and over however many connections; a no is remembered for ten minutes, so that an
/// extension can't ask until somebody types the passphrase to be rid of it.
actor ExtensionConsent {
    /// How long a no counts.
    static let memory: Duration = .seconds(600)
    /// How long a prompt may stand.
    private static let limit: Duration = .seconds(180)

    private let grants: ExtensionGrants
    private let keys: WalletKeyring
    private let prompts: PromptQueue
    private let clock: any MonotonicClock
    private var asking: [ExtensionID: Task<Result<Void, RPCError>, Never>] = [:]
    private var refusals: [ExtensionID: Duration] = [:]

    init(grants: ExtensionGrants, keys: WalletKeyring, prompts: PromptQueue, clock: any MonotonicClock) {
        self.grants = grants
        self.keys = keys
        self.prompts = prompts
        self.clock = clock
    }

    static let refused = RPCError(.unauthorized, .permissionRefused, "the user hasn't allowed this extension that")

    /// Forgets a no: the user has decided about the extension since.
    func forgetRefusal(of id: ExtensionID) {
        refusals[id] = nil
    }

    /// Asks, unless the user said no just before. Returns where they allowed it.
    ///
    /// - Throws: 4100 (`permission-refused`) for a no; -32000 (`vault-missing`, `prompt-unavailable`), -32002 (`prompt-cooldown`) where nobody could be asked.
    func ask(for id: ExtensionID, _ use: MethodUse) async throws(RPCError) {
        // Calls that came while the user was asked have their answer by it, or ask for what is left.
        while let running = asking[id] {
            try await running.value.get()
            if await grants.grant(of: id)?.methods.contains(use.method.name) == true { return }
        }
        let now = clock.now
        refusals = refusals.filter { $0.value > now }
        if let end = refusals[id] {
            throw RPCError(
                .unauthorized, .permissionRefused, "the user said no to this extension just before",
                data: ["retryAfter": .number((end - now).milliseconds)])
        }
        let task = Task { () -> Result<Void, RPCError> in
            do throws(RPCError) {
                try await hold(id, use)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        asking[id] = task
        let result = await task.value
        asking[id] = nil
        try result.get()
    }

    private func hold(_ id: ExtensionID, _ use: MethodUse) async throws(RPCError) {
        let status = await keys.status()
        guard status.state != .none else {
            throw RPCError(.invalidInput, .vaultMissing, "there is no wallet yet")
        }
        let connection = use.client.connection
        let isKnown = try await grants.claims(use.method.name, by: id)
        let prompt = try await ConsentPrompt(
            for: id, use, accounts: status.accounts, isKnown: isKnown, recognition: keys.records.recognition(),
            in: prompts.words(for: connection))
        let isAllowed: Bool?
        do throws(RPCError) {
            isAllowed = try await prompts.converse(
                for: connection, about: "extension \(id)", command: Self.command(id), limit: Self.limit
            ) { [keys, grants] dialog throws(RPCError) in
                guard let chosen = try await prompt.choose(dialog) else { return nil }
                return try await prompt.page.ask(dialog) { passphrase throws(RPCError) in
                    try await keys.prove(passphrase)
                    // What was granted before counts again with the proof; there is nothing new to grant.
                    guard !isKnown else { return true }
                    try await grants.grant(prompt.methods, accounts: chosen, to: id)
                    return true
                }
            }
        } catch {
            let isNo = [.expired, .wrongPassphrase].contains(error.reason)
            if isNo { refusals[id] = clock.now + Self.memory }
            throw isNo ? Self.refused : error
        }
        guard isAllowed == true else {
            refusals[id] = clock.now + Self.memory
            throw Self.refused
        }
    }

    /// What does the same in a terminal.
    static func command(_ id: ExtensionID) -> String { "sidekey extensions allow \(id)" }
}
