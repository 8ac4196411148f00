import Foundation
import JSONRPC
import OfflineSigning
import SolanaTransactions
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// What a request's file says of the chain, honest and not: the machine with the key asks nobody.
@Suite(.timeLimit(.minutes(5))) struct OfflineFactsTests {
    private static let mint = key(0x31)
    private static let thief = key(0x41)
    private static let nonce = key(0x51)

    private static func key(_ byte: UInt8) -> PublicKey {
        (try? PublicKey(bytes: [UInt8](repeating: byte, count: 32))) ?? PublicKey()
    }

    private func life() async throws -> (life: WalletLife, account: PublicKey) {
        let life = try await WalletLife(clock: SystemMonotonicClock())
        _ = try await life.create().get()
        _ = try await life.unlock().get()
        let accounts = try await life.browser.call("accounts.list").get()["accounts"]?.array
        return (life, try PublicKey(base58: #require(accounts?.first?["publicKey"]?.text)))
    }

    private static func token(_ address: PublicKey, of owner: PublicKey, _ amount: UInt64) -> OfflineAccount {
        var data = mint.bytes + owner.bytes + (0..<8).map { UInt8(truncatingIfNeeded: amount >> ($0 * 8)) }
        data += [UInt8](repeating: 0, count: 36) + [1]
        data += [UInt8](repeating: 0, count: 165 - data.count)
        return OfflineAccount(
            address: address,
            state: .present(lamports: 2_039_280, owner: TokenProgram.id, isProgram: false, data: data))
    }

    private static var mintAccount: OfflineAccount {
        let data =
            [UInt8](repeating: 0, count: 36) + [0, 0, 0, 0, 1, 0, 0, 0] + [6, 1] + [UInt8](repeating: 0, count: 36)
        return OfflineAccount(
            address: mint,
            state: .present(lamports: 1_461_600, owner: TokenProgram.id, isProgram: false, data: data))
    }

    /// A request that moves 5 tokens to another token account.
    private func request(
        from account: PublicKey, to destination: PublicKey, _ accounts: [OfflineAccount],
        on cluster: Cluster = .devnet
    ) throws -> OfflineRequest {
        let source = AssociatedTokenProgram.address(owner: account, mint: Self.mint, program: TokenProgram.id)
        let transaction = try Transaction(feePayer: account, blockhash: Blockhash(bytes: Self.key(0x61).bytes)) {
            SystemProgram.advanceNonce(Self.nonce, authority: account)
            TokenProgram.transferChecked(
                source: source, mint: Self.mint, destination: destination, authority: account, amount: 5_000_000,
                decimals: 6)
        }
        return try OfflineRequest(
            cluster: cluster,
            genesis: try Blockhash(base58: #require(cluster.genesisHash)), time: 0, message: transaction.messageBytes,
            signers: [account], node: "https://node.example", slot: 9,
            accounts: accounts + [Self.token(source, of: account, 9_000_000), Self.mintAccount])
    }

    private struct Read: Decodable {
        let text: String
    }

    @Test func `its QR codes, as another library reads them, make the same request in any order`() async throws {
        let (life, account) = try await life()
        let request = try request(from: account, to: Self.thief, [])
        let file = OfflineText.encode(request.encoded, as: .request)
        let drawn = try await life.commandLine.call(
            "offline.codes", ["file": .string(Base64.encode(Array(file.utf8)))]
        ).get()
        let codes = try #require(drawn["codes"]?.array)
        #expect(codes.count > 2)
        var read: [String] = []
        for code in codes {
            // With the lines at its edge it fits a terminal of 65 columns and 33 lines.
            #expect(code["size"]?.int ?? .max <= 57)
            let input = Data((["size": code["size"] ?? 0, "modules": code["modules"] ?? ""] as JSON).serialized())
            let found = try JSONDecoder().decode([Read].self, from: PythonScript("read_qr.py").run(input: input))
            #expect(found.map(\.text) == [code["text"]?.text])
            read += found.map(\.text)
        }
        let seen = read.reversed().map { "QR-Code:\($0)\n" }.joined()
        let (one, other) = (try await shown(request, life), try await shown(text: seen, life))
        #expect(one["review"] == other["review"] && other["summary"]?["origin"] == "offline-file")
    }

    /// Puts a request into the queue and returns it as it is shown.
    private func shown(_ request: OfflineRequest, _ life: WalletLife) async throws -> JSON {
        try await shown(text: OfflineText.encode(request.encoded, as: .request), life)
    }

    private func shown(text file: String, _ life: WalletLife) async throws -> JSON {
        let known = life.waiting
        _ = await life.commandLine.begin("offline.sign", ["file": .string(Base64.encode(Array(file.utf8)))])
        let id = try await life.next(after: known)
        return try await life.commandLine.call("approvals.get", ["id": .string(id), "language": "en"]).get()
    }

    @Test func `an honest file shows the payment and who says what`() async throws {
        let (life, account) = try await life()
        let destination = AssociatedTokenProgram.address(
            owner: Self.thief, mint: Self.mint, program: TokenProgram.id)
        let shown = try await shown(
            request(from: account, to: destination, [Self.token(destination, of: Self.thief, 0)]), life)
        #expect(shown["shown"]?["asker"]?["name"] == "A file from another machine")
        #expect(shown["shown"]?["asker"]?["notes"]?[0]?.text?.contains("nothing was checked with a node") == true)
        let leaving = shown["shown"]?["changes"]?.array?.filter { $0["direction"] == "leaving" }
        #expect(leaving?.contains { $0["text"]?.text?.contains("5 ") == true } == true, "\(shown)")
    }

    @Test func `a file that calls a stranger's token account the user's own hides no payment`() async throws {
        let (life, account) = try await life()
        let lie = Self.token(Self.thief, of: account, 0)
        let shown = try await shown(request(from: account, to: Self.thief, [lie]), life)
        let leaving = shown["shown"]?["changes"]?.array?.filter { $0["direction"] == "leaving" }
        #expect(leaving?.contains { $0["text"]?.text?.contains("5 ") == true } == true, "\(shown)")
    }

    @Test func `a file with other decimals makes no amount smaller`() async throws {
        let (life, account) = try await life()
        let source = AssociatedTokenProgram.address(owner: account, mint: Self.mint, program: TokenProgram.id)
        // Nothing in it names the decimals: 5,000,000 of the smallest unit, which a liar calls 0.005.
        let transaction = try Transaction(feePayer: account, blockhash: Blockhash(bytes: Self.key(0x61).bytes)) {
            SystemProgram.advanceNonce(Self.nonce, authority: account)
            TokenProgram.transfer(source: source, destination: Self.thief, authority: account, amount: 5_000_000)
        }
        let lie = OfflineAccount(
            address: Self.mint,
            state: .present(
                lamports: 1_461_600, owner: TokenProgram.id, isProgram: false,
                data: [UInt8](repeating: 0, count: 36) + [0, 0, 0, 0, 1, 0, 0, 0] + [9, 1]
                    + [UInt8](repeating: 0, count: 36)))
        let request = try OfflineRequest(
            cluster: .mainnet, genesis: try Blockhash(base58: #require(Cluster.mainnet.genesisHash)), time: 0,
            message: transaction.messageBytes, signers: [account], node: "https://node.example", slot: 9,
            accounts: [Self.token(source, of: account, 9_000_000), lie])
        let shown = try await shown(request, life)
        #expect(!"\(shown["shown"] ?? .null)".contains("0.005"), "\(shown)")
    }

    @Test func `a file for a test network is reviewed as one for mainnet`() async throws {
        let (life, account) = try await life()
        let destination = AssociatedTokenProgram.address(
            owner: Self.thief, mint: Self.mint, program: TokenProgram.id)
        let facts = [Self.token(destination, of: Self.thief, 0)]
        let test = try await shown(request(from: account, to: destination, facts), life)
        let main = try await shown(request(from: account, to: destination, facts, on: .mainnet), life)
        #expect(test["review"]?["items"] == main["review"]?["items"] && test["decision"] == main["decision"])
        #expect(test["reasons"] == main["reasons"])
    }
}
