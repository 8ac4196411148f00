import ApprovalQueue
import Base58
import Foundation
import GRDB
import JSONRPC
import Synchronization
import TestSupport
import Testing
import WalletRuntime
import WalletState

/// Limits refuse, raise and count, and no clock, restart or older file gives anything back.
@Suite struct PolicyLimitTests {
    private static let account = Base58.encode([UInt8](repeating: 1, count: 32))
    private static let other = Base58.encode([UInt8](repeating: 2, count: 32))
    private static let program = Base58.encode([UInt8](repeating: 3, count: 32))
    private static let origin = "https://dapp.example"
    private static let hour: Int64 = 3_600_000
    private static let start: Int64 = 1_800_000_000_000

    /// A date that a test moves, as its user would.
    private final class MovedDate: WallClock {
        private let date = Mutex(PolicyLimitTests.start)
        var milliseconds: Int64 { date.withLock { $0 } }
        func move(by milliseconds: Int64) { date.withLock { $0 += milliseconds } }
    }

    private let date = MovedDate()

    private func queue(_ limits: PolicyLimit..., setting: ApprovalPolicy.Setting = .popup) throws -> Queue {
        var policy = ApprovalPolicy(setting: setting)
        for limit in limits { policy.limits.add(limit) }
        return try Queue(policy: policy, wallClock: date)
    }

    /// The next run of the agent on the same folder.
    private func restarted(_ queue: Queue, clock: ManualClock = ManualClock()) async throws -> AuthenticatedStore {
        let records = AuthenticatedStore(
            database: queue.database, anchor: queue.folder.appendingPathComponent("anchor").path, wallClock: date,
            clock: clock)
        _ = try await records.verify(TestAuthenticator(), isOlder: false)
        return records
    }

    private static func request(
        _ lamports: UInt64 = 0, _ reasons: Set<RequestRisk.Reason> = [], programs: Set<String> = [],
        kind: RequestReview.Kind = .transactions, isComplete: Bool = true, account: String? = account,
        origin: String = origin, items: Int = 1
    ) throws -> ApprovalRequest {
        ApprovalRequest(
            id: "id", rpc: RPCRequest(id: "1", method: "signTransaction", params: [:]),
            content: RequestContent(
                client: Queue.client(),
                page: PageContext(origin: try Origin(origin), tab: 7, document: "d", request: "1"),
                method: "signTransaction", account: account,
                items: [[UInt8]](repeating: [1], count: items)),
            review: RequestReview(
                kind: kind, items: [], isComplete: isComplete,
                risk: RequestRisk(lamports: lamports, reasons: reasons, programs: programs))
        ) { _, _ in [:] }
    }

    /// What is broken of the first limit that refuses, at acceptance and at approval on every surface; nil where the request passes, and is counted once.
    private func refusal(_ records: AuthenticatedStore, _ request: ApprovalRequest) async throws -> [String]? {
        var told: [String]?
        do throws(RPCError) { try await records.checkLimits(of: request.content, request.review) } catch {
            #expect(error.reason == .policyRefused)
            #expect(error.code == .invalidInput)
            told = error.data["breaches"]?.array?.compactMap(\.text)
        }
        for surface in [ApprovalSurface.browser, .commandLine, .prompt] {
            do throws(RPCError) {
                try await records.admit(request, on: surface)
                #expect(told == nil, "\(surface)")
                return nil
            } catch {
                #expect(error.reason == .policyRefused, "\(surface)")
                #expect(error.data["breaches"]?.array?.compactMap(\.text) == told, "\(surface)")
            }
        }
        #expect(await records.decision(for: request).decision == .none)
        return told
    }

    private static func limit(_ change: (inout PolicyLimit) -> Void) -> PolicyLimit {
        var limit = PolicyLimit()
        change(&limit)
        return limit
    }

