import ArgumentParser
import JSONRPC
import Wording

/// `sidekey doctor`: looks for problems that keep the wallet from working, and says what to do.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpDoctor),
        discussion: say(.helpDoctorMore)
    )

    @OptionGroup var output: OutputOptions

    func run() throws {
        // Scripts read the same in every language.
        let found = Phrasebook.$ofTerminal.withValue(output.json ? .english : say) {
            ProgramCheck.run() + WalletFolderCheck.run() + AgentCheck.run() + NetworkProcessCheck.run()
                + PromptCheck.run() + SchemeCheck.run() + BrowserCheck.run()
        }
        let isHealthy = !found.contains { $0.status == .failure }
        if output.json {
            StandardOutput.write(["ok": .bool(isHealthy), "checks": .array(found.map(\.json))])
        } else {
            for diagnosis in found { StandardOutput.write(diagnosis.text) }
        }
        if !isHealthy { throw ExitCode.failure }
    }
}
