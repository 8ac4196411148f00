import ArgumentParser
import JSONRPC
import Wording

/// `sidekey modules`: what the agent is made of, and what each method takes.
struct Modules: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpModules))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let modules = try agent.all("modules.list", member: "modules")
        if output.json { return StandardOutput.write(.array(modules)) }
        for module in modules {
            StandardOutput.write("\(Self.text(module["id"])) \(Self.text(module["version"]))\n")
            for method in module["methods"]?.array ?? [] {
                let params = (method["params"]?.array ?? []).map { parameter in
                    Self.text(parameter["name"]) + (parameter["required"]?.bool == true ? "" : "?")
                }
                StandardOutput.write("    \(Self.text(method["name"]))(\(params.joined(separator: ", ")))\n")
            }
        }
    }

    private static func text(_ json: JSON?) -> String { json?.text?.visible ?? "?" }
}
