import Foundation
import JSONRPC
import Testing
import Wallet
import WalletRuntime

/// The findings about the site that asks, on the real vault, queue and policy.
@Suite(.timeLimit(.minutes(5))) struct SiteRulesTests {
    private func get(_ life: WalletLife, _ id: String) async throws -> JSON {
        try await life.browser.call("approvals.get", ["id": .string(id)]).get()
    }

    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    private func ready(_ approvals: JSON = "risky", in home: ServiceFolder? = nil) async throws -> WalletLife {
        let life = try await WalletLife(in: home)
        if home == nil { _ = try await life.create(["approvals": approvals]).get() }
        _ = try await life.unlock().get()
        return life
    }

    private func connect(_ life: WalletLife, _ origin: String) async throws {
        _ = try await life.approve(life.ask("connect", ["origin": .string(origin)])).get()
    }

    @Test
    func
        `a site that imitates a connected one connects by the passphrase in Sidekey's window alone, and names the real one`()
        async throws
    {
        let life = try await ready()
        try await connect(life, "https://app.raydium.io")
        let id = try await life.ask("connect", ["origin": "https://raydlum.io"])
        let shown = try await get(life, id)
        #expect(shown["decision"] == "native" && shown["reasons"] == ["danger"] && shown["proof"] == "danger")
        #expect(shown["confirm"] == ["place": "window", "by": "passphrase"])
        let finding = shown["review"]?["site"]?.array?.first
        #expect(finding?["id"] == "S01" && finding?["level"] == "danger")
        #expect(
            finding?["parameters"]
                == [["name": "site", "value": "raydium.io"], ["name": "form", "value": "letters"]])
        let words = try await life.browser.call("approvals.get", ["id": .string(id), "language": "en"]).get()
        let text = words["shown"]?["findings"]?.array?.first?["text"]?.text
        #expect(text?.contains("raydium.io, which you use") == true)
        #expect(try await reason(life.approve(id)) == .nativeOnly)
        #expect(try await life.approveNatively(id).get()["state"] == "answered")
    }

    @Test func `the danger stands in its first signature too, and is over with it`() async throws {
        let life = try await ready("popup")
        try await connect(life, "https://raydium.io")
        try await connect(life, "https://raydium-claim.com")
        let first = try await life.ask("signMessage", ["message": "aGVsbG8=", "origin": "https://raydium-claim.com"])
        #expect(try await get(life, first)["review"]?["site"]?.array?.first?["id"] == "S01")
        #expect(try await reason(life.approve(first, isProven: false)) == .passphraseRequired)
        #expect(try await life.approveNatively(first).get()["state"] == "answered")
        let second = try await life.ask("signMessage", ["message": "aGVsbG8=", "origin": "https://raydium-claim.com"])
        #expect(try await get(life, second)["review"]?["site"] == nil)
        #expect(try await life.approve(second, isProven: false).get()["state"] == "answered")
    }

    @Test func `honest sites, pages of one domain and programs of this machine raise no alarm`() async throws {
        let life = try await ready()
        let sites = [
            "https://raydium.io", "https://v3.raydium.io", "https://helium.com", "https://helius.dev",
            "http://localhost:3000", "http://localhost:3001", "http://127.0.0.1:3000", "https://solana.com",
            "https://solana.fm",
        ]
        for site in sites {
            let id = try await life.ask("connect", ["origin": .string(site)])
            let shown = try await get(life, id)
            #expect(shown["decision"] == "popup" && shown["review"]?["site"] == nil, "\(site)")
            _ = try await life.approve(id, isProven: false).get()
        }
    }

    @Test
    func
        `before the first unlock nobody knows the user's sites, and the approval that unlocks is shown the danger first`()
        async throws
    {
        let before = try await ready()
        try await connect(before, "https://raydium.io")
        await before.fixture.service.shutDown()
        let life = try await WalletLife(in: before.fixture.home)
        let id = try await life.ask("connect", ["origin": "https://raydium.vercel.app"])
        let shown = try await get(life, id)
        #expect(shown["reasons"] == ["locked"] && shown["review"]?["site"] == nil)
        _ = try await life.unlock().get()
        var params: JSONObject = [
            "id": .string(id), "digest": try #require(shown["summary"]?["digest"]),
            "review": try #require(shown["reviewHash"]),
        ]
        #expect(try await reason(life.browser.call("approvals.approve", params)) == .reviewMismatch)
        let anew = try await get(life, id)
        #expect(anew["reasons"] == ["danger"] && anew["review"]?["site"]?.array?.first?["id"] == "S01")
        params["review"] = anew["reviewHash"]
        #expect(try await reason(life.browser.call("approvals.approve", params)) == .nativeOnly)
    }

    @Test func `a site whose connection the user took back is no measure any more`()
        async throws
    {
        let life = try await ready()
        try await connect(life, "https://raydium.io")
        _ = try await life.browser.call("origins.revoke", ["origin": "https://raydium.io"]).get()
        let id = try await life.ask("connect", ["origin": "https://raydium.com"])
        #expect(try await get(life, id)["review"]?["site"] == nil)
    }
}
