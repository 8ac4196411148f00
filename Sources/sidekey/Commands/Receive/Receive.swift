import ArgumentParser
import JSONRPC
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `sidekey receive [ACCOUNT]`: an account's address, and on a terminal as a QR code too.
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
        let publicKey = try AccountArgument(account).publicKey(from: &agent)
        let isDrawn = isatty(STDOUT_FILENO) == 1
        guard output.json || isDrawn else { return StandardOutput.write(publicKey.visible + "\n") }
        let answer = try agent.call("accounts.qr", ["publicKey": .string(publicKey)])
        if output.json { return StandardOutput.write(answer) }
        guard let code = TerminalCode(answer) else { throw CommandError(say(.agentAnswerUnclear)) }
        StandardOutput.write(publicKey.visible + "\n" + code.text)
    }
}
