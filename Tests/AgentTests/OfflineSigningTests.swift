import Glibc
import JSONRPC
import OfflineSigning
import SolanaTransactions
import TestSupport
import Testing

/// Signing a request from a file, by the running programs.
@Suite(.enabled(if: geteuid() == 0, "an agent isn't dumpable, so only root can look into it"))
struct OfflineSigningTests {
    /// The agent's processes for the network.
    private func helpers(of agent: Int32) -> [AgentProcess] {
        SystemFile.processes.map(AgentProcess.init).filter {
            $0.status("PPid") == "\(agent)" && $0.status("Name") == "sidekey-rpc" && $0.isRunning
        }
    }

    private func request(by account: PublicKey) throws -> OfflineRequest {
        let other = try PublicKey(bytes: [UInt8](repeating: 7, count: 32))
        let transaction = try Transaction(feePayer: account, blockhash: Blockhash(bytes: Array(1...32))) {
            SystemProgram.advanceNonce(other, authority: account)
            SystemProgram.transfer(from: account, to: other, lamports: 1_000)
        }
        return try OfflineRequest(
            cluster: .localnet, genesis: Blockhash(), time: 0, message: transaction.messageBytes, signers: [account],
            node: "https://node.example", slot: 1, accounts: [])
    }

    @Test func `a request in a file is signed without a process for the network, where nodes could be asked`()
        async throws
    {
        let node = try LocalNode()
        let wallet = try await WalletFixture(reaching: node)
        let client = try wallet.home.commandLine()
        let accounts = try client.call("accounts.list").get()["accounts"]?.array
        let account = try PublicKey(base58: #require(accounts?.first?["publicKey"]?.text))
        let path = wallet.home.path + "/request"
        try SystemFile.write(path, Array(OfflineText.encode(request(by: account).encoded, as: .request).utf8))
        let shown = try wallet.sidekey("sign", "--offline", path, "--yes")
        #expect(shown.contains("A file from another machine") && shown.contains("You send 0.000001 SOL"))
        let agent = try #require(wallet.home.agent)
        #expect(helpers(of: agent).isEmpty)
        #expect(try node.control([:])["requests"]?.object?.members.isEmpty != false)
        let file = try #require(SystemFile.read(path + ".signed"))
        let signature = try OfflineSignature(decoding: OfflineText.decode(file, as: .signature))
        #expect(try signature.signing(#require(request(by: account).transaction)) != nil)
        // The control: a question starts one.
        _ = try client.call("network.status", ["cluster": "solana:localnet"]).get()
        #expect(helpers(of: agent).count == 1)
    }
}
