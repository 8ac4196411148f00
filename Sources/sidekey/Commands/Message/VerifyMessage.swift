import ArgumentParser
import JSONRPC
import Salt
import SolanaTransactions
import Wording

/// `sidekey verify-message SIGNATURE TEXT --account KEY`: whether an account has signed a message.
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

    /// As this program prints it (base58), or as a page gets it (base64).
    private static func signature(_ text: String) -> [UInt8]? {
        if let signature = try? Signature(base58: text) { return signature.bytes }
        guard let bytes = try? Base64.decode(text), bytes.count == 64 else { return nil }
        return bytes
    }
}
