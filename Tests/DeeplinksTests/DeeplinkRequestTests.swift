import Deeplinks
import Salt
import SolanaTransactions
import Testing

struct DeeplinkRequestTests {
    private static let key = "9oRyGZ9ndxHhUGLuWGwSrcnVwgHsXwdKFdGYMNKxkbTL"
    private static let nonce = "5K8SRmyeuYbK5WPSPyFmuZHhEvcvN4wWs"

    private func fault(_ link: String) -> DeeplinkFault? {
        do throws(DeeplinkFault) {
            _ = try DeeplinkRequest(parsing: link)
            return nil
        } catch {
            return error
        }
    }

    private func connect(_ more: String = "", redirect: String = "app%3A%2F%2Fback") -> String {
        "sidekey://v1/connect?app_url=https%3A%2F%2Fapp.example&dapp_encryption_public_key=\(Self.key)"
            + "&redirect_link=\(redirect)\(more)"
    }

    @Test func `what was composed is read again, by scheme and by universal link`() throws {
        let key = try #require(DeeplinkKey(Self.key))
        let redirect = try RedirectLink("app://back?own=1")
        let contents: [DeeplinkRequest.Content] = [
            .connect(try .init(appURL: "https://app.example/x?y=1", appKey: key, redirect: redirect, cluster: .devnet)),
            .connect(try .init(appURL: "https://app.example", appKey: key, redirect: redirect)),
            .sealed(.init(.signMessage, appKey: key, nonce: Nonce(), redirect: redirect, payload: [0, 0, 1, 255])),
            .browse(url: "https://a.example/b?c=d&e=f#g", ref: "https://app.example"),
        ]
        for base in [DeeplinkBase.scheme("sidekey"), .universal(host: "phantom.app")] {
            for content in contents {
                let request = DeeplinkRequest(base: base, content: content)
                #expect(try DeeplinkRequest(parsing: request.link) == request)
            }
        }
    }

