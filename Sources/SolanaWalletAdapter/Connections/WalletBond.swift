internal import Deeplinks
internal import SolanaTransactions

/// A wallet together with a connection of its own kind, whatever kind that is.
protocol Bond: Sendable {
    func encoded() -> StoredSecret
    func disconnect() async throws(WalletAdapterError)
    func signTransaction(_ transaction: Transaction) async throws(WalletAdapterError) -> Transaction
    func signAllTransactions(_ transactions: [Transaction]) async throws(WalletAdapterError) -> [Transaction]
    func signAndSendTransaction(
        _ transaction: Transaction, options: SendOptions
    ) async throws(WalletAdapterError) -> Signature
    func signMessage(_ message: [UInt8], display: MessageDisplay) async throws(WalletAdapterError) -> Signature
    func browse(_ url: String) async throws(WalletAdapterError)
}

struct WalletBond<Kind: Wallet>: Bond {
    let wallet: Kind
    let connection: Kind.Connection

    func encoded() -> StoredSecret { connection.encoded() }

    func disconnect() async throws(WalletAdapterError) { try await wallet.disconnect(connection) }

    func signTransaction(_ transaction: Transaction) async throws(WalletAdapterError) -> Transaction {
        try await wallet.signTransaction(transaction, over: connection)
    }

    func signAllTransactions(_ transactions: [Transaction]) async throws(WalletAdapterError) -> [Transaction] {
        try await wallet.signAllTransactions(transactions, over: connection)
    }

    func signAndSendTransaction(
        _ transaction: Transaction, options: SendOptions
    ) async throws(WalletAdapterError) -> Signature {
        try await wallet.signAndSendTransaction(transaction, options: options, over: connection)
    }

    func signMessage(_ message: [UInt8], display: MessageDisplay) async throws(WalletAdapterError) -> Signature {
        try await wallet.signMessage(message, display: display, over: connection)
    }

    func browse(_ url: String) async throws(WalletAdapterError) { try await wallet.browse(url) }
}
