import JSONRPC
import Salt
import Wording

/// The word that prompts outside the browser show, so that the user knows them from an imitation. The browser never learns it.
enum RecognitionWord {
    /// How many bytes it may have.
    private static let limit = 64

    /// Asks for it, where the command has a terminal of its own; the empty word takes it away.
    static func ask() throws(CommandError) -> String {
        try ask(on: Terminal(for: .purposeWordChoice, hint: .hintInTerminal))
    }

    /// Offers it to who has just made a wallet. The wallet stands whatever becomes of the word.
    static func offer(
        on terminal: borrowing Terminal, unlockedBy passphrase: borrowing SecretBytes, with agent: inout AgentClient
    ) {
        do throws(CommandError) {
            let word = try ask(on: terminal)
            if !word.isEmpty { try set(word, unlockedBy: passphrase, with: &agent) }
        } catch {
            terminal.write("\(error.message)\n\(say(.wordNone))\n")
        }
    }

    private static func set(
        _ word: String, unlockedBy passphrase: borrowing SecretBytes, with agent: inout AgentClient
    ) throws(CommandError) {
        let request = try passphrase.withBytes { passphrase throws(CommandError) in
            try SecretRequest(
                id: "word", method: "policy.set",
                params: ["recognition": .json(.string(word)), "passphrase": .secret(passphrase)])
        }
        _ = try agent.call(request)
    }

    private static func ask(on terminal: borrowing Terminal) throws(CommandError) -> String {
        terminal.write(say(.wordMeans) + "\n")
        while true {
            let typed = try terminal.line(say(.askWord), echo: true)
            let text = typed.withBytes { String(decoding: $0, as: UTF8.self) }
            if text.utf8.count <= limit, text == text.visible { return text }
            terminal.write(say(.wordRange, ["count": "\(limit)"]) + "\n")
        }
    }
}
