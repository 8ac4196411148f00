import Glibc
import Pinentry
import Salt
import TestSupport
import Testing

/// The programs that users have, in a window and on a terminal.
@Suite(.serialized) struct RealPinentryTests {
    private static let gtk = PinentryProgram(unchecked: "/usr/bin/pinentry-gtk-2")
    private static let curses = PinentryProgram(unchecked: "/usr/bin/pinentry-curses")
    private static let title = "Sidekey asks"

    private func open(on display: VirtualDisplay, limit: Duration = .seconds(60)) async throws -> PinentryConversation {
        try await PinentryConversation.open(
            Self.gtk, display: DisplayEnvironment([("DISPLAY", display.name), ("LANG", "C")]), limit: limit)
    }

    /// Asks, and presses keys once the window is there.
    private func answer<Value: Sendable>(
        on display: VirtualDisplay, _ keys: () throws -> Void, to ask: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await ask() }
        try await window(on: display)
        try keys()
        return try await task.value
    }

    private func window(on display: VirtualDisplay) async throws {
        guard try await comesTrue({ try display.shows(title: Self.title) }) else { throw TestFault("no window") }
        // A prompt takes the keyboard for itself a moment after it is drawn.
        try await Task.sleep(for: .milliseconds(300))
    }

    @Test func takesEveryAnswerOfAWindow() async throws {
        let display = try VirtualDisplay()
        let conversation = try await open(on: display)
        let question = PinentryQuestion(
            title: Self.title, description: "<b>May</b> I &amp; _you?\n| 100%", ok: "Approve", cancel: "Cancel",
            notOK: "Reject")
        let keys: [(String, PinentryAnswer)] = [
            ("alt+a", .yes), ("alt+r", .no), ("alt+c", .cancelled), ("Escape", .cancelled),
        ]
        var labelled = question
        (labelled.ok, labelled.cancel, labelled.notOK) = ("_Approve", "_Cancel", "_Reject")
        for (key, expected) in keys {
            let asked = labelled
            let answer = try await answer(on: display, { try display.press(key) }) {
                try await conversation.confirm(asked)
            }
            #expect(answer == expected, "\(key)")
            #expect(try await comesTrue { try !display.shows(title: Self.title) })
        }
        await conversation.close()
    }

    /// A window that breaks a line is higher by one.
    @Test func `no line of somebody else's words is broken by the window`() async throws {
        let display = try VirtualDisplay()
        let conversation = try await open(on: display)
        func height(_ lines: [String]) async throws -> Int {
            let question = PinentryQuestion(
                title: Self.title, description: lines.joined(separator: "\n"), ok: "OK", cancel: "Cancel")
            var height = 0
            _ = try await answer(
                on: display,
                {
                    height = try display.height(title: Self.title) ?? 0
                    try display.press("Escape")
                }
            ) { try await conversation.confirm(question) }
            _ = try await comesTrue { try !display.shows(title: Self.title) }
            return height
        }
        // What was the widest quoted line until now is broken: the end of it had no bar.
        let plain = try await height(["S", "", "| x"])
        #expect(try await height(["S", "", "| " + String(repeating: "W", count: 42)]) > plain)
        for letter in ["W", "m", "@", "w", "=", "G", "x", "l", "Щ", "Ж", "ω", "日", "…", "%", "a "] {
            let line = "  | " + String(repeating: letter, count: letter == "l" ? 200 : 100)
            let page = try PromptPage(heading: "S", lines: [line])
            let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let expected = try await height(
                lines.map { $0.isEmpty ? "" : $0.hasPrefix("  | ") ? "  | " + String(letter.first ?? "x") : $0 })
            #expect(try await height(lines) == expected, "\(letter)")
        }
        await conversation.close()
    }

    @Test func bringsASecretFromAWindow() async throws {
        let display = try VirtualDisplay()
        let conversation = try await open(on: display)
        let question = PinentryQuestion(
            title: Self.title, description: "Which?", prompt: "Secret:", ok: "OK", cancel: "Cancel")
        for text in ["100%25 and a bit", "gr\u{FC}n", ""] {
            let typed = try await answer(
                on: display,
                {
                    if !text.isEmpty { try display.type(text) }
                    try display.press("Return")
                }
            ) { try await conversation.bytes(question) }
            #expect(typed == Array(text.utf8))
            #expect(try await comesTrue { try !display.shows(title: Self.title) })
        }
        await conversation.close()
    }

    @Test func showsASecretDescriptionAndIsGoneWhenItsTaskIs() async throws {
        let display = try VirtualDisplay()
        let conversation = try await open(on: display)
        try await conversation.describe(SecretBytes(copying: Array("1. abandon\n2. zoo".utf8)))
        let task = Task {
            try await conversation.confirm(PinentryQuestion(title: Self.title, ok: "Next", cancel: "Cancel"))
        }
        try await window(on: display)
        task.cancel()
        await #expect(throws: PinentryError.cancelled) { try await task.value }
        #expect(try await comesTrue { try !display.shows(title: Self.title) })
    }

    @Test func isOverByItself() async throws {
        let display = try VirtualDisplay()
        let conversation = try await open(on: display, limit: .milliseconds(3900))
        let answer = try await conversation.confirm(
            PinentryQuestion(title: Self.title, description: "?", ok: "OK", cancel: "Cancel"))
        #expect(answer == .timedOut)
    }

    @Test func saysSoWhereTheDisplayIsGone() async throws {
        let question = PinentryQuestion(title: Self.title, description: "?", ok: "OK", cancel: "Cancel")
        await #expect(throws: PinentryError.self) {
            let conversation = try await PinentryConversation.open(
                Self.gtk, display: DisplayEnvironment([("DISPLAY", ":54321")]), limit: .seconds(10))
            _ = try await conversation.confirm(question)
        }
        let display = try VirtualDisplay()
        let conversation = try await open(on: display)
        let task = Task { try await conversation.confirm(question) }
        try await window(on: display)
        display.end()
        await #expect(throws: PinentryError.self) { try await task.value }
    }

    @Test func asksOnATerminal() async throws {
        let terminal = try BareTerminal()
        let conversation = try await PinentryConversation.open(
            Self.curses, display: DisplayEnvironment([]),
            terminal: PinentryConversation.Terminal(name: terminal.name, kind: "xterm"), limit: .seconds(60))
        let question = PinentryQuestion(
            title: Self.title, description: "May I? 100%", prompt: "Secret:", ok: "OK", cancel: "Cancel")
        let confirmed = Task { try await conversation.confirm(question) }
        #expect(await comesTrue { terminal.shown.contains("May I? 100%") })
        terminal.send("\r")
        #expect(try await confirmed.value == .yes)
        let secret = Task { try await conversation.bytes(question) }
        #expect(await comesTrue { terminal.shown.contains("Secret:") })
        terminal.send("grüße %41\r")
        #expect(try await secret.value == Array("grüße %41".utf8))
        let cancelled = Task { try await conversation.confirm(question) }
        try await Task.sleep(for: .milliseconds(500))
        terminal.send("\t\r")
        #expect(try await cancelled.value == .cancelled)
        await conversation.close()
    }

    @Test func leavesATerminalAsItWas() async throws {
        let terminal = try BareTerminal()
        #expect(terminal.echoes)
        let conversation = try await PinentryConversation.open(
            Self.curses, display: DisplayEnvironment([]),
            terminal: PinentryConversation.Terminal(name: terminal.name, kind: "xterm"), limit: .seconds(60))
        let task = Task {
            try await conversation.confirm(
                PinentryQuestion(title: Self.title, description: "Hm?", ok: "OK", cancel: "Cancel"))
        }
        #expect(await comesTrue { terminal.shown.contains("Hm?") })
        #expect(!terminal.echoes)
        await conversation.close()
        await #expect(throws: PinentryError.cancelled) { try await task.value }
        #expect(terminal.echoes)
    }

    @Test func hasNoTerminalWhereNoneWasGiven() async throws {
        await #expect(throws: PinentryError.self) {
            let conversation = try await PinentryConversation.open(
                Self.curses, display: DisplayEnvironment([("DISPLAY", ":54321")]), limit: .seconds(10))
            _ = try await conversation.confirm(
                PinentryQuestion(title: Self.title, description: "?", ok: "OK", cancel: "Cancel"))
        }
    }
}

extension PinentryConversation {
    fileprivate func bytes(_ question: PinentryQuestion) async throws(PinentryError) -> [UInt8]? {
        switch try await secret(question) {
        case .given(let bytes): return bytes.disclosed()
        case .cancelled: return nil
        case .timedOut: return nil
        }
    }
}
