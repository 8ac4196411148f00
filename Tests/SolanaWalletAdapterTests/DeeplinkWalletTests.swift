import Base58
import Deeplinks
import Foundation
import Salt
import SolanaTransactions
import SolanaWalletAdapter
import Testing

/// The library against a wallet that isn't ours.
struct DeeplinkWalletTests {
    static let app = AppIdentity(name: "App", url: "https://app.example/?a=b&c=d")

    /// A kind of wallet, and what its documentation says of its links.
    struct Kind: Sendable, CustomStringConvertible {
        let description: String
        let base: String
        let keyParameter: String
        let make: @Sendable (DeeplinkContext) -> any DeeplinkWallet
    }

    static let kinds = [
        Kind(
            description: "phantom", base: "https://phantom.app/ul/v1/", keyParameter: "phantom_encryption_public_key"
        ) { PhantomWallet($0) },
        Kind(
            description: "solflare", base: "https://solflare.com/ul/v1/",
            keyParameter: "solflare_encryption_public_key"
        ) { SolflareWallet($0) },
        Kind(
            description: "backpack", base: "https://backpack.app/ul/v1/", keyParameter: "wallet_encryption_public_key"
        ) { BackpackWallet($0) },
        Kind(description: "sidekey", base: "sidekey://v1/", keyParameter: "sidekey_encryption_public_key") {
            SidekeyWallet($0)
        },
    ]

    /// An unsigned transfer, which a second account signs too.
    static func transaction(by account: PublicKey, and other: PublicKey? = nil) throws -> Transaction {
        try Transaction(feePayer: account, blockhash: Blockhash(bytes: Salt.randomBytes(count: 32))) {
            SystemProgram.transfer(from: account, to: PublicKey(), lamports: 5)
            if let other { SystemProgram.transfer(from: other, to: account, lamports: 1) }
        }
    }

    static func context(_ opener: any LinkOpening, cluster: Cluster = .devnet) throws -> DeeplinkContext {
        DeeplinkContext(app: app, cluster: cluster, fetcher: try TestScheme.fetcher(opener))
    }

    @Test(arguments: kinds)
    func `a wallet connects, signs, sends, opens a page and is left, by its own links`(kind: Kind) async throws {
        let peer = try StandInWallet()
        try await flow(kind.make(Self.context(peer)), kind, peer)
    }

    private func flow(_ wallet: some DeeplinkWallet, _ kind: Kind, _ peer: StandInWallet) async throws {
        let connection = try await wallet.connect()
        let account = connection.publicKey

        let transactions = try [Self.transaction(by: account), Self.transaction(by: account)]
        let signed = try await wallet.signTransaction(transactions[0], over: connection)
        #expect(signed.messageBytes == transactions[0].messageBytes)
        #expect(SaltSign.verify(signed.signatures[0].bytes, of: signed.messageBytes, publicKey: account.bytes))

        let all = try await wallet.signAllTransactions(transactions, over: connection)
        #expect(all.map(\.messageBytes) == transactions.map(\.messageBytes))
        #expect(all[0].signatures == signed.signatures)

        let sent = try await wallet.signAndSendTransaction(
            transactions[1], options: SendOptions(skipPreflight: true, maxRetries: 3), over: connection)
        #expect(sent == all[1].signatures[0])

        let message = Array("Grüße, 世界".utf8)
        let signature = try await wallet.signMessage(message, display: .hex, over: connection)
        #expect(SaltSign.verify(signature.bytes, of: message, publicKey: account.bytes))

        try await wallet.browse("https://page.example/a b?x=ä".replacing(" ", with: "%20").replacing("ä", with: "e"))
        try await wallet.disconnect(connection)
        #expect(
            await fault { () throws(WalletAdapterError) in
                try await wallet.signMessage("again", over: connection)
            }
                == .refused(
                    DeeplinkError(code: 4100, message: "The requested method and/or account has not been authorized.")))

