import ArgumentParser
import JSONRPC
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `sidekey receive [ACCOUNT]`: shows an account's address, and on a terminal its QR code too.
struct Receive: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpReceive),
        discussion: say(.helpReceiveMore))

    @Argument(help: ArgumentHelp(say(.helpAccountOrFirst)), completion: .accounts)
    var account = "1"

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let table = AccountTable(try agent.call("accounts.list"))
        let publicKey = try AccountArgument(account).publicKey(in: table)
        let isDrawn = isatty(STDOUT_FILENO) == 1
        // A script reads the address alone; a person also reads that Sidekey can't spend what comes there.
        if table.isWatchOnly(publicKey) { StandardError.write("sidekey: \(say(.receiveWatchOnly))\n") }
        guard output.json || isDrawn else { return StandardOutput.write(publicKey.visible + "\n") }
        let answer = try agent.call("accounts.qr", ["publicKey": .string(publicKey)])
        if output.json { return StandardOutput.write(answer) }
        guard let code = TerminalCode(answer) else { throw CommandError(say(.agentAnswerUnclear)) }
        StandardOutput.write(publicKey.visible + "\n" + code.text)
    }
}

/// A QR code in a terminal's characters: each is two modules, one above the other.
///
/// It is black on white regardless of the terminal's own colours: many readers don't find a code with light and dark exchanged.
struct TerminalCode {
    /// The light modules around a code (ISO/IEC 18004, 9.1).
    private static let quietZone = 4

    private let size: Int
    private let modules: [UInt8]

    /// Takes the answer of `accounts.qr`; nil if it isn't one.
    init?(_ answer: JSON) {
        guard let size = answer["size"]?.int, (1...177).contains(size), let modules = answer["modules"]?.text,
            modules.utf8.count == size * size
        else { return nil }
        self.size = size
        self.modules = Array(modules.utf8)
    }

    /// Its lines, each with the colours it needs.
    var text: String {
        let places = -Self.quietZone..<size + Self.quietZone
        return stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
            let line = places.map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[38;5;16;48;5;231m" + line.joined() + "\u{1B}[0m\n"
        }.joined()
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        return modules[row * size + column] == UInt8(ascii: "1")
    }
}
