import ArgumentParser
import Base58
import JSONRPC
import SolanaTransactions
import TransactionReview
import Wording

/// `sidekey decode [FILE]`: shows the effect of a transaction, read offline.
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
        let item = review.json(subject, verdict)
        guard !output.json else {
            return StandardOutput.write(
                json(item, of: signer, Confirmation(of: TransactionOutflow(of: subject, verdict))))
        }
        let words = say
        var lines =
            [words(.transactionView, ["account": signer.base58])] + ReviewSummary.transaction(item, in: words)
            + ["  " + words(.transactionChanges)]
        lines += (item["effects"]?.array ?? []).map { "   - \(EffectWording($0, in: words).line)" }
        if verdict.state == .open { lines.append("\(words(.level_warning)): \(words(.requestIncomplete))") }
        StandardOutput.write(TerminalWidth.folding(lines))
    }

    /// Returns the review with its findings as `warnings`, and the signer from whose view it is written.
    private func json(_ item: JSON, of signer: PublicKey, _ confirmation: Confirmation) -> JSON {
        var answer: JSONObject = ["account": .string(signer.base58)]
        for name in [
            "version", "bytes", "feePayer", "blockhash", "requiredSignatures", "signers", "configuration",
            "lookupTables", "instructions", "effects", "changes", "promises", "level", "complete", "state",
        ] {
            answer[name] = item[name]
        }
        answer["confirm"] = confirmation.json
        answer["warnings"] = item["findings"]
        return .object(answer)
    }
}

/// A transaction in base64 or base58, as block explorers, RPC nodes and wallets print it.
struct EncodedTransaction {
    let transaction: Transaction

    /// The longest text: a version 1 transaction of 4,096 bytes takes 5,594 characters in base58.
    private static let limit = 16_384

    /// - Parameter path: A file; nil or `-` for standard input.
    /// - Throws: if it can't be read, is neither base64 nor base58, or isn't a whole transaction.
    init(_ path: String?) throws(CommandError) {
        let bytes =
            if let path, path != "-" {
                try PrivateFile(path: path).bytes(limit: Self.limit)
            } else {
                try StandardInput.bytes(limit: Self.limit)
            }
        let text = bytes.filter { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
        guard !text.isEmpty else {
            throw CommandError(say(.transactionMissing), hint: say(.hintDecode))
        }
        // Some texts are both: the one that is a transaction counts, and of two faults the one of the likelier spelling.
        let spellings = [Self.base64(text), Self.base58(text)].compactMap(\.self)
        guard let first = spellings.first else { throw CommandError(say(.transactionSpelling)) }
        for spelling in spellings {
            guard let transaction = try? Transaction(decoding: spelling) else { continue }
            self.transaction = transaction
            return
        }
        do throws(CodingError) {
            transaction = try Transaction(decoding: first)
        } catch {
            throw CommandError(say(.transactionCut, ["error": "\(error)"]))
        }
    }

    private static func base64(_ text: [UInt8]) -> [UInt8]? {
        let padded =
            text
            + Array(repeating: UInt8(ascii: "="), count: text.last == UInt8(ascii: "=") ? 0 : (4 - text.count % 4) % 4)
        return try? Base64.decode(String(decoding: padded, as: UTF8.self))
    }

    private static func base58(_ text: [UInt8]) -> [UInt8]? {
        try? Base58.decode(String(decoding: text, as: UTF8.self))
    }
}
