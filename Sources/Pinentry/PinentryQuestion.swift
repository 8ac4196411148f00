public import Salt

/// What a prompt says. All texts are ours or were made visible before: pinentry shows them as they are.
public struct PinentryQuestion: Sendable, Hashable {
    /// The window's title.
    public var title: String
    /// The text above the buttons, lines kept. `nil` where it was given by ``PinentryConversation/describe(_:)``.
    public var description: String?
    /// The word before the field, for a secret.
    public var prompt: String?
    /// What was wrong with the answer before, for a secret.
    public var error: String?
    /// The label of the button that says yes.
    public var ok: String
    /// The label of the button that ends the whole.
    public var cancel: String
    /// The label of a third button that says no; some pinentries show none.
    public var notOK: String?
    /// The word before a second field, where a secret is to be typed twice; some pinentries show none.
    public var repetition: String?
    /// The note below the text where an answer came before anybody can have read it, and the question is asked again. Without it every answer counts,
    /// however soon.
    public var tooSoon: String?

    public init(
        title: String, description: String? = nil, prompt: String? = nil, error: String? = nil, ok: String,
        cancel: String, notOK: String? = nil, repetition: String? = nil, tooSoon: String? = nil
    ) {
        self.title = title
        self.description = description
        self.prompt = prompt
        self.error = error
        self.ok = ok
        self.cancel = cancel
        self.notOK = notOK
        self.repetition = repetition
        self.tooSoon = tooSoon
    }
}

/// What a person answered to a question.
public enum PinentryAnswer: Sendable, Hashable {
    case yes
    /// The third button.
    case no
    /// The cancel button, the Escape key, or the window closed.
    case cancelled
    /// Nobody answered before pinentry's own time was over.
    case timedOut
}

/// What a person typed.
public enum PinentrySecret: ~Copyable, Sendable {
    /// 0 to 2,048 bytes, UTF-8 where the program keeps to its locale.
    case given(SecretBytes)
    case cancelled
    case timedOut
}
