import SolanaTransactions
import Testing
import TransactionReview

@Suite struct TransactionOutflowTests {
    private let signer = ReviewSamples.payer
    private static let system = PublicKey()

    /// A legacy transaction of these instructions, each with its program, accounts (0 payer, 1 recipient, 2 another) and data.
    private func outflow(
        _ instructions: [(program: PublicKey, accounts: [UInt8], data: [UInt8])], signatures: UInt8 = 1
    ) throws -> TransactionOutflow {
        var keys = [signer, ReviewSamples.recipient, ReviewSamples.key(4)]
        var compiled: [CompiledInstruction] = []
        for instruction in instructions {
            let index = keys.firstIndex(of: instruction.program) ?? keys.count
            if index == keys.count { keys.append(instruction.program) }
            compiled.append(
                CompiledInstruction(
                    programIndex: UInt8(index), accountIndexes: ByteSlice(instruction.accounts),
                    data: ByteSlice(instruction.data)))
        }
        let message = Message.legacy(
            try LegacyMessage(
                header: MessageHeader(
                    requiredSignatures: signatures, readonlySigned: 0, readonlyUnsigned: UInt8(keys.count - 3)),
                accountKeys: keys, recentBlockhash: Blockhash(), instructions: compiled))
        let transaction = try Transaction(
            message: message, signatures: Array(repeating: Signature(), count: Int(signatures)))
        return outflow(of: TransactionReview(transaction))
    }

    private func outflow(of review: TransactionReview) -> TransactionOutflow {
        let subject = ReviewSubject(review, signer: signer)
        return TransactionOutflow(of: subject, ReviewVerdict(subject))
    }

    private func transfer(_ lamports: UInt64) -> (program: PublicKey, accounts: [UInt8], data: [UInt8]) {
        (Self.system, [0, 1], [2, 0, 0, 0] + bytes(lamports))
    }

    private func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    private func program(_ base58: String) throws -> PublicKey { try PublicKey(base58: base58) }

    @Test func `transfers add up, whoever pays, with the fee`() throws {
        #expect(try outflow([]).lamports == 5000)
        #expect(try outflow([transfer(7)]).lamports == 5007)
        #expect(try outflow([transfer(7), transfer(8)], signatures: 2).lamports == 10015)
        #expect(try outflow([transfer(7)]).reasons.isEmpty)
        #expect(try outflow([transfer(.max), transfer(.max)]).lamports == .max)
        let other = (Self.system, [2, 1] as [UInt8], [2, 0, 0, 0] + bytes(UInt64(9)))
        #expect(try outflow([other]).lamports == 5009)
    }

    @Test func `a priority fee is counted at its most`() throws {
        let budget = try program("ComputeBudget111111111111111111111111111111")
        let price = (budget, [] as [UInt8], [3] + bytes(UInt64(1_000_001)))
        let limit = (budget, [] as [UInt8], [2] + bytes(UInt32(3)))
        #expect(try outflow([price, limit]).lamports == 5004)
        #expect(try outflow([price]).lamports == 5000 + 1_400_002)
        #expect(try outflow([limit]).lamports == 5000)
        let highest = (budget, [] as [UInt8], [3] + bytes(UInt64.max))
        #expect(try outflow([highest, limit]).lamports == 5000 + 55_340_232_221_129)
        // No bound is passed by it, but nobody needs to pay so much.
        #expect(try outflow([highest]).reasons == [.danger])
        #expect(try outflow([price]).reasons.isEmpty)
        let review = TransactionReview(try ReviewSamples.transactions()[2])
        #expect(outflow(of: review).lamports == .max)
    }

    @Test func `what hands over control is a danger`() throws {
        let owner = [UInt8](repeating: 9, count: 32)
        let create = [0, 0, 0, 0] + bytes(UInt64(5)) + bytes(UInt64(0)) + owner
        #expect(try outflow([(Self.system, [0], [1, 0, 0, 0] + owner)]).reasons == [.danger, .forbidden, .unbounded])
        #expect(try outflow([(Self.system, [0], [8, 0, 0, 0] + bytes(UInt64(10)))]).reasons == [.danger, .unbounded])
        #expect(try outflow([(Self.system, [1, 2, 0], [4, 0, 0, 0])]).reasons == [.unbounded])
        // A new account is one's own to pay for; one's own account as the new one is given away.
        #expect(try outflow([(Self.system, [0, 1], create)]).reasons == [])
        #expect(try outflow([(Self.system, [0, 1], create)]).lamports == 5005)
        #expect(try outflow([(Self.system, [1, 0], create)]).reasons == [.danger])
        let token = try program("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
        #expect(try outflow([(token, [1, 2, 0], [4] + bytes(UInt64(1)))]).reasons == [.danger, .unbounded])
        #expect(try outflow([(token, [1, 0], [6, 2, 1] + owner)]).reasons == [.danger, .unbounded])
    }

    @Test func `tokens, programs that nobody knows and hidden accounts have no bound`() throws {
        let token = try program("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
        #expect(try outflow([(token, [1, 2, 0], [3] + bytes(UInt64(1)))]).reasons == [.unbounded])
        let unknown = try outflow([(ReviewSamples.key(8), [0, 1], [1, 2, 3])])
        #expect(unknown.reasons == [.incomplete, .unbounded])
        let review = TransactionReview(try ReviewSamples.transactions()[1])
        #expect(outflow(of: review).reasons == [.incomplete])
    }
}
