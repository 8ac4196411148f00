import JSONRPC
import Pinentry
import Salt
import Screens
import SolanaTransactions
import WalletKeys
import WalletState
import Wording

/// The screens of setting up a wallet, one function each.
struct SetupScreens: Sendable {
    /// The numbers of words that a new phrase can have.
    static let sizes = [12, 24]
    /// The most words that a phrase has.
    private static let mostWords = 24

    private enum ID {
        static let size = "size"
        static let more = "more"
        static let accounts = "accounts"
        static let allowance = "allowance"
        static let word = "word"
    }

    let screens: ScreenDialog

    /// - Throws: as ``ScreenDialog/init(_:)``.
    init(_ dialog: PromptDialog) throws(RPCError) {
        screens = try ScreenDialog(dialog)
    }

    private var words: Phrasebook { screens.words }

    // The words of a new phrase

    enum Words {
        case cancelled
        /// Another number of words is wanted.
        case resized(Int)
        case written(hasPassphrase: Bool)
    }

    /// Shows a new phrase.
    func words(_ phrase: HeldSecret, hasPassphrase: Bool) async throws(RPCError) -> Words {
        let count = phrase.wordCount
        let sizes = Self.sizes.map {
            ScreenOption(id: "\($0)", label: words(.setupWordCountOption, ["count": "\($0)"]))
        }
        let own = ScreenOption(id: "passphrase", label: words(.setupSeedPassphrase))
        let answer = try await screens.ask(
            .setupWordsTitle,
            [
                .text(words(.setupWordsMeans), .plain),
                .choice(
                    id: ID.size, label: words(.setupWordCount), options: sizes, chosen: "\(count)", answersAtOnce: true),
                .words(reveal: nil),
                .section(
                    title: words(.setupMore), sentence: nil, isOpen: hasPassphrase,
                    [.selection(id: ID.more, label: "", options: [own], chosen: hasPassphrase ? [own.id] : [])]),
            ], next: .phraseWritten, showing: phrase.bytes.clone())
        switch answer.button {
        case ID.size:
            guard let size = answer.values[ID.size]?.first.flatMap({ Int($0) }), Self.sizes.contains(size) else {
                return .resized(count)
            }
            return .resized(size)
        case ScreenDialog.ID.next: return .written(hasPassphrase: answer.values[ID.more] == [own.id])
        default: return .cancelled
        }
    }

    enum Check {
        case cancelled
        case back
        case wrong
        case right
    }

    /// Asks for three of its words.
    ///
    /// - Parameters:
    ///   - told: What the screen says before.
    ///   - hasBack: True if the words can be seen once more.
    func check(
        _ phrase: HeldSecret, _ problem: TextKey?, title: TextKey = .setupCheckTitle, told: [ScreenPart] = [],
        hasBack: Bool = true
    ) async throws(RPCError) -> Check {
        let asked = phrase.randomPlaces()
        let answer = try await screens.ask(
            title,
            told + [
                .text(words(.setupCheckMeans), .plain),
                .wordFields(
                    labels: asked.map { words(.phraseWordField, ["position": "\($0)"]) }, list: Self.list),
            ], takesField: true, hasBack: hasBack, problem: problem.map { words($0) })
        switch answer.button {
        case ScreenDialog.ID.back: return .back
        case ScreenDialog.ID.next:
            guard let typed = answer.secret(), phrase.hasWords(typed, at: asked) else { return .wrong }
            return .right
        default: return .cancelled
        }
    }

    private static let list = (0..<WordList.count).map { String(decoding: WordList.english[$0], as: UTF8.self) }

    // The words of a phrase that the user has

    /// Asks whether the wallet that is there is to be set aside.
    func replaces() async throws(RPCError) -> Bool {
        let answer = try await screens.ask(
            .setupReplaceTitle,
            [
                .text(words(.setupReplaced), .sentence), .text(words(.setupSetAside), .plain),
                .text(words(.setupOldPassphrase), .plain),
            ], next: .setupReplaceButton, style: .primary)
        return answer.button == ScreenDialog.ID.next
    }

    /// Asks for all words and their own passphrase; nil if the user gave up.
    ///
    /// - Parameter typed: What was typed before.
    func typedWords(
        _ typed: HeldSecret?, _ problem: String?, title: TextKey = .setupRestoreTitle
    ) async throws(RPCError) -> (words: HeldSecret, passphrase: HeldSecret)? {
        let answer = try await screens.ask(
            title,
            [
                .text(words(.setupRestoreMeans), .plain),
                .wordFields(labels: (1...Self.mostWords).map { "\($0)" }, list: Self.list),
            ],
            field: Screen.Field(
                label: words(.seedPassphraseField), problem: problem, mayBeEmpty: true, capsLock: words(.capsLockOn)),
            takesField: true, showing: typed?.bytes.clone())
        guard answer.button == ScreenDialog.ID.next, let words = answer.secret(0), let passphrase = answer.secret(1)
        else {
            return nil
        }
        return (HeldSecret(words), HeldSecret(passphrase))
    }

