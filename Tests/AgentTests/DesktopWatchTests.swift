import Foundation
import JSONRPC
import TestSupport
import Testing

/// The agent and a mock of logind, on a system bus of the test's own.
@Suite(.serialized) struct DesktopWatchTests {
    /// The mock, told what to do by words.
    private final class Logind {
        let address: String
        private let process: ChildProcess

        init() throws {
            let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Support/logind.py").path
            process = try ChildProcess("/usr/bin/python3", [script], environment: ["PATH": "/usr/bin:/bin"])
            address = try Self.line(process.output)
            guard address.hasPrefix("unix:") else { throw TestFault("no bus: is python3-dbusmock installed?") }
        }

        /// Has something happen, and returns how many delay the machine's sleep afterwards.
        @discardableResult
        func does(_ word: String) throws -> Int? {
            try process.input.write(Array("\(word)\n".utf8))
            return Int(try Self.line(process.output))
        }

        func end() {
            process.input.close()
            _ = process.waitForEnd()
        }

        private static func line(_ output: StreamReader) throws -> String {
            var line = ""
            while let byte = try output.read(1)?.first, byte != UInt8(ascii: "\n") {
                line.unicodeScalars.append(Unicode.Scalar(byte))
            }
            return line
        }
    }

    private func isUnlocked(_ client: FrameClient) throws -> Bool {
        try client.call("vault.status").get()["vault"]?.text == "unlocked"
    }

    @Test func theWalletLocksWithTheDesktopAndBeforeTheMachineSleeps() async throws {
        let logind = try Logind()
        let wallet = try await WalletFixture()
        try wallet.home.startAgent(environment: ["DBUS_SYSTEM_BUS_ADDRESS": logind.address])
        let client = try wallet.home.commandLine()
        let isWatched = { try client.call("agent.status").get()["desktopWatched"]?.bool == true }
        #expect(try Deadline().wait(until: isWatched))
        #expect(try Deadline().wait { try logind.does("nothing") == 1 })

        for event in ["lock", "hint", "sleep"] {
            try wallet.unlock()
            #expect(try isUnlocked(client))
            // Another user's lock is none of ours, and no lock at all follows from it.
            try logind.does("lock-other")
            #expect(try isUnlocked(client))
            try logind.does(event)
            #expect(try Deadline().wait { try !isUnlocked(client) }, "\(event)")
        }
        // The machine may sleep once the wallet is locked, and the next sleep is delayed again.
        #expect(try Deadline().wait { try logind.does("nothing") == 0 })
        try logind.does("wake")
        #expect(try Deadline().wait { try logind.does("nothing") == 1 })
        logind.end()
        #expect(try Deadline().wait { try !isWatched() })
        try wallet.unlock()
        #expect(try isUnlocked(client))
    }

    @Test func withoutABusNothingHappens() async throws {
        let wallet = try await WalletFixture()
        try wallet.home.startAgent(environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
        let client = try wallet.home.commandLine()
        try wallet.unlock()
        #expect(try client.call("agent.status").get()["desktopWatched"]?.bool == false)
        #expect(try isUnlocked(client))
    }
}
