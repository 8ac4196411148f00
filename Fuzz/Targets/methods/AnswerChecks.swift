import Base58
import JSONRPC
import Salt
import SolanaTransactions
import TransactionReview

/// The rules for the answers to a script.
struct AnswerChecks {
    private static let codes: Set<Int> = [-32700, -32600, -32601, -32602, -32000, -32002, -3, 4001, 4100, 4101]
    private static let pageMethods: Set<String> = [
        "connect", "disconnect", "getAccounts", "signMessage", "signTransaction", "signAllMessages",
        "signAllTransactions", "signIn", "signOffchainMessage", "signAllOffchainMessages", "sendTransaction",
        "sendAllTransactions", "cancel",
    ]

    private var approvals = 0
    /// Results with signatures, each once: the same request twice is one request with one answer.
    private var signed: Set<JSON> = []

    mutating func add(_ answer: RPCResponse, to client: FuzzedClient) {
        let requests = client.asked(answer.id).compactMap(\.self)
        switch answer.outcome {
        case .failure(let error):
            // Above all not -32603: no client can bring about a fault inside the agent.
            promise(Self.codes.contains(error.code.rawValue), "an error is one of the table: \(error)")
            let isPage = client.kind == .walletExtension && requests.allSatisfy { Self.pageMethods.contains($0.method) }
            promise(requests.isEmpty || !isPage || error.code != .locked, "a page isn't told that the wallet is locked")
        case .success(let result):
            promise(client.kind != .otherExtension, "another extension gets nothing")
            if requests.contains(where: { $0.method == "approvals.approve" }) { approvals += 1 }
            guard result["signature"] != nil || result["signatures"] != nil else { return }
            // The user's own text at the terminal, who gave the passphrase with it: nobody else is asked.
            if client.kind == .commandLine { return checkOwn(result, for: requests) }
            signed.insert(result)
            check(result, for: requests)
        }
    }

    func finish() {
        promise(signed.count <= approvals, "what is signed was approved")
    }

    private func check(_ result: JSON, for requests: [RPCRequest]) {
        let signatures = Self.bytes(result["signature"], result["signatures"])
        let messages = Self.bytes(result["signedMessage"], result["signedMessages"])
        let transactions = Self.bytes(result["signedTransaction"], result["signedTransactions"]).map { bytes in
            try? Transaction(decoding: bytes)
        }
        promise(!transactions.contains(nil), "what is signed is a transaction")
        let signed = messages + transactions.compactMap { $0?.messageBytes }
        promise(signatures.count == signed.count && !signed.isEmpty, "a signature for each item")
        let key = (try? PublicKey(base58: FuzzedWallet.address).bytes) ?? []
        for (signature, message) in zip(signatures, signed) {
            promise(SaltSign.verify(signature, of: message, publicKey: key), "a signature is the wallet's")
        }
        for (signature, transaction) in zip(signatures, transactions) {
            promise(transaction?.signatures.map(\.bytes).contains(signature) == true, "it stands in the transaction")
        }
        promise(
            requests.contains { Self.items($0) == signed || Self.isMade(signed, for: $0) },
            "what is signed is what was asked")
    }

    /// What the wallet put together itself: a sign-in to the page's own site, or an envelope around the page's text.
    private static func isMade(_ signed: [[UInt8]], for request: RPCRequest) -> Bool {
        if request.method == "signIn" {
            let message = try? SignInMessage(parsing: String(decoding: signed.first ?? [], as: UTF8.self))
            return signed.count == 1 && message?.address == FuzzedWallet.address
                && SignInMessage.parts(of: message?.site ?? "").domain.lowercased().hasPrefix("dapp.example")
        }
        let texts = signed.compactMap { try? OffchainMessage(decoding: $0) }.map { Array($0.text.utf8) }
        return request.method.hasSuffix("OffchainMessage") || request.method.hasSuffix("OffchainMessages")
            ? !texts.isEmpty && texts == bytes(request.params["message"], request.params["messages"]) : false
    }

    private func checkOwn(_ result: JSON, for requests: [RPCRequest]) {
        let message = result["message"]?.string.flatMap { try? Base64.decode($0) } ?? []
        let signature = result["signature"]?.text.flatMap { try? Signature(base58: $0) }
        let key = (try? PublicKey(base58: FuzzedWallet.address).bytes) ?? []
        promise(SaltSign.verify(signature?.bytes ?? [], of: message, publicKey: key), "a signature is the wallet's")
        let text = (try? OffchainMessage(decoding: message))?.text
        promise(
            requests.contains { $0.method == "offchain.sign" && $0.params["text"]?.text == text && text != nil },
            "what is signed is what was typed")
    }

    /// The bytes that a request asks to sign.
    private static func items(_ request: RPCRequest) -> [[UInt8]] {
        let messages = bytes(request.params["message"], request.params["messages"])
        let transactions = bytes(request.params["tx"], request.params["transactions"])
        return messages + transactions.compactMap { try? Transaction(decoding: $0).messageBytes }
    }

    private static func bytes(_ one: JSON?, _ many: JSON?) -> [[UInt8]] {
        ((one.map { [$0] } ?? []) + (many?.array ?? [])).compactMap { json in
            json.string.flatMap { try? Base64.decode($0) }
        }
    }
}
