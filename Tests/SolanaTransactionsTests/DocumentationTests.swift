import Foundation
import SolanaTransactions
import Testing

/// The code of docs/transactions.md, compiled and run.
@Suite struct DocumentationTests {
    private let payer = MessageTests.keys[0]
    private let recipients = Array(MessageTests.keys[1...3])
    private let blockhash = Blockhash()

    @Test func `building, signing and reading go as the page says`() throws {
        let note: String? = "rent"
        var sent: [[UInt8]] = []
        func sign(_ message: [UInt8]) -> [UInt8] { [UInt8](repeating: 7, count: 64) }
        func send(_ bytes: [UInt8]) { sent.append(bytes) }

        let payment = try Transaction(feePayer: payer, blockhash: blockhash) {
            ComputeBudgetProgram.setComputeUnitLimit(20_000)
            for recipient in recipients {
                SystemProgram.transfer(from: payer, to: recipient, lamports: 5_000)
            }
            if let note {
                MemoProgram.memo(note, signers: [payer])
            }
        }
        #expect(payment.message.instructions.count == 5)

        let signed = try payment.placing(Signature(bytes: sign(payment.messageBytes)), for: payer)
        send(signed.encoded())

        let bytes = try #require(sent.first)
        var total: UInt64 = 0
        let transaction = try Transaction(decoding: bytes)
        for instruction in ProgramSet.known.decode(transaction.message) {
            guard let instruction else { continue }  // not understood to its last byte and account
            if instruction.program == SystemProgram.id, instruction.name == "Transfer" {
                total += instruction.unsigned("lamports") ?? 0
            }
        }
        #expect(total == 15_000)
    }

    enum CounterProgram: Program {
        static let id = PublicKey("CounterXbnFwJvBqUuqcHFDZFmJ3RYiD5bpPXTwC11e")
        static let name = "Counter"
        static let instructions = [
            InstructionLayout(
                "Add", discriminator: InstructionLayout.anchorDiscriminator("add"),
                accounts: [.writable("counter"), .signer("owner")],
                fields: [Field("number", .u64), Field("reason", .text(.u32))])
        ]
    }

    @Test func `a program of one's own is built and read as the page says`() throws {
        let counter = MessageTests.keys[9]
        let add = try CounterProgram.instruction(
            "Add", accounts: ["counter": counter, "owner": payer],
            arguments: ["number": .unsigned(2), "reason": .text("two more")])
        let programs = ProgramSet.known.adding(CounterProgram.self)
        let decoded = programs.decode(add)
        #expect(decoded?.programName == "Counter" && decoded?.unsigned("number") == 2)
        #expect(decoded?.key("owner") == payer && ProgramSet.known.decode(add) == nil)
        // SHA-256("global:add") begins so.
        #expect(add.data.prefix(8) == [0x29, 0xF9, 0xF9, 0x92, 0xC5, 0x6F, 0x38, 0xB5])

        let accountData: [UInt8] = [5, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0x6F, 0x6B]
        var decoder = BorshDecoder(accountData)
        let count: UInt64 = try decoder.decode()
        let title: String = try decoder.decode()
        try decoder.finish()
        #expect(count == 5 && title == "ok")

        let (vault, bump) = try PublicKey.findProgramAddress(
            seeds: [Array("vault".utf8), payer.bytes], programID: CounterProgram.id)
        let tokens = AssociatedTokenProgram.address(owner: payer, mint: TokenProgram.nativeMint)
        #expect(!vault.isOnCurve && bump > 0 && !tokens.isOnCurve)
    }

    @Test func `every line of code on the page stands in this file`() throws {
        let file = URL(filePath: #filePath)
        let page = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/transactions.md")
        func lines(_ url: URL) throws -> [String] {
            try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
                line.trimmingCharacters(in: .whitespaces)
            }
        }
        let own = Set(try lines(file))
        var (isCode, count) = (false, 0)
        for line in try lines(page) {
            if line.hasPrefix("```") {
                isCode = line == "```swift"
            } else if isCode {
                count += 1
                #expect(own.contains(line))
            }
        }
        #expect(count > 35)
    }
}
