import JSONRPC
import SolanaRPC
import SolanaTransactions
import Testing

/// Answers that count, and those that don't.
@Suite struct SolanaRPCTests {
    private let key = PublicKey("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9")

    private func error<Value>(_ body: () async throws(SolanaRPCError) -> Value) async -> SolanaRPCError? {
        do throws(SolanaRPCError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test func `u64 passes through whole`() async throws {
        let node = ScriptedNode([
            ScriptedNode.text(
                #"{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":18446744073709551615,"apiVersion":"4"},"value":18446744073709551615}}"#
            )
        ])
        let balance = try await SolanaRPC(node).getBalance(of: key)
        #expect(balance.value == .max && balance.slot == .max)
        #expect(
            node.asked[0].body == ["jsonrpc": "2.0", "id": 1, "method": "getBalance", "params": [.string(key.base58)]])
    }

    @Test(arguments: [
        "", "null", "[]", "{}", #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":2,"result":1}"#,
        #"{"jsonrpc":"2.0","id":"1","result":1}"#, #"{"jsonrpc":"2.0","id":null,"result":1}"#, #"{"id":1,"result":1}"#,
        #"{"jsonrpc":"1.0","id":1,"result":1}"#,
        #"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{}}"#, #"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":""}}"#,
        #"{"jsonrpc":"2.0","id":1,"result":1}x"#, "<html>", #"{"jsonrpc":"2.0","id":1,"result":1"#,
    ])
    func `what answers no request of this client's is none`(_ text: String) async {
        let node = SolanaRPC(ScriptedNode([ScriptedNode.text(text)]))
        #expect(await error { () async throws(SolanaRPCError) in try await node.getSlot() } == .transport(.notAnAnswer))
    }

    @Test(arguments: [
        ("-1", ""), ("1.0", ""), ("1e3", ""), ("18446744073709551616", ""), ("\"1\"", ""), ("null", ""), ("[1]", ""),
        ("true", ""),
    ])
    func `a number that is no u64 is a fault of the answer`(_ number: String, _ path: String) async {
        let node = SolanaRPC(ScriptedNode([ScriptedNode.text(#"{"jsonrpc":"2.0","id":1,"result":\#(number)}"#)]))
        #expect(
            await error { () async throws(SolanaRPCError) in try await node.getSlot() }
                == .answer(method: "getSlot", path: path))
    }

    @Test func `a fault of an answer says where, and not what`() async {
        let result: JSON = [
            "context": ["slot": 1],
            "value": [
                "lamports": 1, "owner": .string(key.base58), "data": ["secret!", "base64"], "executable": false,
            ],
        ]
        let node = SolanaRPC(ScriptedNode([ScriptedNode.result(result)]))
        let fault = await error { () async throws(SolanaRPCError) in try await node.getAccountInfo(of: key) }
        #expect(fault == .answer(method: "getAccountInfo", path: "value.data"))
    }

    @Test func `a list of another length than was asked for is none`() async {
        let node = SolanaRPC(ScriptedNode([ScriptedNode.result(["context": ["slot": 1], "value": [.null]])]))
        let fault = await error { () async throws(SolanaRPCError) in
            try await node.getMultipleAccounts([key, key])
        }
        #expect(fault == .answer(method: "getMultipleAccounts", path: ""))
    }

    @Test func `a refusal keeps its code, words and data, and a failed preflight its logs`() async throws {
        let node = SolanaRPC(
            ScriptedNode([
                ScriptedNode.text(
                    #"{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Transaction simulation failed","data":{"accounts":null,"err":{"InstructionError":[1,{"Custom":6001}]},"logs":["Program log: no"],"unitsConsumed":7}}}"#
                ),
                ScriptedNode.text(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#),
            ]))
        guard case .node(let refusal) = await error({ () async throws(SolanaRPCError) in try await node.getSlot() })
        else { throw RPCTransportError.notAnAnswer }
        #expect(refusal.code == .preflightFailure)
        let preflight = try #require(refusal.preflight)
        #expect(
            preflight.failure
                == TransactionFailure(name: "InstructionError", instruction: 1, reason: "Custom", code: 6001))
        #expect(preflight.logs == ["Program log: no"])
        #expect(preflight.unitsConsumed == 7)
        #expect(
            await error { () async throws(SolanaRPCError) in try await node.getSlot() }
                == .node(RPCNodeError(code: .parseError, message: "Parse error")))
    }

    @Test func `a batch is one message, answered in any order, each by its number`() async throws {
        let node = ScriptedNode([
            ScriptedNode.text(
                #"[{"jsonrpc":"2.0","id":3,"result":"x"},{"jsonrpc":"2.0","id":1,"result":5},{"jsonrpc":"2.0","id":2,"error":{"code":-32005,"message":"behind"}}]"#
            )
        ])
        let answers = try await SolanaRPC(node).batch([GetSlot(), GetSlot(), GetSlot(), GetSlot()])
        #expect(try answers[0].get() == 5)
        #expect(answers[1] == .failure(.node(RPCNodeError(code: .nodeUnhealthy, message: "behind"))))
        #expect(answers[2] == .failure(.answer(method: "getSlot", path: "")))
        #expect(answers[3] == .failure(.transport(.notAnAnswer)))
        #expect(node.asked.count == 1)
        #expect(node.asked[0].body.array?.compactMap { $0["id"]?.int } == [1, 2, 3, 4])
    }

    @Test func `a batch of several methods gives each its own kind of answer`() async throws {
        let node = ScriptedNode([
            ScriptedNode.text(
                #"[{"jsonrpc":"2.0","id":2,"result":"ok"},{"jsonrpc":"2.0","id":1,"result":5}]"#)
        ])
        let (slot, health) = try await SolanaRPC(node).batch(GetSlot(), GetHealth())
        #expect(try slot.get() == 5)
        #expect(try health.get() == "ok")
        #expect(node.asked[0].isRepeatable)
    }

    @Test(arguments: [
        #"[{"jsonrpc":"2.0","id":1,"result":5},{"jsonrpc":"2.0","id":1,"result":6}]"#,
        #"[{"jsonrpc":"2.0","result":5}]"#,
        #"[{"jsonrpc":"2.0","id":1,"result":5},{"jsonrpc":"2.0","id":2,"result":6}]"#, "{}",
    ])
    func `a batch that answers twice, or what nobody asked, counts for nothing`(_ text: String) async {
        let node = SolanaRPC(ScriptedNode([ScriptedNode.text(text)]))
        #expect(
            await error { () async throws(SolanaRPCError) in try await node.batch([GetSlot()]) }
                == .transport(.notAnAnswer))
    }

    @Test func `an airdrop isn't repeated, and neither is a batch with one in it`() async throws {
        let node = ScriptedNode([])
        let client = SolanaRPC(node)
        _ = await error { () async throws(SolanaRPCError) in try await client.requestAirdrop(to: key, lamports: 1) }
        _ = await error { () async throws(SolanaRPCError) in
            try await client.batch(GetSlot(), RequestAirdrop(address: key, lamports: 1))
        }
        _ = await error { () async throws(SolanaRPCError) in try await client.fetch("anything") }
        _ = await error { () async throws(SolanaRPCError) in try await client.getSlot() }
        #expect(node.asked.map(\.isRepeatable) == [false, false, false, true])
    }
}