    @Test func `a ceiling refuses what is above it and what nobody can bound`() async throws {
        let queue = try queue(Self.limit { $0.ceiling = 1000 })
        defer { queue.remove() }
        #expect(try await refusal(queue.records, Self.request(1000)) == nil)
        #expect(try await refusal(queue.records, Self.request(1001)) == ["ceiling"])
        #expect(try await refusal(queue.records, Self.request(0, [.unbounded])) == ["ceiling"])
        #expect(try await refusal(queue.records, Self.request(0, [.incomplete])) == ["ceiling"])
        #expect(try await refusal(queue.records, Self.request(0, isComplete: false)) == ["ceiling"])
        #expect(try await refusal(queue.records, Self.request(kind: .messages)) == nil)
        // A yes to connecting signs nothing.
        #expect(try await refusal(queue.records, Self.request(kind: .connect, account: nil)) == nil)
    }

    @Test func `a limit is about its account and origin and no others`() async throws {
        let queue = try queue(
            Self.limit { ($0.account, $0.ceiling) = (Self.account, 10) },
            Self.limit { ($0.origin, $0.ceiling) = (Self.origin, 20) },
            Self.limit { ($0.account, $0.origin, $0.ceiling) = (Self.other, "https://other.example", 5) })
        defer { queue.remove() }
        #expect(try await refusal(queue.records, Self.request(11, origin: "https://other.example")) == ["ceiling"])
        #expect(try await refusal(queue.records, Self.request(20, account: Self.other)) == nil)
        #expect(try await refusal(queue.records, Self.request(21, account: Self.other)) == ["ceiling"])
        let both = try Self.request(6, account: Self.other, origin: "https://other.example")
        #expect(try await refusal(queue.records, both) == ["ceiling"])
        let neither = try Self.request(6, account: Self.other, origin: "https://third.example")
        #expect(try await refusal(queue.records, neither) == nil)
    }

    @Test func `what a period has let out is counted until the period is over`() async throws {
        let queue = try queue(Self.limit { $0.spending = .init(most: 100, period: 24 * Self.hour) })
        defer { queue.remove() }
        #expect(try await refusal(queue.records, Self.request(60)) == nil)
        queue.clock.advance(by: .seconds(10 * 3600))
        #expect(try await refusal(queue.records, Self.request(41)) == ["spending"])
        #expect(try await refusal(queue.records, Self.request(40)) == nil)
        #expect(await queue.records.limits.first?.spendingLeft == 0)
        #expect(try await refusal(queue.records, Self.request(0)) == nil)
        queue.clock.advance(by: .seconds(14 * 3600 - 1))
        #expect(try await refusal(queue.records, Self.request(1)) == ["spending"])
        queue.clock.advance(by: .seconds(1))
        #expect(await queue.records.limits.first?.spendingLeft == 60)
        #expect(try await refusal(queue.records, Self.request(61)) == ["spending"])
        queue.clock.advance(by: .seconds(10 * 3600))
        #expect(try await refusal(queue.records, Self.request(100)) == nil)
    }

