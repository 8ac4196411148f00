/// Sidekey's texts in one language.
///
/// The texts are compiled in, from the catalogue in `Locales`. Another program of the user's could write a file beside this
/// program and so put words into prompts. Inserted values are never parsed again: a value that contains `{account}` stays
/// unchanged. The caller must make foreign values visible first.
public struct Phrasebook: Sendable, Hashable {
    public let language: Language

    public init(_ language: Language) { self.language = language }

    public static let english = Phrasebook(.english)

    /// A text with its placeholders.
    public func callAsFunction(_ key: TextKey) -> String { texts[Int(key.rawValue)] }

    /// The language's texts, in the order of the keys.
    private var texts: [String] {
        switch language {
        case .english: Self.englishTexts
        case .brazilianPortuguese: Self.brazilianPortugueseTexts
        case .greek: Self.greekTexts
        case .turkish: Self.turkishTexts
        }
    }

    /// A text with values in place of its placeholders; a placeholder without a value becomes a question mark.
    public func callAsFunction(_ key: TextKey, _ values: KeyValuePairs<String, String>) -> String {
        self(key) { name in values.first { $0.key == name }?.value }
    }

    /// A text with values in place of its placeholders; nil becomes a question mark.
    public func callAsFunction(_ key: TextKey, value: (String) -> String?) -> String {
        Self.filled(pieces(key), value)
    }

    /// A text in the plural form of a number; the number also replaces `{count}`.
    ///
    /// - Parameter count: The number in digits. Any other text takes the form for many.
    public func callAsFunction(
        _ key: CountedKey, _ count: String, value: (String) -> String? = { _ in nil }
    ) -> String {
        let form = UInt64(count).map { language.form(of: $0) } ?? .other
        return Self.filled(TextPiece.pieces(of: forms(key)[form])) { $0 == "count" ? count : value($0) }
    }

    /// A text in the plural form of a number.
    public func callAsFunction(
        _ key: CountedKey, _ count: Int, _ values: KeyValuePairs<String, String> = [:]
    ) -> String {
        self(key, String(count)) { name in values.first { $0.key == name }?.value }
    }

    /// The parts of a text, for callers that may not hold the filled text in a `String`.
    public func pieces(_ key: TextKey) -> [TextPiece] { TextPiece.pieces(of: self(key)) }

    /// The text for the agent's refusal of a request.
    ///
    /// - Parameters:
    ///   - reason: `data.reason` of the error; an unknown reason gives the agent's own message.
    ///   - message: The agent's message in English. It is more detailed, and in English it is the whole text.
    public func refusal(_ reason: String?, message: String) -> String {
        guard language != .english else { return message }
        let key = reason.flatMap { TextKey("refusal", $0) } ?? .refusal_other
        return self(key, ["message": message])
    }

    package func forms(_ key: CountedKey) -> PluralForms {
        switch language {
        case .english: Self.english(key)
        case .brazilianPortuguese: Self.brazilianPortuguese(key)
        case .greek: Self.greek(key)
        case .turkish: Self.turkish(key)
        }
    }

    static func filled(_ pieces: [TextPiece], _ value: (String) -> String?) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .placeholder(let name): value(name) ?? "?"
            }
        }.joined()
    }
}

extension TextKey {
    private static let named = Dictionary(uniqueKeysWithValues: zip(names, allCases))

    public var name: String { Self.names[Int(rawValue)] }

    public init?(named name: String) {
        guard let key = Self.named[name] else { return nil }
        self = key
    }

    /// A text by a name from elsewhere, such as an agent's reason: `TextKey("refusal", "wrong-passphrase")` is
    /// `refusal_wrong_passphrase`.
    public init?(_ family: String, _ name: String) {
        let name = name.map { $0 == "-" || $0 == " " ? "_" : $0 }
        self.init(named: "\(family)_\(String(name))")
    }
}

/// A part of a text: its words, or the name of a placeholder.
///
/// ```
/// {origin} asks: {method}      placeholder("origin"), text(" asks: "), placeholder("method")
/// ```
public enum TextPiece: Sendable, Hashable {
    case text(String)
    case placeholder(String)

    /// Splits one of our texts. A brace that isn't closed, or contains anything but letters, is text.
    package static func pieces(of text: String) -> [TextPiece] {
        var pieces: [TextPiece] = []
        var rest = text[...]
        var plain = ""
        while let open = rest.firstIndex(of: "{") {
            let name = rest[rest.index(after: open)...].prefix { $0.isASCII && $0.isLetter }
            let isClosed = name.endIndex < rest.endIndex && rest[name.endIndex] == "}"
            guard !name.isEmpty, isClosed else {
                plain += rest[...open]
                rest = rest[rest.index(after: open)...]
                continue
            }
            plain += rest[..<open]
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
            pieces.append(.placeholder(String(name)))
            rest = rest[rest.index(after: name.endIndex)...]
        }
        plain += rest
        if !plain.isEmpty { pieces.append(.text(plain)) }
        return pieces
    }
}

/// The plural forms of a number in a language.
enum PluralForm {
    case one
    case other
}

