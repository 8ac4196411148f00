/// What Sidekey says in one language.
///
/// The texts are compiled in, from the catalogue in `Locales`. A file beside the program, which another program of the user's could write,
/// would put words into prompts. What is put in is never looked at again: a value that holds `{account}` stays as it is. Making what comes
/// from outside visible is for whoever puts it in.
public struct Phrasebook: Sendable, Hashable {
    public let language: Language

    public init(_ language: Language) { self.language = language }

    public static let english = Phrasebook(.english)

    /// A text as it stands, with its placeholders.
    public func callAsFunction(_ key: TextKey) -> String {
        switch language {
        case .english: Self.english(key)
        case .brazilianPortuguese: Self.brazilianPortuguese(key)
        case .greek: Self.greek(key)
        case .turkish: Self.turkish(key)
        }
    }

    /// A text with values in the place of its placeholders; one that has none is a question mark.
    public func callAsFunction(_ key: TextKey, _ values: KeyValuePairs<String, String>) -> String {
        self(key) { name in values.first { $0.key == name }?.value }
    }

    /// A text with values in the place of its placeholders; nil makes a question mark.
    public func callAsFunction(_ key: TextKey, value: (String) -> String?) -> String {
        Self.filled(pieces(key), value)
    }

    /// A text in the form that a number takes; the number is also what stands for `{count}`.
    ///
    /// - Parameter count: In digits. What is no number takes the form of many.
    public func callAsFunction(
        _ key: CountedKey, _ count: String, value: (String) -> String? = { _ in nil }
    ) -> String {
        let form = UInt64(count).map { language.form(of: $0) } ?? .other
        return Self.filled(TextPiece.pieces(of: forms(key)[form])) { $0 == "count" ? count : value($0) }
    }

    /// A text in the form that a number takes.
    public func callAsFunction(
        _ key: CountedKey, _ count: Int, _ values: KeyValuePairs<String, String> = [:]
    ) -> String {
        self(key, String(count)) { name in values.first { $0.key == name }?.value }
    }

    /// A text taken apart, for whoever puts it together where no `String` may hold it.
    public func pieces(_ key: TextKey) -> [TextPiece] { TextPiece.pieces(of: self(key)) }

    /// Why the agent refused a request.
    ///
    /// - Parameters:
    ///   - reason: `data.reason` of the error; one that isn't known here says what the agent says.
    ///   - message: The agent's own words, in English, which say more and are all that is said in English.
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
    /// A text by a name from elsewhere, such as a reason of the agent's: `TextKey("refusal", "wrong-passphrase")` is `refusal_wrong_passphrase`.
    public init?(_ family: String, _ name: String) {
        let name = name.map { $0 == "-" || $0 == " " ? "_" : $0 }
        self.init(rawValue: "\(family)_\(String(name))")
    }
}