    @Test func `signatures are counted, each of a batch, and those at the terminal too`() async throws {
        let queue = try queue(Self.limit { $0.signatures = .init(most: 5, period: Self.hour) })
        defer { queue.remove() }
        #expect(try await refusal(queue.records, Self.request(items: 3)) == nil)
        #expect(try await refusal(queue.records, Self.request(items: 3)) == ["signatures"])
        try await queue.records.admit(messages: 1, by: Self.account, origin: "sidekey")
        #expect(try await refusal(queue.records, Self.request(kind: .messages)) == nil)
        #expect(await queue.records.limits.first?.signaturesLeft == 0)
        #expect(try await refusal(queue.records, Self.request(kind: .messages)) == ["signatures"])
        await #expect(throws: RPCError.self) {
            try await queue.records.admit(messages: 1, by: Self.account, origin: "sidekey")
        }
        queue.clock.advance(by: .seconds(3600))
        #expect(try await refusal(queue.records, Self.request(items: 5)) == nil)
    }

    @Test func `many signatures of a long period take little room, and none is forgotten too early`() async throws {
        let queue = try queue(Self.limit { $0.signatures = .init(most: 1000, period: 24 * Self.hour) })
        defer { queue.remove() }
        for _ in 0..<500 {
            try await queue.records.admit(Self.request(), on: .browser)
            queue.clock.advance(by: .seconds(24 * 36))
        }
        // A hundred came in the last day; what was counted as one part may count a little longer.
        let left = try #require(await queue.records.limits.first?.signaturesLeft)
        #expect((896...901).contains(left), "\(left)")
        let policy = try await queue.database.pool.read { try Data.fetchOne($0, sql: "SELECT policy FROM protected") }
        #expect(try #require(policy).count < 2500)
    }

    @Test func `of many at once no more pass than the period holds`() async throws {
        let queue = try queue(Self.limit { $0.spending = .init(most: 1000, period: Self.hour) })
        defer { queue.remove() }
        let request = try Self.request(300)
        let passed = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do throws(RPCError) { try await queue.records.admit(request, on: .commandLine) } catch {
                        return false
                    }
                    return true
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(passed == 3)
    }

    @Test func `a list of programs refuses every other program, and what can't be read`() async throws {
        let queue = try queue(Self.limit { $0.programs = [Self.program] })
        defer { queue.remove() }
        #expect(try await refusal(queue.records, Self.request(programs: [Self.program])) == nil)
        #expect(try await refusal(queue.records, Self.request(0, [.unbounded], programs: [Self.program])) == nil)
        #expect(try await refusal(queue.records, Self.request(programs: [Self.program, Self.other])) == ["programs"])
        let unread = try Self.request(0, [.incomplete], programs: [Self.program])
        #expect(try await refusal(queue.records, unread) == ["programs"])
        #expect(try await refusal(queue.records, Self.request(kind: .messages)) == nil)
    }

    @Test func `what has expired signs nothing, and its grant counts no longer`() async throws {
        let queue = try queue(
            Self.limit { ($0.origin, $0.expiry) = (Self.origin, Self.start + Self.hour) },
            Self.limit { ($0.account, $0.expiry) = (Self.other, Self.start + 2 * Self.hour) })
        defer { queue.remove() }
        let content = try Self.request().content
        let key = ConnectedOrigin.Key(client: content.client, page: content.page)
        let elsewhere = ConnectedOrigin.Key(profile: "p", container: "c", origin: "https://other.example")
        try await queue.origins().grant([Self.account], to: key)
        try await queue.origins().grant([Self.account, Self.other], to: elsewhere)
        date.move(by: Self.hour - 1)
        #expect(try await refusal(queue.records, Self.request(kind: .messages)) == nil)
        #expect(await queue.records.accounts(of: key) == [Self.account])
        date.move(by: 1)
        #expect(try await refusal(queue.records, Self.request(kind: .messages)) == ["expired"])
        #expect(try await refusal(queue.records, Self.request(kind: .connect, account: nil)) == ["expired"])
        #expect(await queue.records.accounts(of: key) == nil)
        #expect(await queue.records.accounts(of: elsewhere) == [Self.account, Self.other])
        #expect(await queue.records.limits.map(\.isExpired) == [true, false])
        date.move(by: Self.hour)
        #expect(await queue.records.accounts(of: elsewhere) == [Self.account])
        // Put back, it brings nothing back: not in this run, and not in the next.
        date.move(by: -100 * Self.hour)
        #expect(try await refusal(queue.records, Self.request(kind: .messages)) == ["expired"])
        let next = try await restarted(queue)
        #expect(try await refusal(next, Self.request(kind: .messages)) == ["expired"])
        #expect(await next.accounts(of: key) == nil)
    }

    @Test func `a limit that raises asks outside the browser, whatever the setting, and never approves`() async throws {
        for setting in [ApprovalPolicy.Setting.popup, .native] {
            let queue = try queue(
                Self.limit {
                    $0.action = .raise
                    $0.ceiling = 100
                    $0.spending = .init(most: 150, period: Self.hour)
                    $0.signatures = .init(most: 2, period: Self.hour)
                    $0.programs = [Self.program]
                }, setting: setting)
            defer { queue.remove() }
            let small = try Self.request(100, programs: [Self.program])
            let usual: [RequestRisk.Reason] = setting == .native ? [.setting] : []
            #expect(await queue.records.decision(for: small).reasons == usual)
            if setting == .popup { try await queue.records.admit(small, on: .browser) }
            let large = try Self.request(200, programs: [Self.program, Self.other])
            let raised: [RequestRisk.Reason] = [.limitCeiling, .limitSpending, .limitPrograms]
            #expect(await queue.records.decision(for: large).decision == .native)
            #expect(await queue.records.decision(for: large).reasons == usual + raised)
            await #expect(throws: RPCError.self) { try await queue.records.admit(large, on: .browser) }
            try await queue.records.admit(large, on: .prompt)
            #expect(await queue.records.limits.first?.spendingLeft == 0)
        }
    }

    @Test func `what was counted is there after a restart, whichever way the date was put`() async throws {
        let queue = try queue(
            Self.limit {
                $0.spending = .init(most: 100, period: 24 * Self.hour)
                $0.signatures = .init(most: 10, period: 24 * Self.hour)
            })
        defer { queue.remove() }
        #expect(try await refusal(queue.records, Self.request(100)) == nil)
        // Put forward while the agent runs: the monotonic clock counts.
        date.move(by: 48 * Self.hour)
        #expect(try await refusal(queue.records, Self.request(1)) == ["spending"])
        date.move(by: -48 * Self.hour)
        // Put back before the agent starts: no time has passed.
        date.move(by: -1000 * Self.hour)
        let clock = ManualClock()
        let back = try await restarted(queue, clock: clock)
        #expect(await back.limits.first?.signaturesLeft == 9)
        #expect(try await refusal(back, Self.request(1)) == ["spending"])
        clock.advance(by: .seconds(24 * 3600 - 1))
        #expect(try await refusal(back, Self.request(1)) == ["spending"])
        clock.advance(by: .seconds(1))
        #expect(try await refusal(back, Self.request(1)) == nil)
        // A day that has passed while no agent ran.
        date.move(by: 1000 * Self.hour + 49 * Self.hour)
        #expect(await (try restarted(queue)).limits.first?.spendingLeft == 100)
    }

    @Test func `an older database beside its anchor resets everything instead of giving room back`() async throws {
        let queue = try queue(Self.limit { $0.spending = .init(most: 100, period: Self.hour) })
        defer { queue.remove() }
        try await queue.database.pool.write { try $0.execute(sql: "CREATE TABLE kept AS SELECT * FROM protected") }
        #expect(try await refusal(queue.records, Self.request(100)) == nil)
        try await queue.database.pool.write {
            try $0.execute(sql: "DELETE FROM protected; INSERT INTO protected SELECT * FROM kept")
        }
        let records = try await restarted(queue)
        #expect(await records.trust == .reset)
        #expect(await records.policy == .strictest)
    }

    @Test func `limits are added and lowered by anybody, and taken away by the passphrase alone`() async throws {
        let queue = try queue(Self.limit { $0.spending = .init(most: 100, period: Self.hour) })
        defer { queue.remove() }
        try await queue.records.admit(Self.request(90), on: .browser)
        let lower = Self.limit { $0.spending = .init(most: 50, period: 2 * Self.hour) }
        _ = try await queue.records.settle(loosening: false) { policy in
            _ = policy.limits.replace(1, by: lower)
            policy.limits.add(Self.limit { $0.ceiling = 10 })
        }
        #expect(await queue.records.limits.first?.spendingLeft == 0)
        for change in [
            { _ = $0.remove(1) }, { _ = $0.remove(2) }, { _ = $0.replace(2, by: lower) },
            { limits in _ = limits.replace(1, by: Self.limit { $0.spending = .init(most: 51, period: 2 * Self.hour) })
            },
            { limits in _ = limits.replace(1, by: Self.limit { $0.spending = .init(most: 50, period: Self.hour) }) },
            { limits in
                // The same bounds under another number would begin to count anew.
                _ = limits.remove(1)
                limits.add(lower)
            },
        ] as [@Sendable (inout PolicyLimits) -> Void] {
            await #expect(throws: RPCError.self) {
                try await queue.records.settle(loosening: false) { policy in change(&policy.limits) }
            }
        }
        _ = try await queue.records.settle(loosening: true) { policy in _ = policy.limits.remove(1) }
        #expect(await queue.records.limits.map(\.number) == [2])
        // A number isn't given twice.
        _ = try await queue.records.settle(loosening: false) { $0.limits.add(lower) }
        #expect(await queue.records.limits.map(\.number) == [2, 3])
        #expect(await queue.records.limits.last?.spendingLeft == 50)
    }

    @Test func `whoever gives the passphrase sets a clock right that was ahead`() async throws {
        let expiring = Self.limit { ($0.origin, $0.expiry) = (Self.origin, Self.start + 10 * Self.hour) }
        let queue = try queue(expiring, Self.limit { $0.signatures = .init(most: 1, period: Self.hour) })
        defer { queue.remove() }
        date.move(by: 1_000_000 * Self.hour)
        let records = try await restarted(queue)
        #expect(try await refusal(records, Self.request()) == ["expired"])
        try await records.admit(Self.request(origin: "https://other.example"), on: .browser)
        date.move(by: -1_000_000 * Self.hour)
        let next = try await restarted(queue)
        #expect(try await refusal(next, Self.request()) == ["expired"])
        // Another setting says nothing of the clock.
        _ = try await next.settle(loosening: true) { $0.session = 60_000 }
        #expect(try await refusal(next, Self.request()) == ["expired"])
        _ = try await next.settle(loosening: true) { _ = $0.limits.add(Self.limit { $0.ceiling = .max }) }
        #expect(try await refusal(next, Self.request()) == ["signatures"])
    }

    @Test func `a request that waited ends when a limit refuses it by now`() async throws {
        let queue = try Queue(wallClock: date)
        defer { queue.remove() }
        let task = try await queue.ask(try Queue.content())
        let id = try await queue.onlyID()
        _ = try await queue.records.settle(loosening: false) { policy in
            policy.limits.add(Self.limit { $0.signatures = .init(most: 0, period: Self.hour) })
        }
        let approval = try await queue.approval(of: id)
        // Before a passphrase is asked for.
        await #expect(throws: RPCError.self) { try await queue.coordinator.check(approval) }
        #expect(await task.value.reason == .policyRefused)
        #expect(await queue.coordinator.isEmpty)
        // And none like it waits at all.
        let next = Task { try await queue.ask(try Queue.content(request: "2")) }
        #expect(await (try next.value).value.reason == .policyRefused)
    }

    @Test func `what can't be a limit isn't read`() throws {
        let good: JSONObject = [
            "account": .string(Self.account), "origin": "https://a.example", "ceiling": "1", "action": "raise",
            "spending": ["lamports": "1", "period": 60_000], "signatures": ["count": "0", "period": 60_000],
            "programs": [.string(Self.program)], "expiry": 1,
        ]
        var parameters = RPCParameters(good)
        let read = try PolicyLimit(reading: &parameters)
        try parameters.finish()
        #expect(read.json == good)
        for (name, value) in [
            ("account", "abc"), ("origin", "a.example"), ("origin", "https://a.example/"), ("ceiling", "01"),
            ("ceiling", 1), ("action", "approve"), ("spending", ["lamports": "1", "period": 59_999]),
            ("spending", ["lamports": "1", "period": 31_622_400_001]), ("spending", ["lamports": "1"]),
            ("signatures", ["count": 1, "period": 60_000]), ("programs", []), ("programs", ["abc"]),
            ("programs", [.string(Self.program), .string(Self.program)]), ("expiry", 0), ("expiry", "1"),
        ] as [(String, JSON)] {
            var bad = good
            bad[name] = value
            #expect(throws: RPCError.self, "\(name) \(value)") {
                var parameters = RPCParameters(bad)
                _ = try PolicyLimit(reading: &parameters)
            }
        }
        #expect(throws: RPCError.self) {
            var parameters = RPCParameters(["origin": "https://a.example"])
            _ = try PolicyLimit(reading: &parameters)
        }
    }
}
