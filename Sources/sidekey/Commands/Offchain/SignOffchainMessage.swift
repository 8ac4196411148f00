import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey sign-offchain-message TEXT`: signs a text in the envelope that keeps it apart from every transaction.
struct SignOffchainMessage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-offchain-message", abstract: say(.helpSignOffchain),
        discussion: say(.helpSignOffchainMore))

    @Argument(help: ArgumentHelp(say(.helpText)))
    var text: String?

    @Option(help: ArgumentHelp(say(.helpAccountOrFirst)), completion: .accounts)
    var account: String?

    @OptionGroup var offchain: OffchainOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let text = try offchain.text(text)
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var account = account
        if let named = account { account = try AccountArgument(named).publicKey(from: &agent) }
        let signers: JSON? = offchain.signers.isEmpty ? nil : .array(offchain.signers.map { .string($0) })
        let needsNone =
            agent.greeting["unattended"]?.bool == true && agent.greeting["vault"]?.text == "unlocked"
            && passphrase.passphraseFile == nil
        let secret = needsNone ? SecretBytes(copying: []) : try passphrase.read()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "sign", method: "offchain.sign",
                params: [
                    "text": .json(.string(text)), "version": .json(.number(offchain.number)), "signers": .json(signers),
                    "applicationDomain": .json(offchain.applicationDomain.map { .string($0) }),
                    "account": .json(account.map { .string($0) }), "passphrase": .secret(needsNone ? nil : secret),
                ])
        }
        let result = try agent.call(request)
        guard !output.json else { return StandardOutput.write(result) }
        guard let signature = result["signature"]?.text else { throw CommandError(say(.agentSignatureMissing)) }
        StandardOutput.write("\(signature.visible)\n")
    }
}
