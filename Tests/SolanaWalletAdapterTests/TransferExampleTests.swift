import JSONRPC
import TestSupport
import Testing

/// The app of `Examples/transfer`, with a node of its own.
struct TransferExampleTests {
    @Test func `the app has a transfer signed, sends it, and sees it confirmed`() throws {
        let node = try LocalNode(["--slot-ms", "50"])
        let to = "AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9"
        let run = try ChildProcess.run(
            BuiltProgram.folder + "/sidekey-transfer", [node.endpoints[0].url, to, "5000000"],
            within: Deadline(seconds: 120))
        #expect(run.ending == .exited(0), "\(run.text) \(run.errors)")
        let lines = run.text.split(separator: "\n").map(String.init)
        #expect(lines.map { $0.split(separator: " ").first } == ["connected", "sent", "confirmed"])
        // By the node's own word, and not the app's.
        let sent = try node.control([:])["sent"]?.array?.compactMap(\.text) ?? []
        #expect(sent.last.map { "sent \($0)" } == lines.dropFirst().first)
    }

    @Test(arguments: [
        [], ["http://127.0.0.1:1", "nonsense", "5"],
        ["http://127.0.0.1:1", "11111111111111111111111111111111", "5", "--wallet", "other"],
    ])
    func `a line that it doesn't understand gets its usage`(arguments: [String]) throws {
        let run = try ChildProcess.run(BuiltProgram.folder + "/sidekey-transfer", arguments)
        #expect(run.ending == .exited(64))
        #expect(run.text.hasPrefix("usage: "))
    }
}
