public import Pinentry
public import Salt

/// Asks a person outside the browser.
public protocol NativePrompt: Sendable {
    /// Opens a conversation where a client's user sits.
    ///
    /// - Parameter limit: How long all of it may take.
    /// - Throws: Why nobody can be asked.
    func open(on display: DisplayEnvironment, limit: Duration) async throws(PinentryError) -> any PromptConversation
}

/// One question after the other to the same person.
public protocol PromptConversation: Sendable {
    /// Asks for yes or no.
    func confirm(_ question: PinentryQuestion) async throws(PinentryError) -> PinentryAnswer

    /// Asks for something that nobody else may see.
    func secret(_ question: PinentryQuestion) async throws(PinentryError) -> PinentrySecret

    /// Sets what the next questions say to a text that nobody else may read.
    func describe(_ text: consuming SecretBytes) async throws(PinentryError)

    /// Ends the conversation and takes its window away.
    func close() async
}

extension PinentryConversation: PromptConversation {}
