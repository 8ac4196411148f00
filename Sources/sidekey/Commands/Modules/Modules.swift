import AgentSocket
import ArgumentParser
import JSONRPC
import Wording

/// `sidekey modules`: lists the agent's modules, and the parameters of each method.
struct Modules: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpModules))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let modules = try agent.all("modules.list", member: "modules")
        if output.json { return StandardOutput.write(.array(modules)) }
        for module in modules {
            StandardOutput.write("\(Self.text(module["id"])) \(Self.text(module["version"]))\n")
            for command in module["extensionPoints"]?["commands"]?.array ?? [] {
                let line = ["sidekey", Self.text(command["name"]), command["usage"]?.text?.visible ?? ""]
                StandardOutput.write(
                    "    \(line.filter { !$0.isEmpty }.joined(separator: " ")): \(Self.text(command["summary"]))\n")
            }
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

/// A command that isn't one of `sidekey`'s own. A module of the agent may have brought it (`docs/protocol.md`, "Modules").
enum ModuleCommandLine {
    /// Asks the agent for the module that has brought the command of a line, and runs it.
    ///
    /// - Parameter line: The words after `sidekey`.
    /// - Returns: True if a module has the command. A mistyped word makes no wallet folder and starts nothing in a new one.
    static func run(_ line: [String], own: Set<String>) throws(CommandError) -> Bool {
        guard let name = line.first, !name.hasPrefix("-"), !own.contains(name) else { return false }
        guard let folder = try? WalletFolder(environment: AgentClient.environment) else { return false }
        guard FileSystem.isFolder(folder.data) else { return false }
        // Without an agent, the line is explained like any other that makes no sense.
        guard var agent = try? AgentClient.connect() else { return false }
        let modules = try agent.all("modules.list", member: "modules")
        let commands = modules.flatMap { $0["extensionPoints"]?["commands"]?.array ?? [] }
        guard commands.contains(where: { $0["name"]?.text == name }) else { return false }
        let words = line.dropFirst()
        let options = words.prefix { $0 != "--" }
        let arguments = options.filter { $0 != "--json" } + words.dropFirst(options.count + 1)
        let page = try agent.call(
            "modules.run", ["command": .string(name), "arguments": .array(arguments.map { .string($0) })])
        if options.contains("--json") {
            StandardOutput.write(page)
        } else {
            var lines = NamedLines()
            for fact in page["facts"]?.array ?? [] {
                lines.append(named: fact["label"]?.text?.visible ?? "?", fact["value"]?.text?.visible ?? "?")
            }
            StandardOutput.write(lines.text(width: 13))
        }
        return true
    }
}
