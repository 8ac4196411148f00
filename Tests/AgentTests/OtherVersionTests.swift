import Foundation
import JSONRPC
import TestSupport
import Testing

/// Agents of three versions on one folder, one after the other and back again, with a vault that each of three times has left.
///
/// The three are this build with another version in the place of its own: commits from before can't be built beside it. So the test shows the
/// hand-over and what happens to files, not what older code did. The vaults are older: one of format 1, written from its description by
/// `vectors_keys.py`, one that the code of 27 November 2026 wrote, and one of today.
@Suite(.timeLimit(.minutes(10))) struct OtherVersionTests {
    /// The vault in the backup of `OlderBackupTests`: `sidekey vault backup` of 27 November 2026, passphrase "correct horse battery".
    private static let earlier = """
        c2lkZWtleSB2YXVsdAoCAAEAAAAF+jsJ1tYJ5f+QkaJWbsVYAgAAAAAAAAABAAEAgAArrDEgwUq0124XS4Pq4avXAwAAAAAABABx\
        U/0CgTlVYCMn/yRfVsOI5eQcCa8rqDVw+QO40GXOuxTYrYUHGyxZPjyNhBSfqrhlQIa1vF4oqymrFhqdUQPoxl4Ij98VrWHL9aXj\
        fWlDVYgap8/yokZf8qCA0pn4PYYAvAif4+ayWAEA8DYnYkanW53jNJ7UKxXiMvZRj8IPX81PHWToH5vSWPcAAAAELAAAAPUBAAAA\
        AAAAAAAAAAdTYXZpbmdzCWdai2FgDWb8veD4d8yCt9pRxRbCy/4kJgAAAJmXyOu1+AfEkRfHAkqJZisLx/NJK+v03M1Wilafgkoq\
        toSe2Mxzh9vKBz9HsDxcY5bvYMGDL/7ndd4geGLw7ICUwhpRvL8=
        """

    /// Programs of one version in a folder, which another version takes the place of.
    private struct Programs {
        let folder: ScratchHome
        var host: String { folder.path + "/sidekey-host" }

        init() throws { folder = try ScratchHome() }

        /// Puts a version in place by renaming, as a package manager does.
        func install(_ version: String) throws {
            for program in [BuiltProgram.host, .agent] {
                let target = folder.path + "/" + program.rawValue
                // A version is five bytes and a zero in the program.
                let made = try ChildProcess.run(
                    "/bin/sh",
                    [
                        "-c",
                        #"LC_ALL=C sed "s/0\.1\.0\x00/$3\x00/g" "$1" >"$2.new" && chmod 700 "$2.new" && mv "$2.new" "$2""#,
                        "sh", program.path, target, version,
                    ], environment: ["PATH": "/usr/bin:/bin"])
                #expect(made.ending == .exited(0), "\(made.errors)")
                let said = try ChildProcess.run(target, ["--version"], environment: [:]).text
                #expect(said.contains(version), "\(said)")
            }
        }
    }

    private static let versions = ["0.0.9", "0.1.0", "0.2.0"]

    private func vault(_ kind: String, in home: ScratchHome) async throws -> String {
        switch kind {
        case "format 1":
            let passphrase = "correct horse battery staple"
            _ = try PythonScript("vectors_keys.py").run(["older", home.path + "/vault"], input: Data(passphrase.utf8))
            return passphrase
        case "27 November 2026":
            let bytes = try #require(Data(base64Encoded: Self.earlier))
            try SystemFile.write(home.path + "/vault", Array(bytes))
            return "correct horse battery"
        default:
            let wallet = try await WalletFixture()
            for name in ["vault", "wallet.sqlite", "anchor"] {
                if let bytes = SystemFile.read(wallet.home.path + "/" + name) {
                    try SystemFile.write(home.path + "/" + name, bytes)
                }
            }
            return WalletFixture.passphrase
        }
    }

    @Test(arguments: ["format 1", "27 November 2026", "today"])
    func `each version hands over to the next, up and down, and opens the vault that the last one has left`(
        _ kind: String
    ) async throws {
        let programs = try Programs()
        let home = try ScratchHome()
        let passphrase = try await vault(kind, in: home)
        var accounts: [JSON]?
        var last: Int32?
        for version in Self.versions + Self.versions.dropLast().reversed() {
            try programs.install(version)
            // The agent of the version before leaves at this connection.
            let browser = try BrowserStandIn(.walletInChromium, home: home, program: programs.host)
            _ = try browser.hello().get()
            let agent = try #require(home.agent)
            if let last {
                #expect(agent != last, "\(version)")
                #expect(Deadline().wait { !ScratchHome.isRunning(last) }, "\(version)")
            }
            let found = try browser.call("vault.status").get()
            #expect(found["version"]?.text == version && found["vault"] == "locked", "\(version)")
            _ = try browser.unlock(passphrase: passphrase).get()
            let status = try browser.call("vault.status").get()
            #expect(status["vault"] == "unlocked" && status["fault"] == nil && status["lost"] == nil, "\(version)")
            let keys = status["accounts"]?.array?.compactMap { $0["publicKey"] }
            #expect(keys?.isEmpty == false && keys == accounts ?? keys, "\(version)")
            accounts = keys
            last = agent
            // One that holds keys stays until it has locked, whatever was installed meanwhile.
            _ = try browser.call("vault.lock").get()
        }
        #expect(home.log.filter { $0.contains("reason=replaced") }.count == 4)
    }
}
