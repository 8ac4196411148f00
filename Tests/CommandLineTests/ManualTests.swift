import JSONRPC
import TestSupport
import Testing
import Wording

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
        for heading: TextKey in [.manualName, .manualStatus, .manualFiles] {
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

    @Test func `what scripts may rely on is written down for every command and every status`() throws {
        let tests = CommandScript.folder
        let top = tests.prefix(upTo: tests.firstRange(of: "/Tests/")?.lowerBound ?? tests.endIndex)
        let file = top + "/docs/command-line.md"
        let text = String(decoding: try #require(SystemFile.read(String(file))), as: UTF8.self)
        for command in try commands() {
            #expect(text.contains("`\(command.dropFirst("sidekey ".count))`"), "\(command)")
        }
        let page = try page()
        for line in text.split(separator: "\n") {
            guard let row = line.firstMatch(of: #/^\| (\d+) \| `([a-z-]+)` \| /#) else { continue }
            #expect(page.contains("\n\\fB\(row.output.1)\\fR\n"), "\(line)")
        }
    }

    /// Bash expands the words that a completion offers it.
    @Test func `bash completes commands, options and ids, and never what it would expand`() throws {
        let passphrase = try home.file("passphrase", "correct horse battery\n")
        let made = try SidekeyCommand.run(
            ["create", "--passphrase-file", passphrase, "--phrase-file", "\(home.path)/phrase", "--json"], in: home)
        let account = try #require(
            try JSON(parsing: JSONSource(made.output))["accounts"]?[0]?["publicKey"]?.text)
        #expect(try SidekeyCommand.run(["unlock", "--passphrase-file", passphrase], in: home).ending == .exited(0))
        for label in ["$(touch \(home.path)/planted)", "Carol"] {
            let address =
                label == "Carol" ? "11111111111111111111111111111112" : "SysvarC1ock11111111111111111111111111111111"
            let added = try SidekeyCommand.run(["contacts", "add", address, label], in: home)
            #expect(added.ending == .exited(0), "\(added.errors)")
        }
        #expect(try completed("sidekey appro").contains("approve"))
        #expect(try completed("sidekey status --js").contains("--json"))
        #expect(try completed("sidekey account hide ").contains(account))
        let contacts = try completed("sidekey contacts remove ")
        #expect(contacts.contains("Carol") && !contacts.contains { $0.contains("touch") })
        #expect(SystemFile.read("\(home.path)/planted") == nil)
        #expect(!SystemFile.names(in: home.path).contains("planted"))
    }

    /// What bash offers for a line with the cursor at its end.
    private func completed(_ line: String) throws -> [String] {
        let script = try home.file("completions", SidekeyCommand.run(["completions", "bash"], in: home).text)
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
        let program = """
            PATH=\(BuiltProgram.folder):$PATH
            source \(script)
            COMP_LINE='\(line)' COMP_POINT=\(line.count) COMP_WORDS=(\(words.joined(separator: " "))) COMP_CWORD=\(words.count - 1)
            $(complete -p sidekey | sed -E 's/.*-F ([^ ]+) .*/\\1/') sidekey "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let result = try ChildProcess.run("/bin/bash", ["-c", program], environment: home.environment)
        return result.text.split(separator: "\n").map { $0.split(separator: " ").first.map(String.init) ?? "" }
    }
}
