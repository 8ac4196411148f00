import SolanaTransactions
import Testing
import TransactionReview

/// NFTs of Metaplex Core, which are accounts and no tokens.
@Suite struct CoreAssetTests {
    private typealias Samples = ChainSamples
    private static let asset = ReviewSamples.key(70)

    private static func data(_ owner: PublicKey, name: String = "Mad\u{202e} Lad #1") -> [UInt8] {
        let text = Array(name.utf8)
        return [1] + owner.bytes + [1] + ReviewSamples.key(71).bytes + Samples.bytes(UInt32(text.count)) + text
            + Samples.bytes(UInt32(0)) + [0]
    }

    private static func account(_ owner: PublicKey) -> ChainAccount {
        ChainAccount(lamports: 3_000_000, program: CoreAsset.program, data: ByteSlice(data(owner)))
    }

    @Test func `an asset is read to its name, and what doesn't fit is refused`() throws {
        let data = Self.data(Samples.me)
        let asset = try CoreAsset(decoding: ByteSlice(data))
        #expect(asset.owner == Samples.me && asset.name == "Mad\u{202e} Lad #1")
        for count in 0..<data.count - 5 {
            #expect(throws: CodingError.self, "\(count) bytes") {
                try CoreAsset(decoding: ByteSlice(Array(data[..<count])))
            }
        }
        #expect(throws: CodingError(.tag, at: 33)) {
            try CoreAsset(decoding: ByteSlice(data[..<33] + [3] + data[34...]))
        }
    }

    @Test func `an asset that goes or comes is a change with its name in the form that may be shown`() throws {
        let unread = Instruction(
            programID: ReviewSamples.key(72),
            accounts: [
                AccountMeta(Samples.me, isSigner: true, isWritable: true), AccountMeta(Self.asset, isWritable: true),
            ],
            data: [9])
        let subject = try Samples.subject([unread])
        func change(from: PublicKey, to: PublicKey) -> BalanceChange? {
            let facts = Samples.facts([Self.asset: Self.account(from)], becoming: [Self.asset: Self.account(to)])
            return ReviewTotals([subject], [ReviewVerdict(subject, facts: facts)], facts: [facts]).changes
                .first { $0.account == .address(Self.asset) }
        }
        let gone = try #require(change(from: Samples.me, to: Samples.thief))
        #expect(gone.expected == BalanceChange.Expectation(before: 1, after: 0) && gone.decimals == 0)
        #expect(gone.asset == .tokens(mint: .address(Self.asset)))
        #expect(gone.claimedName == #"Mad\u{202e} Lad #1"#)
        let bought = try #require(change(from: Samples.thief, to: Samples.me))
        #expect(bought.expected == BalanceChange.Expectation(before: 0, after: 1))
        #expect(
            change(from: Samples.me, to: Samples.me) == nil && change(from: Samples.thief, to: Samples.thief) == nil)
    }
}
