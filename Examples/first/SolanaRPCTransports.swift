import SolanaRPC
import SolanaRPCTransports
import SolanaTransactions

// Where a node listens: `make node` starts one in memory there. A public one is https://api.devnet.solana.com.
let address = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8899"
let transport = HTTPTransport(try RPCEndpoint(address))
let node = SolanaRPC(RetryingTransport(transport))

// Alice, who is on every such node from its start.
let alice = try PublicKey(base58: "Hbx1riyKDrCgdsZxbzFJZZqhLaa78cwUD4ztjpXaWuDD")
print("\(try await node.getBalance(of: alice).value) lamports")

// What keeps a node from answering has a name.
let nobody = HTTPTransport(try RPCEndpoint("http://127.0.0.1:1"))
do {
    _ = try await SolanaRPC(nobody).getSlot()
} catch {
    print(error)
}

await transport.shutdown()
await nobody.shutdown()
