import ArgumentParser
import Base58
import JSONRPC
import SolanaTransactions
import TransactionReview
import Wording

/// `sidekey decode [FILE]`: what a transaction would do, read offline.
struct Decode: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpDecode),
        discussion: say(.helpDecodeMore))

    @Argument(help: ArgumentHelp(say(.helpDecodeFile)), completion: .file())
    var file: String?

    @Option(
        name: .customLong("account"), parsing: .singleValue,
        help: ArgumentHelp(
            say(.helpDecodeAccount),
            valueName: "key"))
    var accounts: [String] = []

    @OptionGroup var output: OutputOptions

    func run() throws {
        var own: [PublicKey] = []
        for account in accounts { own.append(try OffchainOptions.key(account, .keyOfAccount)) }
        let transaction = try EncodedTransaction(file).transaction
        let review = TransactionReview(transaction)
        let signer = own.first ?? review.feePayer
        let subject = ReviewSubject(review, signer: signer, own: Set(own))
        let verdict = ReviewVerdict(subject)
        let item = review.json(verdict)
        guard !output.json else {
            return StandardOutput.write(json(item, of: signer))
        }
        let words = say
        var lines =
            [words(.transactionView, ["account": signer.base58])] + RequestWording.transaction(item, in: words)
            + ["  " + words(.transactionChanges)]
        lines += (item["effects"]?.array ?? []).map { "   - \(EffectWording($0, in: words).line)" }
        if !verdict.isComplete { lines.append(words(.requestIncomplete)) }
        StandardOutput.write(TerminalWidth.folding(lines))
    }

    /// The review with its findings as `warnings`, and whose view it is.
    private func json(_ item: JSON, of signer: PublicKey) -> JSON {
        var answer: JSONObject = ["account": .string(signer.base58)]
        for name in [
            "version", "bytes", "feePayer", "blockhash", "requiredSignatures", "signers", "configuration",
            "lookupTables", "instructions", "effects", "level", "complete",
        ] {
            answer[name] = item[name]
        }
        answer["warnings"] = item["findings"]
        return .object(answer)
    }
}
