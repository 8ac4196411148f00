import CSodium
import JSONRPC
import SolanaTransactions

/// Transactions of the largest size signed in one request: one, 100 or 500 of them; and the same 100 signatures made by libsodium alone.
struct Signing: Workload {
    private let wallet: InProcessWallet
    private let transactions: [[UInt8]]
    private let messages: [[UInt8]]
    private let keys = BareKeys()

    private static let count = 100
    private static let maximumCount = 500

    init(folder: String) async throws {
        let wallet = try await InProcessWallet(folder: folder)
        let status = try await wallet.commandLine.call("vault.status", [:])
        guard let text = status["accounts"]?[0]?["publicKey"]?.text else { throw MeasureError("no account") }
        let account = try PublicKey(base58: text)
        let transactions = try (0..<Self.maximumCount).map { try Self.transaction(of: account, number: $0) }
        self.wallet = wallet
        self.transactions = transactions
        messages = try transactions.prefix(Self.count).map { try Transaction(decoding: $0).messageBytes }
    }

    /// - Returns: nanoseconds; for requests, of the whole, of queueing it and of fulfilling it.
    func run(_ name: String, count: Int) async throws -> String {
        switch name {
        case "request", "one", "500":
            let transactions = transactions.prefix(name == "one" ? 1 : name == "500" ? Self.maximumCount : Self.count)
            try await wallet.unlock()
            var queueing = Duration.zero
            var fulfilling = Duration.zero
            for _ in 0..<count {
                let params: JSONObject = ["transactions": .array(transactions.map { .string(Base64.encode($0)) })]
                let times = try await wallet.decide("signAllTransactions", params)
                guard times.answer["signatures"]?.array?.count == transactions.count else {
                    throw MeasureError("signatures")
                }
                queueing += times.queueing
                fulfilling += times.fulfilling
            }
            return [queueing + fulfilling, queueing, fulfilling].map { "\($0.nanoseconds)" }.joined(separator: " ")
        case "libsodium":
            let start = ContinuousClock.now
            for _ in 0..<count { try keys.signAndVerify(messages) }
            return "\((ContinuousClock.now - start).nanoseconds)"
        default: throw MeasureError("no \(name)")
        }
    }

    /// A v0 transaction of 1,232 bytes: one signer, one instruction of the Memo program that fills what is left.
    private static func transaction(of account: PublicKey, number: Int) throws -> [UInt8] {
        let memo = try PublicKey(base58: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
        func bytes(data count: Int) throws -> [UInt8] {
            // No two are the same: the first letters spell the number.
            let letters = [number % 26, number / 26] + (2..<count).map { $0 + number }
            let data = letters.map { UInt8(ascii: "a") + UInt8($0 % 26) }
            let message = try EncodedMessage(
                .v0, header: MessageHeader(requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 1),
                accountKeys: [account, memo], lifetimeToken: Blockhash(),
                instructions: [
                    CompiledInstruction(programIndex: 1, accountIndexes: ByteSlice([0]), data: ByteSlice(data))
                ])
            return try Transaction(message: Message(message), signatures: [Signature()]).encoded()
        }
        let limit = 1_232
        let filled = try bytes(data: 1_000 + limit - bytes(data: 1_000).count)
        guard filled.count == limit else { throw MeasureError("a transaction of \(filled.count) bytes") }
        return filled
    }
}

/// A key pair of libsodium's, used as the shortest C program would.
struct BareKeys {
    private var publicKey = [UInt8](repeating: 0, count: 32)
    private var secretKey = [UInt8](repeating: 0, count: 64)

    init() {
        _ = sodium_init()
        _ = crypto_sign_keypair(&publicKey, &secretKey)
    }

    func signAndVerify(_ messages: [[UInt8]]) throws {
        var signature = [UInt8](repeating: 0, count: 64)
        for message in messages {
            _ = crypto_sign_detached(&signature, nil, message, UInt64(message.count), secretKey)
            guard crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0 else {
                throw MeasureError("a signature that doesn't verify")
            }
        }
    }
}
