import GRDB
import Glibc
import JSONRPC
import TestSupport
import Testing

/// A disk that is full, broken, locked or read-only while the wallet is used.
@Suite struct FailingDiskTests {
    private static let faults = [ENOSPC, EIO, EROFS]

    /// A fault that the user can mend has a name of its own.
    private static func reason(of errno: Int32) -> RPCReason {
        switch errno {
        case ENOSPC: .diskFull
        case EROFS: .diskReadOnly
        default: .storage
        }
    }

    /// Each step with one fault, the faults in turn; in the whole run each step with every fault.
    @Test(arguments: Extent.isWhole ? faults.map { [$0] } : [faults])
    func `whenever the disk begins to fail, the page is answered, and nothing is signed without a record`(
        faults: [Int32]
    ) async throws {
        let wallet = try await InterposedWallet()
        let browser = try wallet.unlockedBrowser()
        var (step, refusals) = (0, 0)
        while step < 400 {
            step += 1
            let last = try wallet.activity(after: 0).last?["sequence"]?.int ?? 0
            let errno = faults[(step - 1) % faults.count]
            wallet.interposer.arm(.failDisk(from: step, errno: errno))
            let course = try browser.sign(request: "\(step)")
            let trace = wallet.interposer.trace
            wallet.interposer.disarm()
            let name = Comment(rawValue: "failing with \(errno) from step \(step) (\(trace))")
            #expect(!course.isCut, name)
            let lines = try wallet.activity(after: last).compactMap { $0["kind"]?.text }
            if case .failure(let error) = course.page {
                refusals += 1
                #expect(error.code == .internalError, name)
                #expect(error.reason == Self.reason(of: errno), name)
                #expect(!error.message.contains("SQLite") || errno == EIO, name)
                #expect(!trace.contains("S"), name)
            } else {
                #expect(course.signature != nil, name)
                #expect(trace.contains("S"), name)
                #expect(lines.contains("approved"), name)
            }
            // Every step before the failing one was taken: the sweep is at its end.
            if trace.count < step { break }
        }
        #expect(step > 10 && step < 400)
        #expect(refusals > 5)
        #expect(try browser.sign(request: "after").signature != nil)
        let status = try wallet.wallet.home.commandLine()
        #expect(try status.call("agent.status").get()["activityBreak"] == nil)
        // And the next agent finds everything in order.
        wallet.agent.send(signal: SIGTERM)
        #expect(wallet.agent.waitForEnd() == .exited(0))
        try wallet.restart()
        #expect(try wallet.unlockedBrowser().sign(request: "next").signature != nil)
    }

