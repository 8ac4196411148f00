import JSONRPC
import OfflineSigning
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletNetwork
import WalletRuntime

/// Two wallets: one with a network that watches an account, and one without that has its key.
@Suite(.timeLimit(.minutes(10))) struct OfflineTests {
    private struct Machines {
        /// The one with the network.
        let online: SendingLife
        /// The one with the key.
        let offline: WalletLife
        /// The watched account.
        let cold: PublicKey

        /// Another phrase than the first machine's.
        private static let phrase = String(repeating: "zoo ", count: 11) + "wrong"

        init(_ options: String...) async throws {
            online = try await SendingLife("--slot-ms", "200")
            offline = try await WalletLife(network: SilentNetwork(), clock: SystemMonotonicClock())
            _ = try await offline.create([
                "phrase": offline.commandLine.sealed(Self.phrase, for: "vault.create", "phrase")
            ]).get()
            _ = try await offline.unlock().get()
            let accounts = try await offline.browser.call("accounts.list").get()["accounts"]?.array
            cold = try PublicKey(base58: #require(accounts?.first?["publicKey"]?.text))
            _ = try await online.life.browser.call(
                "accounts.watch", ["address": .string(cold.base58), "label": "Cold"]
            ).get()
            try online.node.control(["set": .string(cold.base58), "lamports": 5_000_000_000])
            try online.node.control(["advance": 2])
        }

        /// Asks something that waits for an approval, approves it with the passphrase, and returns the answer.
        func approved(
            _ life: WalletLife, _ method: String, _ params: JSONObject, seeing look: (JSON) throws -> Void = { _ in }
        ) async throws -> Result<JSON, RPCError> {
            let known = life.waiting
            let own = await life.commandLine.begin(method, params)
            let id: String
            do { id = try await life.next(after: known) } catch { return try await life.commandLine.outcome(of: own) }
            let shown = try await life.commandLine.call("approvals.get", ["id": .string(id)]).get()
            try look(shown)
            var approval: JSONObject = ["id": .string(id)]
            approval["digest"] = shown["summary"]?["digest"]
            approval["review"] = shown["reviewHash"]
            approval["unlock"] = [
                "passphrase": try life.commandLine.sealed(
                    WalletLife.passphrase, for: "approvals.approve", "unlock.passphrase")
            ]
            _ = try await life.commandLine.call("approvals.approve", approval).get()
            return try await life.commandLine.outcome(of: own)
        }

        func makeNonce() async throws -> PublicKey {
            let made = try await approved(
                online.life, "offline.makeNonce", ["account": .string(cold.base58), "priority": "none"]
            ).get()
            try online.node.control(["advance": 2])
            return try PublicKey(base58: #require(made["nonce"]?.text))
        }

        func export(_ more: JSONObject = [:]) async throws -> Result<JSON, RPCError> {
            var params: JSONObject = [
                "account": .string(cold.base58), "to": .string(online.stranger.base58), "amount": "0.5",
                "priority": "none",
            ]
            for member in more.members { params[member.name.string] = member.value }
            return try await online.life.commandLine.call("offline.export", params)
        }

        static func file(_ answer: JSON) throws -> JSONObject {
            ["file": .string(Base64.encode(Array(try #require(answer["file"]?.text).utf8)))]
        }
    }

    /// A network in which every question is a fault of the test.
    private struct SilentNetwork: SolanaNetwork {
        var preferred: Cluster { get async { .localnet } }

        func nodes(of cluster: Cluster) async throws(NetworkError) -> [NetworkNode] {
            Issue.record("a machine without network asked for a node")
            throw .unreachable(cluster)
        }
    }

    @Test func `a transfer is planned here, signed there without a node, and sent from here`() async throws {
        let machines = try await Machines()
        let (online, offline) = (machines.online, machines.offline)
        #expect(try await machines.export().reason == .nonceMissing)
        let nonce = try await machines.makeNonce()
        let exported = try await machines.export().get()
        #expect(exported["nonce"]?.text == nonce.base58 && exported["amount"] == "500000000")
        #expect(exported["lastValidBlockHeight"] == nil)

        // Weeks pass: no blockhash lives that long.
        try online.node.control(["advance": 400])
        let signed = try await machines.approved(offline, "offline.sign", Machines.file(exported)) { shown in
            #expect(shown["summary"]?["origin"] == "offline-file")
            #expect(shown["summary"]?["cluster"] == "solana:localnet")
            #expect(shown["review"]?["complete"] == true)
            let item = shown["review"]?["items"]?.array?.first
            let change = item?["changes"]?.array?.first
            #expect(change?["account"]?.text == machines.cold.base58)
            let levels = (item?["findings"]?.array ?? []).compactMap { $0["level"]?.text }
            #expect(!levels.contains("danger") && !levels.contains("forbidden"), "\(levels)")
        }.get()
        #expect(signed["hash"] == exported["hash"] && signed["account"]?.text == machines.cold.base58)

        let before = try await online.balance(online.stranger)
        let sent = try await machines.approved(online.life, "offline.import", Machines.file(signed)).get()
        #expect(sent["signature"] == signed["signature"])
        #expect(try await online.balance(online.stranger) == before + 500_000_000)
        let line = try #require(try await online.lines().first { $0["kind"] == "confirmed" })
        #expect(line["signature"] == sent["signature"])
        #expect(try await online.life.commandLine.call("offline.list").get()["exports"] == [])
        // The same file once more sends nothing.
        let again = try await machines.approved(online.life, "offline.import", Machines.file(signed))
        #expect(again.reason == .recordUnknown)
        #expect(try await online.balance(online.stranger) == before + 500_000_000)
    }

    @Test func `a nonce over which something waits isn't used again until that is given up`() async throws {
        let machines = try await Machines()
        let nonce = try await machines.makeNonce()
        let first = try await machines.export().get()
        let list = try await machines.online.life.commandLine.call(
            "offline.nonces", ["account": .string(machines.cold.base58)]
        ).get()["nonces"]?.array
        #expect(list?.count == 1 && list?.first?["address"]?.text == nonce.base58)
        #expect(list?.first?["export"] == first["hash"])
        guard case .failure(let error) = try await machines.export() else {
            Issue.record("two requests stand on one nonce")
            return
        }
        #expect(error.reason == .nonceMissing && error.data["fault"] == "taken")
        let second = try await machines.makeNonce()
        #expect(second != nonce)
        #expect(try await machines.export().get()["nonce"]?.text == second.base58)
        let exports = try await machines.online.life.commandLine.call("offline.list").get()["exports"]?.array
        #expect(exports?.count == 2)
        _ = try await machines.online.life.commandLine.call("offline.giveUp", ["hash": first["hash"] ?? ""]).get()
        #expect(try await machines.export(["nonce": .string(nonce.base58)]).get()["nonce"]?.text == nonce.base58)
    }

    @Test func `a signature over other bytes than the exported ones sends nothing`() async throws {
        let machines = try await Machines()
        _ = try await machines.makeNonce()
        let nonce = try await machines.makeNonce()
        let first = try await machines.export(["amount": "0.25"]).get()
        let second = try await machines.export(["amount": "2"]).get()
        #expect(nonce.base58 == second["nonce"]?.text || nonce.base58 == first["nonce"]?.text)
        let signed = try await machines.approved(machines.offline, "offline.sign", Machines.file(second)).get()
        let text = Array(try #require(signed["file"]?.text).utf8)
        let real = try OfflineSignature(decoding: OfflineText.decode(text, as: .signature))
        let request = try OfflineRequest(
            decoding: OfflineText.decode(Array(try #require(first["file"]?.text).utf8), as: .request))
        // The hash of one request with the signature of the other.
        let mixed = OfflineText.encode(
            OfflineSignature(of: request.message, real.entries).encoded, as: .signature)
        let taken = try await machines.approved(
            machines.online.life, "offline.import", ["file": .string(Base64.encode(Array(mixed.utf8)))])
        #expect(taken.reason == .signatureRefused)
        #expect(try machines.online.sent.allSatisfy { !$0.contains(real.entries[0].signature.base58) })
        #expect(try await machines.online.life.commandLine.call("offline.list").get()["exports"]?.array?.count == 2)
    }

    @Test func `what another machine than the one with the key would sign is refused`() async throws {
        let machines = try await Machines()
        _ = try await machines.makeNonce()
        let exported = try await machines.export().get()
        let here = try await machines.approved(machines.online.life, "offline.sign", Machines.file(exported))
        #expect(here.reason == .notASigner)
        var text = Array(try #require(exported["file"]?.text).utf8)
        text[text.count / 2] = text[text.count / 2] == 65 ? 66 : 65
        let damaged = try await machines.approved(
            machines.offline, "offline.sign", ["file": .string(Base64.encode(text))])
        guard case .failure(let error) = damaged else {
            Issue.record("a damaged file was signed")
            return
        }
        #expect(error.reason == .fileInvalid && error.data["fault"] == "checksum")
    }
}
