import JSONRPC
import Pinentry
import Salt
import WalletKeys

/// Making or restoring a wallet in prompts: the browser that started it learns the outcome and nothing else.
struct WalletSetup: Sendable {
    enum Kind: String, Sendable {
        case create
        case restore
    }

    /// The command that does the same in a terminal.
    static func command(_ kind: Kind) -> String { "sidekey \(kind.rawValue)" }

    let dialog: PromptDialog
    /// Makes the vault.
    let create: @Sendable (consuming SeedPhrase, consuming SecretBytes) async throws(RPCError) -> Void

    /// Goes through all of it; false where the user gave up.
    ///
    /// - Throws: What the dialog throws, and what making the vault throws.
    func run(_ kind: Kind) async throws(RPCError) -> Bool {
        switch kind {
        case .create:
            let phrase = SeedPhrase.generate()
            guard try await PhraseShowing(dialog: dialog).show(phrase) else { return false }
            return try await finish(phrase)
        case .restore:
            guard let phrase = try await PhraseAsking(dialog: dialog).ask() else { return false }
            return try await finish(phrase)
        }
    }

    private func finish(_ phrase: consuming SeedPhrase) async throws(RPCError) -> Bool {
        guard let passphrase = try await newPassphrase() else { return false }
        try await create(phrase, passphrase)
        return true
    }

    /// Asks for a passphrase until the same, and one that can be used, was typed twice.
    private func newPassphrase() async throws(RPCError) -> SecretBytes? {
        var error: String?
        while true {
            guard let first = try await passphrase("Passphrase:", error) else { return nil }
            if let fault = Self.fault(in: first) {
                error = "It can't be that: \(fault)."
                continue
            }
            guard let second = try await passphrase("Once more:", nil) else { return nil }
            if first.isEqual(to: second) { return first }
            error = "The two were not the same."
        }
    }

    private func passphrase(_ prompt: String, _ error: String?) async throws(RPCError) -> SecretBytes? {
        let question = PinentryQuestion(
            title: PromptDialog.title,
            description: """
                \(PromptDialog.heading)

                Choose a passphrase. It unlocks the wallet on this computer, and
                without it nobody can use what lies on the disk.
                """, prompt: prompt, error: error, ok: "OK")
        switch try await dialog.secret(question) {
        case .given(let secret): return secret
        case .cancelled: return nil
        case .timedOut: return nil
        }
    }

    private static func fault(in passphrase: borrowing SecretBytes) -> PassphraseFault? {
        do throws(WalletKeyError) {
            try Passphrase.check(passphrase, unattended: false)
            return nil
        } catch .passphraseInvalid(let fault) {
            return fault
        } catch {
            return .notUTF8
        }
    }
}
