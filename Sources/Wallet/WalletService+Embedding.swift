public import ApprovalQueue
public import JSONRPC
public import Salt
import WalletKeys
public import WalletRuntime

/// The wallet as a part of another program: no socket, no browser, an approval surface of the program's own.
///
/// ```swift
/// let wallet = try await Wallet.open(folder: folder, identity: identity, context: RuntimeContext(logger: logger))
/// await wallet.approvals.setApprovalHandler { request in await ask(request) ? .approve() : .reject }
/// let dapp = await wallet.adapter(for: try Origin("https://dapp.example"))
/// let accounts = try await dapp.connect()
/// ```
extension WalletService {
    /// The approval queue.
    public nonisolated var approvals: ApprovalCoordinator { coordinator }

    /// Makes the wallet's keys from a seed phrase in UTF-8, if there are none yet; the wallet is left locked.
    ///
    /// - Throws: -32000 (`vault-exists`, `phrase-invalid`, `passphrase-invalid`); -32603 (`storage`).
    public func createWallet(
        from phrase: consuming SecretBytes, passphrase: consuming SecretBytes
    ) async throws(RPCError) {
        let secret = try WalletKeyring.secret(phrase: phrase, passphrase: nil)
        try await keys.create(
            secret, paths: [.firstSolanaAccount], passphrase: passphrase, isUnattended: false, existing: .keep)
    }

    /// Opens the session.
    ///
    /// - Throws: 4100 (`wrong-passphrase`); -32000 (`vault-missing`, `vault-damaged`).
    public func unlock(_ passphrase: consuming SecretBytes) async throws(RPCError) {
        try await keys.unlock(passphrase)
    }

    /// Joins a dApp of the same program, by the origin under which its grants are kept.
    public func adapter(for origin: Origin) async -> WalletAdapter {
        lastAdapter += 1
        // Counted down from the top: the socket's connections are counted up from 1.
        let client = Client(
            connection: ConnectionID(UInt64.max - lastAdapter), profile: "embedded", connectionKey: "embedded")
        await coordinator.connectionOpened(client.connection)
        return WalletAdapter(origin, client, router: router, coordinator: coordinator)
    }
}
