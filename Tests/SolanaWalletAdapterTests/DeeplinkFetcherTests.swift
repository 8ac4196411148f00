import SolanaWalletAdapter
import TestSupport
import Testing

struct DeeplinkFetcherTests {
    @Test func `a thousand requests at once each get their own callback and leave nothing`() async throws {
        let opener = HeldLinks()
        let fetcher = try TestScheme.fetcher(opener)
        try await withThrowingTaskGroup(of: (Int, DeeplinkFetcher.Callback).self) { group in
            for number in 0..<1000 {
                group.addTask { (number, try await fetcher.fetch { redirect in "wallet:\(number)=\(redirect)" }) }
            }
            try await opener.wait(for: 1000)
            #expect(await fetcher.waitingCount == 1000)
            // Answered out of order, from many tasks, each with its number.
            await withTaskGroup(of: Bool.self) { answers in
                for link in opener.all.shuffled() {
                    answers.addTask {
                        let halves = link.dropFirst("wallet:".count).split(separator: "=")
                        return SolanaWalletAdapter.handleOnOpenURL("\(halves[1])?number=\(halves[0])")
                    }
                }
                for await wasAwaited in answers { #expect(wasAwaited) }
            }
            var redirects: Set<String> = []
            for try await (number, callback) in group {
                #expect(callback.link == "\(callback.redirect)?number=\(number)")
                redirects.insert(callback.redirect)
            }
            #expect(redirects.count == 1000)
        }
        #expect(await fetcher.waitingCount == 0)
        #expect(opener.all.allSatisfy { !SolanaWalletAdapter.handleOnOpenURL(String($0.split(separator: "=")[1])) })
    }

    @Test func `a request without a callback ends with its time limit, and a late callback finds nobody`() async throws
    {
        let (opener, clock) = (HeldLinks(), SteppedClock())
        let fetcher = try TestScheme.fetcher(opener, timeLimit: .seconds(30), clock: clock)
        async let end = fault { () throws(WalletAdapterError) in try await fetcher.fetch { $0 } }
        try await opener.wait(for: 1)
        try await eventually { clock.sleepers == 1 }
        clock.advance(by: .milliseconds(29_999))
        #expect(await fetcher.waitingCount == 1)
        #expect(SolanaWalletAdapter.keeps(opener.all[0]))
        clock.advance(by: .milliseconds(1))
        #expect(await end == .timedOut)
        #expect(await fetcher.waitingCount == 0)
        #expect(!SolanaWalletAdapter.keeps(opener.all[0]))
        #expect(!SolanaWalletAdapter.handleOnOpenURL(opener.all[0] + "?data=1"))
    }

    @Test func `the usual time limit is 30 seconds`() {
        #expect(DeeplinkFetcher.usualTimeLimit == .seconds(30))
    }

    @Test func `a callback ends the request's timer`() async throws {
        let (opener, clock) = (HeldLinks(), SteppedClock())
        let fetcher = try TestScheme.fetcher(opener, clock: clock)
        async let callback = fetcher.fetch { $0 }
        try await opener.wait(for: 1)
        try await eventually { clock.sleepers == 1 }
        #expect(SolanaWalletAdapter.handleOnOpenURL(opener.all[0] + "?x=y"))
        #expect(try await callback.link == opener.all[0] + "?x=y")
        try await eventually { clock.sleepers == 0 }
    }

    @Test func `a cancelled request ends at once, and its callback finds nobody`() async throws {
        let opener = HeldLinks()
        let fetcher = try TestScheme.fetcher(opener)
        let task = Task { await fault { () throws(WalletAdapterError) in try await fetcher.fetch { $0 } } }
        try await opener.wait(for: 1)
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(await fetcher.waitingCount == 0)
        #expect(!SolanaWalletAdapter.keeps(opener.all[0]))
        #expect(!SolanaWalletAdapter.handleOnOpenURL(opener.all[0]))
    }

    @Test func `what is cancelled before it begins opens nothing`() async throws {
        let opener = HeldLinks()
        let fetcher = try TestScheme.fetcher(opener)
        let task = Task {
            try? await Task.sleep(for: .seconds(600))
            return await fault { () throws(WalletAdapterError) in try await fetcher.fetch { $0 } }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(opener.all.isEmpty)
    }

    @Test func `a callback counts once`() async throws {
        let opener = HeldLinks()
        let fetcher = try TestScheme.fetcher(opener)
        async let callback = fetcher.fetch { $0 }
        try await opener.wait(for: 1)
        #expect(SolanaWalletAdapter.handleOnOpenURL(opener.all[0] + "?first"))
        #expect(!SolanaWalletAdapter.handleOnOpenURL(opener.all[0] + "?second"))
        #expect(try await callback.link.hasSuffix("?first"))
    }

    @Test func `links of other schemes, places and names find nobody`() async throws {
        let opener = HeldLinks()
        let fetcher = try TestScheme.fetcher(opener)
        let task = Task { try await fetcher.fetch { $0 } }
        try await opener.wait(for: 1)
        let link = opener.all[0]
        let name = link.split(separator: "/").last.map(String.init) ?? ""
        for other in [
            "other-app://wallet-callback/\(name)", "\(TestScheme.name)://elsewhere/\(name)",
            "\(TestScheme.name)://wallet-callback/\(name)x", "\(TestScheme.name)://wallet-callback/", "\(name)", "",
            ":",
            "\(TestScheme.name):\(name)", link.uppercased(), link + String(repeating: "x", count: 200_000),
        ] {
            #expect(!SolanaWalletAdapter.handleOnOpenURL(other), "\(other.prefix(80))")
        }
        // The scheme alone may come in other letters.
        #expect(
            SolanaWalletAdapter.handleOnOpenURL(TestScheme.name.uppercased() + link.dropFirst(TestScheme.name.count)))
        _ = try await task.value
    }

    @Test func `names of callbacks are drawn at random from 128 bits`() async throws {
        let opener = HeldLinks()
        let fetcher = try TestScheme.fetcher(opener)
        for count in 1...2 {
            let task = Task { try await fetcher.fetch { $0 } }
            try await opener.wait(for: count)
            _ = SolanaWalletAdapter.handleOnOpenURL(opener.all[count - 1])
            _ = try await task.value
        }
        let names = opener.all.compactMap { $0.split(separator: "/").last }
        #expect(names[0] != names[1])
        #expect(names.allSatisfy { (20...22).contains($0.count) })
    }

    @Test func `an opener that fails ends the request with its fault`() async throws {
        let fetcher = try TestScheme.fetcher(HeldLinks(failing: .openerFailed(status: 3)))
        let end = await fault { () throws(WalletAdapterError) in try await fetcher.fetch { $0 } }
        #expect(end == .openerFailed(status: 3))
        #expect(await fetcher.waitingCount == 0)
    }

    @Test func `an answer on its way outlives the status of the program that was opened`() async throws {
        let (opener, clock) = (HeldLinks(failing: .openerFailed(status: 4)), SteppedClock())
        let fetcher = try TestScheme.fetcher(opener, clock: clock)
        let answered = Task { try await fetcher.fetch { $0 } }
        // Its time limit, and what it waits since the opener has failed.
        try await eventually { clock.sleepers == 2 }
        #expect(SolanaWalletAdapter.handleOnOpenURL(opener.all[0]))
        #expect(try await answered.value.link == opener.all[0])
        try await eventually { clock.sleepers == 0 }

        let unanswered = Task { await fault { () throws(WalletAdapterError) in try await fetcher.fetch { $0 } } }
        try await eventually { clock.sleepers == 2 }
        clock.advance(by: .seconds(3))
        #expect(await unanswered.value == .openerFailed(status: 4))
        #expect(await fetcher.waitingCount == 0)
    }

    @Test func `a request that makes no link opens nothing and leaves nothing`() async throws {
        let opener = HeldLinks()
        let fetcher = try TestScheme.fetcher(opener)
        let end = await fault { () throws(WalletAdapterError) in
            try await fetcher.fetch { _ throws(WalletAdapterError) in throw .notALink }
        }
        #expect(end == .notALink)
        #expect(opener.all.isEmpty)
        #expect(await fetcher.waitingCount == 0)
    }

    @Test(arguments: ["https", "http", "file", "javascript", "data", "sidekey", "1app", "", "a b", "app:", "Ä"])
    func `a scheme that means something else, or is none, isn't registered`(scheme: String) {
        #expect(throws: WalletAdapterError.callbackScheme) { try SolanaWalletAdapter.registerCallbackScheme(scheme) }
    }
}
