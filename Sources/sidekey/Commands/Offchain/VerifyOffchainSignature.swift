import ArgumentParser
import JSONRPC
import Localization
import Salt
import SolanaTransactions
import TransactionReview

/// `sidekey verify-offchain-signature SIGNATURE TEXT --account KEY`: whether an account has signed a text.
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
        let message = try offchain.message(offchain.text(text), account: key)
        guard SaltSign.verify(signature.bytes, of: message.encoded, publicKey: key.bytes) else {
            throw CommandError(say(.signatureWrong))
        }
        output.write(["account": .string(key.base58), "valid": true], or: say(.signatureRight) + "\n")
    }
}
