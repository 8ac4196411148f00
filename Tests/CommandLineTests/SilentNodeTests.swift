import JSONRPC
import TestSupport
import Testing

/// Commands for which nodes are asked, with nodes that hang: the real agent, and `sidekey-rpc` under it.
@Suite(.timeLimit(.minutes(5))) struct SilentNodeTests {
    private let home: ScratchHome
    private static let account = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
    private static let other = "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM"
    /// Less than a command waits for an agent that says nothing.
    private static let patience: Duration = .seconds(50)

    init() throws {
        home = try ScratchHome(network: "loopback", quick: true)
        let words = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"
        let passphrase = try home.file("passphrase", "correct horse battery\n")
        let phrase = try home.file("phrase", words + "\n")
        try succeed(["restore", "--passphrase-file", passphrase, "--phrase-file", phrase])
        try succeed(["unlock", "--passphrase-file", passphrase])
        try succeed(["network", "use", "localnet", "--passphrase-file", passphrase])
    }

    private func succeed(_ arguments: [String]) throws {
        let result = try SidekeyCommand.run(arguments, in: home)
        guard result.ending == .exited(0) else { throw TestFault("\(arguments): \(result.errors)") }
    }

    private func use(_ urls: String...) throws {
        try succeed(["network", "endpoints", "localnet"] + urls + ["--passphrase-file", "\(home.path)/passphrase"])
    }

    /// What stands before the first line feed, once it is there.
    private static func line(of stream: StreamReader) throws -> String {
        var line: [UInt8] = []
        while let byte = try stream.read(1, within: Deadline(seconds: 8)), byte != [10] { line += byte }
        return String(decoding: line, as: UTF8.self)
    }

    /// Runs a command, which has to end before an agent would be called dead.
    private func run(_ arguments: String...) throws -> ChildProcess.Result {
        let start = ContinuousClock.now
        let result = try SidekeyCommand.run(arguments, in: home)
        #expect(ContinuousClock.now - start < Self.patience, "\(arguments)")
        return result
    }

    @Test func `a node that hangs is named, and nobody calls the agent dead`() throws {
        let silent = try SilentNode()
        try use(silent.url)
        for command in [["balance"], ["send", "1", Self.other, "--yes"], ["airdrop", "1"], ["history"]] {
            let start = ContinuousClock.now
            let result = try SidekeyCommand.run(command, in: home)
            #expect(result.ending == .exited(8), "\(command): \(result.errors)")
            #expect(result.errors.contains(silent.url), "\(command): \(result.errors)")
            #expect(ContinuousClock.now - start < .seconds(15), "\(command)")
        }
        let json = try run("send", "1", Self.other, "--yes", "--json")
        let error = try JSON(parsing: JSONSource(Array(json.errors.utf8)))["error"]
        #expect(error?["status"] == 8 && error?["reason"] == "node-unreachable")
        #expect(error?["data"]?["nodes"] == [.string(JSONString(silent.url))])
        let check = try run("network", "check")
        #expect(check.text.contains(silent.url) && check.ending != .exited(7))
    }

    @Test func `a node that hangs holds up no other`() throws {
        let silent = try SilentNode()
        let node = try LocalNode(["--slot-ms", "200"])
        try use(silent.url, node.endpoints[0].url)
        #expect(try run("balance").ending == .exited(0))
        #expect(try run("send", "0.1", Self.other, "--dry-run").ending == .exited(1))
        let json = try JSON(parsing: JSONSource(try run("network", "check", "--json").output))
        #expect(json["nodes"]?.array?.map { $0["state"] } == ["unreachable", "reached"])
    }

    @Test func `the saved balance is told at once, and who did not answer`() throws {
        let node = try LocalNode(["--slot-ms", "200"])
        let url = node.endpoints[0].url
        try use(url)
        try node.control(["set": .string(JSONString(Self.account)), "lamports": 1_500_000_000])
        try node.control(["advance": 40])
        #expect(try run("balance").text.hasSuffix("1.5  SOL\n"))
        try node.control(["fault": "slow", "ms": 120_000])

        let command = try SidekeyCommand.start(["balance"], in: home)
        let first = try Self.line(of: command.errors)
        #expect(first.hasPrefix("sidekey: No node has answered yet. The balance was 1.5 SOL "))
        #expect(command.waitForEnd() == .exited(0))
        let errors = String(decoding: try command.errors.readToEnd(), as: UTF8.self)
        #expect(errors.contains("\(url) did not answer (node-unreachable)"))
        #expect(String(decoding: try command.output.readToEnd(), as: UTF8.self).hasSuffix("1.5  SOL\n"))

        let json = try run("balance", "--json")
        #expect(json.ending == .exited(0) && json.errors.isEmpty)
        let answer = try JSON(parsing: JSONSource(json.output))
        #expect(answer["lamports"] == "1500000000" && answer["unanswered"] == [.string(JSONString(url))])
        let send = try run("send", "0.1", Self.other, "--yes")
        #expect(send.ending == .exited(8) && send.errors.contains("The balance was 1.5 SOL"))
        #expect(send.errors.contains(url))
    }
}
