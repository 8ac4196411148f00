/// The forms in which a language says a number of something.
enum PluralForm {
    case one
    case other
}

/// A text in each of the forms.
public struct PluralForms: Sendable, Hashable {
    package let one: String
    package let other: String

    init(one: String, other: String) {
        self.one = one
        self.other = other
    }

    /// The same in both, as in Turkish.
    init(_ text: String) { self.init(one: text, other: text) }

    subscript(form: PluralForm) -> String {
        switch form {
        case .one: one
        case .other: other
        }
    }
}
