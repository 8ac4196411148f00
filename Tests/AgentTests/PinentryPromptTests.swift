import Glibc
import JSONRPC
import TestSupport
import Testing

/// The agent's prompts with the pinentry of this system, on a display of the test's own.
@Suite(.serialized) struct PinentryPromptTests {
    private static let title = "^Sidekey$"

    /// A browser whose user sits before a display and has given the passphrase there; the wallet is locked again.
    private func browser(_ wallet: WalletFixture, on display: VirtualDisplay, _ more: [String: String] = [:]) throws
        -> BrowserStandIn
    {
        try wallet.sit(at: display)
        let browser = try BrowserStandIn(.walletInFirefox, home: wallet.home, environment: more)
        _ = try browser.hello().get()
        return browser
    }

    private func window(on display: VirtualDisplay) throws {
        guard try Deadline().wait(until: { try display.shows(title: Self.title) }) else { throw TestFault("no window") }
        // What is answered before anybody can have read it, and right after the keyboard came, doesn't count.
        try display.focus()
        usleep(1_000_000)
    }

    private func waiting(_ browser: BrowserStandIn) throws -> JSONObject {
        let (id, digest, review) = try browser.waiting()
        return ["id": .string(id), "digest": .string(digest), "review": .string(review)]
    }

    /// The pinentries that an agent has started.
    private func prompts(of agent: Int32?) -> [Int32] {
        SystemFile.processes.filter { process in
            let status = String(decoding: SystemFile.read("/proc/\(process)/status") ?? [], as: UTF8.self)
            let isCompanion = ["helper", "reader"].contains { status.contains("Name:\tsidekey-\($0)\n") }
            return status.contains("PPid:\t\(agent ?? 0)\n") && !isCompanion
        }
    }

    @Test func aPageIsConnectedAndSignedForInWindows() async throws {
        let wallet = try await WalletFixture()
        let display = try VirtualDisplay()
        let browser = try browser(wallet, on: display)
        let connect = try browser.begin("connect", WalletFixture.page())
        let asked = try browser.begin("approvals.native", waiting(browser))
        try window(on: display)
        try display.type("wrong one")
        try display.press("Return")
        // The next window follows at once.
        sleep(2)
        try window(on: display)
        try display.type(WalletFixture.passphrase)
        try display.press("Return")
        #expect(try browser.answer(to: asked).get()["state"]?.text == "answered")
        #expect(try browser.answer(to: connect).get()["publicKey"] != nil)
        _ = try browser.call("vault.lock").get()

        let unlock = try browser.begin("vault.unlock", ["native": true])
        try window(on: display)
        try display.type(WalletFixture.passphrase)
        try display.press("Return")
        #expect(try browser.answer(to: unlock).get()["vault"]?.text == "unlocked")
        let message = WalletFixture.page(["message": .string(Base64.encode(Array("hello".utf8)))], request: "2")
        let sign = try browser.begin("signMessage", message)
        let decided = try browser.begin("approvals.native", waiting(browser))
        try window(on: display)
        // From Reject, where the keyboard is, to Approve.
        try display.press("Tab", "Return")
        #expect(try browser.answer(to: decided).get()["state"]?.text == "answered")
        #expect(try browser.answer(to: sign).get()["signature"] != nil)
    }

    @Test func `where there is no window of its own, a pinentry asks`() async throws {
        let wallet = try await WalletFixture()
        let display = try VirtualDisplay()
        let folder = wallet.home.path + "/bin"
        mkdir(folder, 0o755)
        let programs = ["sidekey-host", "sidekey-agent", "sidekey-rpc"].map { "\(BuiltProgram.folder)/\($0)" }
        #expect(try ChildProcess.run("/bin/cp", programs + [folder]).ending == .exited(0))
        let browser = try BrowserStandIn(.walletInFirefox, home: wallet.home, program: folder + "/sidekey-host")
        _ = try browser.hello().get()
        try wallet.sit(at: display)
        let unlock = try browser.begin("vault.unlock", ["native": true])
        try window(on: display)
        let prompt = try #require(prompts(of: wallet.home.agent).first)
        #expect(String(decoding: SystemFile.read("/proc/\(prompt)/comm") ?? [], as: UTF8.self).hasPrefix("pinentry"))
        try display.type(WalletFixture.passphrase)
        try display.press("Return")
        #expect(try browser.answer(to: unlock).get()["vault"]?.text == "unlocked")
        // It has no room for setting a wallet up.
        let setUp = try browser.call("vault.setup", ["kind": "restore", "replace": true])
        expect(setUp, .invalidInput, .promptUnavailable)
    }

