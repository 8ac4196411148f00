import Deeplinks
import Salt
import SolanaTransactions
import SolanaWalletAdapter
import Testing

struct InMemoryWalletTests {
    private let app = DeeplinkWalletTests.app

    @Test func `its signatures are real, and its requests are noted`() async throws {
        let wallet = InMemoryWallet(app: app, cluster: .devnet)
        let connection = try await wallet.connect()
        let transaction = try DeeplinkWalletTests.transaction(by: wallet.publicKey)
        let signed = try await wallet.signTransaction(transaction, over: connection)
        #expect(
            SaltSign.verify(signed.signatures[0].bytes, of: signed.messageBytes, publicKey: wallet.publicKey.bytes))
        #expect(try await wallet.signAllTransactions([transaction], over: connection) == [signed])
        let signature = try await wallet.signMessage("text", over: connection)
        #expect(SaltSign.verify(signature.bytes, of: Array("text".utf8), publicKey: wallet.publicKey.bytes))
        #expect(
            wallet.requests == [
                .connect, .signTransaction(transaction), .signAllTransactions([transaction]),
                .signMessage(Array("text".utf8)),
            ])
    }

    @Test func `it refuses as it is told, until it is told otherwise`() async throws {
        let wallet = InMemoryWallet(app: app, cluster: .devnet)
        let connection = try await wallet.connect()
        wallet.answers(.refused(.userRejected))
        let end = await fault { () throws(WalletAdapterError) in try await wallet.signMessage("x", over: connection) }
        #expect(end?.isRejection == true)
        wallet.answers(nil)
        _ = try await wallet.signMessage("x", over: connection)
    }

    @Test func `it sends by what it was given, and by nothing else`() async throws {
        let transactions = try [DeeplinkWalletTests.transaction(by: PublicKey(bytes: [UInt8](repeating: 9, count: 32)))]
        let wallet = InMemoryWallet(app: app, cluster: .devnet) { signed in signed.signatures[0] }
        let connection = try await wallet.connect()
        let own = try DeeplinkWalletTests.transaction(by: wallet.publicKey)
        let name = try await wallet.signAndSendTransaction(own, over: connection)
        #expect(SaltSign.verify(name.bytes, of: own.messageBytes, publicKey: wallet.publicKey.bytes))
        #expect(
            await fault { () throws(WalletAdapterError) in
                try await wallet.signTransaction(transactions[0], over: connection)
            } == .notASigner)
        let still = InMemoryWallet(app: app, cluster: .devnet)
        let other = try await still.connect()
        #expect(
            await fault { () throws(WalletAdapterError) in
                try await still.signAndSendTransaction(own, over: other)
            } == .unsupported)
        #expect(
            await fault { () throws(WalletAdapterError) in try await still.signMessage("x", over: connection) }
                == .refused(.unauthorized))
    }

    @Test func `a seed gives the same account each time`() throws {
        let seed = SecretBytes(copying: [UInt8](repeating: 1, count: 32))
        let wallet = try InMemoryWallet(app: app, cluster: .devnet, seed: seed)
        // solders.keypair.Keypair.from_seed(bytes([1] * 32)).pubkey()
        #expect(wallet.publicKey.base58 == "AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9")
        #expect(throws: SaltError.wrongCount(expected: 32, found: 3)) {
            try InMemoryWallet(app: app, cluster: .devnet, seed: SecretBytes(copying: [1, 2, 3]))
        }
    }
}
