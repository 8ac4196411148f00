import JSONRPC
import Pinentry
import Salt
import SolanaTransactions
import WalletKeys
import WalletRuntime
import WalletState
import Wording

/// What the user is asked before another extension may use the wallet: who, which methods, which accounts, and the passphrase.
struct ConsentPrompt: Sendable {
    /// One digit names an account; more than nine are chosen in a terminal.
    private static let offered = 9

    let methods: Set<String>
    let page: PassphrasePrompt
    private let accounts: [VaultAccount]

    /// - Parameters:
    ///   - isKnown: Whether it was allowed before, by records that wait for the passphrase to be believed.
    /// - Throws: -32000 (`prompt-too-long`).
    init(
        for id: ExtensionID, _ use: MethodUse, accounts: [VaultAccount], isKnown: Bool, recognition: String?,
        in words: Phrasebook
    ) throws(RPCError) {
        let names = use.module.methodsForOtherExtensions
        methods = Set(names)
        let shown = accounts.filter { !$0.isHidden }
        let sharesAccounts = !isKnown && use.module.allNeeds.contains(.accounts)
        self.accounts = sharesAccounts ? Array((shown.isEmpty ? accounts : shown).prefix(Self.offered)) : []
        var lines = [words(isKnown ? .extensionAgain : .extensionAsks), "  \(id)"]
        if !isKnown {
            lines += ["", words(.extensionMethods)] + names.map { "  \($0)" } + ["", words(.extensionMeans)]
        }
        page = try PassphrasePrompt(
            lines + ["", words(.promptAllow)], ok: .extensionButton, recognition: recognition, in: words)
    }

    /// Asks which accounts it may see, where there is a choice; nil where the user gave up.
    func choose(_ dialog: PromptDialog) async throws(RPCError) -> [String]? {
        guard accounts.count > 1 else { return accounts.map(\.publicKey.description) }
        let list = accounts.enumerated().map { "\($0 + 1).  \($1.publicKey)" }.joined(separator: "\n")
        var question = dialog.question(
            dialog.words(.extensionAccounts, ["list": list]), prompt: dialog.words(.setupNumbers))
        while true {
            switch try await dialog.secret(question) {
            case .given(let answer): if let chosen = chosen(by: answer) { return chosen }
            case .cancelled: return nil
            case .timedOut: return nil
            }
            question.error = dialog.words(.setupNumbersRange, ["count": "\(accounts.count)"])
        }
    }

    /// The accounts in the order of their numbers as typed; the first where none is.
    private func chosen(by answer: borrowing SecretBytes) -> [String]? {
        let numbers = answer.withBytes { bytes -> [Int]? in
            var numbers: [Int] = []
            for byte in bytes where byte != UInt8(ascii: " ") && byte != UInt8(ascii: ",") {
                guard (UInt8(ascii: "1")..<UInt8(ascii: "1") + UInt8(accounts.count)).contains(byte) else {
                    return nil
                }
                let number = Int(byte - UInt8(ascii: "1"))
                if !numbers.contains(number) { numbers.append(number) }
            }
            return numbers
        }
        guard let numbers else { return nil }
        return (numbers.isEmpty ? [0] : numbers).map { accounts[$0].publicKey.description }
    }
}
