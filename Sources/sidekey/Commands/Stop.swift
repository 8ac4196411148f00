import ArgumentParser
import Wording

/// `sidekey stop`: has the agent finish what it writes, lock and leave. The next command or browser starts it again.
struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpStop))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect(starting: false)
        output.write(try agent.call("agent.stop"), or: say(.agentStopped) + "\n")
    }
}
