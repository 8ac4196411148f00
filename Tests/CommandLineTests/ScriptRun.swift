import JSONRPC
import TestSupport
import Testing

/// A script on its way: a home of its own with a real agent, and what was printed last.
final class ScriptRun {
    private let script: CommandScript
    private let home: ScratchHome
    private var variables: [String: String]
    private var environment: [String: String] = [:]
    private var input: [UInt8] = []
    private var output = ""
    private var errors = ""
    private var node: LocalNode?
    /// The words that were written down, by their places.
    private var paper: [Int: String] = [:]
    private var terminal: PseudoTerminal?
    private var page: BrowserStandIn?
    private var asked: String?

    init(_ script: CommandScript) throws {
        self.script = script
        let network = script.steps.contains { $0.words == ["node"] } ? "loopback" : "off"
        home = try ScratchHome(network: network, quick: true)
        variables = ["HOME": home.path]
        for file in script.files { _ = try home.file(file.name, file.text) }
    }

    func run() throws {
        for step in script.steps {
            do {
                try perform(step.words.map(expanded))
            } catch {
                let shown = terminal.map { "\nterminal: \($0.shown)" } ?? ""
                throw TestFault("\(script.name):\(step.number): \(error)\nstdout: \(output)\nstderr: \(errors)\(shown)")
            }
        }
    }

    /// A word with values in the place of `$NAME`; the longest name counts.
    private func expanded(_ word: String) -> String {
        variables.keys.sorted { $0.count > $1.count }.reduce(word) { word, name in
            word.replacing("$" + name, with: variables[name] ?? "")
        }
    }

    private func perform(_ words: [String]) throws {
        let rest = Array(words.dropFirst())
        switch words[0] {
        case "sidekey": try command(rest, exits: 0)
        case "exit": try command(Array(rest.dropFirst(2)), exits: number(rest.first))
        case "stdin": input = try bytes(of: rest.first)
        case "env": try set(rest.first)
        case "stdout": try match(output, rest.first)
        case "stderr": try match(errors, rest.first)
        case "!": try notMatch(rest)
        case "cmp": try compare(bytes(of: rest.first))
        case "json": try check(json(output), rest)
        case "error": try check(json(lastLine(of: errors))["error"], rest)
        case "let": variables[try named(rest, 0)] = try text(of: json(output), at: named(rest, 1))
        case "node": try startNode()
        case "fund": try fund(named(rest, 0), with: named(rest, 1))
        case "call": try node.map { try NameScene(node: $0).call(named(rest, 0), named(rest, 1)) }
        case "page": try ask(named(rest, 0), try json(named(rest, 1)))
        case "answered": try answered(rest)
        case "terminal": terminal = try startTerminal(rest)
        case "expect": try terminal?.wait(for: named(rest, 0))
        case "type": terminal?.type(rest.first ?? "")
        case "enter": terminal?.send("\r")
        case "keys": terminal?.send(rest.joined(separator: " "))
        case "write-down": try writeDown()
        case "look-up": try lookUp()
        case "ends": try ends(number(rest.first))
        default: throw TestFault("no such step: \(words[0])")
        }
    }

    // MARK: Commands

    /// Runs `sidekey` without a terminal, and checks what holds of every run.
    private func command(_ arguments: [String], exits status: Int32) throws {
        let result = try ChildProcess.run(
            "/usr/bin/setsid", ["--wait", home.sidekey] + arguments,
            environment: home.environment.merging(environment) { $1 }, input: input)
        input = []
        output = result.text
        errors = result.errors
        guard result.ending == .exited(status) else { throw TestFault("it \(result.ending), and not \(status)") }
        if arguments.contains("--json") {
            if status == 0 || !output.isEmpty { _ = try json(output) }
            // `doctor` has said all of it on standard output.
            guard status != 0, arguments.first != "doctor" else { return }
            guard try json(lastLine(of: errors))["error"]?["status"]?.int == Int(status) else {
                throw TestFault("the error in JSON has another status")
            }
        } else if status != 0, arguments.first != "doctor" {
            guard errors.contains(#/(?m)^sidekey: [^ :]+: /#) else {
                throw TestFault("it failed without a word")
            }
        }
    }

    private func set(_ assignment: String?) throws {
        let parts = (assignment ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw TestFault("env NAME=VALUE") }
        environment[String(parts[0])] = String(parts[1])
    }

    // MARK: What was printed

    private func match(_ text: String, _ pattern: String?) throws {
        guard try text.firstMatch(of: Regex(pattern ?? "").anchorsMatchLineEndings()) != nil else {
            throw TestFault("nothing fits \(pattern ?? "")")
        }
    }

    private func notMatch(_ words: [String]) throws {
        let text = words.first == "stdout" ? output : errors
        guard words.count == 2, try text.firstMatch(of: Regex(words[1]).anchorsMatchLineEndings()) == nil else {
            throw TestFault("it fits \(words.last ?? "")")
        }
    }

    private func compare(_ wanted: [UInt8]) throws {
        guard output == expanded(String(decoding: wanted, as: UTF8.self)) else { throw TestFault("it isn't that file") }
    }

