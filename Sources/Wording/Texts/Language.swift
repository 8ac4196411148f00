/// A language that Sidekey speaks.
///
/// Another one is a file in `Locales`, and its line here and in ``Phrasebook``, without which it isn't compiled.
public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case brazilianPortuguese = "pt_BR"
    case greek = "el"
    case turkish = "tr"

    /// The language of a tag (BCP 47, `pt-BR`) or of a locale (POSIX, `pt_BR.UTF-8`); nil where it isn't spoken here.
    ///
    /// The language decides and not the country: who reads Portuguese of Portugal reads that of Brazil rather than English.
    public init?(_ tag: String) {
        let language = tag.lowercased().prefix { $0.isASCII && $0.isLetter }
        guard let known = Self.allCases.first(where: { $0.rawValue.prefix(2) == language }) else { return nil }
        self = known
    }

    /// The variables that name the language of messages, in their order (POSIX.1-2024, 8.2).
    public static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]

    /// The language that the first variable which is set names; English where that is one that isn't spoken here, or none is set.
    ///
    /// - Parameter value: A variable's value; nil or nothing where it isn't set.
    public init(environment value: (String) -> String?) {
        let locale = Self.variables.lazy.compactMap(value).first { !$0.isEmpty }
        self = locale.flatMap { Language($0) } ?? .english
    }

    /// Which form a whole number takes (Unicode CLDR, `plurals.xml`).
    ///
    /// CLDR's form `many` of Portuguese, for whole millions, is the one of `um milhão de`: a number in digits doesn't take it.
    func form(of count: UInt64) -> PluralForm {
        switch self {
        case .english, .greek, .turkish: count == 1 ? .one : .other
        case .brazilianPortuguese: count <= 1 ? .one : .other
        }
    }
}
