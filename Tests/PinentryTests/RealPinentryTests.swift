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

    @Test func bringsASecretFromAWindow() async throws {
        let display = try VirtualDisplay()
        let conversation = try await open(on: display)
        let question = PinentryQuestion(title: Self.title, description: "Which?", prompt: "Secret:", ok: "OK")
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
            try await conversation.confirm(PinentryQuestion(title: Self.title, ok: "Next"))
        }
        try await window(on: display)
        task.cancel()
        await #expect(throws: PinentryError.cancelled) { try await task.value }
        #expect(try await comesTrue { try !display.shows(title: Self.title) })
    }

    @Test func isOverByItself() async throws {
        let display = try VirtualDisplay()
        let conversation = try await open(on: display, limit: .milliseconds(3900))
        let answer = try await conversation.confirm(PinentryQuestion(title: Self.title, description: "?", ok: "OK"))
        #expect(answer == .timedOut)
    }

    @Test func saysSoWhereTheDisplayIsGone() async throws {
        let question = PinentryQuestion(title: Self.title, description: "?", ok: "OK")
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
        let question = PinentryQuestion(title: Self.title, description: "May I? 100%", prompt: "Secret:", ok: "OK")
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
            try await conversation.confirm(PinentryQuestion(title: Self.title, description: "Hm?", ok: "OK"))
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
            _ = try await conversation.confirm(PinentryQuestion(title: Self.title, description: "?", ok: "OK"))
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

/// A terminal that no program has as its controlling one.
private final class BareTerminal {
    let name: String
    private let descriptor: Int32
    private let other: Int32
    private var text = ""

    init() throws {
        var (primary, secondary): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 64)
        guard openpty(&primary, &secondary, &name, nil, nil) == 0 else { throw TestFault("no pseudo-terminal") }
        for end in [primary, secondary] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(primary, F_SETFL, O_NONBLOCK)
        var size = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(primary, UInt(TIOCSWINSZ), &size)
        (descriptor, other) = (primary, secondary)
        self.name = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        close(descriptor)
        close(other)
    }

    /// Everything that was written so far, escapes included.
    var shown: String {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(descriptor, &bytes, bytes.count)
        if count > 0 { text += String(decoding: bytes[..<count], as: UTF8.self) }
        return text
    }

    func send(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    var echoes: Bool {
        var state = termios()
        return tcgetattr(other, &state) == 0 && state.c_lflag & tcflag_t(ECHO) != 0
    }
}
