import Testing
import Wording

@Suite struct PhrasebookTests {
    private static let others = Language.allCases.filter { $0 != .english }

    /// All texts of a language, each form of a number by itself.
    private static func texts(_ language: Language) -> [(key: String, text: String)] {
        let words = Phrasebook(language)
        return TextKey.allCases.map { ($0.name, words($0)) }
            + CountedKey.allCases.flatMap { key in
                [("\(key.rawValue).one", words.forms(key).one), ("\(key.rawValue).other", words.forms(key).other)]
            }
    }

    private static func placeholders(_ text: String) -> [String] {
        TextPiece.pieces(of: text).compactMap { piece in
            if case .placeholder(let name) = piece { name } else { nil }
        }.sorted()
    }

    /// By these marks it is known what somebody else wrote.
    @Test(arguments: Language.allCases) func `no text of ours has the marks that others' words stand between`(
        language: Language
    ) {
        for (key, text) in Self.texts(language) { #expect(!text.contains("“") && !text.contains("”"), "\(key)") }
    }

    /// It stands below a page that is full, in one line of the protocol.
    @Test(arguments: Language.allCases) func `what is said of an answer that came too soon is short`(language: Language)
    {
        #expect(Phrasebook(language)(.promptTooSoon).utf8.count <= 110)
    }

    @Test(arguments: others) func `every text has the placeholders of the English one`(language: Language) {
        for (english, other) in zip(Self.texts(.english), Self.texts(language)) {
            #expect(english.key == other.key)
            #expect(Self.placeholders(english.text) == Self.placeholders(other.text), "\(english.key)")
        }
    }

    /// What stays as it is: names, what is spelled with signs alone, and words that the languages share.
    private static let shared: Set<String> = [
        "effectMint", "promptOK", "requestItem", "kind_mint", "kind_program", "bytes.one",
        "bytes.other", "fileFault", "hintReject", "hintClose", "hintCreate", "hintUpdateLists", "typedTab", "markOK",
        "nameMemo", "nameNonce",
        "endpointSlot", "sourceSlot", "siteProfile", "hintGivePhraseFile", "hintGivePassphraseFile",
        "hintGiveNewPassphraseFile", "network_mainnet", "factProgram", "factSite", "ruleWholeHours",
        "tpmPINPrompt", "part_base", "part_buffer", "part_bump", "part_bytes", "part_memo", "part_mint", "part_program",
        "part_uri", "surface_command_line",
    ]

    @Test(arguments: others) func `every text is another than the English one`(language: Language) {
        for (english, other) in zip(Self.texts(.english), Self.texts(language)) where !Self.shared.contains(english.key)
        {
            #expect(english.text != other.text, "\(english.key)")
        }
    }

    @Test(arguments: Language.allCases) func `nothing in a text is hidden or turns the direction of writing`(
        language: Language
    ) {
        for (key, text) in Self.texts(language) {
            #expect(!text.isEmpty)
            for scalar in text.unicodeScalars {
                let isLetter = scalar.properties.isAlphabetic && scalar.value < 0x530
                let isPlain = (0x20...0x7E).contains(scalar.value) || scalar == "\n"
                #expect(
                    isPlain || isLetter || scalar == "·" || scalar == "’",
                    "\(key): U+\(String(scalar.value, radix: 16))")
            }
            #expect(!text.hasSuffix("\n") && !text.contains(" \n") && !text.contains("  "), "\(key)")
        }
    }

