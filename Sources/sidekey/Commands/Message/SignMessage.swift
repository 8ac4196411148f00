import ArgumentParser
import JSONRPC
import Salt
import SolanaTransactions
import Wording

/// `sidekey sign-message TEXT`: signs a message by the rules for a page's `signMessage`.
struct SignMessage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-message", abstract: say(.helpSignMessage), discussion: say(.helpSignMessageMore))

    @OptionGroup var message: MessageText

    @Option(help: ArgumentHelp(say(.helpAccountOrFirst)), completion: .accounts)
    var account: String?

    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let bytes = try message.bytes()
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params: JSONObject = ["message": .string(Base64.encode(bytes))]
        if let account { params["account"] = .string(try AccountArgument(account).publicKey(from: &agent)) }
        // The signature stands alone on standard output, for whoever takes it from there.
        let result = try approval.decide("message.sign", params, show: StandardError.write, with: &agent)
        guard let signature = result["signature"]?.text else { throw CommandError(say(.agentSignatureMissing)) }
        output.write(result, or: signature.visible + "\n")
    }
}

/// `sidekey verify-message SIGNATURE TEXT --account KEY`: checks that an account has signed a message.
struct VerifyMessage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-message", abstract: say(.helpVerifyMessage), discussion: say(.helpVerifyMessageMore))

    @Argument(help: ArgumentHelp(say(.helpSignatureOrBase64)))
    var signature: String

    @OptionGroup var message: MessageText

    @Option(help: ArgumentHelp(say(.helpSigningAccount), valueName: "key"))
    var account: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let key = try OffchainOptions.key(account, .keyOfAccount)
        guard let signature = Self.signature(signature) else { throw CommandError(say(.signatureSpelling)) }
        guard SaltSign.verify(signature, of: try message.bytes(), publicKey: key.bytes) else {
            throw CommandError(say(.signatureWrong))
        }
        output.write(["account": .string(key.base58), "valid": true], or: say(.signatureRight) + "\n")
    }

    /// Reads a signature as this program prints it (base58), or as a page gets it (base64).
    private static func signature(_ text: String) -> [UInt8]? {
        if let signature = try? Signature(base58: text) { return signature.bytes }
        guard let bytes = try? Base64.decode(text), bytes.count == 64 else { return nil }
        return bytes
    }
}

/// The message of a command: words on the line, or a file's bytes.
struct MessageText: ParsableArguments {
    @Argument(help: ArgumentHelp(say(.helpText)))
    var text: String?

    @Option(help: ArgumentHelp(say(.helpMessageFile), valueName: "file"), completion: .file())
    var file: String?

    /// The longest message: its answer has to fit a frame in base64, and its review has to fit one in hexadecimal digits.
    private static let limit = 256 << 10

    /// Returns the exact bytes that are signed: nothing is added and nothing is cut.
    func bytes() throws(CommandError) -> [UInt8] {
        switch (text, file) {
        case (let text?, nil): return Array(text.utf8)
        case (nil, "-"): return try StandardInput.bytes(limit: Self.limit)
        case (nil, let file?): return try PrivateFile(path: file).bytes(limit: Self.limit)
        case (.some, .some): throw CommandError(say(.textTwice))
        case (nil, nil): throw CommandError(say(.textMissing), hint: say(.hintGiveText))
        }
    }
}
