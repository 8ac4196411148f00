import Testing
import WalletNetwork

@Suite struct PriorityFeeTests {
    @Test func thePriceIsThatOfTheNearestRank() {
        let recent = (1...10).map { UInt64($0) * 100 }.shuffled()
        #expect(PriorityFee(.normal).price(among: recent, units: 1_000) == 500)
        #expect(PriorityFee(.high).price(among: recent, units: 1_000) == 900)
        #expect(PriorityFee(.none).price(among: recent, units: 1_000) == 0)
        #expect(PriorityFee(.high).price(among: [], units: 1_000) == 0)
        #expect(PriorityFee(.high).price(among: [7], units: 1_000) == 7)
        // A quiet account: nothing is needed, and who wants to be first pays what others did who wanted it too.
        #expect(PriorityFee(.normal).price(among: [0, 0, 0, 900], units: 1_000) == 0)
        #expect(PriorityFee(.high).price(among: [0, 0, 0, 900], units: 1_000) == 900)
        #expect(PriorityFee(.high).price(among: [0, 0], units: 1_000) == 0)
    }

    @Test func whatANodeSaysIsNeverMoreThanTheCap() {
        for units: UInt32 in [1, 450, 200_000, 1_400_000] {
            for cap: UInt64 in [0, 1, 100_000, .max] {
                let fee = PriorityFee(.high, cap: cap)
                let price = fee.price(among: [.max], units: units)
                #expect(PriorityFee.lamports(price: price, units: units) <= min(cap, PriorityFee.maximumCap))
            }
        }
    }

    @Test func lamportsAreRoundedUp() {
        #expect(PriorityFee.lamports(price: 1, units: 1) == 1)
        #expect(PriorityFee.lamports(price: 1_000_000, units: 3) == 3)
        #expect(PriorityFee.lamports(price: 1_000_001, units: 3) == 4)
        #expect(PriorityFee.lamports(price: 0, units: 3) == 0)
        #expect(PriorityFee.lamports(price: .max, units: .max) == .max)
    }

    @Test func theLimitHasATenthToSpare() {
        #expect(ComputeBudget.limit(forUsed: 450) == 1_495)
        #expect(ComputeBudget.limit(forUsed: 1_399_999) == 1_400_000)
        #expect(ComputeBudget.limit(forUsed: .max) == 1_400_000)
    }
}
