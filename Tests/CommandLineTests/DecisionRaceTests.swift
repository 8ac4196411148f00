import JSONRPC
import TestSupport
import Testing

/// Two browsers and the command line deciding the same requests at the same moment.
@Suite struct DecisionRaceTests {
    private static let count = 30

    @Test func `thirty requests, each decided at once by two browsers and a command, end exactly once`() throws {
        let home = try ScratchHome(quick: true)
        let passphrase = try home.file("passphrase", "correct horse battery\n")
        let made = try SidekeyCommand.run(
            ["create", "--passphrase-file", passphrase, "--phrase-file", "\(home.path)/phrase"], in: home)
        #expect(made.ending == .exited(0), "\(made.errors)")
        // A session that outlives thirty rounds on a machine that others keep busy.
        for command in [["policy", "set", "--session", "3600"], ["unlock"]] {
            let ran = try SidekeyCommand.run(command + ["--passphrase-file", passphrase], in: home)
            #expect(ran.ending == .exited(0), "\(ran.errors)")
        }
        let asker = try BrowserStandIn(.walletInChromium, home: home)
        let other = try BrowserStandIn(.walletInFirefox, home: home)
        _ = try asker.hello().get()
        _ = try other.hello(
            profile: "00000000-6c1e-4f0e-9d57-0f6f6f1c2a10", connectionKey: "00000000-1f5e-4c53-8a39-6a1d2b3c4d5e"
        ).get()

        var tally: [String: Int] = [:]
        for number in 0..<Self.count {
            // A site of its own each, since three rejections would block one. No name may resemble another that is connected by then, or the browser
            // couldn't decide: two letters are too short for that, and `dapp22` resembles `dapp2`.
            let name = String(String.UnicodeScalarView([10, 1].map { Unicode.Scalar(UInt8(97 + number / $0 % 10)) }))
            let call = try asker.begin(
                "connect",
                [
                    "origin": .string("https://\(name).example"), "tab": .number(number), "document": "d",
                    "request": .string("\(number)"),
                ])
            let announced = try asker.notification("com.wallet.request").params
            let seen = try other.notification("com.wallet.request").params
            // Both see it, and a window opens for one.
            #expect(announced["own"] == true && seen["own"] == false && seen["id"] == announced["id"])
            let id = try #require(announced["id"]?.text)
            let shown = try other.call("approvals.get", ["id": .string(id)]).get()
            let yes: JSONObject = [
                "id": .string(id), "digest": try #require(shown["summary"]?["digest"]),
                "review": try #require(shown["reviewHash"]),
            ]
            let command = try SidekeyCommand.start(
                number.isMultiple(of: 2) ? ["approve", id, "--yes"] : ["reject", id], in: home)
            // Each of the three is first at some: at every third request the browsers wait for the command, and else now the
            // one is ahead and now the other.
            if number % 3 == 0 { #expect(command.waitForEnd() == .exited(0)) }
            let (reject, approve): (String, String)
            if number % 3 == 1 {
                reject = try asker.begin("approvals.reject", ["id": .string(id)])
                approve = try other.begin("approvals.approve", yes)
            } else {
                approve = try other.begin("approvals.approve", yes)
                reject = try asker.begin("approvals.reject", ["id": .string(id)])
            }
            let approved = try other.answer(to: approve)
            let rejected = try asker.answer(to: reject)
            let ending = try #require(command.waitForEnd())

            var winners: [String] = []
            if case .success = approved { winners.append("approved in the other browser") }
            if case .success = rejected { winners.append("rejected in the asker's") }
            if ending == .exited(0) { winners.append("the command") }
            #expect(winners.count == 1, "\(number): \(winners)")
            for winner in winners { tally[winner, default: 0] += 1 }
            for outcome in [approved, rejected] {
                if case .failure(let error) = outcome { #expect(error.reason == .notPending) }
            }
            let isApproved =
                winners == ["approved in the other browser"] || winners == ["the command"] && number % 2 == 0
            switch try asker.answer(to: call) {
            case .success(let result): #expect(isApproved && result["publicKey"] != nil, "\(number)")
            case .failure(let error): #expect(!isApproved && error.code == .userRejected, "\(number)")
            }
            // Everybody hears of one end.
            for browser in [asker, other] {
                #expect(try browser.notification("com.wallet.response").params["id"]?.text == id)
            }
        }
        #expect(tally["the command", default: 0] >= Self.count / 3 && tally.count > 1, "\(tally)")
        try expectOneEnd(of: Self.count, in: home)
    }

    private func expectOneEnd(of count: Int, in home: ScratchHome) throws {
        let client = try home.commandLine()
        var kinds: [String: [String]] = [:]
        var cursor: JSON?
        repeat {
            var params: JSONObject = ["limit": 100]
            params["cursor"] = cursor
            let page = try client.call("activity.list", params).get()
            for entry in page["entries"]?.array ?? [] {
                guard let request = entry["request"]?.text, let kind = entry["kind"]?.text else { continue }
                kinds[request, default: []].append(kind)
            }
            cursor = page["cursor"]
        } while cursor != nil
        #expect(kinds.count == count)
        for (request, kinds) in kinds {
            let expected = kinds.contains("approved") ? ["answered", "approved", "queued"] : ["queued", "rejected"]
            #expect(kinds.sorted() == expected, Comment(rawValue: request))
        }
    }
}