    /// Explains the fault of typed words by their positions and without the words: a text of the screen is no secret.
    func explanation(of error: SeedPhraseError, in typed: HeldSecret) -> String {
        switch error {
        case .unknownWord(let position): return words(.phraseWordUnknown, ["position": "\(position)"])
        case .wordCount(let count): return words(.phraseWordCount, ["count": "\(count)"])
        default: break
        }
        let corrections = PhraseCorrection.search(typed.bytes)
        var lines: [String] = []
        for correction in corrections {
            let position = correction.position
            let line =
                correction.change == .exchange
                ? words(.phraseExchanged, ["first": "\(position)", "second": "\(position + 1)"])
                : words(.phraseCheckWord, ["position": "\(position)"])
            if !lines.contains(line) { lines.append(line) }
        }
        return ([words(.phraseMismatch)] + lines).joined(separator: "\n")
    }

    enum Accounts {
        case cancelled
        case back
        case chosen([DerivationPath])
    }

    /// Asks which accounts of a phrase the wallet begins with: wallets keep the first at different paths, and people know its address.
    ///
    /// - Parameter found: The accounts as a search found them; those that were used are chosen at first.
    func accounts(_ found: [FoundAccount]) async throws(RPCError) -> Accounts {
        let offered = found.filter { $0.isUsed == true || DerivationPath.usualFirst.contains($0.path) }
        let options = offered.map { account in
            let path = account.path == .seed ? "seed (solana-keygen)" : account.path.description
            let state = account.lamports.flatMap { $0 > 0 ? words.sol($0) : nil }
            let used = account.isUsed == true ? words(.accountUsedBefore) : nil
            return ScreenOption(
                id: account.path.description, label: account.publicKey.description,
                detail: [path, state ?? used].compactMap(\.self).joined(separator: "  "))
        }
        let used = offered.filter { $0.isUsed == true }.map(\.path.description)
        let chosen = used.isEmpty ? options.prefix(1).map(\.id) : used
        var state: [ScreenPart] = used.isEmpty ? [] : [.text(words(.countedAccountsUsed, used.count), .plain)]
        // Without an answer nobody may think that the others were never used.
        if found.contains(where: { $0.isUsed == nil }) { state.append(.text(words(.accountsUnknown), .plain)) }
        var problem: String?
        while true {
            let answer = try await screens.ask(
                .setupAccountsTitle,
                [
                    .text(words(.setupAccountsMeans), .plain)
                ] + state + [.selection(id: ID.accounts, label: "", options: options, chosen: chosen)],
                hasBack: true, problem: problem)
            switch answer.button {
            case ScreenDialog.ID.back: return .back
            case ScreenDialog.ID.next:
                let chosen = Set(answer.values[ID.accounts] ?? [])
                let paths = offered.map(\.path).filter { chosen.contains($0.description) }
                guard paths.isEmpty else { return .chosen(paths) }
                problem = words(.setupAccountNone)
            default: return .cancelled
            }
        }
    }

    // The end

    /// Asks what the browser may approve, and for a word of the user's; nil if the user closed it.
    func settings() async throws(RPCError) -> SetupAnswers? {
        var problem: String?
        var chosen = SetupAnswers()
        while true {
            let answer = try await screens.ask(
                .setupSettingsTitle,
                [
                    .choice(
                        id: ID.allowance, label: words(.setupAllowance),
                        options: SetupAnswers.Allowance.allCases.map {
                            ScreenOption(id: $0.rawValue, label: label($0))
                        },
                        chosen: chosen.allowance.rawValue, answersAtOnce: false),
                    .entry(
                        id: ID.word, label: words(.setupRecognition), text: chosen.word ?? "",
                        maximum: ApprovalPolicy.recognitionBounds.upperBound),
                ], next: .setupFinish, problem: problem)
            guard answer.button == ScreenDialog.ID.next else { return nil }
            chosen.allowance =
                answer.values[ID.allowance]?.first.flatMap { SetupAnswers.Allowance(rawValue: $0) } ?? chosen.allowance
            let word = answer.values[ID.word]?.first ?? ""
            chosen.word = word.isEmpty ? nil : word
            guard word.isEmpty || ApprovalPolicy.recognitionBounds.contains(word.utf8.count) else {
                problem = words(.recognitionTooLong, ApprovalPolicy.recognitionBounds.upperBound)
                continue
            }
            return chosen
        }
    }

    private func label(_ allowance: SetupAnswers.Allowance) -> String {
        switch allowance {
        case .tenth, .one: words.sol(allowance.lamports)
        case .nothing: words(.setupAllowanceNothing)
        case .everything: words(.setupAllowanceEverything)
        }
    }
}
