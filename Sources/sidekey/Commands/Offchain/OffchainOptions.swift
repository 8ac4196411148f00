import ArgumentParser
import SolanaTransactions
import TransactionReview
import Wording

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

    /// The text that was given, or the file's.
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

    /// The message that an account signs.
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

    /// - Parameter fault: What to say where it is no key.
    static func key(_ text: String, _ fault: TextKey) throws(CommandError) -> PublicKey {
        guard let key = try? PublicKey(base58: text) else {
            throw CommandError(say(fault))
        }
        return key
    }
}
