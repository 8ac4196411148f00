import Deeplinks
import Foundation
import Salt
import SolanaTransactions
import SolanaWalletAdapter
import TestSupport
import Testing

struct WalletConnectionManagerTests {
    private static let app = DeeplinkWalletTests.app

    private func memoryWallet(_ cluster: Cluster = .devnet) -> InMemoryWallet {
        InMemoryWallet(app: Self.app, cluster: cluster)
    }

    @Test func `after a restart the app finds its wallets again and goes on asking them`() async throws {
        let folder = ScratchRoot.url.appending(path: "manager-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = StoredSecret(SecretBytes.random(count: 32))
        let path = folder.appending(path: "connections").path
        let (phantom, sidekey) = (try StandInWallet(), try StandInWallet())
        let wallets: [any Wallet] = [
            PhantomWallet(try DeeplinkWalletTests.context(phantom)),
            SidekeyWallet(try DeeplinkWalletTests.context(sidekey)),
        ]
        var accounts: [PublicKey] = []
        do {
            let manager = WalletConnectionManager(storage: try EncryptedFileStorage(path: path, key: key))
            for wallet in wallets { accounts.append(try await manager.connect(wallet).publicKey) }
            #expect(await manager.connected.map(\.identifier) == ["phantom", "sidekey"])
        }
        // Nothing but the file outlives the first run.
        let manager = WalletConnectionManager(storage: try EncryptedFileStorage(path: path, key: key))
        let recovery = try await manager.recover(from: wallets)
        #expect(recovery.unclaimed.isEmpty)
        #expect(Set(recovery.connected.map(\.publicKey)) == Set(accounts))
        for wallet in await manager.connected {
            let signature = try await wallet.signMessage(Array("text".utf8))
            #expect(SaltSign.verify(signature.bytes, of: Array("text".utf8), publicKey: wallet.publicKey.bytes))
            let transaction = try DeeplinkWalletTests.transaction(by: wallet.publicKey)
            #expect(try await wallet.signTransaction(transaction).signatures[0].isEmpty == false)
        }
        #expect(
            try phantom.requests().compactMap { $0["method"] as? String } == [
                "connect", "signMessage", "signTransaction",
            ])

        let gone = try #require(await manager.connected.first { $0.identifier == "phantom" })
        try await manager.disconnect(gone)
        #expect(await manager.connected.map(\.identifier) == ["sidekey"])
        let third = WalletConnectionManager(storage: try EncryptedFileStorage(path: path, key: key))
        #expect(try await third.recover(from: wallets).connected.map(\.identifier) == ["sidekey"])
    }

    @Test func `a connection belongs to its wallet, app and cluster, and to no other`() async throws {
        let storage = InMemoryStorage()
        let peer = try StandInWallet()
        let context = try DeeplinkWalletTests.context(peer)
        _ = try await WalletConnectionManager(storage: storage).connect(PhantomWallet(context))
        func found(_ wallet: any Wallet) async throws -> Int {
            let recovery = try await WalletConnectionManager(storage: storage).recover(from: [wallet])
            #expect(recovery.connected.count + recovery.unclaimed.count == 1)
            return recovery.connected.count
        }
        #expect(try await found(PhantomWallet(context)) == 1)
        // The same keys and session would do for each of these.
        #expect(try await found(SolflareWallet(context)) == 0)
        #expect(try await found(PhantomWallet(DeeplinkContext(app: Self.app, cluster: .mainnet))) == 0)
        let other = AppIdentity(name: "Other", url: Self.app.url)
        #expect(try await found(PhantomWallet(DeeplinkContext(app: other, cluster: .devnet))) == 0)
        #expect(try await found(memoryWallet()) == 0)
    }

