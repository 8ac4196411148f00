import AgentSocket
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

/// `sidekey.1` in roff (man(7)), with a section for each command that does something.
struct ManualPage {
    /// A command as ArgumentParser describes it: `commandName`, `abstract`, `discussion`, `arguments[]`, `subcommands[]`.
    private let root: JSON

    init(of root: JSON) { self.root = root }

    var roff: String {
        var lines = [".TH SIDEKEY 1 \"\" \"Sidekey \(Release.version)\""]
        lines += section(.manualName, ["sidekey \\- \(Self.escaped(root["abstract"]?.text ?? ""))"])
        lines += section(
            .manualSynopsis, ["\\fBsidekey\\fR \\fI\(Self.escaped(say(.manualCommand)))\\fR [\\fI...\\fR]"])
        lines += section(
            .manualDescription, [Self.line(say(.manualIntro)), ".PP", Self.line(say(.manualJSON))])
        lines += section(.manualCommands, Self.commands(below: root, named: "sidekey"))
        lines += section(
            .manualStatus, ExitStatus.allCases.flatMap { Self.item("\($0.rawValue)", Self.line(say($0.meaning))) })
        lines += section(
            .manualEnvironment,
            Self.item("SIDEKEY_HOME", Self.line(say(.manualHome)))
                + Self.item("LC_ALL, LC_MESSAGES, LANG", Self.line(say(.manualLocale))))
        lines += section(
            .manualFiles,
            Self.item("~/.local/share/sidekey", Self.line(say(.manualData)))
                + Self.item("$XDG_RUNTIME_DIR/sidekey/agent.sock", Self.line(say(.manualSocket))))
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ heading: TextKey, _ body: [String]) -> [String] {
        [".SH \(Self.escaped(say(heading)))"] + body
    }

    /// Returns the commands that have no subcommands, in the order of the help.
    private static func commands(below command: JSON, named path: String) -> [String] {
        (command["subcommands"]?.array ?? []).flatMap { command -> [String] in
            guard let name = command["commandName"]?.text, name != "help" else { return [] }
            let path = "\(path) \(name)"
            return command["subcommands"] == nil
                ? text(of: command, named: path) : commands(below: command, named: path)
        }
    }

    private static func text(of command: JSON, named path: String) -> [String] {
        let arguments = (command["arguments"]?.array ?? []).filter { argument in
            !["help", "version"].contains(argument["valueName"]?.text) && argument["shouldDisplay"]?.bool == true
        }
        var lines = [".SS \(escaped(path))"]
        lines.append(([bold(path)] + arguments.map(usage)).joined(separator: " "))
        lines += [".PP", line(command["abstract"]?.text ?? "")]
        if let more = command["discussion"]?.text { lines += more.split(separator: "\n").map { line(String($0)) } }
        for argument in arguments { lines += item(raw: spelling(argument), explanation(of: argument)) }
        return lines
    }

    /// Returns the form of an argument in the line: in brackets if it is optional.
    private static func usage(_ argument: JSON) -> String {
        let name =
            argument["kind"] == "positional"
            ? italic(argument["valueName"]?.text ?? "")
            : option(argument["preferredName"]) + (argument["kind"] == "option" ? " " + value(argument) : "")
        let text = argument["isOptional"]?.bool == true ? "[\(name)]" : name
        return argument["isRepeating"]?.bool == true ? "\(text) ..." : text
    }

    /// Returns an argument with all its names.
    private static func spelling(_ argument: JSON) -> String {
        guard argument["kind"] != "positional" else { return italic(argument["valueName"]?.text ?? "") }
        let names = (argument["names"]?.array ?? []).map { option($0) }.joined(separator: ", ")
        return argument["kind"] == "option" ? "\(names) \(value(argument))" : names
    }

    private static func explanation(of argument: JSON) -> String {
        var text = argument["abstract"]?.text ?? ""
        if let values = argument["allValues"]?.array?.compactMap(\.text), !values.isEmpty {
            text += " \(say(.manualValues)) \(values.joined(separator: ", "))."
        }
        if let given = argument["defaultValue"]?.text { text += " \(say(.manualDefault)) \(given)." }
        return line(text)
    }

    private static func value(_ argument: JSON) -> String { italic(argument["valueName"]?.text ?? "") }

    private static func option(_ name: JSON?) -> String {
        bold((name?["kind"] == "short" ? "-" : "--") + (name?["name"]?.text ?? ""))
    }

    private static func item(_ term: String, _ text: String) -> [String] { item(raw: bold(term), text) }

    private static func item(raw term: String, _ text: String) -> [String] { [".TP", term, text] }

    private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    private static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// Returns a line of text: a dot or an apostrophe at its beginning would be a roff command.
    private static func line(_ text: String) -> String {
        let text = escaped(text)
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
    }

    /// Returns a text with hyphens that can be typed, since options are copied from here. An apostrophe stays straight for the same reason.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "\n": escaped += " "
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
