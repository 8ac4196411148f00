import AgentSocket
import Glibc
import JSONRPC
import TestSupport
import Testing

/// The host comes to its agent, and tells it whom it serves.
@Suite struct AttachTests {
    @Test func `the first frame on the socket says for whom the host stands`() throws {
        let home = try ScratchHome()
        let agent = try AgentStandIn(home.socket)
        let browser = try BrowserStandIn(
            .firefox(addOn: "wallet@sidekey.app"), home: home,
            environment: [
                "DISPLAY": ":7", "WAYLAND_DISPLAY": "wayland-1", "LD_PRELOAD": "", "SECRET": "x", "XAUTHORITY": "/a",
                "PATH": "/evil",
            ])
        try browser.send(HostFixture.hello)
        let connection = try agent.accept()
        guard case .notification(let attach) = try connection.receiveMessage() else {
            throw TestFault("the first message is no notification")
        }
        #expect(attach.method == "host.attach")
        #expect(attach.params["caller"] == "wallet@sidekey.app")
        #expect(attach.params["browser"] == "firefox")
        #expect(attach.params["version"]?.text == Release.version)
        #expect(
            attach.params["arguments"] == [
                "/usr/lib/mozilla/native-messaging-hosts/app.sidekey.host.json", "wallet@sidekey.app",
            ])
        #expect(
            attach.params["environment"] == [
                "DISPLAY": ":7", "WAYLAND_DISPLAY": "wayland-1", "XAUTHORITY": "/a", "LANG": "C.UTF-8",
            ])
        #expect(attach.params.count == 5)
        #expect(try connection.receive() == Array(HostFixture.hello.utf8))
    }

    @Test func `where the agent is missing, the hello is answered and the host ends`() throws {
        let home = try ScratchHome()
        let host = try HostFixture.lonelyHost(in: home)
        let browser = try BrowserStandIn(.arguments([HostFixture.extensionID]), home: home, program: host)
        let error = try browser.hello().failure
        #expect(error?.code == .internalError)
        #expect(error?.reason == .agentUnavailable)
        #expect(error?.message.contains(home.path + "/sidekey-agent") == true)
        #expect(try browser.receive() == nil)
        #expect(browser.process.waitForEnd() == .exited(1))
    }

    @Test func `where the wallet's folder is open to others, the host says so`() throws {
        let home = try ScratchHome()
        chmod(home.path, 0o755)
        let browser = try BrowserStandIn(.arguments([HostFixture.extensionID]), home: home)
        let error = try browser.hello().failure
        #expect(error?.reason == .agentUnavailable)
        #expect(error?.message.contains("mode 755") == true)
    }

    @Test func `an agent that leaves without an answer is asked again, with the same words`() throws {
        let fixture = try HostFixture()
        try fixture.browser.send(HostFixture.hello)
        let first = try fixture.agent.accept()
        let words = [try first.receive(), try first.receive()]
        first.close()
        for _ in 0..<5 { try fixture.agent.accept().close() }
        let second = try fixture.agent.accept()
        #expect([try second.receive(), try second.receive()] == words)
        try second.send(#"{"jsonrpc":"2.0","id":"h","result":{}}"#)
        #expect(try fixture.browser.answer(to: "h").failure == nil)
    }

    @Test(arguments: [true, false])
    func `a browser that goes while the agent is waited for doesn't leave the host behind`(closing: Bool) throws {
        let home = try ScratchHome()
        let lock = try AgentLock.take(in: WalletFolder(environment: ["SIDEKEY_HOME": .init(home.path)]))
        let browser = try BrowserStandIn(.arguments([HostFixture.extensionID]), home: home)
        try browser.send(HostFixture.hello)
        #expect(browser.process.waitForEnd(within: Deadline(seconds: 0.2)) == nil)
        if closing { browser.writer.close() } else { browser.process.send(signal: SIGTERM) }
        #expect(browser.process.waitForEnd(within: Deadline(seconds: 2)) == .exited(0))
        withExtendedLifetime(lock) {}
    }

    @Test func `nothing but the hello is read before the agent has answered it`() throws {
        let fixture = try HostFixture()
        try fixture.browser.send(HostFixture.hello)
        try fixture.browser.send("second")
        let connection = try fixture.agent.accept()
        _ = [try connection.receive(), try connection.receive()]
        #expect(try connection.reader.isQuiet(for: 0.2))
        try connection.send(#"{"jsonrpc":"2.0","id":"h","result":{}}"#)
        #expect(try connection.receive() == Array("second".utf8))
    }
}
