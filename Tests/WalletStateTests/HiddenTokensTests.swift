import JSONRPC
import TestSupport
import Testing
import WalletState

@Suite struct HiddenTokensTests {
    @Test func `a hidden token keeps its last mark until it is shown again`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let hidden = HiddenTokens(database: queue.database, wallClock: FixedWallClock(milliseconds: 7))
        #expect(try await hidden.marks().isEmpty)
        try await hidden.hide("a", as: .hidden)
        try await hidden.hide("b", as: .spam)
        try await hidden.hide("a", as: .spam)
        #expect(try await hidden.marks() == ["a": .spam, "b": .spam])
        #expect(try await hidden.show("a"))
        #expect(try await !hidden.show("a"))
        #expect(try await hidden.marks() == ["b": .spam])
    }

    @Test func `a thousand tokens are hidden, and no more`() async throws {
        let queue = try Queue()
        defer { queue.remove() }
        let hidden = HiddenTokens(database: queue.database, wallClock: FixedWallClock(milliseconds: 7))
        for number in 0..<HiddenTokens.maximumCount { try await hidden.hide("\(number)", as: .hidden) }
        await #expect { try await hidden.hide("more", as: .hidden) } throws: {
            ($0 as? RPCError)?.reason == .tooManyHidden
        }
        // One that is hidden already can still be called spam.
        try await hidden.hide("0", as: .spam)
        #expect(try await hidden.marks()["0"] == .spam)
    }
}
