import JSONRPC
import TestSupport
import Testing

/// A request's id is its bytes.
@Suite struct RequestIDTests {
    /// The same letter to Swift's `==`, and two names to everybody else.
    private static let spellings = [#""caf\u00e9""#, #""cafe\u0301""#, #""\u212a""#, #""K""#]

    @Test func `ids that only look alike are different requests, each answered under its own`() async throws {
        let wallet = try await WalletFixture()
        let browser = try wallet.browser()
        for (index, id) in Self.spellings.enumerated() {
            try browser.send(Self.request(id, "connect", index))
            #expect(try browser.notification("com.wallet.request").params["own"] == true)
        }
        #expect(try browser.call("approvals.list").get()["requests"]?.array?.count == 4)
        // A cancellation takes the one it names and no other.
        try browser.send(Self.request(#""c""#, "cancel", 9, #","id":"cafe\u0301""#))
        guard case .response(let cancelled) = try browser.next(where: { $0.id != "c" }) else { return }
        #expect(cancelled.id.map { Array($0.utf8) } == Array("cafe\u{301}".utf8))
        #expect(cancelled.outcome.failure?.reason == .cancelled)
        #expect(try browser.call("approvals.list").get()["requests"]?.array?.count == 3)
        // The very same bytes aren't taken twice.
        try browser.send(Self.request(Self.spellings[0], "connect", 0))
        guard case .response(let twice) = try browser.next(where: { $0.id != "c" }) else { return }
        #expect(twice.outcome.failure?.reason == .idInvalid)
    }

    private static func request(_ id: String, _ method: String, _ number: Int, _ more: String = "") -> String {
        """
        {"jsonrpc":"2.0","id":\(id),"method":"\(method)","params":{"origin":"https://dapp.example","tab":1,\
        "document":"d","request":"\(method == "cancel" ? "x" : String(number))"\(more)}}
        """
    }
}

extension BrowserStandIn {
    /// The next response that fits; notifications and other responses are passed over.
    fileprivate func next(where fits: (RPCResponse) -> Bool) throws -> RPCMessage {
        while true {
            if case .response(let response) = try receiveMessage(), fits(response) { return .response(response) }
        }
    }
}
