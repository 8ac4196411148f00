import JSONRPC
import Testing
import WalletRuntime

@Suite struct OriginTests {
    @Test(arguments: [
        ("https://dapp.example", "dapp.example"), ("https://dapp.example:8443", "dapp.example"),
        ("http://localhost:3000", "localhost"), ("http://127.0.0.1", "127.0.0.1"),
        ("https://xn--bcher-kva.example", "xn--bcher-kva.example"), ("https://[2001:db8::1]:444", "[2001:db8::1]"),
    ])
    func anOriginThatABrowserSerialisesIsTaken(text: String, host: String) throws {
        let origin = try Origin(text)
        #expect(origin.host == host)
        #expect(origin.serialized == text)
    }

    @Test(arguments: [
        "", "null", "https://", "http://dapp.example", "http://localhost.evil.example", "http://127.0.0.2",
        "https://Dapp.example", "https://dapp.example/", "https://dapp.example/path", "https://dapp.example:443",
        "http://localhost:80", "https://dapp.example:", "https://dapp.example:0443", "https://dapp.example:65536",
        "https://user@dapp.example", "https://dapp.example?x", "https://dapp.example#x", "https://b\u{fc}cher.example",
        "chrome-extension://abcdefghijklmnopabcdefghijklmnop", "moz-extension://x", "file://", "data:text/html,x",
        "https://[zz]", "https://[::1", "javascript:alert(1)", " https://dapp.example", "https://dapp.example\n",
    ])
    func everythingElseIsRefused(text: String) {
        let error = #expect(throws: RPCError.self) { try Origin(text) }
        #expect(error?.reason == .originRefused)
    }
}

/// Another extension's id, and the name space in which it asks.
@Suite struct ExtensionIDTests {
    @Test(arguments: [
        ("chrome-extension://opacnhohgpeonclhdknogmaggldkgmbk/", "opacnhohgpeonclhdknogmaggldkgmbk"),
        ("opacnhohgpeonclhdknogmaggldkgmbk", "opacnhohgpeonclhdknogmaggldkgmbk"),
        ("rogue@sidekey.test", "rogue@sidekey.test"), ("@a", "@a"),
        ("{3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10}", "{3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10}"),
    ])
    func `ids have the forms that browsers give them`(text: String, id: String) throws {
        let made = try #require(ExtensionID(text))
        #expect(made.description == id)
        #expect(Origin(made).serialized == "extension:\(id)")
        #expect(Origin(made).extensionID == made)
        #expect(throws: RPCError.self) { try Origin("extension:\(id)") }
    }

    @Test(arguments: [
        "", "a", "https://dapp.example", "opacnhohgpeonclhdknogmaggldkgmbq", "Opacnhohgpeonclhdknogmaggldkgmbk",
        "chrome-extension://opacnhohgpeonclhdknogmaggldkgmbk", "chrome-extension://rogue@sidekey.test/",
        "rogue@", "a@b@c", "a b@c", "rogue@sidekey.test\n", "é@b", "{3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a1}", "{}",
    ])
    func `what no browser calls an extension is none`(text: String) {
        #expect(ExtensionID(text) == nil)
    }

    @Test func `no page's origin is an extension's`() throws {
        #expect(try Origin("https://extension").extensionID == nil)
        #expect(Origin.wallet.extensionID == nil)
    }

    @Test func `a frame is named by its page and the page around it, which no browser writes as an origin`() throws {
        let (page, top) = (try Origin("https://pay.example.com:8443"), try Origin("https://example.com"))
        let frame = Origin(page, in: top)
        #expect(frame.serialized == "https://pay.example.com:8443 in https://example.com")
        #expect(frame.page == page && frame.top == top)
        #expect(frame.host == "pay.example.com" && frame.authority == "pay.example.com:8443")
        #expect(page.top == nil && page.page == page)
        #expect(Origin(page, in: page) == page)
        #expect(throws: RPCError.self) { try Origin(frame.serialized) }
        var params: JSONObject = [
            "origin": "https://pay.example.com:8443", "top": "https://example.com", "tab": 1, "document": "d",
            "request": "1",
        ]
        #expect(try PageContext(taking: &params).origin == frame)
        #expect(params.members.isEmpty)
    }
}