    @Test func `the links look as Phantom's documentation has them`() throws {
        let key = try #require(DeeplinkKey(Self.key))
        let request = DeeplinkRequest(
            base: .universal(host: "phantom.app"),
            content: .connect(
                try .init(
                    appURL: "https://phantom.app", appKey: key, redirect: RedirectLink("app://x"), cluster: .devnet)))
        #expect(
            request.link == "https://phantom.app/ul/v1/connect?app_url=https%3A%2F%2Fphantom.app"
                + "&dapp_encryption_public_key=\(Self.key)&redirect_link=app%3A%2F%2Fx&cluster=devnet")
        let browse = DeeplinkRequest(
            base: .universal(host: "phantom.app"),
            content: .browse(url: "https://magiceden.io/item", ref: "https://phantom.app"))
        #expect(
            browse.link == "https://phantom.app/ul/browse/https%3A%2F%2Fmagiceden.io%2Fitem"
                + "?ref=https%3A%2F%2Fphantom.app")
    }

    @Test func `what isn't as it must be is refused by the parameter's name`() {
        let cases: [(String, DeeplinkFault)] = [
            ("", .notALink), ("sidekey", .notALink), ("Sidekey://v1/connect", .notALink),
            ("sidekey:v1/connect", .notALink), ("sidekey://v1/connect#x", .notALink),
            ("sidekey://v1/con nect", .notALink), ("sidekey://v2/connect", .wrongBase),
            ("https://phantom.app/v1/connect", .wrongBase), ("https://a@phantom.app/ul/v1/connect", .wrongBase),
            ("sidekey://v1/signEverything", .methodUnknown), ("sidekey://v1/browse", .methodUnknown),
            ("sidekey://v1/connect", .missing("app_url")), (connect("&app_url=x"), .duplicate("app_url")),
            (connect("&other=1"), .unknownParameter), (connect("&cluster=mainnet"), .value("cluster")),
            (connect("&cluster="), .missing("cluster")), (connect("&cluster=%zz"), .percentEncoding),
            (connect("&cluster=%ff"), .percentEncoding), (connect("&cluster=%f"), .percentEncoding),
            (connect().replacing(Self.key, with: "0" + Self.key.dropFirst()), .base58("dapp_encryption_public_key")),
            (
                connect().replacing(Self.key, with: "111"),
                .wrongCount("dapp_encryption_public_key", expected: 32, found: 3)
            ),
            (connect().replacing("https%3A", with: "ftp%3A"), .value("app_url")),
            (connect().replacing("app.example", with: "app.example%0A"), .value("app_url")),
            (
                "sidekey://v1/signMessage?dapp_encryption_public_key=\(Self.key)&nonce=11&redirect_link=a%3Ab&payload=1",
                .wrongCount("nonce", expected: 24, found: 2)
            ),
            (
                "sidekey://v1/signMessage?dapp_encryption_public_key=\(Self.key)&nonce=\(Self.nonce)&payload=1",
                .missing("redirect_link")
            ),
            ("sidekey://browse/file%3A%2F%2F%2Fetc?ref=https%3A%2F%2Fa.example", .value("url")),
            ("sidekey://browse/https%3A%2F%2Fb.example", .missing("ref")),
        ]
        for (link, expected) in cases { #expect(fault(link) == expected, "\(link)") }
        let long = connect("&cluster=" + String(repeating: "a", count: DeeplinkRequest.maximumBytes))
        #expect(fault(long) == .tooLong(limit: 65_536, found: long.utf8.count))
    }

    @Test func `answers go to an app's scheme, to https, and to this machine`() throws {
        for link in [
            "app://back", "com.example.app:/back", "app:back", "https://app.example/back?x=1#y",
            "http://localhost:8080/one", "http://127.0.0.1:41234/a?b", "http://[::1]:9/", "https://app.example",
        ] {
            #expect(throws: Never.self, "\(link)") { try RedirectLink(link) }
        }
        #expect(try RedirectLink("https://App.Example").description == "https://app.example/")
    }

    @Test func `answers never go to what runs, names a file, or is a wallet`() {
        for link in [
            "file:///etc/passwd", "FILE:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "blob:https://a/b",
            "about:blank", "view-source:https://a.example", "vbscript:x", "filesystem:https://a/b",
            "http://app.example/back", "http://127.0.0.2/", "http://localhost.evil.example/", "smb://host/share",
            "chrome://settings", "chrome-extension://abc/x", "moz-extension://abc/x", "ms-msdt:/x",
            "mailto:a@b.example",
            "sidekey://v1/connect", "phantom://v1/connect", "ssh://host", "apt:sl", "intent://x",
        ] {
            #expect(throws: DeeplinkFault.redirectRefused, "\(link)") { try RedirectLink(link) }
        }
        for link in [
            "", "app", "app:", ":x", "1app://x", "app://a b", "app://a\"b", "https://user@app.example/", "https:///x",
            "https://", "https:app.example", "http://localhost:0/", "http://localhost:99999/", "app://ä",
            "https://app.example:443x/",
        ] {
            #expect(throws: DeeplinkFault.notALink, "\(link)") { try RedirectLink(link) }
        }
    }

    @Test func `a session's answers stay with the scheme or the origin that it began with`() throws {
        let pairs: [(String, String, Bool)] = [
            ("app://back", "app://elsewhere?x", true), ("app://back", "other://back", false),
            ("https://a.example/x", "https://a.example/y", true), ("https://a.example/x", "https://b.example/x", false),
            ("https://a.example/x", "https://a.example:8443/x", false), ("https://a.example/x", "app://x", false),
            ("http://127.0.0.1:1/x", "http://127.0.0.1:2/y", true),
            ("http://127.0.0.1:1/x", "http://localhost:1/x", false),
            ("http://127.0.0.1:1/x", "https://127.0.0.1:1/x", false),
        ]
        for (first, second, same) in pairs {
            #expect(
                try RedirectLink(second).mayTakeTheAnswers(of: RedirectLink(first)) == same, "\(first) \(second)")
        }
    }
}
