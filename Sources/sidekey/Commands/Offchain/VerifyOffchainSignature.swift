import ArgumentParser
import JSONRPC
import Salt
import SolanaTransactions
import TransactionReview
import Wording

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

    /// Who makes the bytes around a text; version 0 has two of them under one number.
    private enum Form: String {
        case proposal
        case rustSDK = "rust-sdk"
    }

    /// The form in which the signature is right; nil where it is right in none.
    private func form(of signature: Signature, over text: String, by key: PublicKey) throws(CommandError) -> Form? {
        let message = try offchain.message(text, account: key)
        if SaltSign.verify(signature.bytes, of: message.encoded, publicKey: key.bytes) { return .proposal }
        // What names signers or an application is no message of that form.
        guard offchain.number == 0, offchain.signers.isEmpty, offchain.applicationDomain == nil,
            let bytes = OffchainMessage.encodedByRustSDK(text),
            SaltSign.verify(signature.bytes, of: bytes, publicKey: key.bytes)
        else { return nil }
        return .rustSDK
    }
}
