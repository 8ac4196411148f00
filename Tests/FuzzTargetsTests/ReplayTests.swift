import FuzzTargets
import Testing

/// What the fuzzers promise of any input holds for their seeds and for what is bred from them. The fuzzers themselves, which look for
/// inputs that reach code no other reached, run in `Tests/run whole`.
@Suite(.serialized) struct ReplayTests {
    @Test(arguments: FuzzTarget.all.map(\.name))
    func `every promise is kept`(name: String) async throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let seeds = Replay.seeds(of: name)
        try #require(!seeds.isEmpty)
        let (inputs, broken) = await Replay(target: target, seeds: seeds, bred: 2000, limit: .seconds(2)).run()
        #expect(inputs > seeds.count)
        #expect(broken == [])
    }

    @Test func `a promise that isn't kept is told with its input`() async {
        let target = FuzzTarget("short") { input in
            BrokenPromises.add("it is short")
            return input.isEmpty ? .discard : .keep
        }
        let (inputs, broken) = await Replay(
            target: target, seeds: [.init(name: "one", bytes: [1, 2, 3])], bred: 0, limit: .seconds(2)
        ).run()
        #expect(inputs == 1)
        #expect(broken == ["it is short, by one, in base64: AQID"])
    }

    @Test func `what is bred is other bytes each time, and the same in each run`() async {
        func bred() async -> [String] {
            let target = FuzzTarget("bred") { _ in
                BrokenPromises.add("seen")
                return .keep
            }
            let seeds: [Replay.Seed] = [.init(name: "one", bytes: Array(0..<40)), .init(name: "two", bytes: [])]
            return await Replay(target: target, seeds: seeds, bred: 200, limit: .seconds(60)).run().broken
        }
        let first = await bred()
        #expect(first.count == 202)
        #expect(Set(first).count > 150)
        #expect(await bred() == first)
    }

    @Test func `every folder of seeds has a target`() {
        #expect(Replay.folders() == FuzzTarget.all.map(\.name).sorted())
    }
}
