import Deeplinks
import SolanaTransactions
import SolanaWalletAdapter
import Testing

/// Replies that no app may take for an answer, made by a wallet that isn't ours.
struct RefusedReplyTests {
    private func connected(
        _ peer: StandInWallet, timeLimit: Duration = .seconds(60)
    ) async throws -> (PhantomWallet, DeeplinkConnection) {
        let fetcher = try TestScheme.fetcher(peer, timeLimit: timeLimit)
        let wallet = PhantomWallet(DeeplinkContext(app: DeeplinkWalletTests.app, cluster: .devnet, fetcher: fetcher))
        return (wallet, try await wallet.connect())
    }

    private func signing(_ fault: String) async throws -> WalletAdapterError? {
        let peer = try StandInWallet()
        let (wallet, connection) = try await connected(peer)
        try peer.make(fault)
        let transaction = try DeeplinkWalletTests.transaction(by: connection.publicKey)
        return await SolanaWalletAdapterTests.fault { () throws(WalletAdapterError) in
            try await wallet.signTransaction(transaction, over: connection)
        }
    }

    @Test func `a user who says no is told from a fault`() async throws {
        let end = try await signing("reject")
        #expect(end?.isRejection == true)
        #expect(end == .refused(DeeplinkError(code: 4001, message: "User rejected the request.")))
        #expect(WalletAdapterError.timedOut.isRejection == false)
    }

    @Test(arguments: [
        ("foreign-key", WalletAdapterError.foreignKey), ("other-key", .reply(.notAuthentic)),
        ("bitflip", .reply(.notAuthentic)), ("garbage", .reply(.json)), ("reflect", .nonceReplayed),
        ("wrong-signature", .wrongSignature), ("status", .openerFailed(status: 3)),
    ])
    func `a reply that can't be trusted is refused`(fault: String, error: WalletAdapterError) async throws {
        #expect(try await signing(fault) == error)
    }

    @Test func `a truncated reply is refused`() async throws {
        let end = try await signing("truncated")
        // Base58 cut short is other bytes, which don't open.
        #expect(end == .reply(.notAuthentic))
    }

    @Test func `another transaction is handed out as such and never as what was asked for`() async throws {
        guard case .transactionChanged(let other) = try await signing("tampered") else {
            Issue.record("the change was not seen")
            return
        }
        #expect(!other.signatures[0].isEmpty)
    }

    @Test func `an earlier answer to another request is refused, though it opens`() async throws {
        let peer = try StandInWallet()
        let (wallet, connection) = try await connected(peer)
        _ = try await wallet.signMessage("first", over: connection)
        try peer.make("replay")
        // The same message again: even its signature would fit.
        let end = await fault { () throws(WalletAdapterError) in
            try await wallet.signMessage("first", over: connection)
        }
        #expect(end == .nonceReplayed)
        try peer.make(nil)
        _ = try await wallet.signMessage("first", over: connection)
    }

    @Test func `copies of a connection know each other's nonces`() async throws {
        let peer = try StandInWallet()
        let (wallet, connection) = try await connected(peer)
        let copy = connection
        _ = try await wallet.signMessage("first", over: copy)
        try peer.make("replay")
        let end = await fault { () throws(WalletAdapterError) in
            try await wallet.signMessage("first", over: connection)
        }
        #expect(end == .nonceReplayed)
    }

    @Test func `a signature of another message, or by another account, is refused`() async throws {
        for kind in ["tampered", "wrong-signature"] {
            let peer = try StandInWallet()
            let (wallet, connection) = try await connected(peer)
            try peer.make(kind)
            let end = await fault { () throws(WalletAdapterError) in
                try await wallet.signMessage("text", over: connection)
            }
            #expect(end == .wrongSignature)
        }
    }

    @Test func `fewer transactions than were asked for are refused`() async throws {
        let peer = try StandInWallet()
        let (wallet, connection) = try await connected(peer)
        try peer.make("too-few")
        let transactions = try (0..<3).map { _ in try DeeplinkWalletTests.transaction(by: connection.publicKey) }
        let end = await fault { () throws(WalletAdapterError) in
            try await wallet.signAllTransactions(transactions, over: connection)
        }
        #expect(end == .transactionCount(expected: 3, found: 2))
    }

    @Test func `an answer that comes twice counts once`() async throws {
        let peer = try StandInWallet()
        let (wallet, connection) = try await connected(peer)
        try peer.make("twice")
        _ = try await wallet.signMessage("first", over: connection)
        _ = try await wallet.signMessage("second", over: connection)
    }

    @Test func `a wallet that says nothing ends the request with its time limit`() async throws {
        let peer = try StandInWallet()
        let (_, connection) = try await connected(peer)
        try peer.make("silent")
        let fetcher = try TestScheme.fetcher(peer, timeLimit: .milliseconds(300))
        let wallet = PhantomWallet(DeeplinkContext(app: DeeplinkWalletTests.app, cluster: .devnet, fetcher: fetcher))
        let end = await fault { () throws(WalletAdapterError) in
            try await wallet.signMessage("text", over: connection)
        }
        #expect(end == .timedOut)
        #expect(await fetcher.waitingCount == 0)
    }

    @Test(arguments: [
        ("reject", WalletAdapterError.refused(DeeplinkError(code: 4001, message: "User rejected the request."))),
        ("weak-key", .weakKey), ("garbage", .reply(.json)), ("bitflip", .reply(.notAuthentic)),
    ])
    func `a connection isn't made of an answer that can't be trusted`(
        kind: String, error: WalletAdapterError
    ) async throws {
        let peer = try StandInWallet()
        try peer.make(kind)
        let wallet = SolflareWallet(try DeeplinkWalletTests.context(peer))
        #expect(await fault { () throws(WalletAdapterError) in try await wallet.connect() } == error)
    }

    /// Callbacks that somebody else makes up who has seen the request, but knows no key.
    @Test(arguments: [
        ("", WalletAdapterError.reply(.missing("data"))),
        ("?data=11", .reply(.missing("nonce"))),
        ("?nonce=11&data=11", .reply(.wrongCount("nonce", expected: 24, found: 2))),
        ("?nonce=111111111111111111111111&data=1111111111111111111111111111111111", .reply(.notAuthentic)),
        ("?nonce=0&data=11", .reply(.base58("nonce"))),
        ("?data=1&data=1&nonce=1", .reply(.duplicate("data"))),
        ("?errorMessage=no", .reply(.missing("errorCode"))),
        ("?errorCode=4001x", .reply(.value("errorCode"))),
        ("?data=%zz", .reply(.percentEncoding)),
        (
            "?phantom_encryption_public_key=11111111111111111111111111111111&nonce=111111111111111111111111&data=11",
            .foreignKey
        ),
    ])
    func `a forged callback is refused`(query: String, error: WalletAdapterError) async throws {
        let peer = try StandInWallet()
        let (_, connection) = try await connected(peer)
        let opener = HeldLinks()
        let wallet = PhantomWallet(try DeeplinkWalletTests.context(opener))
        async let end = fault { () throws(WalletAdapterError) in
            try await wallet.signMessage("text", over: connection)
        }
        try await opener.wait(for: 1)
        let redirect = try #require(try DeeplinkRequest(parsing: opener.all[0]).redirect)
        #expect(SolanaWalletAdapter.handleOnOpenURL(redirect.description + query))
        #expect(await end == error)
    }
}