    @Test func `what stands under another's name, or can't be read, isn't taken and stays`() async throws {
        let storage = InMemoryStorage()
        let wallet = memoryWallet()
        let connected = try await WalletConnectionManager(storage: storage).connect(wallet)
        let secret = try #require(try await storage.retrieve(connected.key))
        let wrong = try #require(StorageKey(bytes: SaltHash.sha256([1])))
        try await storage.clear(connected.key)
        try await storage.store(secret, for: wrong)
        let broken = try #require(StorageKey(bytes: SaltHash.sha256([2])))
        try await storage.store(StoredSecret(SecretBytes(copying: [1, 2, 3])), for: broken)
        let manager = WalletConnectionManager(storage: storage)
        let recovery = try await manager.recover(from: [wallet])
        #expect(recovery.connected.isEmpty)
        #expect(Set(recovery.unclaimed) == [wrong, broken])
        #expect(try await storage.retrieveAll().count == 2)
    }

    @Test func `every cut or lengthened connection is refused, and every whole one read`() async throws {
        let peer = try StandInWallet()
        let connection = try await SidekeyWallet(try DeeplinkWalletTests.context(peer)).connect()
        let whole = connection.encoded().bytes.disclosed()
        #expect(DeeplinkConnection(decoding: SecretBytes(copying: whole))?.publicKey == connection.publicKey)
        for count in 0...97 {
            #expect(DeeplinkConnection(decoding: SecretBytes(copying: Array(whole.prefix(count)))) == nil)
        }
        #expect(DeeplinkConnection(decoding: SecretBytes(copying: [2] + whole.dropFirst())) == nil)
        #expect(DeeplinkConnection(decoding: SecretBytes(copying: whole + [UInt8](repeating: 65, count: 5000))) == nil)
        // A wallet's key of small order.
        let weak = whole.prefix(33) + [UInt8](repeating: 0, count: 32) + whole.dropFirst(65)
        #expect(DeeplinkConnection(decoding: SecretBytes(copying: Array(weak))) == nil)
    }

    @Test func `several wallets are connected at once, and the same account once`() async throws {
        let manager = WalletConnectionManager(storage: InMemoryStorage())
        let (first, second) = (memoryWallet(), memoryWallet(.testnet))
        _ = try await manager.connect(first)
        _ = try await manager.connect(second)
        _ = try await manager.connect(first)
        #expect(await manager.connected.map(\.publicKey) == [second.publicKey, first.publicKey])
    }

    @Test func `a wallet that can't be told is forgotten all the same`() async throws {
        let storage = InMemoryStorage()
        let manager = WalletConnectionManager(storage: storage)
        let wallet = memoryWallet()
        let connected = try await manager.connect(wallet)
        wallet.answers(.timedOut)
        #expect(
            await fault { () throws(WalletAdapterError) in try await manager.disconnect(connected) } == .timedOut)
        #expect(await manager.connected.isEmpty)
        #expect(try await storage.retrieveAll().isEmpty)
        #expect(
            await fault { () throws(WalletAdapterError) in try await manager.disconnect(connected) } == .notConnected)
    }

    @Test func `a refused connection leaves nothing`() async throws {
        let storage = InMemoryStorage()
        let manager = WalletConnectionManager(storage: storage)
        let wallet = memoryWallet()
        wallet.answers(.refused(.userRejected))
        let end = await fault { () throws(WalletAdapterError) in try await manager.connect(wallet) }
        #expect(end?.isRejection == true)
        #expect(await manager.connected.isEmpty)
        #expect(try await storage.retrieveAll().isEmpty)
    }

    @Test func `where the storage is locked, nobody is asked in vain`() async throws {
        let manager = WalletConnectionManager(storage: LockedStorage())
        let wallet = memoryWallet()
        let end = await fault { () throws(WalletAdapterError) in try await manager.connect(wallet) }
        #expect(end == .storage(.locked))
        #expect(wallet.requests.isEmpty)
        #expect(
            await fault { () throws(WalletAdapterError) in try await manager.recover(from: [wallet]) }
                == .storage(.locked))
    }

    private struct LockedStorage: SecureStorage {
        func retrieve(_ key: StorageKey) async throws(SecureStorageError) -> StoredSecret? { throw .locked }
        func store(_ secret: StoredSecret, for key: StorageKey) async throws(SecureStorageError) { throw .locked }
        func clear(_ key: StorageKey) async throws(SecureStorageError) { throw .locked }
        func retrieveAll() async throws(SecureStorageError) -> [StorageKey: StoredSecret] { throw .locked }
    }
}
