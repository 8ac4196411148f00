import JSONRPC
import Salt
import WalletKeys
import WalletRuntime
import WalletState

/// The proof that users still have the words of their phrases: when it was given, and giving it in a terminal.
struct PhraseModule: WalletModule {
    let keys: WalletKeyring
    let log: ActivityLog

    /// How long a proof holds: half a year. Paper gets lost in a move, and nobody notices until the machine is gone, too.
    private static let holds: Duration = .seconds(182 * 24 * 3600)
    /// What proves it: whoever makes a wallet here types words of its phrase, or all of them.
    private static let proofs: [ActivityEntry.Kind] = [.phraseProven, .walletCreated]

    private func status(_ call: MethodCall) async throws(RPCError) -> JSON {
        // A wallet that has imported keys alone has no words.
        let hasPhrase = await keys.status().accounts.contains { $0.path != .none }
        let last = try await log.last(Self.proofs)
        var answer: JSONObject = ["due": .bool(hasPhrase && last.age > Self.holds)]
        if hasPhrase { answer["last"] = last.time.map { .number($0) } }
        return .object(answer)
    }

    /// Compares words with those of the phrases; without words, it says how many each phrase has, so that a terminal can ask for some.
    private func check(
        _ call: MethodCall, _ passphrase: SealedParameter, _ places: [Int], _ words: SealedParameter?
    ) async throws(RPCError) -> JSON {
        let proof = try await keys.prove(call.open(passphrase))
        let phrases = try proof.shownPhrases()
        var answer: JSONObject = ["phrases": .array(phrases.map { .number($0.wordCount) })]
        guard let words else { return .object(answer) }
        guard !phrases.isEmpty, places.count == 3 * phrases.count else {
            throw .parameter("places", "three for each phrase")
        }
        let typed = HeldSecret(try call.open(words))
        let isRight =
            typed.wordCount == places.count
            && phrases.enumerated().allSatisfy { index, phrase in
                phrase.hasWords(typed.words(3 * index..<3 * index + 3), at: Array(places[3 * index..<3 * index + 3]))
            }
        if isRight { await keys.record(.phraseProven) }
        answer["right"] = .bool(isRight)
        return .object(answer)
    }

    private static let places = ParameterForm<[JSON]>.array.map { array, name throws(RPCError) in
        let places = array.compactMap(\.int)
        guard places.count == array.count, places.allSatisfy({ $0 > 0 }) else {
            throw .parameter(name, "numbers from 1")
        }
        return places
    }
}

extension PhraseModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys, log: parts.log)
    }

    static let declaration = ModuleDeclaration<PhraseModule>(
        id: "phrase",
        methods: [
            Method(
                "phrase.status", callers: .owner,
                result: .object([.required("due", .boolean), .optional("last", .integer)]), by: PhraseModule.status),
            // Words are typed in a terminal or in Sidekey's window, and in no browser.
            Method(
                "phrase.check", callers: [.commandLine],
                params: .required("passphrase", .sealed), .optional("places", places, default: []),
                .optional("words", .sealed),
                result: .object([.required("phrases", .list(.integer)), .optional("right", .boolean)]),
                by: PhraseModule.check),
        ])
}
