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
        static let cancel = "cancel"
        static let back = "back"
        static let next = "next"
        static let size = "size"
        static let more = "more"
        static let accounts = "accounts"
        static let allowance = "allowance"
        static let word = "word"
    }

    let window: any ScreenConversation
    let dialog: PromptDialog

    /// - Throws: -32000 (`prompt-unavailable`) where there is no window of Sidekey's own: a pinentry has no room for it.
    init(_ dialog: PromptDialog) throws(RPCError) {
        guard let window = dialog.conversation as? any ScreenConversation else {
            throw RPCError(PinentryError.noWindow, command: dialog.command)
        }
        (self.window, self.dialog) = (window, dialog)
    }

    private var words: Phrasebook { dialog.words }

    private func ask(
        _ title: TextKey, _ parts: [ScreenPart], field: Screen.Field? = nil, next: TextKey = .promptGoOn,
        style: Screen.Button.Style = .next, takesField: Bool = false, hasBack: Bool = false, problem: String? = nil,
        showing text: consuming SecretBytes? = nil, measuring: WindowConversation.Measuring? = nil
    ) async throws(RPCError) -> WindowConversation.Answer {
        var whole: [ScreenPart] = []
        if let word = dialog.recognition { whole.append(.text(words(.promptRecognition, ["word": word]), .muted)) }
        whole.append(.heading(words(title)))
        whole += parts
        if let problem { whole.append(.text(problem, .note)) }
        var buttons = [Screen.Button(id: ID.cancel, label: words(.promptCancel))]
        if hasBack { buttons.append(Screen.Button(id: ID.back, label: words(.promptBack))) }
        buttons.append(Screen.Button(id: ID.next, label: words(next), style: style, takesField: takesField))
        do throws(PinentryError) {
            return try await window.ask(showing: text, measuring: measuring) { [whole, buttons, words] number in
                Screen(
                    number: number, title: PromptDialog.title, parts: whole, field: field, buttons: buttons,
                    tooSoon: words(.promptTooSoon))
            }
        } catch {
            throw RPCError(error, command: dialog.command)
        }
    }

    // The words of a new phrase

    enum Words {
        case cancelled
        /// Another number of words is wanted.
        case resized(Int)
        case written(hasPassphrase: Bool)
    }

    /// Shows a new phrase.
    func words(_ phrase: HeldSecret, hasPassphrase: Bool) async throws(RPCError) -> Words {
        let count = Self.count(of: phrase)
        let sizes = Self.sizes.map {
            ScreenOption(id: "\($0)", label: words(.setupWordCountOption, ["count": "\($0)"]))
        }
        let own = ScreenOption(id: "passphrase", label: words(.setupSeedPassphrase))
        let answer = try await ask(
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
        case ID.next: return .written(hasPassphrase: answer.values[ID.more] == [own.id])
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
    func check(_ phrase: HeldSecret, _ problem: TextKey?) async throws(RPCError) -> Check {
        let count = Self.count(of: phrase)
        var positions: Set<Int> = []
        while positions.count < 3 { positions.insert(Int.random(in: 1...count)) }
        let asked = positions.sorted()
        let answer = try await ask(
            .setupCheckTitle,
            [
                .text(words(.setupCheckMeans), .plain),
                .wordFields(
                    labels: asked.map { words(.phraseWordField, ["position": "\($0)"]) }, list: Self.list),
            ], takesField: true, hasBack: true, problem: problem.map { words($0) })
        switch answer.button {
        case ID.back: return .back
        case ID.next:
            guard let typed = answer.secret() else { return .wrong }
            let isRight = phrase.bytes.withBytes { phrase in
                typed.withBytes { typed in
                    let (meant, found) = (Self.pieces(phrase), Self.pieces(typed))
                    return found.count == asked.count
                        && zip(asked, found).allSatisfy { meant[$0 - 1].elementsEqual($1) }
                }
            }
            return isRight ? .right : .wrong
        default: return .cancelled
        }
    }

    private static func pieces(_ text: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>] {
        text.split(separator: 0x20)
    }

    private static func count(of phrase: HeldSecret) -> Int { phrase.bytes.withBytes { pieces($0).count } }

    private static let list = (0..<WordList.count).map { String(decoding: WordList.english[$0], as: UTF8.self) }

    // The words of a phrase that the user has

    /// Asks whether the wallet that is there is to be set aside.
    func replaces() async throws(RPCError) -> Bool {
        let answer = try await ask(
            .setupReplaceTitle,
            [
                .text(words(.setupReplaced), .sentence), .text(words(.setupSetAside), .plain),
                .text(words(.setupOldPassphrase), .plain),
            ], next: .setupReplaceButton, style: .primary)
        return answer.button == ID.next
    }

    /// Asks for all words and their own passphrase; nil if the user gave up.
    ///
    /// - Parameter typed: What was typed before.
    func typedWords(
        _ typed: HeldSecret?, _ problem: String?
    ) async throws(RPCError) -> (words: HeldSecret, passphrase: HeldSecret)? {
        let answer = try await ask(
            .setupRestoreTitle,
            [
                .text(words(.setupRestoreMeans), .plain),
                .wordFields(labels: (1...Self.mostWords).map { "\($0)" }, list: Self.list),
            ],
            field: Screen.Field(
                label: words(.seedPassphraseField), problem: problem, mayBeEmpty: true, capsLock: words(.capsLockOn)),
            takesField: true, showing: typed?.bytes.clone())
        guard answer.button == ID.next, let words = answer.secret(0), let passphrase = answer.secret(1) else {
            return nil
        }
        return (HeldSecret(words), HeldSecret(passphrase))
    }

    /// What is wrong with typed words, by their positions and without the words: a text of the screen is no secret.
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
    func accounts(_ candidates: [(path: DerivationPath, publicKey: PublicKey)]) async throws(RPCError) -> Accounts {
        let options = candidates.map {
            ScreenOption(
                id: $0.path.description, label: $0.publicKey.description,
                detail: $0.path == .seed ? "seed (solana-keygen)" : $0.path.description)
        }
        var problem: String?
        while true {
            let answer = try await ask(
                .setupAccountsTitle,
                [
                    .text(words(.setupAccountsMeans), .plain),
                    .selection(
                        id: ID.accounts, label: "", options: options, chosen: options.first.map { [$0.id] } ?? []),
                ], hasBack: true, problem: problem)
            switch answer.button {
            case ID.back: return .back
            case ID.next:
                let chosen = Set(answer.values[ID.accounts] ?? [])
                let paths = candidates.map(\.path).filter { chosen.contains($0.description) }
                guard paths.isEmpty else { return .chosen(paths) }
                problem = words(.setupAccountNone)
            default: return .cancelled
            }
        }
    }

    // The end

    enum Passphrase {
        /// The one that unlocks the wallet.
        case vault
        /// BIP-39's own, which is part of a new phrase.
        case seed
    }

    /// Asks for a new passphrase twice, and measures it while it is typed; nil if the user gave up.
    func passphrase(_ kind: Passphrase) async throws(RPCError) -> HeldSecret? {
        var problem: String?
        while true {
            let answer = try await ask(
                kind == .vault ? .setupPassphraseTitle : .setupSeedPassphraseTitle,
                [.text(words(kind == .vault ? .passphraseVault : .passphraseNewSeed), .plain)],
                field: Screen.Field(
                    label: words(.promptPassphrase), problem: problem,
                    repetition: .init(label: words(.passphraseAgain), mismatch: words(.passphraseDifferent)),
                    isMeasured: true, capsLock: words(.capsLockOn)),
                takesField: true, measuring: { [words] text, screen in words.measure(text, screen) })
            guard answer.button == ID.next, let typed = answer.secret() else { return nil }
            do throws(PassphraseFault) {
                // What a person may choose as BIP-39's is theirs to know.
                try WalletKeys.Passphrase.check(typed, unattended: kind == .seed)
                return HeldSecret(typed)
            } catch {
                problem = words(.passphraseRefused, ["fault": error.text(in: words)])
            }
        }
    }

    /// Asks what the browser may approve, and for a word of the user's; nil if the user closed it.
    func settings() async throws(RPCError) -> SetupAnswers? {
        var problem: String?
        var chosen = SetupAnswers()
        while true {
            let answer = try await ask(
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
            guard answer.button == ID.next else { return nil }
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

extension Phrasebook {
    /// How good a passphrase is, for the window that it is typed in.
    func measure(_ text: borrowing SecretBytes, _ screen: Int) -> ScreenMeasure {
        do throws(PassphraseFault) {
            try Passphrase.check(text, unattended: false)
        } catch {
            let isNothing = text.count == 0
            return ScreenMeasure(
                screen: screen, level: isNothing ? 0 : 1,
                text: isNothing ? "" : self(.passphraseRefused, ["fault": error.text(in: self)]))
        }
        switch Passphrase.grade(of: text) {
        case .fair: return ScreenMeasure(screen: screen, level: 2, text: self(.passphraseFair))
        case .good: return ScreenMeasure(screen: screen, level: 3, text: self(.passphraseGood))
        case .strong: return ScreenMeasure(screen: screen, level: 4, text: self(.passphraseStrong))
        }
    }
}

extension PassphraseFault {
    fileprivate func text(in words: Phrasebook) -> String {
        switch self {
        case .empty: words(.passphraseIsEmpty)
        case .tooShort: words(.passphraseTooShort, Passphrase.minimumCount)
        case .tooLong: words(.passphraseTooLong, Passphrase.maximumCount)
        case .notUTF8: words(.passphraseIsNotUTF8)
        case .controlCharacter: words(.passphraseHasControl)
        case .guessable: words(.passphraseIsGuessable)
        }
    }
}
