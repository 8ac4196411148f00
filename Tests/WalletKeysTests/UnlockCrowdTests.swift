import Foundation
import Synchronization
import TestSupport
import Testing
import WalletKeys

/// A hundred that unlock at once.
@Suite(.timeLimit(.minutes(5)))
struct UnlockCrowdTests {
    private enum Outcome: Sendable {
        case opened
        case busy
        case other(String)
    }

    @Test func `of a hundred at once eight are heard, one derivation at a time, and the others told to come later`()
        async throws
    {
        let wallet = try Wallet()
        let cost = try #require(PassphraseCost(passes: 1, memory: UInt32(DerivationWatch.mebibytes * 1024)))
        try await SessionLock(file: wallet.file, cost: cost).create(
            phrase: SeedPhrase.generate(), passphrase: secret(Wallet.passphrase), unattended: false)
        let session = wallet.another()
        let watch = DerivationWatch()
        var (opened, busy) = (0, 0)
        await withTaskGroup(of: Outcome.self) { group in
            for _ in 0..<100 { group.addTask { await Self.unlock(session) } }
            for await outcome in group {
                switch outcome {
                case .opened: opened += 1
                case .busy: busy += 1
                case .other(let error): Issue.record("\(error)")
                }
            }
        }
        // The control is in the same figure: one was seen.
        #expect(watch.stop() == 1)
        #expect(opened >= 8 && opened + busy == 100)
        // How many come too early is the scheduler's.
        #expect(busy > 0)
        #expect(await session.isUnlocked)
        // Nobody waits any more: the next one is heard at once.
        try await session.unlock(passphrase: secret(Wallet.passphrase))
        #expect(try wallet.folder.names == ["vault"])
    }

    @Test func `a hundred over many vaults at once get the right answer each`() async throws {
        var wallets: [Wallet] = []
        for number in 0..<13 {
            let wallet = try Wallet()
            try await wallet.create(passphrase: "correct horse battery \(number)")
            wallets.append(wallet)
        }
        let wrong = await withTaskGroup(of: String?.self) { group in
            for number in 0..<100 {
                let wallet = wallets[number % 13]
                // Each vault is tried with the next one's passphrase once: more wrong ones in a row would have to wait.
                let isRight = number >= 13
                let passphrase = "correct horse battery \((number % 13 + (isRight ? 0 : 1)) % 13)"
                group.addTask {
                    do throws(WalletKeyError) {
                        _ = try await wallet.session.prove(passphrase: secret(passphrase))
                        return isRight ? nil : "\(number) was opened"
                    } catch {
                        return !isRight && error == .wrongPassphrase ? nil : "\(number): \(error)"
                    }
                }
            }
            return await group.reduce(into: [String]()) { if let fault = $1 { $0.append(fault) } }
        }
        #expect(wrong == [])
    }

    private static func unlock(_ session: SessionLock) async -> Outcome {
        do throws(WalletKeyError) {
            try await session.unlock(passphrase: secret(Wallet.passphrase))
            return .opened
        } catch {
            return error == .busy ? .busy : .other("\(error)")
        }
    }
}

/// Looks again and again how many derivations have their memory, on a thread of its own.
private final class DerivationWatch: Sendable {
    /// A size by which these derivations are known: nothing else in this process has it, nor a multiple.
    static let mebibytes = 150

    private let isOver = Atomic(false)
    private let most = Mutex(0)
    private let hasEnded = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { [self] in
            while !isOver.load(ordering: .acquiring) {
                let now = Self.derivations()
                most.withLock { $0 = max($0, now) }
            }
            hasEnded.signal()
        }
    }

    /// - Returns: the most that were seen at once.
    func stop() -> Int {
        isOver.store(true, ordering: .releasing)
        hasEnded.wait()
        return most.withLock { $0 }
    }

    /// From the map of the memory, where neighbours stand as one.
    private static func derivations() -> Int {
        let maps = String(decoding: SystemFile.read("/proc/self/maps") ?? [], as: UTF8.self)
        return maps.split(separator: "\n").reduce(0) { count, line in
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
            guard ends.count == 2, line.contains(" rw-p ") else { return count }
            let (whole, rest) = ((ends[1] - ends[0]) >> 20).quotientAndRemainder(dividingBy: mebibytes)
            return count + (rest < 40 ? whole : 0)
        }
    }
}
