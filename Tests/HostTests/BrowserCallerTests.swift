import JSONRPC
import TestSupport
import Testing

/// With which arguments the host believes that a browser started it. It is run with no agent beside it, so a caller
/// that is taken gets as far as `agent-unavailable`.
@Suite struct BrowserCallerTests {
    static let page = HostFixture.extensionID
    static let manifest = "/home/user/.mozilla/native-messaging-hosts/app.sidekey.host.json"

    @Test(arguments: [
        [page], [page, "--parent-window=0"], [manifest, "wallet@sidekey.app"], [manifest, "@a"],
        [manifest, "{3F0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10}"], [manifest, "a@b", "--flag"],
    ])
    func `a browser's arguments are taken`(_ arguments: [String]) throws {
        #expect(try reason(arguments) == .agentUnavailable)
    }

    @Test(arguments: [
        [], [""], ["hello"], ["chrome-extension://abcdefghijklmnopabcdefghijklmnop"],
        ["chrome-extension://abcdefghijklmnopabcdefghijklmno/"],
        ["chrome-extension://abcdefghijklmnopabcdefghijklmnopa/"],
        ["chrome-extension://abcdefghijklmnopabcdefghijklmnoq/"],
        ["chrome-extension://ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOP/"],
        ["chrome-extension://abcdefghijklmnopabcdefghijklmnop/x"], ["https://abcdefghijklmnopabcdefghijklmnop/"],
        [" " + page], [page, "extra"], [page, manifest, "wallet@sidekey.app"], [manifest], [manifest, "wallet"],
        [manifest, "a@"], [manifest, "a@b@c"], [manifest, "a b@c"], [manifest, "é@c"], [manifest, "{}"],
        [manifest, "{3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a1}"], [manifest, "{3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a1g}"],
        [manifest, "{3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10"], ["relative.json", "wallet@sidekey.app"],
        ["wallet@sidekey.app", manifest], [manifest, String(repeating: "a", count: 79) + "@b"],
        [page] + Array(repeating: "--x", count: 8), [page, "--" + String(repeating: "x", count: 4096)],
    ])
    func `any other arguments are refused`(_ arguments: [String]) throws {
        #expect(try reason(arguments) == .callerRefused)
    }

    private func reason(_ arguments: [String]) throws -> RPCReason? {
        let home = try ScratchHome()
        let host = try HostFixture.lonelyHost(in: home)
        let browser = try BrowserStandIn(.arguments(arguments), home: home, program: host)
        let outcome = try browser.hello()
        guard case .exited(let status) = browser.process.waitForEnd() else { throw TestFault("the host was killed") }
        #expect(status != 0)
        return outcome.failure?.reason
    }
}
