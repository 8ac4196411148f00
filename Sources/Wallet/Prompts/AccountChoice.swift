import JSONRPC
import Pinentry
import Salt
import SolanaTransactions
import WalletKeys
import Wording

/// Which of a phrase's accounts a wallet begins with: wallets keep the first at different paths, and its address is what people know.
struct AccountChoice: Sendable {
    private let candidates: [(path: DerivationPath, publicKey: PublicKey)]

    /// Derives the first account at each of the usual kinds of paths.
    init(of secret: VaultSecret) throws(RPCError) {
        do throws(WalletKeyError) {
            candidates = try SessionLock.candidates(of: secret, at: DerivationPath.usualFirst)
        } catch {
            throw RPCError(error)
        }
    }

    /// Asks for numbers; nil where the user gave up.
    func ask(_ dialog: PromptDialog) async throws(RPCError) -> [DerivationPath]? {
        let list = candidates.enumerated().map {
            "\($0 + 1).  \($1.path == .seed ? "seed (solana-keygen)" : "\($1.path)")\n    \($1.publicKey)"
        }
        let text = dialog.words(
            .setupAccounts, ["list": list.joined(separator: "\n"), "command": "sidekey account add --path"])
        var question = dialog.question(text, prompt: dialog.words(.setupNumbers))
        while true {
            switch try await dialog.secret(question) {
            case .given(let answer): if let chosen = chosen(by: answer) { return chosen }
            case .cancelled: return nil
            case .timedOut: return nil
            }
            question.error = dialog.words(.setupNumbersRange, ["count": "\(candidates.count)"])
        }
    }

    private func chosen(by answer: borrowing SecretBytes) -> [DerivationPath]? {
        let numbers = answer.withBytes { bytes -> [Int]? in
            var numbers: [Int] = []
            for byte in bytes where byte != UInt8(ascii: " ") && byte != UInt8(ascii: ",") {
                // One digit says it: there are fewer than ten.
                guard (UInt8(ascii: "1")..<UInt8(ascii: "1") + UInt8(candidates.count)).contains(byte) else {
                    return nil
                }
                let number = Int(byte - UInt8(ascii: "1"))
                if !numbers.contains(number) { numbers.append(number) }
            }
            return numbers
        }
        guard let numbers else { return nil }
        return numbers.isEmpty ? [candidates[0].path] : numbers.map { candidates[$0].path }
    }
}
