import Foundation
import HardwareTokens
import JSONRPC
import Ledger
import Pictures
import SignedLists
import SolanaRPC
import TestSupport
import Testing
import Wallet
import WalletNetwork
import WalletRuntime

/// A wallet with a browser and a command line at it.
struct WalletLife {
    static let passphrase = "correct horse battery staple"
    static let phrase = String(repeating: "abandon ", count: 23) + "art"

    let fixture: ServiceFixture
    let browser: RecordingConnection
    let commandLine: RecordingConnection

    init(
        in home: ServiceFolder? = nil, reach: Wallet.Reach? = nil, network: (any SolanaNetwork)? = nil,
        clock: any MonotonicClock = ManualClock(), session: any Clock<Duration> = ContinuousClock(),
        wallClock: any WallClock = SystemWallClock(),
        prompt: (any NativePrompt)? = nil, fetch: FileFetch? = nil, decode: PictureDecode? = nil,
        releases: ReleaseSource = ReleaseSource(), ledger: LedgerAsk? = nil, token: HardwareTokenAsk? = nil
    ) async throws {
        fixture = try await ServiceFixture(
            prompt: prompt, hasVault: false, clock: clock, session: session, wallClock: wallClock, reach: reach,
            fetch: fetch, decode: decode, network: network, home: home, releases: releases, ledger: ledger, token: token
        )
        browser = await fixture.attached(1)
        _ = try await browser.hello().get()
        commandLine = await fixture.plain(2)
        _ = try await commandLine.hello(["client": "cli", "profile": .null, "connectionKey": .null]).get()
    }

    func create(_ more: JSONObject = [:]) async throws -> Result<JSON, RPCError> {
        var params: JSONObject = [
            "phrase": try commandLine.sealed(Self.phrase, for: "vault.create", "phrase"),
            "passphrase": try commandLine.sealed(Self.passphrase, for: "vault.create"), "unattended": false,
            "approvals": "popup",
        ]
        for member in more.members { params[member.name.string] = member.value }
        return try await commandLine.call("vault.create", params)
    }

    func unlock() async throws -> Result<JSON, RPCError> {
        try await browser.call("vault.unlock", ["passphrase": browser.sealed(Self.passphrase, for: "vault.unlock")])
    }

    func prove(_ method: String, _ more: JSONObject = [:]) async throws -> Result<JSON, RPCError> {
        var params = more
        params["passphrase"] = try commandLine.sealed(Self.passphrase, for: method)
        return try await commandLine.call(method, params)
    }

    func page(_ more: JSONObject = [:]) -> JSONObject {
        var params: JSONObject = [
            "origin": "https://dapp.example", "tab": 1, "document": "d", "request": .string(UUID().uuidString),
        ]
        for member in more.members { params[member.name.string] = member.value }
        return params
    }

    /// Sends a page's request and returns the id under which it waits.
    func ask(_ method: String, _ more: JSONObject = [:]) async throws -> String {
        try await begin(method, more).waiting
    }

    /// Sends a page's request and returns the id under which it waits, and its own.
    func begin(_ method: String, _ more: JSONObject = [:]) async throws -> (waiting: String, own: String) {
        let known = waiting
        let own = await browser.begin(method, page(more))
        return (try await next(after: known), own)
    }

    /// The ids of what has waited so far.
    var waiting: Set<String> { Set(browser.notifications("com.wallet.request").compactMap { $0["id"]?.text }) }

    /// The id of the next request that waits.
    func next(after known: Set<String>) async throws -> String {
        for _ in 0..<5000 {
            if let id = waiting.subtracting(known).first { return id }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw CancellationError()
    }

    /// Approves as a surface does, with the passphrase where a danger or something unread takes it.
    func approve(
        _ id: String, from connection: RecordingConnection? = nil, _ more: JSONObject = [:], isProven: Bool = true
    ) async throws -> Result<JSON, RPCError> {
        let connection = connection ?? browser
        var shown = try await connection.call("approvals.get", ["id": .string(id)]).get()
        // What a busy machine's node hasn't said yet is waited for, as a surface does.
        while shown["waiting"] != nil {
            try await Task.sleep(for: .milliseconds(20))
            shown = try await connection.call("approvals.get", ["id": .string(id)]).get()
        }
        var params: JSONObject = [
            "id": .string(id), "digest": try #require(shown["summary"]?["digest"]),
            "review": try #require(shown["reviewHash"]),
        ]
        if isProven, connection === browser, ["danger", "incomplete"].contains(shown["proof"]?.text) {
            let passphrase = try browser.sealed(Self.passphrase, for: "approvals.approve", "unlock.passphrase")
            params["unlock"] = ["passphrase": passphrase]
        }
        for member in more.members { params[member.name.string] = member.value }
        return try await connection.call("approvals.approve", params)
    }

    func approveNatively(_ id: String) async throws -> Result<JSON, RPCError> {
        let passphrase = try commandLine.sealed(Self.passphrase, for: "approvals.approve", "unlock.passphrase")
        return try await approve(id, from: commandLine, ["unlock": ["passphrase": passphrase]])
    }

    func approveByPassphrase(_ id: String) async throws -> Result<JSON, RPCError> {
        let passphrase = try browser.sealed(Self.passphrase, for: "approvals.approve", "unlock.passphrase")
        return try await approve(id, ["unlock": ["passphrase": passphrase]])
    }

    func silentAccounts(origin: String = "https://dapp.example") async throws -> [JSON] {
        let params = page(["silent": true, "origin": .string(origin)])
        return try await browser.call("connect", params).get()["accounts"]?.array ?? []
    }

    func trust() async throws -> String? { try await browser.call("policy.get").get()["trust"]?.text }
}
