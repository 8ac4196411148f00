import Deeplinks
import JSONRPC
import Salt
import Testing

struct DeeplinkReplyTests {
    private static let parameter = "sidekey_encryption_public_key"

    @Test func `an answer keeps the redirect link's own query and is read again`() throws {
        let pair = SaltBox.KeyPair()
        let key = try DeeplinkKey(bytes: pair.publicKey)
        let replies: [DeeplinkReply] = [
            .connected(walletKey: key, nonce: Nonce(), data: [1, 2, 3]), .sealed(nonce: Nonce(), data: [0, 255]),
            .done, .refused(.userRejected), .refused(DeeplinkError(code: -7, message: "a & b = ü + c")),
        ]
        for redirect in [
            "app://back", "app://back?own=a%20b&second", "app:back#part", "https://a.example",
            "http://127.0.0.1:9/x?y#z",
        ] {
            let redirect = try RedirectLink(redirect)
            for reply in replies {
                let link = reply.link(to: redirect, keyParameter: Self.parameter)
                #expect(
                    try DeeplinkReply(parsing: link, to: redirect, keyParameter: Self.parameter) == reply, "\(link)")
            }
        }
        let own = try RedirectLink("app://back?own=1#end")
        #expect(
            DeeplinkReply.refused(.userRejected).link(to: own, keyParameter: Self.parameter)
                == "app://back?own=1&errorCode=4001&errorMessage=User%20Rejected%20Request#end")
        #expect(DeeplinkReply.done.link(to: own, keyParameter: Self.parameter) == own.description)
    }

    @Test func `what is no answer to this redirect link is refused`() throws {
        let redirect = try RedirectLink("app://back?own=1")
        let cases: [(String, DeeplinkFault)] = [
            ("app://elsewhere?own=1&nonce=1", .wrongPlace), ("other://back?own=1", .wrongPlace),
            ("app://back?own=2&nonce=1", .wrongPlace), ("app://back?own=12", .wrongPlace),
            ("app://back?own=1&nonce=1", .wrongCount("nonce", expected: 24, found: 1)),
            ("app://back?own=1&data=1", .missing("nonce")),
            ("app://back?own=1&errorCode=1&errorCode=1", .duplicate("errorCode")),
            ("app://back?own=1&errorCode=x", .value("errorCode")),
            ("app://back?own=1&errorCode=1e3", .value("errorCode")),
            ("app://back?own=1&errorMessage=x", .missing("errorCode")),
            ("app://back?own=1&errorCode=1&errorMessage=%", .percentEncoding),
            ("app://ba ck?own=1", .notALink), ("nothing", .notALink),
        ]
        for (link, expected) in cases {
            #expect(throws: expected, "\(link)") {
                try DeeplinkReply(parsing: link, to: redirect, keyParameter: Self.parameter)
            }
        }
    }

    @Test func `what one side seals the other opens, and nobody else`() throws {
        let app = SaltBox.KeyPair()
        let wallet = SaltBox.KeyPair()
        let stranger = SaltBox.KeyPair()
        let appBox = try DeeplinkBox(theirKey: DeeplinkKey(bytes: wallet.publicKey), secretKey: app.secretKey)
        let walletBox = try DeeplinkBox(theirKey: DeeplinkKey(bytes: app.publicKey), secretKey: wallet.secretKey)
        let strangerBox = try DeeplinkBox(theirKey: DeeplinkKey(bytes: app.publicKey), secretKey: stranger.secretKey)
        let tasks: [DeeplinkCall.Task] = [
            .disconnect, .signTransaction([1]), .signAllTransactions([[1], [2, 3]]),
            .signMessage([0, 1], display: .hex),
            .signAndSendTransaction([9], options: .init()),
            .signAndSendTransaction(
                [9],
                options: .init(
                    skipPreflight: true, preflightCommitment: .confirmed, maxRetries: 3, minContextSlot: .max)),
        ]
        for task in tasks {
            let call = DeeplinkCall(session: "token", task: task)
            let (nonce, data) = appBox.seal(call.json)
            #expect(try DeeplinkCall(walletBox.open(data, nonce: nonce), method: call.method) == call)
            #expect(throws: DeeplinkFault.notAuthentic) { try strangerBox.open(data, nonce: nonce) }
            #expect(throws: DeeplinkFault.notAuthentic) { try walletBox.open(data, nonce: Nonce()) }
            #expect(throws: DeeplinkFault.notAuthentic) { try walletBox.open(data.dropLast(), nonce: nonce) }
            var changed = data
            changed[changed.count - 1] ^= 1
            #expect(throws: DeeplinkFault.notAuthentic) { try walletBox.open(changed, nonce: nonce) }
        }
        let answers: [(DeeplinkMethod, DeeplinkAnswer)] = [
            (.connect, .connected(publicKey: try DeeplinkKey(bytes: app.publicKey), session: "token")),
            (.signTransaction, .transaction([1, 2])), (.signAllTransactions, .transactions([[1], [2]])),
            (.signMessage, .signature([UInt8](repeating: 7, count: 64))),
        ]
        for (method, answer) in answers {
            let (nonce, data) = walletBox.seal(answer.json)
            #expect(try DeeplinkAnswer(appBox.open(data, nonce: nonce), to: method) == answer)
        }
        #expect(throws: SaltError.weakPublicKey) {
            try DeeplinkBox(
                theirKey: DeeplinkKey(bytes: [UInt8](repeating: 0, count: 32)), secretKey: wallet.secretKey)
        }
    }

    @Test func `a payload has the method's members and no others`() {
        let cases: [(JSON, DeeplinkMethod, DeeplinkFault)] = [
            ([:], .disconnect, .missing("session")), (["session": 1], .disconnect, .value("session")),
            (["session": ""], .disconnect, .missing("session")),
            (["session": "x", "more": 1], .disconnect, .unknownParameter),
            (["session": "x"], .signTransaction, .missing("transaction")),
            (["session": "x", "transaction": "0"], .signTransaction, .base58("transaction")),
            (["session": "x", "transactions": []], .signAllTransactions, .value("transactions")),
            (["session": "x", "transactions": ["1", 2]], .signAllTransactions, .value("transactions")),
            (["session": "x", "message": "1", "display": "image"], .signMessage, .value("display")),
            (
                ["session": "x", "transaction": "1", "sendOptions": ["maxRetries": -1]], .signAndSendTransaction,
                .value("sendOptions")
            ),
            (
                ["session": "x", "transaction": "1", "sendOptions": ["other": true]], .signAndSendTransaction,
                .value("sendOptions")
            ),
            (["session": "x"], .connect, .methodUnknown), ([], .disconnect, .json),
        ]
        for (json, method, expected) in cases {
            #expect(throws: expected) { try DeeplinkCall(json, method: method) }
        }
    }
}
