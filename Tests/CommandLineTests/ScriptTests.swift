import JSONRPC
import TestSupport
import Testing

/// The command line by scripts, with the real agent: what goes in, the exit status, and what comes out.
@Suite struct ScriptTests {
    @Test(arguments: CommandScript.names) func `every line of a script does what it says`(_ name: String) throws {
        try ScriptRun(CommandScript(name)).run()
    }

    /// The paths of the commands that have none below them, with what ArgumentParser knows of each.
    private static func commands() throws -> [(path: [String], description: JSON)] {
        let home = try ScratchHome()
        let dump = try SidekeyCommand.run(["--experimental-dump-help"], in: home)
        func leaves(_ command: JSON, _ path: [String]) -> [(path: [String], description: JSON)] {
            guard let below = command["subcommands"]?.array else { return [(path, command)] }
            return below.filter { $0["commandName"] != "help" }.flatMap {
                leaves($0, path + [$0["commandName"]?.text ?? ""])
            }
        }
        return leaves(try #require(JSON(parsing: JSONSource(dump.output))["command"]), [])
    }

    @Test func `every command answers in JSON where it is asked to`() throws {
        let commands = try Self.commands()
        #expect(commands.count > 60)
        for (path, description) in commands {
            let options = (description["arguments"]?.array ?? []).compactMap { $0["preferredName"]?["name"]?.text }
            #expect(options.contains("json"), "\(path)")
        }
    }

    @Test func `every command stands in a script, as text and as JSON`() throws {
        var (plain, json): (Set<[String]>, Set<[String]>) = ([], [])
        let paths = try Self.commands().map(\.path)
        for name in CommandScript.names {
            for step in try CommandScript(name).steps {
                guard let start = step.words.firstIndex(of: "sidekey") else { continue }
                let words = Array(step.words[(start + 1)...])
                for path in paths where words.starts(with: path) {
                    if words.contains("--json") { json.insert(path) } else { plain.insert(path) }
                }
            }
        }
        for path in paths {
            #expect(plain.contains(path), "no script has \(path)")
            // It is shown to a person, or nobody.
            #expect(json.contains(path) || path == ["phrase", "show"], "no script has \(path) --json")
        }
    }
}
