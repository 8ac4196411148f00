import JSONRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// Multisigs by the agent's methods: the real vault, queue and review, the local node, and in Squads' place a program that takes every vote.
@Suite(.timeLimit(.minutes(5))) struct MultisigTests {
    private struct Group {
        let node: LocalNode
        let life: WalletLife
        let account: String
        let scene: SquadsScene

        init(_ options: [String] = []) async throws {
            node = try LocalNode(["--slot-ms", "200"])
            life = try await WalletLife(network: LoopbackNetwork(node), clock: SystemMonotonicClock())
            _ = try await life.create().get()
            _ = try await life.prove("policy.set", ["approvals": "risky"]).get()
            _ = try await life.unlock().get()
            let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
            account = try #require(accounts?.first?["publicKey"]?.text)
            scene = try SquadsScene.with(PublicKey(base58: account), options)
            try node.control(["set": .string(account), "lamports": 5_000_000_000])
            try scene.place(on: node)
        }

        var params: JSONObject { ["multisig": .string(scene.multisig)] }

        func vote(_ vote: String, on index: String) -> JSONObject {
            [
                "multisig": .string(scene.multisig), "index": .string(JSONString(index)),
                "vote": .string(JSONString(vote)),
            ]
        }
    }

    private func words(_ json: JSON?) -> String { String(decoding: (json ?? .null).serialized(), as: UTF8.self) }

    private func error(_ outcome: Result<JSON, RPCError>) -> RPCError? {
        guard case .failure(let error) = outcome else { return nil }
        return error
    }

    @Test func `a member sees the multisig and its open proposals with what each of them does`() async throws {
        let group = try await Group(["--authority"])
        let (life, scene) = (group.life, group.scene)
        let list = try await life.browser.call("multisig.list").get()
        let shown = try #require(list["multisigs"]?.array?.first)
        #expect(list["multisigs"]?.array?.count == 1 && shown["address"]?.text == scene.multisig)
        #expect(shown["threshold"] == 2 && shown["members"] == 3 && shown["timeLock"] == 5400)
        #expect(shown["permissions"] == ["initiate", "vote", "execute"])
        #expect(shown["authority"]?.text == scene.stranger && shown["staleIndex"] == "1")
        #expect(try await life.browser.call("multisig.list", group.params).get()["multisigs"] == list["multisigs"])

        let read = try await life.commandLine.call("multisig.proposals", group.params).get()
        let proposals = try #require(read["proposals"]?.array)
        #expect(proposals.map { $0["index"] } == ["6", "5", "4", "3", "1"])
        #expect(proposals.map { $0["kind"]?.text } == [nil, "batch", "vault", "config", "vault"])
        #expect(
            proposals.map { $0["votes"] } == [
                ["approve", "reject"], ["approve", "reject"], ["approve", "reject"], ["cancel"], [],
            ])
        #expect(proposals.map { $0["stale"] } == [false, false, false, false, true])
        let open = proposals[2]
        #expect(open["status"] == "active" && open["approved"] == 1 && open["vote"] == nil)
        #expect(open["proposal"]?["instructions"]?[0]?["effects"]?[0]?["amount"] == "7000000000")
        #expect(proposals[3]["vote"] == "approve" && proposals[3]["status"] == "approved")
        // What can't be read says so, and what another program wrote is no part of it.
        #expect(proposals[1]["proposal"]?["source"] == "node" && proposals[1]["proposal"]?["instructions"] == nil)
        #expect(proposals[0]["proposal"]?["source"] == nil)

        var params = group.params
        params["language"] = "en"
        let told = try await life.browser.call("multisig.proposals", params).get()["proposals"]?.array ?? []
        let lines = told.map { words($0["shown"]) }
        #expect(lines[2].contains("7 SOL") && lines[2].contains(scene.stranger))
        #expect(lines[3].contains("AddMember") && lines[3].contains(scene.stranger))
        #expect(lines[0].contains("can't read") && lines[1].contains("can't read"))
        #expect(told.allSatisfy { $0["proposal"] == nil })
    }

    @Test func `a vote is reviewed with what the proposal does, and approved like any transaction`() async throws {
        let group = try await Group()
        let (life, before) = (group.life, group.life.waiting)
        let own = await life.browser.begin("multisig.vote", group.vote("approve", on: "4"))
        let id = try await life.next(after: before)
        let get: JSONObject = ["id": .string(id), "language": "en"]
        var shown = try await life.browser.call("approvals.get", get).get()
        while shown["waiting"] != nil {
            try await Task.sleep(for: .milliseconds(20))
            shown = try await life.browser.call("approvals.get", get).get()
        }
        let review = words(shown["shown"])
        #expect(
            review.contains("You vote for the proposal in") && review.contains("A node says that this is what it does:")
        )
        #expect(review.contains("7 SOL") && review.contains(group.scene.stranger))
        // Only the program says what a vote moves, so that the popup alone can't give one.
        #expect(shown["decision"] == "native")
        _ = try await life.approveNatively(id).get()
        let sent = try await life.browser.outcome(of: own).get()
        #expect(sent["vote"] == "approve" && sent["index"] == "4" && sent["signature"]?.text != nil)
        #expect(sent["proposal"]?.text == group.scene.proposals["4"]?.address)
        #expect(sent["multisig"]?.text == group.scene.multisig && sent["account"]?.text == group.account)
    }

    @Test func `a vote that the program wouldn't take is refused before anybody is asked, and no page can vote`()
        async throws
    {
        let group = try await Group()
        func refused(_ vote: String, _ index: String) async throws -> JSON? {
            let error = error(try await group.life.commandLine.call("multisig.vote", group.vote(vote, on: index)))
            #expect(error?.reason == .voteRefused)
            return error?.data["fault"]
        }
        #expect(try await refused("approve", "1") == "stale")
        #expect(try await refused("reject", "2") == "closed")
        #expect(try await refused("cancel", "4") == "closed")
        #expect(try await refused("approve", "99") == "no-proposal")
        let nowhere: JSONObject = ["multisig": .string(group.account)]
        #expect(error(try await group.life.commandLine.call("multisig.list", nowhere))?.data["fault"] == "unknown")
        #expect(error(try await group.life.commandLine.call("multisig.proposals", nowhere))?.data["fault"] == "unknown")
        let page = group.life.page(group.vote("approve", on: "4"))
        #expect(error(try await group.life.browser.call("multisig.vote", page)) != nil)
        #expect(group.life.waiting.isEmpty)
    }
}
