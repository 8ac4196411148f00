import ArgumentParser
import JSONRPC
import Wording

/// `sidekey open-url`: what the desktop calls for the wallet's links. The agent decides; this process opens the answer.
struct OpenURL: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-url", abstract: say(.helpOpenURL), discussion: say(.helpOpenURLMore))

    @Argument(help: ArgumentHelp(say(.helpLink)))
    var url: String

    @Flag(name: .customLong("print"), help: ArgumentHelp(say(.helpPrintLink)))
    var prints = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let answer = try agent.call(
            "deeplinks.open", ["url": .string(url), "environment": AgentClient.place], within: Self.patience)
        let link = answer["link"]?.text ?? answer["browse"]?.text
        let refusal = answer["error"].flatMap { RPCError(json: $0) }.map { CommandError($0) }
        if prints {
            if let link { StandardOutput.write(link + "\n") }
            if let refusal { throw refusal }
            return
        }
        if let link { try LinkOpener.open(link) }
        // The app has its answer, which is all that the desktop asks about: by another status it would say that the link wasn't opened.
        if let refusal, !output.json { return refusal.report(asJSON: false) }
        let done: TextKey = answer["browse"] == nil ? .appAnswered : .addressOpened
        output.write(answer, or: say(done) + "\n")
    }

    /// A decision takes five minutes at most, and some more before it and after.
    private static let patience = Duration.seconds(420)
}
