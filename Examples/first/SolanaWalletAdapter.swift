import Deeplinks
import SolanaTransactions
import SolanaWalletAdapter

// In your app: `SidekeyWallet(DeeplinkContext(app: app, cluster: .devnet, fetcher: DeeplinkFetcher()))`, and a user who is asked.
let app = AppIdentity(name: "Rent", url: "https://rent.example")
let someWallet = InMemoryWallet(app: app, cluster: .devnet)

let manager = WalletConnectionManager(storage: InMemoryStorage())
let wallet = try await manager.connect(someWallet)
print("connected to \(wallet.name)")

// The blockhash comes from a node: `getLatestBlockhash` of SolanaRPC.
let landlord = PublicKey("vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg")
let rent = try Transaction(feePayer: wallet.publicKey, blockhash: Blockhash()) {
    SystemProgram.transfer(from: wallet.publicKey, to: landlord, lamports: 5_000)
}
let signed = try await wallet.signTransaction(rent)
print(signed.message == rent.message, signed.signatures.count)

someWallet.answers(.refused(.userRejected))
do {
    _ = try await wallet.signMessage(Array("hello".utf8))
} catch {
    print(error.isRejection ? "the user said no" : "\(error)")
}
try? await manager.disconnect(wallet)
print(await manager.connected.count)
