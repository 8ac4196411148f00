import JSONRPC
import Pinentry
import Salt
import Screens
import SolanaTransactions
import WalletKeys
import WalletState
import Wording

/// Making or restoring a wallet in one window: the browser that started it learns the outcome and nothing else.
///
/// ```
/// create:  the words -> three of them -> a passphrase of theirs, where one is wanted
/// restore: replace, where a wallet is there -> the words -> the accounts
/// both:    the passphrase twice; the wallet is made -> the allowance and a word of the user's
/// ```
///
/// Each step but those after the wallet is made can be gone back from, and nothing is typed twice but the passphrase.
struct WalletSetup: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case create
        case restore
    }

    /// The command that does the same in a terminal.
    static func command(_ kind: Kind, replacing: Bool) -> String {
        "sidekey \(kind.rawValue)" + (replacing ? " --replace" : "")
    }

    let screens: SetupScreens
    let search: AccountSearch
    /// True if there is a wallet, which is set aside.
    let isReplacing: Bool
    /// Makes the vault with the accounts at these paths, and opens it.
    let create: @Sendable (VaultSecret, [DerivationPath], consuming SecretBytes) async throws(RPCError) -> Void
    /// Settles what the user answered once there was a wallet.
    let settle: @Sendable (SetupAnswers, consuming SecretBytes) async throws(RPCError) -> Void

    /// Goes through all of it; false if the user gave up.
    ///
    /// - Throws: The errors of the dialog, and those of making the vault.
    func run(_ kind: Kind) async throws(RPCError) -> Bool {
        let made: (secret: VaultSecret, paths: [DerivationPath])?
        switch kind {
        case .create: made = try await newPhrase()
        case .restore: made = try await knownPhrase()
        }
        guard let made else { return false }
        guard let passphrase = try await screens.screens.newPassphrase(.vault) else { return false }
        try await create(made.secret, made.paths, passphrase.bytes.clone())
        // The wallet stands, whatever becomes of these.
        if let answers = try? await screens.settings() { try? await settle(answers, passphrase.bytes.clone()) }
        return true
    }

    // A new phrase

    private func newPhrase() async throws(RPCError) -> (secret: VaultSecret, paths: [DerivationPath])? {
        var phrase = try Self.generate(SeedPhrase.standardWordCount)
        var hasPassphrase = false
        var problem: TextKey?
        var isWritten = false
        while true {
            if !isWritten {
                switch try await screens.words(phrase, hasPassphrase: hasPassphrase) {
                case .cancelled: return nil
                case .resized(let count): phrase = try Self.generate(count)
                case .written(let wanted): (isWritten, hasPassphrase) = (true, wanted)
                }
                continue
            }
            switch try await screens.check(phrase, problem) {
            case .cancelled: return nil
            case .back: (isWritten, problem) = (false, nil)
            case .wrong: problem = .setupCheckWrong
            case .right:
                guard hasPassphrase else {
                    return (try Self.secret(phrase, SecretBytes(count: 0) { _ in }), [.firstSolanaAccount])
                }
                guard let own = try await screens.screens.newPassphrase(.seed) else { return nil }
                return (try Self.secret(phrase, own.bytes.clone()), [.firstSolanaAccount])
            }
        }
    }

    private static func generate(_ count: Int) throws(RPCError) -> HeldSecret {
        do throws(SeedPhraseError) {
            return HeldSecret(try SeedPhrase.generate(wordCount: count).withText { SecretBytes(copying: $0) })
        } catch {
            throw RPCError(.internalError, .internal, "\(error)")
        }
    }

    // A phrase that the user has

    private func knownPhrase() async throws(RPCError) -> (secret: VaultSecret, paths: [DerivationPath])? {
        if isReplacing { guard try await screens.replaces() else { return nil } }
        return try await screens.knownPhrase(.setupRestoreTitle, search)
    }
}

extension SetupScreens {
    /// Asks for the words of a phrase until they are one, and which accounts of it to take; nil if the user gave up.
    ///
    /// Those that were used are on offer beside the first of each kind.
    func knownPhrase(
        _ title: TextKey, _ search: AccountSearch
    ) async throws(RPCError) -> (secret: VaultSecret, paths: [DerivationPath])? {
        var typed: HeldSecret?
        var problem: String?
        while true {
            guard let answer = try await typedWords(typed, problem, title: title) else { return nil }
            typed = answer.words
            do throws(SeedPhraseError) {
                _ = try SeedPhrase(parsing: answer.words.bytes)
            } catch {
                problem = explanation(of: error, in: answer.words)
                continue
            }
            let secret = try WalletSetup.secret(answer.words, answer.passphrase.bytes.clone())
            let found: [FoundAccount]
            do throws(WalletKeyError) { found = try await search.accounts(of: secret) } catch { throw RPCError(error) }
            switch try await accounts(found) {
            case .cancelled: return nil
            case .back: problem = nil
            case .chosen(let paths): return (secret, paths)
            }
        }
    }

}

extension WalletSetup {
    fileprivate static func secret(_ words: HeldSecret, _ passphrase: consuming SecretBytes) throws(RPCError)
        -> VaultSecret
    {
        let phrase: SeedPhrase
        do throws(SeedPhraseError) {
            phrase = try SeedPhrase(parsing: words.bytes)
        } catch {
            throw RPCError(.internalError, .internal, "\(error)")
        }
        do throws(WalletKeyError) {
            return try VaultSecret(phrase: phrase, passphrase: passphrase)
        } catch {
            throw RPCError(error)
        }
    }
}

/// A user's answers at the end of setting up.
struct SetupAnswers: Sendable, Hashable {
    /// The amount that the browser may approve without the window.
    enum Allowance: String, Sendable, CaseIterable {
        case tenth
        case one
        case nothing
        case everything

        /// Lamports in 24 hours.
        var lamports: UInt64 {
            switch self {
            case .tenth: 100_000_000
            case .one: 1_000_000_000
            case .nothing: 0
            case .everything: ApprovalPolicy().allowance
            }
        }

        var setting: ApprovalPolicy.Setting {
            switch self {
            case .tenth, .one: .risky
            case .nothing: .native
            case .everything: .popup
            }
        }
    }

    var allowance = Allowance.tenth
    /// The word by which the user knows the window; nil for none.
    var word: String?
}
