import Testing
import WalletKeys

/// The places that prove a recovery phrase.
@Suite struct PhrasePlacesTests {
    @Test(arguments: SeedPhrase.wordCounts)
    func `three different places are asked for, in their order, and each can be`(wordCount: Int) {
        var asked: Set<Int> = []
        for _ in 0..<500 {
            let places = SeedPhrase.randomPlaces(among: wordCount)
            #expect(places.count == 3 && Set(places).count == 3 && places == places.sorted())
            asked.formUnion(places)
        }
        #expect(asked == Set(1...wordCount))
    }
}
