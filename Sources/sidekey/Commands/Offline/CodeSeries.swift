import JSONRPC
import SolanaTransactions
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file as QR codes in a terminal, one after the other and again from the first, until Enter is pressed.
///
/// Without a terminal each is printed once.
struct CodeSeries {
    private let codes: [TerminalCode]

    /// The time for which a code is shown, in milliseconds: a camera takes some ten pictures meanwhile.
    private static let interval: Int32 = 500

    /// - Parameter answer: An answer with a `file`.
    init(of answer: JSON, from agent: inout AgentClient) throws(CommandError) {
        guard let text = answer["file"]?.text else { throw CommandError(say(.agentAnswerUnclear)) }
        let drawn = try agent.call("offline.codes", ["file": .string(Base64.encode(Array(text.utf8)))])
        codes = (drawn["codes"]?.array ?? []).compactMap(TerminalCode.init)
        guard !codes.isEmpty, codes.count == drawn["codes"]?.array?.count else {
            throw CommandError(say(.agentAnswerUnclear))
        }
    }

    func show() {
        guard isatty(STDERR_FILENO) == 1, isatty(STDIN_FILENO) == 1 else {
            for place in codes.indices { StandardError.write(text(place)) }
            return
        }
        var place = 0
        StandardError.write("\u{1B}[2J")
        while true {
            // To the corner, and over the code before.
            StandardError.write("\u{1B}[H" + text(place) + say(.codesStop) + "\u{1B}[J\n")
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, Self.interval) == 0 else { break }
            place = (place + 1) % codes.count
        }
        _ = readLine()
    }

    private func text(_ place: Int) -> String {
        codes[place].text + say(.codesPlace, ["number": "\(place + 1)", "count": "\(codes.count)"]) + "\n"
    }
}
