import ArgumentParser
import JSONRPC
import Wording

/// `sidekey man`: the manual page, made from the help of the commands themselves.
struct Manual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "man", abstract: say(.helpManual), discussion: say(.helpManualMore))

    @OptionGroup var output: OutputOptions

    func run() throws {
        guard let tree = try? JSON(parsing: JSONSource(Array(Sidekey._dumpHelp().utf8))), let root = tree["command"]
        else { throw CommandError(say(.agentAnswerUnclear)) }
        let page = ManualPage(of: root).roff
        output.write(["roff": .string(page)], or: page)
    }
}