    /// One value on one line, as every answer in JSON is.
    private func json(_ text: String) throws -> JSON {
        guard text.hasSuffix("\n") || !text.contains("\n"), text.split(separator: "\n").count == 1 else {
            throw TestFault("not one line: \(text)")
        }
        return try JSON(parsing: JSONSource(Array(text.utf8)))
    }

    private func lastLine(of text: String) -> String { text.split(separator: "\n").last.map(String.init) ?? "" }

    /// `PATH` is there, or has this value: members and places with dots between them; a single dot is the whole.
    private func check(_ value: JSON?, _ words: [String]) throws {
        let found = try text(of: value, at: named(words, 0))
        guard words.count < 2 || found == words[1] else { throw TestFault("\(words[0]) is \(found)") }
    }

    private func text(of value: JSON?, at path: String) throws -> String {
        let found = path.split(separator: ".").reduce(value) { value, name in
            if name == "count" { return value?.array.map { .number($0.count) } }
            return Int(name).flatMap { value?[$0] } ?? value?[String(name)]
        }
        guard let found else { throw TestFault("there is no \(path)") }
        return found.text ?? String(decoding: found.serialized(), as: UTF8.self)
    }

    // MARK: A page, a terminal, a node

    /// Asks through a host, as the page `https://dapp.example`; the answer is waited for by `answered`.
    private func ask(_ method: String, _ more: JSON) throws {
        let page = try page ?? BrowserStandIn(.chromium(extensionID: "paccphjjcpbgedjijpjlbemoongimeok"), home: home)
        if self.page == nil { _ = try page.hello().get() }
        self.page = page
        var params: JSONObject = ["origin": "https://dapp.example", "tab": 1, "document": "d1"]
        params["request"] = .string("\(Int.random(in: 1...1_000_000))")
        for member in more.object?.members ?? [] { params[member.name.string] = member.value }
        asked = try page.begin(method, params)
        _ = try page.notification("com.wallet.request")
    }

    /// With `PATH [VALUE]` a result, with `refused CODE` an error.
    private func answered(_ words: [String]) throws {
        guard let page, let asked else { throw TestFault("no page has asked") }
        switch try page.answer(to: asked) {
        case .success(let result): try check(result, words)
        case .failure(let error):
            guard words == ["refused", "\(error.code.rawValue)"] else { throw TestFault("refused: \(error.message)") }
        }
    }

    private func startTerminal(_ words: [String]) throws -> PseudoTerminal {
        guard words.first == "sidekey" else { throw TestFault("terminal sidekey ...") }
        return try SidekeyCommand.startAtTerminal(Array(words.dropFirst()), in: home, adding: environment)
    }

    private func ends(_ status: Int32) throws {
        guard let terminal else { throw TestFault("there is no terminal") }
        let ending = try terminal.waitForEnd()
        guard ending == status else { throw TestFault("it ended with \(ending): \(terminal.shown)") }
        output = terminal.shown.replacing("\r\n", with: "\n")
    }

    /// Reads the words of a new phrase off the screen and types back those that are asked for, as somebody does who wrote them down.
    private func writeDown() throws {
        guard let terminal else { throw TestFault("there is no terminal") }
        let pieces = try terminal.wait(for: "written them down. ").split { $0 == " " || $0.isNewline }
        for (number, word) in zip(pieces, pieces.dropFirst()) where number.hasSuffix(".") {
            if let position = Int(number.dropLast()) { paper[position] = String(word) }
        }
        terminal.type("")
        for _ in 0..<3 {
            try terminal.wait(for: "Word ")
            terminal.type(Int(try terminal.wait(for: ": ").dropLast(2)).flatMap { paper[$0] } ?? "")
        }
    }

    private func lookUp() throws {
        guard let terminal else { throw TestFault("there is no terminal") }
        try terminal.wait(for: "Words ")
        let asked = try terminal.wait(for: "between two: ").prefix { !$0.isNewline }
        terminal.type(asked.split(separator: ", ").compactMap { Int($0).flatMap { paper[$0] } }.joined(separator: " "))
    }

    private func startNode() throws {
        let node = try LocalNode(["--slot-ms", "200"])
        variables["NODE"] = node.endpoints[0].url
        variables["CAROL"] = try node.seeded("accounts", "carol", "publicKey")
        self.node = node
    }

    private func fund(_ address: String, with lamports: String) throws {
        let amount = try JSON(parsing: JSONSource(Array(lamports.utf8)))
        try node?.control(["set": .string(address), "lamports": amount])
        // Until it is confirmed, and final.
        try node?.control(["advance": 40])
    }

    // MARK: Words

    private func named(_ words: [String], _ place: Int) throws -> String {
        guard words.indices.contains(place) else { throw TestFault("too few words") }
        return words[place]
    }

    private func number(_ word: String?) throws -> Int32 {
        guard let number = word.flatMap({ Int32($0) }) else { throw TestFault("not a number: \(word ?? "")") }
        return number
    }

    private func bytes(of file: String?) throws -> [UInt8] {
        guard let file, let bytes = SystemFile.read("\(home.path)/\(file)") else { throw TestFault("no such file") }
        return bytes
    }
}
