import Base58
import JSONRPC
import SolanaTransactions
import Wording

/// A transaction in base64 or base58, as block explorers, RPC nodes and wallets print it.
struct EncodedTransaction {
    let transaction: Transaction

    /// The longest text: a version 1 transaction of 4,096 bytes takes 5,594 characters in base58.
    private static let limit = 16_384

    /// - Parameter path: A file; standard input where there is none, or `-`.
    /// - Throws: where it can't be read, is no base64 and no base58, or no whole transaction.
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
