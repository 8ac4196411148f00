import JSONRPC
import Salt
import WalletKeys
import Wording

/// A wallet that is about to be made from a phrase.
struct NewWallet: ~Copyable {
    let phrase: SeedPhrase
    /// The BIP-39 passphrase, where there is one.
    let seedPassphrase: SecretBytes?
    let passphrase: SecretBytes
    /// Whether a script makes it.
    let isUnattended: Bool
    /// The derivation paths of its first accounts; nil for the one that the agent thinks best.
    var paths: [String]?
    /// Whether a wallet that is there is set aside.
    var isReplacing = false
    /// Where its requests are decided; nil for the agent's default.
    var approvals: Approvals?

    /// Has the agent make it; returns what `vault.create` answers.
    func make(with agent: inout AgentClient) throws(CommandError) -> JSON {
        let request = try phrase.withText { phrase throws(CommandError) in
            try seedPassphrase.lend { seedPassphrase throws(CommandError) in
                try passphrase.withBytes { passphrase throws(CommandError) in
                    try SecretRequest(
                        id: "create", method: "vault.create",
                        params: [
                            "phrase": .secret(phrase), "seedPassphrase": .secret(seedPassphrase),
                            "passphrase": .secret(passphrase), "unattended": .json(.bool(isUnattended)),
                            "paths": .json(paths.map { .array($0.map { .string($0) }) }),
                            "replace": .json(isReplacing ? true : nil),
                            "approvals": .json(approvals.map { .string($0.rawValue) }),
                            "environment": .json(AgentClient.place),
                        ])
                }
            }
        }
        return try agent.call(request)
    }

    /// Refuses what can't be the passphrase of the wallet.
    static func check(_ passphrase: borrowing SecretBytes, unattended: Bool) throws(CommandError) {
        do throws(PassphraseFault) {
            try Passphrase.check(passphrase, unattended: unattended)
        } catch {
            throw CommandError(WalletKeyError.passphraseInvalid(error).text)
        }
    }
}

extension Terminal {
    /// Asks for a passphrase that is to be, twice, until both are the same and it is one.
    func newPassphrase(_ prompt: TextKey = .askPassphrase) throws(CommandError) -> SecretBytes {
        write(say(.passphraseMeans, ["count": "\(Passphrase.minimumCount)"]) + "\n")
        return try twice(prompt) { (secret: borrowing SecretBytes) throws(CommandError) in
            try NewWallet.check(secret, unattended: false)
        }
    }

    /// Asks for the BIP-39 passphrase of a phrase, twice: another one makes another wallet, and nothing says that it is wrong.
    func seedPassphrase() throws(CommandError) -> SecretBytes {
        write(say(.seedPassphraseMeans) + "\n")
        return try twice(.askSeedPassphrase) { (secret: borrowing SecretBytes) throws(CommandError) in
            try NewWallet.check(secret, unattended: true)
        }
    }

    private func twice(
        _ prompt: TextKey, check: (borrowing SecretBytes) throws(CommandError) -> Void
    ) throws(CommandError) -> SecretBytes {
        while true {
            let first = try passphrase(say(prompt))
            do throws(CommandError) {
                try check(first)
            } catch {
                write("\(error.message)\n")
                continue
            }
            let second = try passphrase(say(.askAgain))
            if first.isEqual(to: second) { return first }
            write(say(.theyDiffer) + "\n")
        }
    }
}
