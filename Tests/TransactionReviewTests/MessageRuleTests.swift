import SolanaTransactions
import TestSupport
import Testing
import TransactionReview

/// Each rule for messages: where it holds, and where it nearly does.
@Suite struct MessageRuleTests {
    private let rules = { SignInSamples.rules($0, $1) }

    private func found(_ fields: [SignInMessage.Field: String], chain: String? = nil) -> Set<String> {
        let text = SignInSamples.message(fields.merging([.nonce: "12345678"]) { own, _ in own }).text
        return Set(SignInSamples.rules(text, SignInSamples.context(chain: chain)))
    }

    @Test func `an honest sign-in is one, and nothing else is said of it`() {
        let fields: [SignInMessage.Field: String] = [
            .uri: "https://example.org/login", .version: "1", .chainID: "solana:mainnet",
            .issuedAt: "2026-11-22T05:25:00Z",
            .expirationTime: "2026-11-22T05:35:00Z", .notBefore: "2026-11-22T05:30:00Z",
        ]
        #expect(found(fields, chain: "solana:mainnet") == ["M05"])
        let review = MessageReview(Array(SignInSamples.message(fields).text.utf8), signIn: SignInSamples.context())
        #expect(review.signIn == SignInSamples.message(fields))
        #expect(review.level == .info)
    }