        let requests = try peer.requests()
        let methods = requests.compactMap { $0["method"] as? String }
        #expect(
            methods == [
                "connect", "signTransaction", "signAllTransactions", "signAndSendTransaction", "signMessage", "browse",
                "disconnect", "signMessage",
            ])
        let links = requests.compactMap { $0["link"] as? String }
        for (link, method) in zip(links, methods) where method != "browse" {
            #expect(link.hasPrefix(kind.base + method + "?"))
        }
        let connect = requests[0]["parameters"] as? [String: String]
        #expect(connect?["app_url"] == Self.app.url)
        #expect(connect?["cluster"] == "devnet")
        let payload = requests[3]["payload"] as? [String: Any]
        #expect((payload?["sendOptions"] as? [String: Any])?["maxRetries"] as? Int == 3)
        #expect((requests[4]["payload"] as? [String: Any])?["display"] as? String == "hex")
        #expect(requests[5]["url"] as? String == "https://page.example/a%20b?x=e")
        #expect(requests[5]["ref"] as? String == Self.app.url)
        // No nonce and no redirect link twice; one key for the whole connection.
        let sealed = requests.compactMap { $0["parameters"] as? [String: String] }
        #expect(Set(sealed.compactMap { $0["nonce"] }).count == sealed.count - 1)
        #expect(Set(sealed.compactMap { $0["redirect_link"] }).count == sealed.count)
        #expect(Set(sealed.compactMap { $0["dapp_encryption_public_key"] }).count == 1)
    }

    @Test func `each connection has a key of its own`() async throws {
        let peer = try StandInWallet()
        let wallet = PhantomWallet(try Self.context(peer))
        _ = try await wallet.connect()
        _ = try await wallet.connect()
        let keys = try peer.requests().compactMap { $0["parameters"] as? [String: String] }
            .compactMap { $0["dapp_encryption_public_key"] }
        #expect(Set(keys).count == 2)
    }

    @Test(arguments: [
        (Cluster.mainnet, nil), (.testnet, "testnet"), (.devnet, "devnet"), (.localnet, "localnet"),
    ])
    func `the cluster goes by the name that wallets know`(cluster: Cluster, name: String?) async throws {
        let peer = try StandInWallet()
        _ = try await PhantomWallet(Self.context(peer, cluster: cluster)).connect()
        let parameters = try #require(try peer.requests()[0]["parameters"] as? [String: String])
        #expect(parameters["cluster"] == name)
    }

    @Test func `a wallet of one's own takes a few lines`() async throws {
        struct GlowWallet: DeeplinkWallet {
            static let options = DeeplinkWalletOptions(
                identifier: "glow", name: "Glow", host: "glow.app", keyParameter: "glow_encryption_public_key")
            let context: DeeplinkContext
        }
        let opener = HeldLinks()
        let wallet = GlowWallet(context: try Self.context(opener))
        let task = Task { await fault { () throws(WalletAdapterError) in try await wallet.connect() } }
        try await opener.wait(for: 1)
        #expect(opener.all[0].hasPrefix("https://glow.app/ul/v1/connect?"))
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func `another signer's signature stays, whatever the wallet does with it`() async throws {
        let peer = try StandInWallet()
        let wallet = PhantomWallet(try Self.context(peer))
        let connection = try await wallet.connect()
        let other = try SaltSign.KeyPair(seed: SecretBytes.random(count: 32))
        let otherKey = try PublicKey(bytes: other.publicKey)
        let unsigned = try Self.transaction(by: connection.publicKey, and: otherKey)
        let theirs = try Signature(bytes: SaltSign.sign(unsigned.messageBytes, secretKey: other.secretKey))
        let half = try unsigned.placing(theirs, for: otherKey)
        for fault in [nil, "drop-others"] {
            try peer.make(fault)
            let signed = try await wallet.signTransaction(half, over: connection)
            #expect(signed.signatures[1] == theirs)
            #expect(!signed.signatures[0].isEmpty)
        }
    }

    @Test func `a transaction that the account doesn't sign, and a page that is none, never reach the wallet`()
        async throws
    {
        let peer = try StandInWallet()
        let wallet = PhantomWallet(try Self.context(peer))
        let connection = try await wallet.connect()
        let foreign = try Self.transaction(by: PublicKey(bytes: [UInt8](repeating: 9, count: 32)))
        #expect(
            await fault { () throws(WalletAdapterError) in try await wallet.signTransaction(foreign, over: connection) }
                == .notASigner)
        #expect(
            await fault { () throws(WalletAdapterError) in
                try await wallet.signAllTransactions([foreign], over: connection)
            } == .notASigner)
        #expect(
            await fault { () throws(WalletAdapterError) in try await wallet.browse("javascript:alert(1)") }
                == .request(.value("url")))
        #expect(try await wallet.signAllTransactions([], over: connection).isEmpty)
        #expect(try peer.requests().count == 1)
    }

    @Test func `a request that is too long for a link is refused here`() async throws {
        let peer = try StandInWallet()
        let wallet = PhantomWallet(try Self.context(peer))
        let connection = try await wallet.connect()
        let message = [UInt8](repeating: 1, count: 60_000)
        let end = await fault { () throws(WalletAdapterError) in
            try await wallet.signMessage(message, display: .hex, over: connection)
        }
        guard case .request(.tooLong(let limit, _)) = end else {
            Issue.record("\(String(describing: end))")
            return
        }
        #expect(limit == DeeplinkRequest.maximumBytes)
        #expect(try peer.requests().count == 1)
    }
}
