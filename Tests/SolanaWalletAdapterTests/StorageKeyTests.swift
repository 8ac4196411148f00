import Salt
import SolanaTransactions
import SolanaWalletAdapter
import Testing

struct StorageKeyTests {
    private let app = AppIdentity(name: "App", url: "https://app.example")

    @Test func `a key differs with the wallet, the app, its page, the cluster and the account`() throws {
        let other = try PublicKey(bytes: [UInt8](repeating: 7, count: 32))
        let keys = [
            StorageKey(wallet: "phantom", app: app, cluster: .devnet, publicKey: PublicKey()),
            StorageKey(wallet: "sidekey", app: app, cluster: .devnet, publicKey: PublicKey()),
            StorageKey(
                wallet: "phantom", app: AppIdentity(name: "Apphttps", url: "://app.example"), cluster: .devnet,
                publicKey: PublicKey()),
            StorageKey(wallet: "phantom", app: app, cluster: .testnet, publicKey: PublicKey()),
            StorageKey(wallet: "phantom", app: app, cluster: .devnet, publicKey: other),
            // Without lengths, this would be the first one's bytes.
            StorageKey(
                wallet: "phanto", app: AppIdentity(name: "mApp", url: app.url), cluster: .devnet,
                publicKey: PublicKey()),
        ]
        #expect(Set(keys).count == keys.count)
    }

    @Test func `a key is SHA-256 over its parts behind their lengths`() throws {
        let key = StorageKey(wallet: "phantom", app: app, cluster: .devnet, publicKey: PublicKey())
        // hashlib.sha256(b"".join(len(p).to_bytes(4, "big") + p for p in [b"phantom", b"App", b"https://app.example", b"devnet", bytes(32)]))
        #expect(key.description == "0e3ecd671f0f51988cb28a277739efe7835fb88061f9da21c5c7e6c52dd3d094")
        #expect(StorageKey(key.description) == key)
        #expect(StorageKey(key.description.uppercased()) == nil)
        #expect(StorageKey(String(key.description.dropLast())) == nil)
        #expect(StorageKey(bytes: [1, 2]) == nil)
    }
}
