import ArgumentParser
import JSONRPC
import Salt
import SolanaTransactions
import TransactionReview
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
    @OptionGroup var tokenPIN: HardwareTokenPINOptions
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
        let result = try secret.withBytes { secret throws(CommandError) in
            try tokenPIN.send(with: &agent) { pin, agent throws(CommandError) in
                try agent.call(
                    SecretRequest(
                        id: "sign", method: "offchain.sign",
                        params: [
                            "text": .json(.string(text)), "version": .json(.number(offchain.number)),
                            "signers": .json(signers),
                            "applicationDomain": .json(offchain.applicationDomain.map { .string($0) }),
                            "account": .json(account.map { .string($0) }),
                            "passphrase": .secret(needsNone ? nil : secret), "devicePIN": .secret(pin),
                        ]), within: HardwareTokenCommand.patience)
            }
        }
        guard !output.json else { return StandardOutput.write(result) }
        guard let signature = result["signature"]?.text else { throw CommandError(say(.agentSignatureMissing)) }
        StandardOutput.write("\(signature.visible)\n")
    }
}

/// `sidekey verify-offchain-signature SIGNATURE TEXT --account KEY`: checks that an account has signed a text.
struct VerifyOffchainSignature: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-offchain-signature", abstract: say(.helpVerifyOffchain),
        discussion: say(.helpVerifyOffchainMore))

    @Argument(help: ArgumentHelp(say(.helpSignature)))
    var signature: String

    @Argument(help: ArgumentHelp(say(.helpText)))
    var text: String?

    @Option(help: ArgumentHelp(say(.helpSigningAccount), valueName: "key"))
    var account: String

    @OptionGroup var offchain: OffchainOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let key = try OffchainOptions.key(account, .keyOfAccount)
        guard let signature = try? Signature(base58: signature) else {
            throw CommandError(say(.signatureSpelling))
        }
        let text = try offchain.text(text)
        guard let form = try form(of: signature, over: text, by: key) else {
            throw CommandError(say(.signatureWrong))
        }
        var result: JSONObject = ["account": .string(key.base58), "valid": true]
        if offchain.number == 0 { result["form"] = .string(form.rawValue) }
        let words: TextKey =
            switch form {
            case .proposal: offchain.number == 0 ? .signatureOfProposal : .signatureRight
            case .rustSDK: .signatureOfRustSDK
            }
        output.write(.object(result), or: say(words) + "\n")
    }

    /// The maker of the bytes around a text; version 0 has two forms under one number.
    private enum Form: String {
        case proposal
        case rustSDK = "rust-sdk"
    }

    /// Returns the form in which the signature is valid; nil if it is valid in none.
    private func form(of signature: Signature, over text: String, by key: PublicKey) throws(CommandError) -> Form? {
        let message = try offchain.message(text, account: key)
        if SaltSign.verify(signature.bytes, of: message.encoded, publicKey: key.bytes) { return .proposal }
        // A message that names signers or an application doesn't have that form.
        guard offchain.number == 0, offchain.signers.isEmpty, offchain.applicationDomain == nil,
            let bytes = OffchainMessage.encodedByRustSDK(text),
            SaltSign.verify(signature.bytes, of: bytes, publicKey: key.bytes)
        else { return nil }
        return .rustSDK
    }
}

/// The text of an off-chain message and the envelope around it.
struct OffchainOptions: ParsableArguments {
    @Option(help: ArgumentHelp(say(.helpTextFile), valueName: "file"), completion: .file())
    var file: String?

    @Option(name: .customLong("envelope"), help: ArgumentHelp(say(.helpEnvelope)))
    var number = 1

    @Option(
        help: ArgumentHelp(say(.helpDomain), valueName: "key"))
    var applicationDomain: String?

    @Option(
        name: .customLong("signer"), parsing: .singleValue,
        help: ArgumentHelp(say(.helpSigner), valueName: "key"))
    var signers: [String] = []

    func validate() throws {
        guard (0...1).contains(number) else { throw ValidationError(say(.usageEnvelope)) }
        guard number == 0 || applicationDomain == nil else {
            throw ValidationError(say(.usageDomain))
        }
    }

    /// Returns the given text, or the file's.
    func text(_ given: String?) throws(CommandError) -> String {
        guard let file else {
            guard let given else { throw CommandError(say(.textMissing), hint: say(.hintGiveText)) }
            return given
        }
        guard given == nil else { throw CommandError(say(.textTwice)) }
        let bytes = try PrivateFile(path: file).bytes(limit: 65_535)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError(say(.fileNotUTF8, ["path": file.visible]))
        }
        return text
    }

    /// Returns the message that an account signs.
    func message(_ text: String, account: PublicKey) throws(CommandError) -> OffchainMessage {
        var keys: [PublicKey] = []
        for signer in signers { keys.append(try Self.key(signer, .keyOfSigner)) }
        if keys.isEmpty { keys = [account] }
        guard keys.contains(account) else { throw CommandError(say(.signerMissing)) }
        let domain = try applicationDomain.map { name throws(CommandError) in try Self.key(name, .keyOfDomain) }
        do throws(OffchainMessageError) {
            return number == 1
                ? try OffchainMessage(signers: keys, text: text)
                : try OffchainMessage(applicationDomain: domain ?? PublicKey(), signers: keys, text: text)
        } catch {
            throw CommandError(say(.offchainUnmade, ["error": "\(error)"]))
        }
    }

    /// - Parameter fault: The text of the error if it isn't a key.
    static func key(_ text: String, _ fault: TextKey) throws(CommandError) -> PublicKey {
        guard let key = try? PublicKey(base58: text) else {
            throw CommandError(say(fault))
        }
        return key
    }
}
