import JSONRPC
import Pinentry
import Salt
import Screens
import SolanaTransactions
import Synchronization
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// Asks the user, outside the browser, whether another extension may use a module's methods.
///
/// An extension has one prompt at a time, whatever it asks for and over however many connections. A rejection is remembered for ten minutes, so an
/// extension can't ask until the user types the passphrase to be rid of it.
actor ExtensionConsent {
    /// The time for which a rejection counts.
    static let memory: Duration = .seconds(600)
    /// The longest time that a prompt stays open.
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

    /// Forgets a rejection: the user has decided about the extension since.
    func forgetRefusal(of id: ExtensionID) {
        refusals[id] = nil
    }

    /// Asks, unless the user rejected the extension just before. Returns if they allowed it.
    ///
    /// - Throws: 4100 (`permission-refused`) for a rejection; -32000 (`vault-missing`, `prompt-unavailable`), -32002 (`prompt-cooldown`) if the user
    ///   couldn't be asked.
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
                try await prompt.ask(dialog) { chosen, passphrase throws(RPCError) in
                    try await keys.prove(passphrase)
                    // An earlier grant counts again with the proof; there is nothing new to grant.
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

    /// The command that does the same in a terminal.
    static func command(_ id: ExtensionID) -> String { "sidekey extensions allow \(id)" }
}

/// The question to the user before another extension may use the wallet: the extension, its methods, the accounts, and the passphrase.
struct ConsentPrompt: Sendable {
    /// The most accounts on offer where one digit names an account; more than nine are chosen in Sidekey's window or a terminal.
    private static let offered = 9
    private static let choice = "accounts"

    let methods: Set<String>
    private let id: ExtensionID
    private let names: [String]
    private let isKnown: Bool
    private let page: PassphrasePrompt
    /// Those to choose from; none if the module shows none.
    private let accounts: [VaultAccount]

    /// - Parameters:
    ///   - isKnown: True if it was allowed before, by records that aren't believed until the passphrase is typed.
    /// - Throws: -32000 (`prompt-too-long`).
    init(
        for id: ExtensionID, _ use: MethodUse, accounts: [VaultAccount], isKnown: Bool, recognition: String?,
        in words: Phrasebook
    ) throws(RPCError) {
        (self.id, self.isKnown) = (id, isKnown)
        names = isKnown ? [] : use.module.methodsForOtherExtensions
        methods = Set(use.module.methodsForOtherExtensions)
        let shown = accounts.filter { !$0.isHidden }
        let sharesAccounts = !isKnown && use.module.allNeeds.contains(.accounts)
        self.accounts = sharesAccounts ? (shown.isEmpty ? accounts : shown) : []
        var lines = [words(isKnown ? .extensionAgain : .extensionAsks), "  \(id)"]
        if !isKnown {
            lines += ["", words(.extensionMethods)] + names.map { "  \($0)" } + ["", words(.extensionMeans)]
        }
        page = try PassphrasePrompt(
            lines + ["", words(.promptAllow)], ok: .extensionButton, recognition: recognition, in: words)
    }

    /// Asks for everything on one screen of Sidekey's window, or one after the other where there is none; nil if the user gave up.
    ///
    /// - Throws: as ``PromptDialog/passphrase(_:accept:)``.
    func ask<Value: Sendable>(
        _ dialog: PromptDialog, accept: ([String], consuming SecretBytes) async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value? {
        if dialog.conversation is any ScreenConversation { return try await ask(ScreenDialog(dialog), accept: accept) }
        guard let chosen = try await choose(dialog) else { return nil }
        return try await page.ask(dialog) { passphrase throws(RPCError) in try await accept(chosen, passphrase) }
    }

    private func ask<Value: Sendable>(
        _ screens: ScreenDialog, accept: ([String], consuming SecretBytes) async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value? {
        let words = screens.words
        let addresses = accounts.map { "\($0.publicKey)" }
        let hasChoice = addresses.count > 1
        return try await screens.prove(
            .extensionTitle, next: .extensionButton,
            parts: { values in
                var parts: [ScreenPart] = [
                    .text(words(isKnown ? .extensionAgain : .extensionAsks), .plain), .quote("\(id)", isHex: true),
                ]
                if !isKnown {
                    parts += [
                        .text(words(.extensionMethods), .plain), .quote(names.joined(separator: "\n"), isHex: true),
                    ]
                    parts.append(.text(words(.extensionMeans), .plain))
                }
                if hasChoice {
                    let options = zip(accounts, addresses).map { ScreenOption(id: $1, label: $0.label, detail: $1) }
                    parts.append(
                        .selection(
                            id: Self.choice, label: words(.extensionAccountsLabel), options: options,
                            chosen: values[Self.choice] ?? Array(addresses.prefix(1))))
                }
                return parts
            },
            check: { hasChoice && $0[Self.choice]?.isEmpty != false ? words(.setupAccountNone) : nil },
            accept: { values, passphrase throws(RPCError) in
                let chosen = Set(values[Self.choice] ?? [])
                return try await accept(hasChoice ? addresses.filter(chosen.contains) : addresses, passphrase)
            })
    }

    /// Asks which accounts it may see, if there is a choice; nil if the user gave up.
    private func choose(_ dialog: PromptDialog) async throws(RPCError) -> [String]? {
        let accounts = accounts.prefix(Self.offered).map(\.publicKey.description)
        guard accounts.count > 1 else { return accounts }
        let list = accounts.enumerated().map { "\($0 + 1).  \($1)" }.joined(separator: "\n")
        var question = dialog.question(
            dialog.words(.extensionAccounts, ["list": list]), prompt: dialog.words(.setupNumbers))
        while true {
            switch try await dialog.secret(question) {
            case .given(let answer): if let chosen = Self.chosen(among: accounts, by: answer) { return chosen }
            case .cancelled: return nil
            case .timedOut: return nil
            }
            question.error = dialog.words(.setupNumbersRange, ["count": "\(accounts.count)"])
        }
    }

    /// The accounts in the order of their numbers as typed; the first if no number was typed.
    private static func chosen(among accounts: [String], by answer: borrowing SecretBytes) -> [String]? {
        let numbers = answer.withBytes { bytes -> [Int]? in
            var numbers: [Int] = []
            for byte in bytes where byte != UInt8(ascii: " ") && byte != UInt8(ascii: ",") {
                guard (UInt8(ascii: "1")..<UInt8(ascii: "1") + UInt8(accounts.count)).contains(byte) else {
                    return nil
                }
                let number = Int(byte - UInt8(ascii: "1"))
                if !numbers.contains(number) { numbers.append(number) }
            }
            return numbers
        }
        guard let numbers else { return nil }
        return (numbers.isEmpty ? [0] : numbers).map { accounts[$0] }
    }
}

/// The methods that other extensions can be granted, by module: those whose manifests admit them.
///
/// Set once the modules are installed; empty until then.
final class OfferedMethods: Sendable {
    private let modules = Mutex<[ModuleManifest]>([])

    func set(_ installed: [ModuleManifest]) {
        modules.withLock { $0 = installed }
    }

    /// The names, in their order.
    var names: [String] {
        modules.withLock { $0.flatMap(\.methods).filter(\.isForOtherExtensions).map(\.name).sorted() }
    }
}

extension ModuleManifest {
    /// The methods that are granted together: the module's methods for other extensions, in their order.
    var methodsForOtherExtensions: [String] {
        methods.filter(\.isForOtherExtensions).map(\.name)
    }
}

extension MethodManifest {
    fileprivate var isForOtherExtensions: Bool { callers.contains(.otherExtension) }
}
