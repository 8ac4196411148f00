import ArgumentParser
import Localization

/// `sidekey stop`: has the agent finish what it writes, lock and leave. The next command or browser starts it again.
struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpStop))

    func run() throws {
        var agent = try AgentClient.connect(starting: false)
        _ = try agent.call("agent.stop")
        StandardOutput.write(say(.agentStopped) + "\n")
    }
}