    @Test func aWindowThatIsClosedIsANoAndOneOfAnEndedRequestGoesAway() async throws {
        let wallet = try await WalletFixture()
        let display = try VirtualDisplay()
        let browser = try browser(wallet, on: display)
        var connect = try browser.begin("connect", WalletFixture.page())
        var asked = try browser.begin("approvals.native", waiting(browser))
        try window(on: display)
        try display.press("Escape")
        #expect(try browser.answer(to: asked).get()["state"]?.text == "rejected")
        expect(try browser.answer(to: connect), .userRejected, .rejected)

        connect = try browser.begin("connect", WalletFixture.page(request: "2"))
        let second = try waiting(browser)
        expect(try browser.call("approvals.native", second), .tooManyPending, .promptCooldown)
        sleep(6)
        asked = try browser.begin("approvals.native", second)
        try window(on: display)
        let prompt = try #require(prompts(of: wallet.home.agent).first)
        _ = try browser.call("cancel", WalletFixture.page(["id": .string(connect)], request: "3")).get()
        expect(try browser.answer(to: asked), .invalidInput, .notPending)
        #expect(try Deadline().wait { try !display.shows(title: Self.title) })
        #expect(Deadline().wait { kill(prompt, 0) != 0 })
    }

    @Test func aPromptEndsWithItsBrowserAndWithItsAgent() async throws {
        let wallet = try await WalletFixture()
        let display = try VirtualDisplay()
        var browser = try browser(wallet, on: display)
        _ = try browser.begin("vault.unlock", ["native": true])
        try window(on: display)
        browser.process.send(signal: SIGKILL)
        #expect(try Deadline().wait { try !display.shows(title: Self.title) })
        browser = try self.browser(wallet, on: display)
        // One that its browser took away makes the next wait.
        sleep(6)
        _ = try browser.begin("vault.unlock", ["native": true])
        try window(on: display)
        let agent = try #require(wallet.home.agent)
        let prompt = try #require(prompts(of: agent).first)
        kill(agent, SIGKILL)
        #expect(try Deadline().wait { try !display.shows(title: Self.title) })
        #expect(Deadline().wait { !ScratchHome.isRunning(prompt) })
    }

    @Test func nothingHostileReachesThePrompt() async throws {
        let wallet = try await WalletFixture()
        let display = try VirtualDisplay()
        let fake = wallet.home.path + "/pinentry"
        for name in ["", "-gtk-2", "-gnome3", "-qt", "-curses"] {
            try SystemFile.write(
                fake + name, Array("#!/bin/sh\ntouch \(wallet.home.path)/started\n".utf8), mode: 0o755)
        }
        let hostile = [
            "GTK_MODULES": "evil", "LD_PRELOAD_": "/evil.so", "GTK_PATH": wallet.home.path, "QT_PLUGIN_PATH": "/evil",
            "DBUS_SESSION_BUS_ADDRESS": "unixexec:path=\(fake)", "PATH": wallet.home.path + ":/usr/bin:/bin",
            "PINENTRY_USER_DATA": fake, "XDG_CURRENT_DESKTOP": "../../x", "LANG": "/evil",
        ]
        let browser = try browser(wallet, on: display, hostile)
        let unlock = try browser.begin("vault.unlock", ["native": true])
        try window(on: display)
        let prompt = try #require(prompts(of: wallet.home.agent).first)
        #expect(SystemFile.read("/proc/\(prompt)/comm") == Array("sidekey-window\n".utf8))
        // Root alone looks into a process that can't be inspected.
        if geteuid() == 0 {
            #expect(SystemFile.linkTarget("/proc/\(prompt)/exe")?.hasSuffix("/sidekey-window") == true)
            let environment = String(decoding: SystemFile.read("/proc/\(prompt)/environ") ?? [], as: UTF8.self)
            #expect(
                environment.split(separator: "\0").sorted() == [
                    "DISPLAY=\(display.name)", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin",
                ])
            #expect(SystemFile.names(in: "/proc/\(prompt)/fd").count > 3)
        }
        #expect(SystemFile.read(wallet.home.path + "/started") == nil)
        try display.press("Escape")
        expect(try browser.answer(to: unlock), .userRejected, .rejected)
    }

    @Test func whereNothingCanBeShownItSaysHowElse() async throws {
        let wallet = try await WalletFixture()
        for display in ["", ":54321", "evil.example:0"] {
            try wallet.sidekey(
                ["unlock", "--passphrase-file", wallet.home.path + "/passphrase"], environment: ["DISPLAY": display])
            try wallet.sidekey("lock")
            let browser = try BrowserStandIn(.walletInFirefox, home: wallet.home)
            _ = try browser.hello(connectionKey: "a5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5f").get()
            expect(try browser.call("vault.unlock", ["native": true]), .invalidInput, .promptUnavailable)
            let connect = try browser.begin("connect", WalletFixture.page())
            let waiting = try waiting(browser)
            let outcome = try browser.call("approvals.native", waiting)
            expect(outcome, .invalidInput, .promptUnavailable)
            guard case .failure(let error) = outcome else { return }
            #expect(error.message.contains("sidekey approve \(waiting["id"]?.text ?? "?")"))
            _ = try browser.call("approvals.reject", ["id": waiting["id"] ?? ""]).get()
            expect(try browser.answer(to: connect), .userRejected, .rejected)
        }
    }
}
