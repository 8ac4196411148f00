import JSONRPC
import Salt
import Screens
import WalletState
import Wording

/// The ceremony in which users prove that they still have their words.
extension CeremonyModule {
    /// The number of times that wrong words are asked for once more.
    private static let tries = 5

    /// Asks for three words of each phrase, at places that nobody chose; shows none of them.
    func proveWords(_ setup: SetupScreens) async throws(RPCError) -> Bool {
        let (screens, words) = (setup.screens, setup.screens.words)
        let phrases: [HeldSecret]? = try await screens.prove(
            .ceremonyWordsTitle, next: .promptGoOn, parts: { _ in [.text(words(.ceremonyWordsMeans), .plain)] }
        ) { [keys] _, passphrase throws(RPCError) in try await keys.prove(passphrase).shownPhrases() }
        guard let phrases else { return false }
        guard !phrases.isEmpty else {
            throw RPCError(.invalidInput, .changeRefused, "the wallet has imported keys only, and no phrase")
        }
        for (index, phrase) in phrases.enumerated() {
            let heading = words(.yourPhraseNumbered, ["number": "\(index + 1)", "count": "\(phrases.count)"])
            let told = phrases.count == 1 ? [] : [ScreenPart.text(heading, .sentence)]
            guard try await isKnown(phrase, told, setup) else { return false }
        }
        await keys.record(.phraseProven)
        return try await screens.tell(
            .ceremonyWordsTitle,
            [.text(words(.ceremonyWordsRight), .sentence), .text(words(.ceremonyWordsKeep), .plain)], isLast: true)
    }

    private func isKnown(
        _ phrase: HeldSecret, _ told: [ScreenPart], _ setup: SetupScreens
    ) async throws(RPCError) -> Bool {
        var problem: TextKey?
        for _ in 0..<Self.tries {
            switch try await setup.check(
                phrase, problem, title: .ceremonyWordsTitle, told: told, hasBack: false)
            {
            case .right: return true
            case .wrong: problem = .ceremonyWordsWrong
            case .back, .cancelled: return false
            }
        }
        let words = setup.screens.words
        _ = try await setup.screens.tell(
            .ceremonyWordsTitle,
            [.finding(.danger, name: words(.level_danger), words(.ceremonyWordsLost))], isLast: true)
        return false
    }
}
