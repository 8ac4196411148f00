import Base58
import JSONRPC
import Pinentry
import Salt
import SolanaTransactions
import Synchronization
import TestSupport
import Testing
import Wallet
import WalletState

/// Decisions outside the browser, with a person who answers as written.
@Suite struct NativeApprovalTests {
    private let prompt = ScriptedPrompt()
    private let clock = ManualClock()

    /// A locked wallet whose page is connected, and the extension's connection to it.
    private func connected(
        _ setting: ApprovalPolicy.Setting = .popup, display: String? = ":0"
    ) async throws -> (ServiceFixture, RecordingConnection) {
        let fixture = try await ServiceFixture(
            prompt: prompt, policy: ApprovalPolicy(setting: setting), clock: clock)
        let connection = await fixture.attached(1, display: display)
        _ = try await connection.hello().get()
        if display != nil {
            let connect = await connection.begin("connect", Self.page(request: "connect"))
            prompt.expect(.type(ServiceFixture.passphrase))
            _ = try await connection.native().get()
            _ = try await connection.outcome(of: connect).get()
            _ = try await connection.call("vault.lock").get()
        }
        return (fixture, connection)
    }

    private static func page(_ params: JSONObject = [:], request: String) -> JSONObject {
        var page: JSONObject = [
            "origin": "https://dapp.example", "tab": 1, "document": "document-1", "request": .string(request),
        ]
        for member in params.members { page[member.name.string] = member.value }
        return page
    }

    private static func message(_ text: String, request: String = "sign") -> JSONObject {
        page(["message": .string(Base64.encode(Array(text.utf8)))], request: request)
    }

    @Test(arguments: [ApprovalPolicy.Setting.popup, .native])
    func onePassphraseApprovesAndOpensTheSession(setting: ApprovalPolicy.Setting) async throws {
        let (_, connection) = try await connected(setting)
        let sign = await connection.begin("signMessage", Self.message("hello"))
        prompt.expect(.type("wrong"), .type(ServiceFixture.passphrase))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        let signed = try await connection.outcome(of: sign).get()
        #expect(signed["signature"] != nil)
        #expect(try await connection.call("vault.status").get()["vault"]?.text == "unlocked")
        let questions = prompt.questions.suffix(2)
        #expect(questions.first?.error == nil)
        #expect(questions.last?.error?.contains("2 left") == true)
        let text = try #require(questions.first?.description)
        #expect(text.hasPrefix("Sidekey's window\n"))
        #expect(text.contains("dapp.example\nYou sign a message."))
        #expect(text.contains("  | hello"))
        #expect(prompt.open == 0)
        _ = await connection.begin("signMessage", Self.message("again", request: "again"))
        prompt.expect(.yes)
        #expect(try await connection.native().get()["state"]?.text == "answered")
    }

