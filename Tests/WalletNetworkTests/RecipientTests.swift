import SolanaTransactions
import TestSupport
import Testing
import TransactionReview
import WalletNetwork

/// Findings about an address before anything goes there.
@Suite(.timeLimit(.minutes(5))) struct RecipientTests {
    private let friend = PublicKey("8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9")
    /// The same first and last four characters.
    private let poison = PublicKey("8qbHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHfeR9")

    private func findings(
        _ address: PublicKey, _ account: ChainAccount? = ChainAccount(lamports: 1, program: SystemProgram.id),
        own: Set<PublicKey> = [], contacts: Set<PublicKey> = []
    ) throws -> [RecipientFinding] {
        let order = TransferOrder(.sol, .everything, from: try TransferChain.fresh(7), to: address)
        return Recipient(address, account: account, order: order, own: own, contacts: contacts).findings
    }

    @Test func `whom the user knows, and whoever looks like them`() throws {
        #expect(try findings(poison) == [])
        #expect(try findings(poison, contacts: [friend]) == [.looksLike(friend)])
        #expect(try findings(poison, own: [friend]) == [.looksLike(friend)])
        #expect(try findings(poison, own: [poison], contacts: [friend]) == [.own])
        #expect(try findings(poison, contacts: [friend, poison]) == [.contact])
        #expect(try findings(TransferChain.fresh(7), own: [TransferChain.fresh(7)]) == [.sender])
        #expect(RecipientFinding.looksLike(friend).level == .danger)
    }

    @Test func `what stands at the address`() throws {
        let fresh = try TransferChain.fresh(8)
        #expect(try findings(fresh, nil) == [.unused])
        #expect(try findings(fresh, nil, own: [fresh]) == [.own])
        #expect(try findings(friend) == [.offCurve])
        let program = ChainAccount(lamports: 1, program: friend, isExecutable: true)
        #expect(try findings(fresh, program) == [.program])
        let stake = ChainAccount(lamports: 1, program: StakeProgram.id, data: ByteSlice([1, 2, 3]))
        #expect(try findings(fresh, stake) == [.programAccount(StakeProgram.id)])
        #expect(try findings(fresh, ChainAccount(lamports: 1, program: friend)) == [.programAccount(friend)])
    }

    @Test func `nothing is built for what would be lost, and the holder is named`() async throws {
        let chain = try TransferChain()
        let (alice, bob) = (try chain.key("alice"), try chain.key("bob"))
        let usdx = try chain.mint("USDX")
        let account = AssociatedTokenProgram.address(owner: bob, mint: usdx)
        for asset in [TransferOrder.Asset.sol, .token(mint: usdx)] {
            func refusal(_ to: PublicKey, allowing: Bool = false) async -> TransferError? {
                await chain.refusal(
                    TransferOrder(asset, .decimal("1"), from: alice, to: to, allowsOffCurve: allowing))
            }
            #expect(await refusal(usdx, allowing: true) == .recipient(.mint))
            #expect(
                await refusal(account, allowing: true) == .recipient(.tokenAccount(holder: bob, mint: usdx)))
            #expect(await refusal(TokenProgram.id, allowing: true) == .recipient(.program))
            #expect(await refusal(alice) == .recipient(.sender))
            #expect(await refusal(friend) == .recipient(.offCurve))
            #expect(await refusal(friend, allowing: true) == nil)
        }
    }
}