    /// In a mount namespace of its own, with the wallet's folder on a disk of less than a megabyte.
    @Test(.enabled(if: geteuid() == 0, "only root can mount a disk"))
    func `on a full disk requests are refused until there is room again`() async throws {
        let (wallet, small) = try await connectedWallet()
        let browser = try host(of: wallet, on: small, then: ":")
        _ = try browser.hello(profile: WalletFixture.profile).get()
        let inside = "/proc/\(browser.process.pid)/root" + small.path
        _ = try browser.unlock().get()
        #expect(try browser.sign(request: "1").signature != nil)

        let file = open(inside + "/ballast", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let block = [UInt8](repeating: 1, count: 4096)
        while write(file, block, block.count) > 0 {}
        #expect(errno == ENOSPC)
        close(file)
        var requests = 0
        var refused: RPCError?
        // The log of the database may have room for some more.
        while refused == nil, requests < 20 {
            requests += 1
            refused = try browser.sign(request: "full \(requests)").page?.failure
        }
        #expect(refused?.code == .internalError)
        #expect(refused?.reason == .diskFull)
        #expect(refused?.message == "the disk is full")
        #expect(try browser.call("vault.status").get()["vault"]?.text == "unlocked")
        // The command line and doctor say the same of a wallet that runs.
        let agent = browser.process.pid
        for arguments in [["settings", "set", "--theme", "dark"], ["doctor"]] {
            let said = try sidekey(arguments, of: small, in: agent)
            #expect(said.contains("the disk is full"), "\(arguments): \(said)")
            #expect(said.contains("free up some space"), "\(arguments): \(said)")
        }
        unlink(inside + "/ballast")
        #expect(try browser.sign(request: "3").signature != nil)
        browser.close()
        stopAgent(of: small)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a disk"))
    func `on a disk that is read-only the host says so`() async throws {
        let (wallet, small) = try await connectedWallet()
        let browser = try host(of: wallet, on: small, then: #"mount -o remount,ro "$SIDEKEY_HOME""#)
        let error = try browser.hello(profile: WalletFixture.profile).failure
        #expect(error?.code == .internalError)
        #expect(error?.reason == .diskReadOnly)
        #expect(error?.message == "the disk of \(small.path) is read-only")
        for arguments in [["status"], ["doctor"]] {
            let said = try sidekey(arguments, on: small, "mount -o remount,ro \"$SIDEKEY_HOME\"", of: wallet)
            #expect(said.contains("the disk of \(small.path) is read-only"), "\(said)")
            #expect(said.contains("make the disk writable again"), "\(said)")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a disk"))
    func `on a disk that is full before the agent starts, host, command line and doctor say so`() async throws {
        let (wallet, small) = try await connectedWallet()
        let fill = #"dd if=/dev/zero of="$SIDEKEY_HOME/ballast" bs=4096 2>/dev/null; true"#
        let browser = try host(of: wallet, on: small, then: fill)
        let error = try browser.hello(profile: WalletFixture.profile).failure
        #expect(error?.reason == .diskFull)
        #expect(error?.message == "the disk is full: nothing can be written to \(small.path)")
        for arguments in [["status"], ["unlock", "--passphrase-file", wallet.home.path + "/passphrase"], ["doctor"]] {
            let said = try sidekey(arguments, on: small, fill, of: wallet)
            #expect(said.contains("the disk is full"), "\(arguments): \(said)")
            #expect(said.contains("free up some space"), "\(arguments): \(said)")
        }
    }

    /// What a command says in the mount namespace of a process.
    private func sidekey(_ arguments: [String], of home: ScratchHome, in process: Int32) throws -> String {
        let result = try ChildProcess.run(
            "/usr/bin/nsenter", ["--mount=/proc/\(process)/ns/mnt", "--", BuiltProgram.sidekey.path] + arguments,
            environment: home.environment)
        return result.text + result.errors
    }

    /// What a command says on a small disk of its own.
    private func sidekey(
        _ arguments: [String], on small: ScratchHome, _ command: String, of wallet: WalletFixture
    ) throws -> String {
        let script = Self.mount(wallet, then: command) + " exec \(BuiltProgram.sidekey.path) \"$@\""
        let result = try ChildProcess.run(
            "/usr/bin/unshare", ["-m", "/bin/sh", "-c", script, "sh"] + arguments, environment: small.environment)
        return result.text + result.errors
    }

    /// A disk of less than a megabyte with a copy of the wallet.
    private static func mount(_ wallet: WalletFixture, then command: String) -> String {
        """
        mount -t tmpfs -o size=768k,mode=700 tmpfs "$SIDEKEY_HOME" &&
        cp -p \(wallet.home.path)/vault \(wallet.home.path)/wallet.sqlite* \(wallet.home.path)/extensions-unchecked "$SIDEKEY_HOME" && \(command) &&
        """
    }

    private func connectedWallet() async throws -> (WalletFixture, ScratchHome) {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        _ = try wallet.browser().connectPage()
        wallet.home.stopAgent()
        return (wallet, try ScratchHome())
    }

    /// A host that works on a copy of the wallet in a small disk of its own.
    private func host(of wallet: WalletFixture, on small: ScratchHome, then command: String) throws -> BrowserStandIn {
        let script =
            Self.mount(wallet, then: command) + " exec \(BuiltProgram.host.path) /m.json wallet@sidekey.app"
        return try BrowserStandIn(
            .arguments(["-m", "/bin/sh", "-c", script]), home: small, program: "/usr/bin/unshare")
    }

    /// Its socket is in the namespace alone.
    private func stopAgent(of small: ScratchHome) {
        for agent in small.agents {
            kill(agent.pid, SIGTERM)
            #expect(Deadline().wait { !agent.isRunning })
        }
    }

    @Test func `while another process holds the database, requests wait five seconds and are refused`() async throws {
        let wallet = try await WalletFixture()
        try wallet.unlock()
        let browser = try wallet.browser()
        _ = try browser.connectPage()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let database = try DatabaseQueue(path: wallet.home.path + "/wallet.sqlite", configuration: configuration)
        try database.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        let sign = try browser.begin("signMessage", WalletFixture.page(["message": "aGVsbG8="], request: "2"))
        let other = try wallet.home.commandLine()
        #expect(try other.call("vault.status", within: Deadline(seconds: 3)).failure == nil)
        #expect(try other.call("activity.list", within: Deadline(seconds: 3)).failure == nil)
        for _ in 0..<600 where try browser.reader.isQuiet(for: 0) { try await Task.sleep(for: .milliseconds(50)) }
        expect(try browser.answer(to: sign), .internalError, .storage)
        try database.inDatabase { try $0.execute(sql: "ROLLBACK") }
        #expect(try browser.sign(request: "3").signature != nil)
    }
}
