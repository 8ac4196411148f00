import ArgumentParser
import JSONRPC
import Wording

/// `sidekey completions SHELL`: a script that completes this program's lines.
struct Completions: ParsableCommand {
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash
        case zsh
        case fish
    }

    static let configuration = CommandConfiguration(
        abstract: say(.helpCompletions), discussion: say(.helpCompletionsMore))

    @Argument(help: ArgumentHelp(say(.helpShell)))
    var shell: Shell

    @OptionGroup var output: OutputOptions

    func run() throws {
        let kind: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        let script = Sidekey.completionScript(for: kind)
        output.write(["shell": .string(shell.rawValue), "script": .string(script)], or: script + "\n")
    }
}