    @Test func `M01, M02: bytes, control characters, what can't be seen`() throws {
        #expect(MessageReview([0xFF, 0]).findings.map(\.id) == ["M01"])
        #expect(MessageReview(Array("a\u{0}b".utf8)).findings.map(\.id) == ["M01", "M02"])
        #expect(
            MessageReview(Array("pay \u{202e}eciN".utf8)).findings.first?.parameters == [
                .init(name: "count", value: "1")
            ])
        for plain in ["", "hello\tworld\r\n", "İstanbul e\u{301} 漢\u{3000}字", "👍\u{fe0f} 👩\u{200d}👩\u{200d}👧"] {
            #expect(MessageReview(Array(plain.utf8)).findings.isEmpty, "\(plain)")
        }
        #expect(MessageReview(Array("a\u{200d}b".utf8)).findings.map(\.id) == ["M02"])
    }

    @Test func `M03, M04: transactions and envelopes are forbidden`() throws {
        for transaction in try ReviewSamples.transactions() {
            #expect(MessageReview(transaction.encoded()).level == .forbidden)
            #expect(MessageReview(transaction.messageBytes).findings.contains { $0.id == "M03" })
            #expect(!MessageReview(transaction.encoded() + [0]).findings.contains { $0.id == "M03" })
        }
        #expect(MessageReview(OffchainMessage.prefix).findings.first?.id == "M04")
        #expect(MessageReview(OffchainMessage.prefix.dropLast()).findings.map(\.id) == ["M01"])
    }

    @Test(arguments: [
        ("https://example.org", "example.org", true), ("https://example.org", "EXAMPLE.org", true),
        ("https://example.org", "https://example.org", true), ("https://example.org", "example.org:443", true),
        ("http://localhost:3000", "localhost:3000", true), ("http://localhost:3000", "localhost", true),
        ("https://example.org:8443", "example.org:8443", true),
        ("https://example.org:8443", "example.org", false), ("https://example.org", "example.org:8443", false),
        ("https://example.org", "http://example.org", false), ("https://example.org", "sub.example.org", false),
        ("https://sub.example.org", "example.org", false), ("https://example.org", "example.org.evil.example", false),
        ("https://example.org", "example.org@evil.example", false), ("https://example.org", "me@example.org", false),
        ("https://example.org", "example.org.", false), ("https://example.org", "ехample.org", false),
        ("https://example.org", "exa\u{200b}mple.org", false), ("https://example.org", "bank.example", false),
        ("https://k.example", "\u{212a}.example", false), ("https://xn--bcher-kva.example", "bücher.example", false),
        ("https://example.org", "bank.example example.org", false), ("https://example.org", "example.org/", false),
    ])
    func `M09: another site's domain is forbidden, and only the origin's own is not`(
        _ origin: String, domain: String, isOwn: Bool
    ) {
        let found = SignInSamples.rules(SignInSamples.message(domain: domain).text, SignInSamples.context(origin))
        #expect(found.contains("M09") == !isOwn, "\(found)")
    }

    /// Each has the form of a sign-in for everybody who isn't strict.
    @Test(arguments: [
        "example.org Wants You To Sign In With Your Solana Account:\nA",
        "example.org wants you to sign in with your solana account",
        "example.org  wants you to sign in  with your Solana account:\nA",
        "example.org wants you to sign\nin with your Solana account:\nA",
        "\nexample.org wants you to sign in with your Solana account:\nA",
        "Hello\nexample.org wants you to sign in with your Solana account:",
        "example.org wants you to sign-in with your Solana account:\nA",
        "example.org wаnts you to sign in with your Solana account:\nA",
        "example.org wants you to sign in with your Sоlana account:\nA",
        "example.org wants\u{200b} you to sign in with your Solana account:",
        "example.org wants\u{a0}you to sign in with your Solana account:",
        "example.org ｗａｎｔｓ you to sign in with your Solana account:",
        "example.org 𝐰𝐚𝐧𝐭𝐬 you to sign in with your Solana account:",
        "example.org wànts you to sıgn in with your Solana account:",
        "example.org wants you to s1gn in with y0ur So|ana account:\nA",
        "example.org wants you to sign in with your Solana account:\r\nA\r\n",
    ])
    func `M06: what nearly is a sign-in is checked as one`(_ text: String) {
        let own = SignInSamples.rules(text)
        #expect(own.contains("M05") && own.contains("M06") && !own.contains("M09"), "\(own)")
        let foreign = SignInSamples.rules(text, SignInSamples.context("https://evil.example"))
        #expect(foreign.first == "M09", "\(foreign)")
    }

    @Test func `a text that only speaks of signing in is a text`() {
        for text in [
            "Sign in to example.org", "example.org wants you to sign in with your e-mail", "wants you to sign in",
            "I want to sign in with my Solana account", "bank.example wants you to log in with your Solana account:",
        ] {
            #expect(SignInSamples.rules(text).isEmpty, "\(text)")
        }
    }

    @Test func `a second opening doesn't hide behind the first`() {
        let inner = "bank.example wants you to sign in with your Solana account:"
        let text = SignInMessage(domain: "example.org", address: SignInSamples.address, statement: inner).text
        #expect(SignInSamples.rules(text).first == "M09")
        #expect(SignInSamples.rules("x\n" + SignInSamples.message(domain: "bank.example").text).first == "M09")
    }

    @Test func `bytes that aren't text are searched as a careless reader reads them`() {
        let foreign = Array(SignInSamples.message(domain: "bank.example").text.utf8)
        for odd: [UInt8] in [[0xFF], [0xC0, 0x80], [0xE2, 0x82]] {
            for bytes in [foreign + odd, odd + foreign, foreign.prefix(20) + odd + foreign.dropFirst(20)] {
                let review = MessageReview(bytes, signIn: SignInSamples.context())
                #expect(review.encoding == .hex && review.signIn == nil)
                #expect(review.level == .forbidden || !review.findings.contains { $0.id == "M05" })
            }
            #expect(MessageReview(foreign + odd, signIn: SignInSamples.context()).level == .forbidden)
        }
        let own = Array(SignInSamples.message().text.utf8) + [0xFF]
        #expect(MessageReview(own, signIn: SignInSamples.context()).findings.first?.id == "M01")
    }

    @Test func `M07, M08: values against the grammar`() {
        #expect(found([.version: "2"]).contains("M07"))
        #expect(found([.nonce: "a-b-c-d-e"]) == ["M05", "M08"])
        #expect(found([.nonce: "a\u{200b}bcdefgh"]).contains("M07"))
        let plain = SignInMessage(domain: "example.org", address: SignInSamples.address, statement: "Olá, \"você\"!")
        #expect(Set(SignInSamples.rules(plain.text)) == ["M05", "M08", "M16"])
        let hidden = SignInMessage(domain: "example.org", address: SignInSamples.address, statement: "a\u{202e}b")
        #expect(SignInSamples.rules(hidden.text).contains("M07"))
        let resource = SignInMessage(domain: "example.org", address: SignInSamples.address, resources: ["a:b", "c d"])
        #expect(SignInSamples.rules(resource.text).contains("M07"))
    }

    @Test func `M10: another account than the one that signs`() {
        let other = SignInMessage(domain: "example.org", address: String(repeating: "1", count: 31) + "2")
        #expect(SignInSamples.rules(other.text).contains("M10"))
        #expect(!SignInSamples.rules(SignInSamples.message().text).contains("M10"))
    }

    @Test(arguments: [
        ("https://example.org", false), ("https://example.org/a?b#c", false), ("https://example.org:443/", false),
        ("http://example.org", true), ("https://example.org.evil.example", true),
        ("https://evil.example/example.org", true),
        ("https://example.org@evil.example/", true), ("did:key:z6", true), ("https://example.org:8443", true),
        (#"https://evil.example\@example.org"#, true),
    ])
    func `M11: a URI is the origin's`(_ uri: String, isFound: Bool) {
        #expect(found([.uri: uri]).contains("M11") == isFound)
    }

    @Test func `M12: another chain than the request's`() {
        #expect(found([.chainID: "devnet"], chain: "solana:mainnet").contains("M12"))
        #expect(!found([.chainID: "mainnet"], chain: "solana:mainnet").contains("M12"))
        #expect(!found([.chainID: "solana:devnet"], chain: nil).contains("M12"))
    }

    @Test func `M13, M14, M15: the times`() {
        #expect(found([.issuedAt: "2026-11-22T05:19:59Z"]) == ["M05", "M13"])
        #expect(found([.issuedAt: "2026-11-22T05:20:00Z"]) == ["M05"])
        #expect(found([.issuedAt: "2026-11-22T06:40:00+01:00"]) == ["M05"])
        #expect(found([.issuedAt: "2026-11-22T05:40:00.001Z"]) == ["M05", "M14"])
        #expect(found([.notBefore: "2026-11-22T05:30:00.001Z"]) == ["M05", "M14"])
        #expect(found([.notBefore: "2026-11-22T05:30:00Z"]) == ["M05"])
        #expect(found([.expirationTime: "2026-11-22T05:30:00Z"]) == ["M05", "M15"])
        #expect(found([.expirationTime: "2026-11-22T05:30:00.001Z"]) == ["M05"])
    }

    @Test func `M16: without a nonce`() {
        #expect(Set(SignInSamples.rules(SignInSamples.message().text)) == ["M05", "M16"])
    }

    @Test func `M17: a sign-in with another chain's account is held against the origin too`() {
        let text =
            "example.org wants you to sign in with your Ethereum account:\n0x0000000000000000000000000000000000000000"
        #expect(Set(SignInSamples.rules(text)) == ["M05", "M06", "M17", "M18"])
        #expect(SignInSamples.rules(text, SignInSamples.context("https://evil.example")).first == "M09")
    }

    @Test func `every rule has a number of its own, and its values hide nothing`() {
        #expect(MessageRule.allCases.map(\.rawValue) == (1...18).map { $0 < 10 ? "M0\($0)" : "M\($0)" })
        let text = SignInSamples.message(domain: "evil\u{202e}.example").text
        let domain = MessageReview(Array(text.utf8), signIn: SignInSamples.context()).findings.first?.parameters.first
        #expect(domain == ReviewField(name: "domain", value: #"evil\u{202e}.example"#, isQuoted: true))
    }

    @Test func `a long text is searched in time that grows with it alone`() {
        let text = String(repeating: "wants you to sign in with your ", count: 30_000)
        let clock = ContinuousClock()
        let took = clock.measure { _ = MessageReview(Array(text.utf8), signIn: SignInSamples.context()) }
        #expect(took < .seconds(20))
    }
}
