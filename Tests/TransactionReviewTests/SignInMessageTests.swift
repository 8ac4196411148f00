import SolanaTransactions
import TestSupport
import Testing
import TransactionReview

@Suite struct SignInMessageTests {
    @Test func `texts are those of the wallet standard's own package, and are read back`() throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        for vector in try MessageVectors.read("signin", as: MessageVectors.SignIn.self, seed: seed) {
            let message = vector.values.message
            #expect(message.text == vector.text, "seed \(seed)")
            #expect(try SignInMessage(parsing: vector.text) == message, "seed \(seed)")
            #expect(message.malformed.isEmpty, "seed \(seed): \(message.malformed)")
        }
    }

    @Test func `what is read is read as a lenient reader reads it, and what isn't has the form all the same`() throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        var counts = (both: 0, lenient: 0, neither: 0)
        for vector in try MessageVectors.read("signin", as: MessageVectors.SignIn.self, seed: seed) {
            let strict = try? SignInMessage(parsing: vector.spoiled)
            switch (strict, vector.read) {
            case (let strict?, let lenient?):
                counts.both += 1
                #expect(strict.text == vector.spoiled, "seed \(seed)")
                let site = (strict.scheme.map { "\($0)://" } ?? "") + strict.domain
                let read = lenient.message
                #expect(site == read.domain, "seed \(seed)")
                #expect(strict.address == read.address, "seed \(seed)")
                #expect(strict.statement == read.statement, "seed \(seed): \(vector.spoiled)")
                #expect(strict.fields == read.fields, "seed \(seed): \(vector.spoiled)")
                #expect(strict.resources == read.resources, "seed \(seed): \(vector.spoiled)")
            case (nil, .some):
                counts.lenient += 1
                // What only a lenient reader takes must not pass as a text like any other.
                let review = MessageReview(Array(vector.spoiled.utf8))
                #expect(review.findings.contains { $0.id == "M06" }, "seed \(seed): \(vector.spoiled)")
            case (.some, nil): Issue.record("seed \(seed): read only here: \(vector.spoiled)")
            case (nil, nil): counts.neither += 1
            }
        }
        #expect(counts.both > 100 && counts.lenient > 50 && counts.neither > 50, "\(counts)")
    }

    static let start = "example.org wants you to sign in with your Solana account:\n\(SignInSamples.address)"

    @Test(arguments: [
        ("", 1), ("hello", 1), (" wants you to sign in with your Solana account:\nA", 1),
        ("example.org wants you to sign in with your Solana account:", 2),
        ("example.org wants you to sign in with your Solana account:\n", 2),
        (start + "\n", 3), (start + "\nText", 3), (start + "\n\n", 4), (start + "\n\n\nText", 4),
        (start + "\n\nText\n", 5), (start + "\n\nText\nURI: https://example.org", 5),
        (start + "\n\nText\n\nMore", 6), (start + "\n\nVersion: 1\nURI: https://example.org", 5),
        (start + "\n\nVersion: 1\nVersion: 1", 5), (start + "\n\nVersion: 1\n", 5),
        (start + "\n\nversion: 1\nNonce: 1", 5),
        (start + "\n\nResources:\n- a:b\nVersion: 1", 6), (start + "\r\n\r\nText", 2), (start + "\n\nTe\u{0}xt", 4),
    ])
    func `a text that isn't one is told by its line`(_ text: String, line: Int) {
        do throws(SignInMessage.GrammarError) {
            _ = try SignInMessage(parsing: text)
            Issue.record("read: \(text)")
        } catch { #expect(error.line == line, "\(text)") }
    }

    @Test func `a value with a line break comes back as something else`() throws {
        for value in ["a\nb", "\n", "a\n\nURI: https://evil.example", "URI: https://evil.example"] {
            let message = SignInMessage(domain: "example.org", address: SignInSamples.address, statement: value)
            #expect((try? SignInMessage(parsing: message.text)) != message)
        }
        let fields = SignInMessage(
            domain: "example.org", address: SignInSamples.address, fields: [.nonce: "12345678\nIssued At: x"])
        #expect((try? SignInMessage(parsing: fields.text)) != fields)
    }

    @Test(arguments: [
        (
            SignInMessage.Field.uri, ["https://example.org", "did:key:z6"],
            ["example.org", "https://a b", "1:x", "", ":x", "https://ä"]
        ),
        (.version, ["1"], ["2", "", "1.0", "01"]),
        (.chainID, ["mainnet", "solana:localnet"], ["101", "Mainnet", "solana:", "eip155:1", ""]),
        (.nonce, ["abcdEFGH", "12345678"], ["1234567", "1234-5678", "1234567ä", ""]),
        (
            .issuedAt, ["2026-02-28T23:59:60Z", "2024-02-29T00:00:00.5-12:30", "2026-11-22t05:30:00z"],
            [
                "2026-02-29T00:00:00Z", "2026-11-22", "2026-11-22T05:30Z", "2026-11-22T24:00:00Z",
                "2026-11-22T05:30:00",
                "2026-11-22 05:30:00Z", "2026-13-01T00:00:00Z", "2026-11-22T05:30:00.Z", "2026-11-22T05:30:00Z ", "now",
            ]
        ),
        (.requestID, ["", "a-b_c~%20:@!$"], ["a b", "a/b", "ä"]),
    ])
    func `a field has its own grammar`(_ field: SignInMessage.Field, good: [String], bad: [String]) {
        for value in good {
            #expect(SignInSamples.message([field: value]).malformed.isEmpty, "\(value)")
        }
        for value in bad {
            #expect(SignInSamples.message([field: value]).malformed.map(\.field) == [field.rawValue], "\(value)")
        }
    }
}