    /// A label of a button is a word or three; a word before a field leaves room for the field.
    @Test(arguments: Language.allCases) func `labels are short`(language: Language) {
        let words = Phrasebook(language)
        let labels: [TextKey] = [
            .promptOK, .promptCancel, .promptApprove, .promptReject, .promptBack, .promptGoOn,
            .unlockButton, .passkeyAdditionButton, .passkeyRemovalButton, .securityKeyAdditionButton,
            .securityKeyRemovalButton, .securityKeyPINButton, .promptPIN, .tpmPINPrompt, .tpmPINButton,
            .tpmAdditionButton, .tpmRemovalButton, .phraseWritten, .setupFinish,
            .setupReplaceButton, .promptPassphrase, .passphraseAgain, .setupNumbers,
        ]
        for label in labels { #expect(words(label).count <= 28, "\(label)") }
        // Buttons of one prompt are told apart by more than their place.
        #expect(Set([TextKey.promptApprove, .promptReject, .promptBack].map { words($0) }).count == 3)
    }

    /// The screen on which a phrase is typed is drawn from its top: a line that goes on in the next moves all below it.
    @Test(arguments: Language.allCases) func `the screen for a phrase has room for its lines`(language: Language) {
        let words = Phrasebook(language)
        for key in TextKey.allCases where ["type", "typed"].contains(where: { key.name.hasPrefix($0) }) {
            let line = words.pieces(key).map { piece in
                switch piece {
                case .text(let text): text
                case .placeholder("meant"), .placeholder("typed"): "abstract"
                case .placeholder("wanted"): words(.anyWordCount)
                case .placeholder("positions"): ""
                case .placeholder: "24"
                }
            }.joined()
            #expect(line.count <= 80, "\(key): \(line)")
        }
    }

    /// Yes is a letter that no keyboard of the language takes for no.
    @Test(arguments: Language.allCases) func `yes and no differ, and the answer by default is no`(language: Language) {
        let words = Phrasebook(language)
        let choice = words(.yesOrNo)
        #expect(choice.count == 5 && choice.first == "[" && choice.last == "]")
        let letters = choice.dropFirst().dropLast().split(separator: "/")
        #expect(letters.first == words(.answerYes).prefix(1))
        #expect(letters.last.map { $0 == $0.uppercased() } == true)
        #expect(letters.first?.lowercased() != letters.last?.lowercased())
        #expect(letters.last?.lowercased() != "y")
    }

    @Test func `a refusal is said in the agent's own words in English alone`() {
        #expect(Phrasebook.english.refusal("locked", message: "the session is locked") == "the session is locked")
        let greek = Phrasebook(.greek)
        #expect(greek.refusal("locked", message: "the session is locked") == "το πορτοφόλι είναι κλειδωμένο")
        #expect(greek.refusal("param-value", message: "a label {x}").hasSuffix(": a label {x}"))
        // What isn't known here is handed on whole.
        #expect(greek.refusal("new-one", message: "no such thing").hasSuffix(": no such thing"))
        #expect(greek.refusal(nil, message: "no such thing").hasSuffix(": no such thing"))
    }

    @Test func `what is put in is never looked at again`() {
        let words = Phrasebook.english
        let heading = words(.requestFrame, ["page": "{top}", "top": "{page}{x}"])
        #expect(heading == "{top} (embedded in {page}{x})")
        #expect(words(.requestFrame, ["page": "a"]) == "a (embedded in ?)")
        #expect(words(.requestFrame) == "{page} (embedded in {top})")
    }

    @Test(
        arguments: [
            ("", []), ("a", [.text("a")]), ("{a}", [.placeholder("a")]),
            ("{a}{b}", [.placeholder("a"), .placeholder("b")]),
            ("{", [.text("{")]), ("{}", [.text("{}")]), ("{a", [.text("{a")]), ("{a b}", [.text("{a b}")]),
            ("{{a}}", [.text("{"), .placeholder("a"), .text("}")]),
            ("é{a}·", [.text("é"), .placeholder("a"), .text("·")]),
        ] as [(String, [TextPiece])])
    func `a text is taken apart at its placeholders`(text: String, pieces: [TextPiece]) {
        #expect(TextPiece.pieces(of: text) == pieces)
    }

    @Test func `a number is put into the form that it takes`() {
        let greek = Phrasebook(.greek)
        #expect(greek(.totalsMore, "1") == "και σε 1 λογαριασμό ακόμη")
        #expect(greek(.totalsMore, "18446744073709551615") == "και σε 18446744073709551615 λογαριασμούς ακόμη")
        // More than a u64 holds, or no number: the form of many.
        #expect(greek(.totalsMore, "99999999999999999999").contains("λογαριασμούς"))
        #expect(Phrasebook(.brazilianPortuguese)(.bytes, 0) == "0 byte")
        #expect(Phrasebook.english(.bytes, 0) == "0 bytes")
        #expect(Phrasebook.english(.bytes, 1) == "1 byte")
    }
}
