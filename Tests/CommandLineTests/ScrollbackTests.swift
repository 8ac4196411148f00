import Glibc
import JSONRPC
import TestSupport
import Testing

/// Traces of a shown or typed phrase in a real terminal emulator, tmux.
@Suite struct ScrollbackTests {
    private let home: ScratchHome
    private let agent: AgentStandIn

    init() throws {
        home = try ScratchHome()
        agent = try AgentStandIn(home.socket)
    }

    /// A pane of 80 by 24 with a shell that has run `command` once it is left.
    private final class Pane {
        private let socket: String

        init(_ arguments: [String], in home: ScratchHome) throws {
            socket = home.path + "/tmux"
            let words = [BuiltProgram.sidekey.path] + arguments
            let variables = home.environment.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
            try run(["new-session", "-d", "-x", "80", "-y", "24", "sh"])
            try run(["send-keys", " echo before; \(variables) \(words.joined(separator: " ")); echo after $?", "Enter"])
        }

        deinit { _ = try? run(["kill-server"]) }

        @discardableResult
        func run(_ arguments: [String]) throws -> String {
            let result = try ChildProcess.run(
                "/usr/bin/tmux", ["-f", "/dev/null", "-S", socket] + arguments, environment: ["PATH": "/usr/bin:/bin"])
            guard result.ending == .exited(0) else { throw TestFault("tmux: \(result.errors)") }
            return result.text
        }

        func type(_ text: String) throws { try run(["send-keys", "-l", text]) }
        func press(_ key: String) throws { try run(["send-keys", key]) }

        /// The screen.
        var screen: String { get throws { try run(["capture-pane", "-p"]) } }

        /// Screen, scrollback and what the alternate screen held last.
        var everything: String {
            get throws {
                try run(["capture-pane", "-p", "-S", "-"]) + run(["capture-pane", "-p", "-q", "-a", "-S", "-"])
            }
        }

        func wait(for text: String) throws {
            let deadline = Deadline()
            while try !screen.contains(text) {
                if deadline.hasPassed { throw TestFault("the screen never showed \(text), but \(try screen)") }
                usleep(50_000)
            }
        }
    }

    @Test(arguments: ["Enter", "C-c"])
    func `typed words stand on the screen, and afterwards nowhere`(_ end: String) throws {
        let words = Array(repeating: "abandon", count: 23) + ["art"]
        let pane = try Pane(["restore"], in: home)
        let conversation = try StandInConversation(agent, vault: "none")
        try pane.wait(for: "Word 1:")
        try pane.type(words.joined(separator: " "))
        try pane.press("Enter")
        try pane.wait(for: "24 words, and the checksum matches")
        #expect(try pane.everything.contains("abandon"), "the control: a search that finds them while they are there")
        try pane.press(end)
        if end == "Enter" {
            _ = try conversation.request("vault.discover")
            try conversation.answer(["candidates": [["path": "m/44'/501'/0'/0'", "publicKey": "Pubkey111"]]])
            try pane.wait(for: "begin with [1]:")
            try pane.press("Enter")
            try pane.wait(for: "Passphrase:")
            try pane.type("correct horse battery")
            try pane.press("Enter")
            try pane.wait(for: "Type it again:")
            try pane.type("correct horse battery")
            try pane.press("Enter")
            let phrase = try conversation.request("vault.create")["phrase"]
            #expect(try conversation.secret(phrase, "phrase") == words.joined(separator: " "))
            try conversation.answer(["vault": "locked", "accounts": [["publicKey": "Pubkey111"]]])
            try pane.wait(for: "Word:")
            try pane.press("Enter")
        }
        try pane.wait(for: "after \(end == "Enter" ? 0 : 130)")
        let left = try pane.everything
        #expect(left.contains("before"))
        for word in ["abandon", " art", "correct"] { #expect(!left.contains(word)) }
    }

    @Test func `shown words stand on the screen, and afterwards nowhere`() throws {
        let pane = try Pane(["create"], in: home)
        _ = try StandInConversation(agent, vault: "none")
        try pane.wait(for: "written them down.")
        let shown = try pane.everything.split { $0 == " " || $0.isNewline }
        let words = zip(shown, shown.dropFirst()).filter { $0.0.last == "." && Int($0.0.dropLast()) != nil }
        #expect(words.count >= 24)
        try pane.press("C-c")
        try pane.wait(for: "after 130")
        let left = try pane.everything
        #expect(left.contains("before"))
        // With its number: `before` and `error` are words of the list, and of what stands there.
        for (number, word) in words { #expect(!left.contains("\(number) \(word)")) }
    }
}
