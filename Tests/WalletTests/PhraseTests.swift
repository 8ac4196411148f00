import Foundation
import JSONRPC
import Screens
import TestSupport
import Testing
import Wallet
import WalletState

/// The proof that users still have their words: in Sidekey's window, in a terminal, and when it is asked for.
@Suite struct PhraseTests {
    private static let passphrase = ServiceFixture.passphrase
    private static let words = Array(repeating: "abandon", count: 23) + ["art"]
    private static let day: Int64 = 24 * 3600 * 1000

    private let window = ScriptedWindow()

    private func browser(
        _ home: ServiceFolder? = nil, day: Int64 = 0
    ) async throws -> (ServiceFixture, RecordingConnection) {
        let fixture = try await ServiceFixture(
            prompt: window, hasVault: home == nil, policy: ApprovalPolicy(),
            wallClock: FixedWallClock(milliseconds: 1_800_000_000_000 + day * Self.day), home: home)
        let connection = await fixture.attached(1)
        _ = try await connection.hello().get()
        return (fixture, connection)
    }

    private func terminal(_ fixture: ServiceFixture) async throws -> RecordingConnection {
        let connection = await fixture.plain(2)
        _ = try await connection.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
        return connection
    }

    private func drill(_ connection: RecordingConnection) async throws -> String? {
        try await connection.call("vault.ceremony", ["kind": "words"]).get()["outcome"]?.text
    }

    private func isDue(_ connection: RecordingConnection) async throws -> Bool? {
        try await connection.call("phrase.status").get()["due"]?.bool
    }

    private func kinds(_ connection: RecordingConnection) async throws -> [String] {
        try await connection.call("activity.list").get()["entries"]?.array?.compactMap { $0["kind"]?.text } ?? []
    }

    @Test func `three words of the paper are asked for, and none is shown`() async throws {
        let (_, connection) = try await browser()
        #expect(try await isDue(connection) == false)
        window.hold(Self.words)
        window.expect(
            .next(Self.passphrase), .next("abandon abandon"), .next("zoo zoo zoo"), .next(""), .fromPaper, .next)
        #expect(try await drill(connection) == "done")
        #expect(window.problems.count == 3)
        let asked = window.screens.flatMap { screen in
            screen.parts.compactMap { part -> [Int]? in
                guard case .wordFields(let labels, _) = part else { return nil }
                return labels.compactMap { label in Int(label.filter(\.isNumber)) }
            }
        }
        #expect(asked.count == 4 && Set(asked).count > 1)
        for places in asked {
            #expect(Set(places).count == 3 && places == places.sorted() && places.allSatisfy { (1...24).contains($0) })
        }
        #expect(window.papers.isEmpty)
        #expect(try await kinds(connection).contains("phrase-proven"))
        #expect(try await !kinds(connection).contains("phrase-shown"))
        #expect(try await isDue(connection) == false)
    }

    @Test func `five wrong tries end it, and say to write the phrase down again`() async throws {
        let (_, connection) = try await browser()
        window.expect(.next(Self.passphrase))
        for _ in 0..<5 { window.expect(.next("zoo zoo zoo")) }
        window.expect(.next)
        #expect(try await drill(connection) == "cancelled")
        let hasDanger = window.screens.last?.parts.contains {
            if case .finding(.danger, _, _) = $0 { true } else { false }
        }
        #expect(hasDanger == true)
        #expect(try await !kinds(connection).contains("phrase-proven"))
    }

    @Test func `right words count for half a year, whatever the clock says`() async throws {
        let home = try await {
            let (fixture, connection) = try await browser()
            window.hold(Self.words)
            window.expect(.next(Self.passphrase), .fromPaper, .next)
            #expect(try await drill(connection) == "done")
            let status = try await connection.call("phrase.status").get()
            #expect(status["due"] == false && status["last"] == 1_800_000_000_000)
            return fixture.home
        }()
        for (day, due) in [(182, false), (183, true), (-400, false)] as [(Int64, Bool)] {
            #expect(try await isDue(browser(home, day: day).1) == due, "\(day)")
        }
    }

    @Test func `a wallet whose words nobody has proven is asked half a year after its first day`() async throws {
        let home = try await {
            let (fixture, connection) = try await browser()
            let sealed = try connection.sealed(Self.passphrase, for: "vault.unlock")
            _ = try await connection.call("vault.unlock", ["passphrase": sealed]).get()
            #expect(try await connection.call("phrase.status").get() == ["due": false])
            return fixture.home
        }()
        for (day, due) in [(182, false), (183, true)] as [(Int64, Bool)] {
            #expect(try await browser(home, day: day).1.call("phrase.status").get() == ["due": .bool(due)])
        }
    }

    @Test func `a terminal learns how many words there are, and whether those that were typed are right`() async throws
    {
        let (fixture, browser) = try await browser()
        let connection = try await terminal(fixture)
        #expect(try await check(connection).get() == ["phrases": [24]])
        for (words, places, right) in [
            ("abandon abandon art", [1, 23, 24], true), ("ABANDON  abandon Art", [1, 2, 24], true),
            ("abandon abandon art", [1, 2, 3], false), ("abandon abandon", [1, 2, 24], false),
            ("abandon abandon art art", [1, 2, 24], false), ("abandon abandon zzz", [1, 2, 24], false),
            ("abandon abandon art", [1, 2, 25], false),
        ] as [(String, [Int], Bool)] {
            #expect(try await check(connection, words, places).get()["right"]?.bool == right, "\(words) \(places)")
        }
        #expect(try await kinds(connection).filter { $0 == "phrase-proven" }.count == 2)
        // A place may be named twice: whoever asks has the passphrase, and could see the words.
        #expect(try await check(connection, "abandon abandon art", [1, 2]).reason == .paramValue)
        #expect(try await check(connection, "abandon", [0, 1, 2]).reason == .paramValue)
        #expect(try await check(connection, passphrase: "wrong").reason == .wrongPassphrase)
        #expect(try await check(browser).reason == .methodUnknown)
    }

    private func check(
        _ connection: RecordingConnection, _ words: String? = nil, _ places: [Int] = [], passphrase: String = passphrase
    ) async throws -> Result<JSON, RPCError> {
        var params: JSONObject = ["passphrase": try connection.sealed(passphrase, for: "phrase.check")]
        if let words {
            params["words"] = try connection.sealed(words, for: "phrase.check", "words")
            params["places"] = .array(places.map { .number($0) })
        }
        return try await connection.call("phrase.check", params)
    }
}
