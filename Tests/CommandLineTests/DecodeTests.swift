import Foundation
import JSONRPC
import TestSupport
import Testing

/// `sidekey decode`, held against transactions that solders makes and litesvm has executed.
@Suite struct DecodeTests {
    private struct Known: Decodable {
        let name: String
        let honest: Bool
        let transaction: String
        let user: String
    }

    private let home: ScratchHome

    init() throws { home = try ScratchHome() }

    private static let corpus = Result {
        try JSONDecoder().decode([Known].self, from: Data(PythonScript("transaction_corpus.py").run()))
    }

    private func decode(
        _ text: String, _ arguments: [String] = [], piped: Bool = false
    ) throws -> ChildProcess.Result {
        guard !piped else {
            return try ChildProcess.run(
                BuiltProgram.sidekey.path, ["decode"] + arguments, environment: home.environment,
                input: Array(text.utf8))
        }
        let file = try home.file("transaction", text)
        defer { try? FileManager.default.removeItem(atPath: file) }
        return try SidekeyCommand.run(["decode", file] + arguments, in: home)
    }

    private func parsed(_ result: ChildProcess.Result) throws -> JSON {
        try JSON(parsing: JSONSource(result.output))
    }

    @Test func `the review of what litesvm has executed, from a file or a pipe, in either spelling`() throws {
        for known in try Self.corpus.get().shuffled().prefix(12) {
            let account = ["--json", "--account", known.user]
            let first = try decode(known.transaction, account)
            #expect(first.ending == .exited(0), "\(known.name): \(first.errors)")
            let review = try parsed(first)
            #expect(review["account"]?.text == known.user)
            #expect(review["effects"]?.array?.isEmpty == false)
            #expect(review["warnings"]?.array != nil && review["complete"]?.bool != nil)
            #expect(!known.honest || review["level"] != "danger" && review["level"] != "forbidden", "\(known.name)")
            let base58 = try PythonScript("base58_of_base64.py").run([known.transaction])
            let second = try decode(String(decoding: base58, as: UTF8.self), account, piped: true)
            #expect(second.output == first.output, "\(known.name)")
        }
    }

    @Test func `what a drainer gets is told with its level, in JSON and in words`() throws {
        let all = try Self.corpus.get()
        let tricks = all.filter { !$0.honest }
        try #require(tricks.count > 20)
        let trick = try #require(tricks.first { $0.name.contains("approve") || $0.name.contains("delegate") })
        let review = try parsed(decode(trick.transaction, ["--json", "--account", trick.user]))
        #expect(review["level"] == "danger")
        #expect(review["confirm"] == ["place": "window", "by": "passphrase"])
        #expect(review["warnings"]?.array?.contains { $0["id"] == "R03" && $0["level"] == "danger" } == true)
        #expect(review["effects"]?.array?.contains { $0["kind"] == "delegate" && $0["after"] != nil } == true)
        let words = try decode(trick.transaction, ["--account", trick.user]).text
        #expect(words.hasPrefix("as seen by \(trick.user)\n"))
        #expect(words.contains("Danger: ") && words.contains("  what changes:\n"))
    }

    @Test(arguments: [
        (["LC_ALL": "el_GR.UTF-8"], "από τη σκοπιά του", "Κίνδυνος: ", "τι αλλάζει:"),
        (["LC_MESSAGES": "pt_BR", "LANG": "el_GR"], "do ponto de vista de", "Perigo: ", "o que muda:"),
        (["LANG": "tr_TR.UTF-8"], "açısından", "Tehlike: ", "değişenler:"),
    ])
    func `words are in the language of the environment, and JSON in none`(
        _ environment: [String: String], _ view: String, _ level: String, _ changes: String
    ) throws {
        let trick = try #require(try Self.corpus.get().first { !$0.honest && $0.name.contains("approve") })
        let file = try home.file("transaction", trick.transaction)
        let arguments = ["decode", file, "--account", trick.user]
        let words = try SidekeyCommand.run(arguments, in: home, adding: environment).text
        #expect(words.split(separator: "\n").first?.contains(view) == true)
        #expect(
            words.contains("  " + level) && words.contains("  \(changes)\n")
                && !words.lowercased().contains("danger"))
        let plain = try SidekeyCommand.run(arguments + ["--json"], in: home)
        #expect(try SidekeyCommand.run(arguments + ["--json"], in: home, adding: environment).output == plain.output)
    }

    @Test func `another account sees no danger of its own`() throws {
        let trick = try #require(try Self.corpus.get().first { !$0.honest && $0.name.contains("approve") })
        let stranger = "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9"
        let review = try parsed(decode(trick.transaction, ["--json", "--account", stranger]))
        #expect(review["account"]?.text == stranger)
        #expect(review["warnings"]?.array?.contains { $0["id"] == "R14" } == true)
    }

    @Test(arguments: [
        ("", "there is no transaction"), (" \n", "there is no transaction"), ("!!!", "it is neither base64 nor base58"),
        ("AAAA", "it isn't a complete transaction"), ("11111111", "it isn't a complete transaction"),
    ])
    func `what is no transaction is said to be none, without its contents`(_ text: String, _ error: String) throws {
        for piped in [false, true] {
            let result = try decode(text, piped: piped)
            #expect(result.ending == .exited(1))
            #expect(result.errors.hasPrefix("sidekey: error: \(error)"))
            #expect(result.output.isEmpty)
        }
    }

    @Test func `a transaction that was cut, or has something behind it, is refused`() throws {
        let whole = try #require(try Self.corpus.get().first).transaction
        let bytes = try #require(Data(base64Encoded: whole))
        for wrong in [bytes.dropLast(), bytes + [0], bytes.prefix(1)] {
            let result = try decode(wrong.base64EncodedString())
            #expect(result.ending == .exited(1))
            #expect(result.errors.hasPrefix("sidekey: error: it isn't a complete transaction: "))
        }
    }

    @Test func `no file, no key and too much are refused`() throws {
        #expect(try SidekeyCommand.run(["decode", home.path + "/none"], in: home).ending == .exited(1))
        #expect((try decode("AAAA", ["--account", "me"])).errors.contains("the account isn't 32 bytes in base58"))
        #expect((try decode(String(repeating: "A", count: 20_000))).errors.contains("holds more than 16384 bytes"))
        #expect((try decode(String(repeating: "A", count: 20_000), piped: true)).errors.contains("more than 16384"))
    }
}