    @Test func whereEachApprovalIsProvenThePromptAsksEachTimeAndOpensNoSession() async throws {
        var policy = ApprovalPolicy(setting: .native)
        policy.perRequest = true
        let fixture = try await ServiceFixture(prompt: prompt, policy: policy, clock: clock)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        for method in ["connect", "signMessage", "signMessage"] {
            let params =
                method == "connect" ? Self.page(request: method) : Self.message("hello", request: "\(prompt.opened)")
            let asked = await connection.begin(method, params)
            prompt.expect(.type(ServiceFixture.passphrase))
            #expect(try await connection.native().get()["state"]?.text == "answered")
            _ = try await connection.outcome(of: asked).get()
            #expect(try await connection.call("vault.status").get()["vault"]?.text == "locked")
        }
        // Also while a session is open.
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await connection.call("vault.unlock", ["native": true]).get()
        _ = await connection.begin("signMessage", Self.message("open", request: "open"))
        prompt.expect(.type("wrong"), .type(ServiceFixture.passphrase))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        #expect(
            prompt.questions.last?.description?.contains("You chose to enter your passphrase for every approval.")
                == true)
    }

    @Test func `a connection shares the account that was shown, whichever is the first by then`() async throws {
        let (_, connection) = try await connected()
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await connection.call("vault.unlock", ["native": true]).get()
        _ = try await connection.call("accounts.add").get()
        let accounts = try await connection.call("accounts.list").get()["accounts"]?.array ?? []
        let first = try #require(accounts.first?["publicKey"]?.text)
        let origin: JSONObject = ["origin": "https://another.example"]
        let connect = await connection.begin("connect", Self.page(origin, request: "another"))
        prompt.expect(
            .yesAfter {
                let hidden: JSONObject = ["publicKey": .string(first), "hidden": true]
                _ = try? await connection.call("accounts.update", hidden).get()
            })
        #expect(try await connection.native().get()["state"]?.text == "answered")
        let page = try #require(prompt.questions.last?.description?.replacing(/\s+/, with: " "))
        #expect(page.contains("Shares: \(first)"))
        let after = try await connection.call("accounts.list").get()["accounts"]?.array ?? []
        #expect(after.first?["hidden"] == true)
        #expect(try await connection.outcome(of: connect).get()["publicKey"]?.text == first)
    }

    @Test func pressesLetOutNoMoreThanTheirAllowanceInADay() async throws {
        let (_, connection) = try await connected()
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await connection.call("vault.unlock", ["native": true]).get()
        let accounts = try await connection.call("getAccounts", Self.page(request: "accounts")).get()
        let account = try PublicKey(base58: #require(accounts["accounts"]?.array?.first?["publicKey"]?.text))
        func pays(_ lamports: UInt64, _ request: String) async throws {
            let transaction = try Transaction(feePayer: account, blockhash: Blockhash()) {
                SystemProgram.transfer(
                    from: account, to: PublicKey("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9"), lamports: lamports)
            }
            _ = await connection.begin(
                "signTransaction",
                Self.page(["tx": .string(Base64.encode(transaction.encoded()))], request: request))
        }
        let fee: UInt64 = 5_000
        try await pays(600_000_000, "first")
        prompt.expect(.yes)
        #expect(try await connection.native().get()["state"]?.text == "answered")
        let policy = try await connection.call("policy.get").get()
        #expect(policy["pressAllowance"] == "1000000000" && policy["pressLeft"]?.text == "\(400_000_000 - fee)")
        // A yes to a press isn't even offered: what the dialog asks for is the passphrase.
        try await pays(400_000_000, "second")
        #expect(
            try await connection.call("approvals.get", ["id": connection.waiting()["id"] ?? ""]).get()["proof"] == nil)
        prompt.expect(.type("wrong"), .type(ServiceFixture.passphrase))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        #expect(prompt.questions.last?.prompt == "Passphrase:")
        #expect(prompt.questions.last?.description?.contains("more than a click may approve") == true)
        // What came with the passphrase is the user's, and no press.
        #expect(try await connection.call("policy.get").get()["pressLeft"]?.text == "\(400_000_000 - fee)")
        try await pays(399_000_000, "third")
        prompt.expect(.yes)
        #expect(try await connection.native().get()["state"]?.text == "answered")
    }

    @Test func thePopupCannotDecideWhatIsDecidedOutside() async throws {
        let (_, connection) = try await connected(.native)
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await connection.call("vault.unlock", ["native": true]).get()
        _ = await connection.begin("signMessage", Self.message("hello"))
        let waiting = try await connection.waiting()
        let outcome = try await connection.call("approvals.approve", waiting)
        guard case .failure(let error) = outcome else { throw RPCError(.internalError, .internal, "it was approved") }
        #expect(error.reason == .nativeOnly)
    }

    @Test func unlockingTakesOneWayAtATime() async throws {
        let (_, connection) = try await connected()
        let passphrase = try connection.sealed(ServiceFixture.passphrase, for: "vault.unlock")
        let before = prompt.questions.count
        let outcome = try await connection.call("vault.unlock", ["passphrase": passphrase, "native": true])
        guard case .failure(let error) = outcome else {
            Issue.record("two ways at once unlocked")
            return
        }
        #expect(error.reason == .paramValue)
        #expect(try await connection.call("vault.status").get()["vault"]?.text == "locked")
        #expect(prompt.questions.count == before)
    }

    @Test func anUnlockedWalletAsksForNoPassphrase() async throws {
        let (_, connection) = try await connected()
        prompt.expect(.type(ServiceFixture.passphrase))
        #expect(try await connection.call("vault.unlock", ["native": true]).get()["vault"]?.text == "unlocked")
        let sign = await connection.begin("signMessage", Self.message("hello"))
        prompt.expect(.yes)
        #expect(try await connection.native().get()["state"]?.text == "answered")
        _ = try await connection.outcome(of: sign).get()
        #expect(prompt.questions.last?.prompt == nil)
    }

    @Test func anAnswerToASiteWhoseConnectionWasLostIsToldSo() async throws {
        let (fixture, connection) = try await connected()
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await connection.call("vault.unlock", ["native": true]).get()
        _ = await connection.begin("signMessage", Self.message("hello"))
        let waiting = try await connection.waiting()
        // Another of the user's browsers decides, and the site's goes meanwhile.
        let other = await fixture.attached(2)
        _ = try await other.hello(["connectionKey": "b5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5e"]).get()
        let before = prompt.questions.count
        prompt.expect(.yesAfter { await fixture.service.closed(connection.id) }, .yes)
        #expect(try await other.call("approvals.native", waiting).reason == .connectionLost)
        for _ in 0..<500 where prompt.questions.count < before + 2 { try await Task.sleep(for: .milliseconds(10)) }
        let said = try #require(prompt.questions.last?.description)
        #expect(said.contains("The connection to the site is lost.") && !said.contains("withdrew this request"))
    }

    @Test func aSessionThatEndsWhileThePromptIsOpenAsksForThePassphraseInIt() async throws {
        let (_, connection) = try await connected()
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await connection.call("vault.unlock", ["native": true]).get()
        let sign = await connection.begin("signMessage", Self.message("hello"))
        let (before, opened) = (prompt.questions.count, prompt.opened)
        prompt.expect(
            .yesAfter { _ = try? await connection.call("vault.lock") }, .type("wrong"),
            .type(ServiceFixture.passphrase))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        _ = try await connection.outcome(of: sign).get()
        let asked = prompt.questions.dropFirst(before)
        #expect(asked.map { $0.prompt != nil } == [false, true, true])
        // One conversation, in which the request still stands, and a session that is open again.
        #expect(prompt.opened == opened + 1 && asked.allSatisfy { $0.description?.contains("  | hello") == true })
        #expect(try await connection.call("vault.status").get()["vault"]?.text == "unlocked")
    }

    @Test func aPressCountsTheSessionAnewAndOneThatIsNearlyOverAsksForThePassphrase() async throws {
        var policy = ApprovalPolicy(setting: .popup)
        policy.session = 20_000
        let session = SteppedClock()
        let fixture = try await ServiceFixture(prompt: prompt, policy: policy, clock: clock, session: session)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        @Sendable func left() async throws -> Int {
            try #require(try await connection.call("vault.status").get()["session"]?["remaining"]?.int)
        }
        prompt.expect(.type(ServiceFixture.passphrase))
        _ = try await connection.call("vault.unlock", ["native": true]).get()
        let connect = await connection.begin("connect", Self.page(request: "connect"))
        prompt.expect(.yesAfter { session.advance(by: .seconds(6)) })
        #expect(try await connection.native().get()["state"]?.text == "answered")
        _ = try await connection.outcome(of: connect).get()
        #expect(try await left() == 20_000)
        session.advance(by: .milliseconds(14_200))
        let sign = await connection.begin("signMessage", Self.message("hello"))
        prompt.expect(.type(ServiceFixture.passphrase))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        _ = try await connection.outcome(of: sign).get()
        #expect(try await left() == 20_000)
    }

    @Test(arguments: [
        [ScriptedPrompt.Reply.cancel], [.timeOut], [.type("wrong"), .cancel], [.type("wrong"), .timeOut],
    ])
    func aClosedPromptIsANo(replies: [ScriptedPrompt.Reply]) async throws {
        let (_, connection) = try await connected()
        let sign = await connection.begin("signMessage", Self.message("hello"))
        for reply in replies { prompt.expect(reply) }
        #expect(try await connection.native().get()["state"]?.text == "rejected")
        #expect(try await connection.outcome(of: sign).reason == .rejected)
    }

    @Test func threeWrongPassphrasesLeaveTheRequestUndecided() async throws {
        let (_, connection) = try await connected()
        let sign = await connection.begin("signMessage", Self.message("hello"))
        prompt.expect(.type("wrong"), .type(""), .type("wrong"))
        #expect(try await connection.native().reason == .wrongPassphrase)
        clock.advance(by: .seconds(5))
        prompt.expect(.type(ServiceFixture.passphrase))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        _ = try await connection.outcome(of: sign).get()
    }

    @Test(arguments: [
        PinentryError.programMissing, .noDisplay, .ended, .notStarted(errno: 2), .refused(code: 85),
        .fault(.lineTooLong),
    ])
    func whereNothingCanBeShownTheRequestStays(fault: PinentryError) async throws {
        let (_, connection) = try await connected()
        let sign = await connection.begin("signMessage", Self.message("hello"))
        prompt.expect(.fail(fault))
        let waiting = try await connection.waiting()
        guard case .failure(let error) = try await connection.call("approvals.native", waiting) else {
            throw RPCError(.internalError, .internal, "it was decided")
        }
        #expect(error.reason == .promptUnavailable)
        let id = try #require(waiting["id"]?.text)
        #expect(error.data["command"] == .string("sidekey approve \(id)"))
        prompt.expect(.type(ServiceFixture.passphrase))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        _ = try await connection.outcome(of: sign).get()
    }

    @Test func aBrowserWithoutADisplayIsToldSo() async throws {
        let (_, connection) = try await connected(display: nil)
        _ = await connection.begin("connect", Self.page(request: "connect"))
        #expect(try await connection.native().reason == .promptUnavailable)
        #expect(try await connection.call("vault.unlock", ["native": true]).reason == .promptUnavailable)
        #expect(prompt.opened == 0)
    }

    @Test func `a long message is read in a terminal, of which the page has no room to show less`() async throws {
        let (_, connection) = try await connected()
        let long = (1...60).map { "line \($0)" }.joined(separator: "\n")
        _ = await connection.begin("signMessage", Self.message(long))
        let asked = prompt.questions.count
        let outcome = try await connection.native()
        #expect(outcome.reason == .promptTooLong)
        if case .failure(let error) = outcome {
            #expect(error.data["command"]?.text?.hasPrefix("sidekey approve ") == true)
        }
        #expect(prompt.questions.count == asked && prompt.open == 0)
    }

    @Test func thePromptIsTakenAwayWhenTheRequestEndsElsewhere() async throws {
        let (_, connection) = try await connected()
        let sign = await connection.begin("signMessage", Self.message("hello"))
        prompt.expect(.wait)
        let waiting = try await connection.waiting()
        let native = await connection.begin("approvals.native", waiting)
        while prompt.open == 0 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(try await connection.call("approvals.native", waiting).reason == .tooManyPending)
        _ = try await connection.call("approvals.reject", ["id": waiting["id"] ?? ""]).get()
        #expect(try await connection.outcome(of: native).reason == .notPending)
        #expect(prompt.open == 0)
        #expect(try await connection.outcome(of: sign).reason == .rejected)
        // The user said no elsewhere, and closed nothing: the next prompt needn't wait.
        _ = await connection.begin("signMessage", Self.message("again", request: "again"))
        prompt.expect(.type(ServiceFixture.passphrase))
        #expect(try await connection.native().get()["state"]?.text == "answered")
    }

    @Test func `a window that is still opening when its request ends elsewhere is called off, and is nobody's no`()
        async throws
    {
        let slow = OpeningPrompt(before: prompt)
        let fixture = try await ServiceFixture(prompt: slow, clock: clock)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        let connect = await connection.begin("connect", Self.page(request: "connect"))
        let waiting = try await connection.waiting()
        let native = await connection.begin("approvals.native", waiting)
        while !slow.isOpening { try await Task.sleep(for: .milliseconds(2)) }
        _ = try await connection.call("approvals.reject", ["id": waiting["id"] ?? ""]).get()
        #expect(try await connection.outcome(of: native).reason == .notPending)
        #expect(try await connection.outcome(of: connect).reason == .rejected)
        #expect(prompt.opened == 0 && slow.calledOff == 1)
        // Nothing was shown, so that nobody closed anything: the next one needn't wait.
        _ = await connection.begin("connect", Self.page(request: "again"))
        prompt.expect(.type(ServiceFixture.passphrase))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        #expect(prompt.opened == 1 && prompt.open == 0)
    }

    @Test func aPromptThatItsPageTookAwayCounts() async throws {
        let (_, connection) = try await connected()
        let sign = await connection.begin("signMessage", Self.message("hello"))
        prompt.expect(.wait)
        let native = await connection.begin("approvals.native", try await connection.waiting())
        while prompt.open == 0 { try await Task.sleep(for: .milliseconds(2)) }
        _ = try await connection.call("cancel", Self.page(["id": .string(JSONString(sign))], request: "c")).get()
        #expect(try await connection.outcome(of: native).reason == .notPending)
        _ = await connection.begin("signMessage", Self.message("again", request: "again"))
        #expect(try await connection.native().reason == .promptCooldown)
    }

    @Test func thePromptIsTakenAwayWhenItsConnectionIsLost() async throws {
        let (fixture, connection) = try await connected()
        prompt.expect(.wait)
        _ = await connection.begin("vault.unlock", ["native": true])
        while prompt.open == 0 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(await !fixture.service.isIdle)
        await fixture.service.closed(connection.id)
        while prompt.open > 0 { try await Task.sleep(for: .milliseconds(2)) }
        while await !fixture.service.isIdle { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test func oneAfterTheOtherIsShown() async throws {
        let (_, connection) = try await connected()
        prompt.expect(.wait)
        let unlock = await connection.begin("vault.unlock", ["native": true])
        while prompt.open == 0 { try await Task.sleep(for: .milliseconds(2)) }
        let first = await connection.begin("signMessage", Self.message("one"))
        let waiting = try await connection.waiting()
        let native = await connection.begin("approvals.native", waiting)
        try await Task.sleep(for: .milliseconds(50))
        #expect(prompt.open == 1)
        // What waits for its turn can be taken away too.
        _ = try await connection.call("approvals.reject", ["id": waiting["id"] ?? ""]).get()
        #expect(try await connection.outcome(of: native).reason == .notPending)
        _ = try await connection.outcome(of: first)
        #expect(prompt.mostOpen == 1)
        #expect(try await connection.call("vault.unlock", ["native": true]).reason == .tooManyPending)
        _ = unlock
    }

    @Test func whatIsNotShownWholeTakesThePassphraseInAnOpenSessionToo() async throws {
        let (_, connection) = try await connected()
        let accounts = try await connection.call("getAccounts", Self.page(request: "accounts")).get()
        let account = try #require(accounts["accounts"]?.array?.first?["publicKey"]?.text)
        let transaction = try Self.unknownTransaction(signedBy: account)
        let sign = await connection.begin(
            "signTransaction", Self.page(["tx": .string(Base64.encode(transaction))], request: "tx"))
        prompt.expect(.type(ServiceFixture.passphrase))
        #expect(try await connection.native().get()["state"]?.text == "answered")
        #expect(try await connection.outcome(of: sign).get()["signature"] != nil)
        #expect(try await connection.call("vault.status").get()["vault"]?.text == "unlocked")
        #expect(prompt.questions.last?.prompt == "Passphrase:")
        #expect(prompt.questions.last?.description?.contains("unknown instruction") == true)

        let again = await connection.begin(
            "signTransaction", Self.page(["tx": .string(Base64.encode(transaction))], request: "tx-2"))
        prompt.expect(.type("yes"), .type("wrong"), .cancel)
        #expect(try await connection.native().get()["state"]?.text == "rejected")
        #expect(try await connection.outcome(of: again).reason == .rejected)
    }

    /// A legacy transaction with one instruction of a program that nobody knows.
    private static func unknownTransaction(signedBy account: String) throws -> [UInt8] {
        let program = [UInt8](repeating: 7, count: 32)
        return [1] + [UInt8](repeating: 0, count: 64) + [1, 0, 1, 2] + (try Base58.decode(account)) + program
            + [UInt8](repeating: 9, count: 32) + [1, 1, 1, 0, 2, 1, 2]
    }

    @Test func theUnlockPromptIsForTheUserAndTheirExtension() async throws {
        let (fixture, connection) = try await connected()
        prompt.expect(.cancel)
        #expect(try await connection.call("vault.unlock", ["native": true]).reason == .rejected)
        clock.advance(by: .seconds(5))
        prompt.expect(.type("a"), .type("b"), .type("c"))
        #expect(try await connection.call("vault.unlock", ["native": true]).reason == .wrongPassphrase)
        let terminal = await fixture.plain(2)
        _ = try await terminal.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        #expect(try await terminal.call("vault.unlock", ["native": true]).reason == .promptUnavailable)
        #expect(try await terminal.call("approvals.native", [:]).reason == .methodUnknown)
        let other = await fixture.attached(3, caller: "other@example.org")
        _ = try await other.hello().get()
        #expect(try await other.call("approvals.native", [:]).reason == .methodUnknown)
        #expect(try await other.call("vault.unlock", ["native": true]).reason == .methodUnknown)
    }

}

/// A window whose program takes its time to start, the first time until it is called off.
private final class OpeningPrompt: NativePrompt {
    private let rest: ScriptedPrompt
    private let state = Mutex((opening: false, calledOff: 0))

    init(before rest: ScriptedPrompt) { self.rest = rest }

    var isOpening: Bool { state.withLock(\.opening) }
    var calledOff: Int { state.withLock(\.calledOff) }

    func open(
        on display: DisplayEnvironment, limit: Duration
    ) async throws(PinentryError) -> any PromptConversation {
        let isFirst = state.withLock { state in
            defer { state.opening = true }
            return !state.opening
        }
        guard isFirst else { return try await rest.open(on: display, limit: limit) }
        while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(2)) }
        state.withLock { $0.calledOff += 1 }
        throw .cancelled
    }
}

extension RecordingConnection {
    /// The parameters that decide the request that waits.
    func waiting() async throws -> JSONObject {
        for _ in 0..<2000 {
            let list = try await call("approvals.list").get()["requests"]?.array ?? []
            if let summary = list.first, let id = summary["id"]?.text, let digest = summary["digest"] {
                let request = try await call("approvals.get", ["id": .string(id)]).get()
                return ["id": .string(id), "digest": digest, "review": request["reviewHash"] ?? ""]
            }
            try await Task.sleep(for: .milliseconds(2))
        }
        throw RPCError(.internalError, .internal, "nothing is waiting")
    }

    /// Has the request that waits decided outside the browser.
    func native() async throws -> Result<JSON, RPCError> {
        try await call("approvals.native", waiting())
    }
}

extension Result where Success == JSON, Failure == RPCError {
    /// Why it failed; nil where it didn't.
    var reason: RPCReason? {
        guard case .failure(let error) = self else { return nil }
        return error.reason
    }
}
