import ArgumentParser
import JSONRPC

/// `sidekey doctor`: looks for what keeps the wallet from working, and says what to do.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look for faults in the installation.",
        discussion:
            "Changes nothing but that it starts the agent. The exit status is 1 if a check fails; warnings don't count."
    )

    @OptionGroup var output: OutputOptions

    func run() throws {
        let found =
            ProgramCheck.run() + WalletFolderCheck.run() + AgentCheck.run() + PromptCheck.run()
            + BrowserCheck.run()
        let isHealthy = !found.contains { $0.status == .failure }
        if output.json {
            StandardOutput.write(["ok": .bool(isHealthy), "checks": .array(found.map(\.json))])
        } else {
            for diagnosis in found { StandardOutput.write(diagnosis.text) }
        }
        if !isHealthy { throw ExitCode.failure }
    }
}