/// A text in each plural form.
public struct PluralForms: Sendable, Hashable {
    package let one: String
    package let other: String

    init(one: String, other: String) {
        self.one = one
        self.other = other
    }

    /// The same text in both forms, as in Turkish.
    init(_ text: String) { self.init(one: text, other: text) }

    subscript(form: PluralForm) -> String {
        switch form {
        case .one: one
        case .other: other
        }
    }
}

extension TextKey {
    /// The remedy for a fault that `sidekey doctor` finds; nil if the finding is no fault or the text is no finding.
    ///
    /// A test compares it with every finding: one without a remedy is no fault.
    public var fix: TextKey? {
        switch self {
        case .foundNoFolder: .hintStartByPath
        case .foundProgramsMissing, .foundGatewayDead: .hintInstallOver
        case .foundAgentSilent, .foundUnknown, .foundAgentNoReader: .hintStopAgain
        case .foundVaultDamaged, .foundVaultUnread, .foundWalletUnusable: .hintBackupOrPhrase
        case .foundWalletChoice: .hintWalletChoice
        case .foundCopyUnverified: .hintCopyUnverified
        case .foundCopyNowhere: .hintCopyNowhere
        case .foundCopyReplaced: .hintCopyReplaced
        case .foundFolderTrusted: .hintFolderTrusted
        case .foundUpdate, .foundUpdateUrgent: .hintUpdate
        case .foundUpdatesUnread, .foundUpdatesOld: .hintUpdateCheck
        case .foundVaultNewer: .hintInstallNewer
        case .foundDatabaseLost: .hintLookThrough
        case .foundDatabaseNewer: .hintPutBack
        case .foundAgentOther: .hintStopStarts
        case .foundSwap: .hintMemoryLimit
        case .foundNoLogind: .hintLockYourself
        case .foundTPMLocked: .hintTPMLocked
        case .foundTPMDenied: .hintTPMDenied
        case .foundTPMGone: .hintTPMGone
        case .foundTPMUnusable: .hintTPMUnusable
        case .foundFingerprintUnusable: .hintFingerprintUnusable
        case .foundActivityBroken: .hintVerifyExport
        case .foundListDamaged, .foundListOld: .hintUpdateLists
        case .foundRulesReset: .hintLookThrough
        case .foundNoWallet: .hintCreate
        case .foundUnattended: .hintForTests
        case .foundHomeMoved: .hintUnsetHome
        case .foundFolderUnusable: .hintOwnFolder
        case .foundOtherSocket: .hintRuntimeFolder
        case .foundSocketOpen: .hintSocketFolder
        case .foundNoSeccomp, .foundAgentNoSeccomp: .hintSeccomp
        case .foundNoLandlock, .foundUnconfined, .foundAgentNoLandlock: .hintLandlock
        case .foundNoPinentry: .hintPinentry
        case .foundPinentry: .hintWindow
        case .foundNoBrowser: .hintInstallThen
        case .foundNoHost, .foundUnregistered, .foundNoScheme, .foundOtherScheme: .hintInstall
        case .foundOtherHost: .hintInstallThere
        case .foundManifestUnread, .foundManifestOfOther, .foundManifestClosed, .foundManifestOpen,
            .foundManifestEmpty:
            .hintInstallOver
        case .foundSandboxed: .hintPackages
        case .foundNoPortal: .hintPortal
        case .foundNoProxy: .hintProxy
        case .foundNoPermission: .hintProxyPermission
        case .foundNoExtension: .hintLoad
        default: nil
        }
    }
}

/// A language that Sidekey supports.
///
/// Another one needs a file in `Locales`, and a line here and in ``Phrasebook``, without which it isn't compiled.
public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case brazilianPortuguese = "pt_BR"
    case greek = "el"
    case turkish = "tr"

    /// The language of a tag (BCP 47, `pt-BR`) or of a locale (POSIX, `pt_BR.UTF-8`); nil if it isn't supported.
    ///
    /// The language decides and not the country: a reader of European Portuguese gets Brazilian Portuguese rather than English.
    public init?(_ tag: String) {
        let language = tag.lowercased().prefix { $0.isASCII && $0.isLetter }
        guard let known = Self.allCases.first(where: { $0.rawValue.prefix(2) == language }) else { return nil }
        self = known
    }

    /// The variables that name the language of messages, in their order (POSIX.1-2024, 8.2).
    public static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]

    /// The language that the first set variable names; English if that language isn't supported or no variable is set.
    ///
    /// - Parameter value: Returns a variable's value; nil or an empty text if it isn't set.
    public init(environment value: (String) -> String?) {
        let locale = Self.variables.lazy.compactMap(value).first { !$0.isEmpty }
        self = locale.flatMap { Language($0) } ?? .english
    }

    /// The plural form of a whole number (Unicode CLDR, `plurals.xml`).
    ///
    /// CLDR's form `many` of Portuguese, for whole millions, is that of `um milhão de`: a number in digits doesn't take it.
    func form(of count: UInt64) -> PluralForm {
        switch self {
        case .english, .greek, .turkish: count == 1 ? .one : .other
        case .brazilianPortuguese: count <= 1 ? .one : .other
        }
    }
}
