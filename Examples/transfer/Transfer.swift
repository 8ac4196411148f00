import SolanaRPC
import SolanaRPCTransports
import SolanaTransactions
import SolanaWalletAdapter

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `sidekey-transfer`: an app that has a wallet sign a transfer, sends it to a node, and waits until it counts.
@main enum TransferApp {
    private static let app = AppIdentity(name: "Transfer", url: "https://transfer.example")

    static func main() async {
        guard let order = TransferOrder(CommandLine.arguments.dropFirst()) else {
            say("usage: sidekey-transfer NODE-URL TO LAMPORTS [--wallet NAME] [--cluster NAME]")
            exit(EX_USAGE)
        }
        let transport = HTTPTransport(order.node)
        let node = SolanaRPC(transport)
        var status = EXIT_SUCCESS
        do {
            let wallet = try await connect(order, node)
            say("connected \(wallet.publicKey)")
            let latest = try await node.getLatestBlockhash().value
            let transaction = try Transaction(feePayer: wallet.publicKey, blockhash: latest.blockhash) {
                SystemProgram.transfer(from: wallet.publicKey, to: order.to, lamports: order.lamports)
            }
            let signed = try await wallet.signTransaction(transaction)
            let signature = try await node.sendTransaction(signed)
            say("sent \(signature)")
            let slot = try await confirmation(of: signature, until: latest.lastValidBlockHeight, by: node)
            say("confirmed in slot \(slot)")
        } catch let error as WalletAdapterError where error.isRejection {
            say("the wallet's user said no")
            status = 2
        } catch {
            say("failed: \(error)")
            status = EXIT_FAILURE
        }
        await transport.shutdown()
        exit(status)
    }

    private static func connect(
        _ order: TransferOrder, _ node: SolanaRPC<HTTPTransport>
    ) async throws -> ConnectedWallet {
        let context = DeeplinkContext(
            app: app, cluster: order.cluster, fetcher: DeeplinkFetcher(timeLimit: .seconds(300)))
        let manager = WalletConnectionManager(storage: InMemoryStorage())
        switch order.wallet {
        case .sidekey: return try await manager.connect(SidekeyWallet(context))
        case .phantom: return try await manager.connect(PhantomWallet(context))
        case .solflare: return try await manager.connect(SolflareWallet(context))
        case .backpack: return try await manager.connect(BackpackWallet(context))
        case .memory:
            // A wallet that nobody has heard of has nothing: the node's faucet gives it some.
            let wallet = InMemoryWallet(app: app, cluster: order.cluster)
            let airdrop = try await node.requestAirdrop(to: wallet.publicKey, lamports: 1_000_000_000)
            _ = try await confirmation(of: airdrop, until: .max, by: node)
            return try await manager.connect(wallet)
        }
    }

    /// Waits until two thirds of the stake have voted for the transaction; gives its slot.
    private static func confirmation(
        of signature: Signature, until height: UInt64, by node: SolanaRPC<HTTPTransport>
    ) async throws -> UInt64 {
        let end = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < end {
            if let status = try await node.getSignatureStatuses([signature]).value.first ?? nil {
                if let failure = status.failure { throw TransferFault.failed("\(failure)") }
                if status.confirmation == .confirmed || status.confirmation == .finalized { return status.slot }
            } else if try await node.getBlockHeight() > height {
                throw TransferFault.expired
            }
            try await Task.sleep(for: .milliseconds(200))
        }
        throw TransferFault.expired
    }

    private static func say(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}

/// Why a transfer that was sent doesn't count.
enum TransferFault: Error {
    case failed(String)
    case expired
}
