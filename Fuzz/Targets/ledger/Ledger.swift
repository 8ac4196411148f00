import Ledger
import Salt
import SolanaTransactions

/// What a Ledger sends, and what passes between the agent and the program that talks to one.
///
/// ```
/// | which of the five: 1 | bytes |
/// ```
enum LedgerBytes {
    static func check(_ input: [UInt8]) -> Interest {
        guard let kind = input.first else { return .discard }
        let bytes = Array(input.dropFirst())
        switch kind % 5 {
        case 0: request(bytes)
        case 1: reply(bytes)
        case 2: reports(bytes)
        case 3: answer(bytes)
        default: preview(bytes)
        }
        return .keep
    }

    private static func request(_ bytes: [UInt8]) {
        guard let request = bytes.withUnsafeBytes({ LedgerRequest(reading: $0) }) else { return }
        let written = request.frame().withBytes { Array($0.dropFirst(4)) }
        promise(written == bytes, "a request has one spelling")
        try? request.check()
        if let preview = LedgerPreview(request) {
            promise(preview.isBlind == (preview.reason != nil), "a hash has a reason, and nothing else has one")
        }
    }

    private static func reply(_ bytes: [UInt8]) {
        guard let reply = bytes.withUnsafeBytes({ LedgerReply(reading: $0) }) else { return }
        let again = reply.frame().withBytes { frame in
            LedgerReply(reading: UnsafeRawBufferPointer(rebasing: frame.dropFirst(4)))
        }
        promise(again == reply, "a reply that is written is read as the same")
    }

    private static func reports(_ bytes: [UInt8]) {
        guard bytes.count > 1 else { return }
        let channel = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        var reassembly = LedgerReassembly(channel: channel)
        for start in stride(from: 0, to: bytes.count, by: LedgerReport.count) {
            let report = Array(bytes[start..<min(start + LedgerReport.count, bytes.count)])
            guard let whole = try? reassembly.take(report) else { continue }
            promise(whole.count <= LedgerReport.mostBytes, "an answer is as long as it can say")
            var copy = LedgerReassembly(channel: channel)
            let reports = LedgerReport.reports(of: whole, channel: channel)
            let parts = reports.compactMap { try? copy.take($0) }
            promise(parts == [whole], "what goes in reports comes out of them, once")
            return
        }
    }

    private static func answer(_ bytes: [UInt8]) {
        guard let answer = LedgerAnswer(bytes) else { return }
        promise(answer.data.count == bytes.count - 2, "an answer is its data and a status word")
        if let name = answer.appName {
            promise(answer.data.count >= 2 + name.utf8.count, "a name lies within its answer")
        }
        if let app = LedgerApp(answer: answer.data, model: .nanoX) {
            promise(answer.data.count >= 5 && app.model == .nanoX, "an app says all of its version")
        }
    }

    private static func preview(_ bytes: [UInt8]) {
        if let preview = LedgerPreview(transaction: bytes) {
            promise(LedgerContent(transaction: bytes) != .transaction(.v1), "no app signs version 1")
            promise(preview.display != .text, "a transaction is no text")
        }
        if let preview = LedgerPreview(offchain: bytes) {
            promise(preview.display != .details, "a text is no transaction")
        }
    }
}
