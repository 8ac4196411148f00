import Pinentry
import TestSupport
import Wallet

/// The pinentry of terminals, on a terminal of the test's own.
final class TerminalPrompt: NativePrompt {
    let terminal: BareTerminal

    init() throws { terminal = try BareTerminal() }

    func open(
        on display: DisplayEnvironment, limit: Duration
    ) async throws(PinentryError) -> any PromptConversation {
        try await PinentryConversation.open(
            PinentryProgram(unchecked: "/usr/bin/pinentry-curses"), display: display,
            terminal: PinentryConversation.Terminal(name: terminal.name, kind: "xterm"), limit: limit)
    }
}
