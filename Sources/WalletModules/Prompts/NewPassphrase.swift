import JSONRPC
import Pinentry
import Salt
import WalletKeys

/// A passphrase that is to be, typed twice in prompts until both are the same and it is one.
struct NewPassphrase: Sendable {
    /// What unlocks the wallet.
    static let vault = NewPassphrase(
        text: """
            Choose a passphrase. It unlocks the wallet on this computer, and
            without it nobody can use what lies on the disk.
            """, prompt: "Passphrase:", mayBeEmpty: false)
    /// BIP-39's own passphrase, which is part of the phrase.
    static let seed = NewPassphrase(
        text: """
            Some phrases have a passphrase of their own, also called the 25th word (BIP-39).
            Most have none: leave the field empty then.

            With another one the same words make other accounts, which hold nothing.
            """, prompt: "Empty for none:", mayBeEmpty: true)

    private let text: String
    private let prompt: String
    /// Whether none is an answer.
    private let mayBeEmpty: Bool

    /// Asks for it; nil where the user gave up.
    func ask(_ dialog: PromptDialog) async throws(RPCError) -> SecretBytes? {
        var error: String?
        while true {
            guard let first = try await typed(prompt, error, dialog) else { return nil }
            if mayBeEmpty, first.count == 0 { return first }
            if let fault = fault(in: first) {
                error = "It can't be that: \(fault)."
                continue
            }
            guard let second = try await typed("Once more:", nil, dialog) else { return nil }
            if first.isEqual(to: second) { return first }
            error = "The two were not the same."
        }
    }

    private func typed(_ prompt: String, _ error: String?, _ dialog: PromptDialog) async throws(RPCError)
        -> SecretBytes?
    {
        let question = PinentryQuestion(
            title: PromptDialog.title, description: "\(PromptDialog.heading)\n\n\(text)", prompt: prompt, error: error,
            ok: "OK")
        switch try await dialog.secret(question) {
        case .given(let secret): return secret
        case .cancelled: return nil
        case .timedOut: return nil
        }
    }

    private func fault(in passphrase: borrowing SecretBytes) -> PassphraseFault? {
        do throws(WalletKeyError) {
            // What a person may choose as BIP-39's was chosen long ago.
            try Passphrase.check(passphrase, unattended: mayBeEmpty)
            return nil
        } catch .passphraseInvalid(let fault) {
            return fault
        } catch {
            return .notUTF8
        }
    }
}
