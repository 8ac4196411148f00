import Base58
import Foundation
import SolanaTransactions
import Testing
import TransactionReview

/// M18: what is written for a program, and what is written for people.
@Suite struct AuthorityTextTests {
    private func form(_ text: String) -> String? {
        MessageReview(Array(text.utf8), signIn: SignInSamples.context()).findings.first { $0.id == "M18" }?
            .parameters.first?.value
    }

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
    private static let hash = (0..<32).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 41) }
    /// A discriminator and what Borsh writes of an order: a market, a side, a price and an amount as u64.
    private static let order: [UInt8] =
        [200, 213, 166, 94, 34, 52, 245, 93] + [3, 0, 1] + [0x40, 0x42, 0x0f, 0, 0, 0, 0, 0]
        + [0, 0xca, 0x9a, 0x3b, 0, 0, 0, 0]

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static let orders: [(String, String)] = [
        // A perpetuals exchange's order: Borsh in hex.
        (hex(order), "hex"), ("Sign the order\n\n" + hex(order), "hex"), (hex(order).uppercased(), "hex"),
        // A withdrawal's hash, in each spelling.
        (hex(hash), "hex"), ("0x" + hex(hash), "hex"), ("withdraw:0x" + hex(hash) + ":1", "hex"),
        (base64(hash), "base64"), ("Approve " + base64(hash), "base64"),
        (base64(hash).replacing("+", with: "-").replacing("/", with: "_"), "base64"),
        (Base58.encode(hash), "base58"), ("Claim " + Base58.encode(hash) + " now", "base58"),
        // Short ones that have numbers of a fixed width.
        (hex(Array(order.suffix(8))), "binary"), ("0x0000000000000001", "binary"),
        (base64(Array(order.suffix(16))), "binary"), (Base58.encode(Array(order.suffix(16))), "binary"),
        ("order=" + base64([1, 0, 0, 0, 0, 0, 0, 0, 9]), "binary"),
        // An intent.
        (
            #"{"intents":[{"intent":"transfer","tokens":{"nep141:usdc.near":"1000000"}}],"deadline":"2026-11-26"}"#,
            "json"
        ),
        ("{\n  \"type\" : \"withdraw\", \"amount\": 5\n}", "json"), (#"I approve {"amount":"5"} today"#, "json"),
        (#"["withdraw", "5"]"#, "json"), ("[12, 34, 255]", "json"),
        (#"{"primaryType":"Order","domain":{"name":"X"},"message":{"amount":"5"}}"#, "typed-data"),
        (#"{"types":{"EIP712Domain":[]},"message":{}}"#, "typed-data"),
        // An exchange's parameters.
        ("instruction=orderExecute&price=5&quantity=9&symbol=SOL_USDC&timestamp=1700000000&window=5000", "parameters"),
        ("side=buy&amount=5", "parameters"),
    ]

    @Test(arguments: orders)
    func `what a program reads as an order is a danger, and the form is told`(_ text: String, form: String) {
        #expect(self.form(text) == form, "\(text)")
        let review = MessageReview(Array(text.utf8), signIn: SignInSamples.context())
        #expect(review.level == .danger && !review.isOwnSignIn)
    }

    @Test(arguments: orders)
    func `so it is inside an off-chain message`(_ text: String, form: String) throws {
        let message = try OffchainMessage(signers: [SignInSamples.account], text: text)
        #expect(
            MessageReview(message, signIn: SignInSamples.context()).findings.first { $0.id == "M18" }?.parameters
                == [.init(name: "form", value: form)])
    }

    @Test(arguments: [
        "", "hello", "Sign this message to log in to Magic Eden.\n\nNonce: 550e8400-e29b-41d4-a716-446655440000",
        "Welcome!\n\nWallet: \(SignInSamples.address)\nNonce: 5f4dcc3b5aa765d61d8327deb882cf99",
        "https://example.org/users/\(SignInSamples.address)/verify?step=1",
        "By signing I agree to https://example.org/legal/Terms-of-Service/2024/english/version-12/everything-else",
        "Issued 2026-11-22T05:25:00.123Z, expires 1763955600000", "==================================================",
        "--------------------------------------------------", "AHHHHHHHHHHHHHHHHHHHHHHHH", "10000000000000000 lamports",
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        "Nonce: k8Jd2+x/0aZq9LmPw3TfVb6Y", "[1] the terms [2]", "{see below}", "if a & b = c", "R&D=good",
        "me@example.org, 7xKX…9fQ2", "Ενέργεια για τον λογαριασμό μου", "a=1",
        "ID 00000000-0000-0000-0000-000000000000",
        "facade decade beef deadbeef cafe", "Account 4 of 1000000000000000000000",
    ])
    func `what is written for people isn't`(_ text: String) {
        #expect(form(text) == nil, "\(text)")
    }

    @Test func `a sign-in has a nonce and resources of any kind, and is no order`() {
        let message = SignInMessage(
            domain: "example.org", address: SignInSamples.address,
            fields: [.nonce: Self.hex(Self.hash)], resources: ["https://example.org/" + Self.hex(Self.hash)])
        let review = MessageReview(Array(message.text.utf8), signIn: SignInSamples.context())
        #expect(review.findings.map(\.id) == ["M05"] && review.isOwnSignIn)
        // What follows a sign-in that isn't written as one is looked at.
        #expect(form(message.text + "\n" + Self.hex(Self.hash)) == "hex")
    }

    @Test func `only a sign-in by the grammar, alone and to the site that asks, is its own`() throws {
        let text = SignInSamples.message([.nonce: "12345678"]).text
        let context = SignInSamples.context()
        #expect(MessageReview(Array(text.utf8), signIn: context).isOwnSignIn)
        #expect(!MessageReview(Array(text.utf8)).isOwnSignIn)
        #expect(!MessageReview(Array(text.utf8), signIn: SignInSamples.context("https://evil.example")).isOwnSignIn)
        #expect(!MessageReview(Array((text + "\n").utf8), signIn: context).isOwnSignIn)
        #expect(!MessageReview(Array("Sign in to example.org".utf8), signIn: context).isOwnSignIn)
        let odd = SignInSamples.message([.nonce: "a-b-c-d-e"]).text
        #expect(!MessageReview(Array(odd.utf8), signIn: context).isOwnSignIn)
        let envelope = try OffchainMessage(signers: [SignInSamples.account], text: text)
        #expect(!MessageReview(envelope, signIn: context).isOwnSignIn)
    }

    @Test(.timeLimit(.minutes(1))) func `the longest message is looked at in a moment`() {
        for text in ["{\"", "[", "{", "A", "z9", "a=", "1"] {
            let whole = String(repeating: text, count: 700_000 / text.utf8.count)
            _ = MessageReview(Array(whole.utf8), signIn: SignInSamples.context())
        }
    }
}
