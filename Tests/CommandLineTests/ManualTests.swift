import JSONRPC
import Localization
import TestSupport
import Testing

@Suite struct ManualTests {
    private let home: ScratchHome

    init() throws { home = try ScratchHome() }

    private func page(in spoken: SpokenLanguage = SpokenLanguage(language: .english)) throws -> String {
        let result = try SidekeyCommand.run(["man"], in: home, adding: spoken.variables)
        #expect(result.ending == .exited(0))
        return result.text
    }

    private func commands() throws -> [String] {
        let dump = try SidekeyCommand.run(["--experimental-dump-help"], in: home)
        func leaves(_ command: JSON, _ path: String) -> [String] {
            guard let below = command["subcommands"]?.array else { return [path] }
            return below.filter { $0["commandName"] != "help" }.flatMap {
                leaves($0, "\(path) \($0["commandName"]?.text ?? "")")
            }
        }
        return leaves(try #require(JSON(parsing: JSONSource(dump.output))["command"]), "sidekey")
    }

    @Test(arguments: SpokenLanguage.all) func `the manual has a section for every command`(
        spoken: SpokenLanguage
    ) throws {
        let page = try page(in: spoken)
        let commands = try commands()
        #expect(commands.count > 60)
        for command in commands { #expect(page.contains("\n.SS \(command.replacing("-", with: "\\-"))\n")) }
        for heading: HelpKey in [.manualName, .manualStatus, .manualFiles] {
            #expect(page.contains(".SH \(spoken.words(heading))\n"))
        }
        // Every line is text or a request that man(7) knows.
        for line in page.split(separator: "\n") where line.hasPrefix(".") {
            #expect([".TH", ".SH", ".SS", ".TP", ".PP"].contains(String(line.prefix(3))), "\(line)")
        }
        for number in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 64, 130] {
            #expect(page.contains("\n.TP\n\\fB\(number)\\fR\n"), "\(number)")
        }
    }

    @Test func `man shows it without a complaint, and options can be copied from it`() throws {
        let roff = try home.file("sidekey.1", try page())
        let shown = try ChildProcess.run(
            "/usr/bin/env",
            [
                "groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-u", "-rLL=100n", roff,
            ], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
        #expect(shown.ending == .exited(0))
        #expect(shown.errors.isEmpty, "\(shown.errors)")
        let flat = SpokenLanguage.flat(shown.text)
        for text in [
            "sidekey approve", "--passphrase-file", "m/44'/501'/3'", "EXIT STATUS", "SIDEKEY_HOME", "Default: 20.",
        ] {
            #expect(flat.contains(text), "\(text)")
        }
    }
}
