import Foundation
import Salt
import TestSupport
import Testing
import WalletKeys

/// The vault's key beyond a session: how long it is kept, what has it forgotten, and what it opens.
@Suite(.timeLimit(.minutes(5)))
struct KeptKeyTests {
    /// A locked wallet whose key is kept.
    private func wallet() async throws -> Wallet {
        let wallet = try await Wallet.created()
        await wallet.session.setKeepsKey(true)
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        await wallet.session.lock()
        return wallet
    }

    private func reopen(_ wallet: Wallet) async throws {
        try await wallet.session.unlock(wallet.session.claimKey())
    }

    private func loss(_ wallet: Wallet) async -> KeyLoss? {
        do throws(WalletKeyError) {
            _ = try await wallet.session.claimKey()
            return nil
        } catch {
            guard case .keyNotKept(let loss) = error else { return nil }
            return loss
        }
    }

    @Test func `without the setting, and before a proof, no key is kept`() async throws {
        let wallet = try await Wallet.unlocked()
        #expect(await loss(wallet) == .notKept)
        await wallet.session.lock()
        #expect(await loss(wallet) == .notKept)
        await wallet.session.setKeepsKey(true)
        // Nothing is open that could be kept.
        #expect(await loss(wallet) == .notKept)
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        #expect(await wallet.session.keptFor == .seconds(86_400))
        // A proof alone opens no session, and has nothing kept.
        let other = try await Wallet.created()
        await other.session.setKeepsKey(true)
        _ = try await other.session.proof(passphrase: secret(Wallet.passphrase))
        #expect(await loss(other) == .notKept)
    }

    @Test func `a kept key reopens the session, and signs for one approval`() async throws {
        let wallet = try await wallet()
        let signer = try await wallet.session.proof(wallet.session.claimKey())
        #expect(try await signer.sign(messages: [[1]], as: wallet.publicKey).count == 1)
        #expect(await !wallet.session.isUnlocked)
        for _ in 0..<2 {
            try await reopen(wallet)
            #expect(try await wallet.session.signer.sign(messages: [[1]], as: wallet.publicKey).count == 1)
            await wallet.session.lock()
        }
    }

    @Test func `24 hours after the proof it is gone, however often it was used`() async throws {
        let wallet = try await wallet()
        for hour in 1..<24 {
            wallet.clock.advance(by: .seconds(3600))
            try await reopen(wallet)
            #expect(await wallet.session.keptFor == .seconds((24 - hour) * 3600))
            await wallet.session.lock()
        }
        wallet.clock.advance(by: .seconds(3540))
        try await reopen(wallet)
        // The session ends with it.
        #expect(await wallet.session.remaining == .seconds(60))
        await wallet.session.use()
        wallet.clock.advance(by: .seconds(59))
        #expect(await wallet.session.isUnlocked)
        wallet.clock.advance(by: .seconds(1))
        #expect(await !wallet.session.isUnlocked)
        #expect(await loss(wallet) == .expired)
        // A proof has it kept anew.
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        #expect(await wallet.session.keptFor == .seconds(86_400))
    }

    @Test func `it goes when its time is over even if nobody asks`() async throws {
        let wallet = try await wallet()
        try await wallet.clock.waitForSleepers(1)
        let changes = await wallet.session.changes()
        let seen = Task { for await _ in changes { return } }
        // One step of the timer after the other, as time goes.
        for _ in 0..<4 { wallet.clock.advance(by: .seconds(21_600)) }
        await seen.value
        #expect(await !wallet.session.hasKey)
        #expect(await loss(wallet) == .expired)
    }

    @Test(arguments: ["passphrase", "rotate", "add", "remove", "restore", "another file", "no file", "earlier"])
    func `a change of what opens the vault has it forgotten`(change: String) async throws {
        let wallet = try await wallet()
        let session = wallet.session
        if change == "remove" {
            try await wallet.addPasskey()
            try await session.unlock(passphrase: secret(Wallet.passphrase))
            await session.lock()
            #expect(await session.keptFor != nil)
        }
        switch change {
        case "passphrase":
            try await session.changePassphrase(from: secret(Wallet.passphrase), to: secret("another horse battery"))
        case "rotate": try await session.rotate(passphrase: secret(Wallet.passphrase))
        case "add": try await wallet.addPasskey()
        case "remove": try await session.removePasskey(credential: [9, 9], by: wallet.proof())
        case "restore":
            try await session.restore(session.backup(), passphrase: secret(Wallet.passphrase)) { _, _ in }
        case "another file":
            // By another program, whatever the reason: the same wallet after one change.
            let other = wallet.another()
            try await other.unlock(passphrase: secret(Wallet.passphrase))
            try await other.addAccount()
        case "earlier":
            let before = try wallet.folder.bytes()
            try await session.unlock(passphrase: secret(Wallet.passphrase))
            try await session.addAccount()
            await session.lock()
            try wallet.folder.write(before)
        default: try FileManager.default.removeItem(atPath: wallet.folder.path + "/vault")
        }
        #expect(await loss(wallet) == .changed)
        #expect(await !session.hasKey)
        #expect(await !session.isUnlocked)
    }

    @Test func `an account more, and a use of a passkey, leave it`() async throws {
        let wallet = try await Wallet.created()
        try await wallet.addPasskey()
        await wallet.session.setKeepsKey(true)
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        try await wallet.session.addAccount()
        await wallet.session.lock()
        wallet.clock.advance(by: .seconds(3600))
        // Its slot turns, as a proof of one approval.
        _ = try await wallet.session.proof(
            passkey: PasskeyProof(credential: [9, 9], output: output(5), nextOutput: output(6)))
        #expect(await wallet.session.keptFor == .seconds(82_800))
        try await reopen(wallet)
        #expect(try await wallet.session.status().accounts.count == 2)
    }

    @Test func `turned off, forgotten, or missed five times, it is gone`() async throws {
        let wallet = try await wallet()
        #expect(await (1...5).asyncMap { _ in await wallet.session.countMiss() } == [4, 3, 2, 1, 0])
        #expect(await loss(wallet) == .missed)
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        #expect(await wallet.session.missesLeft == 5)
        await wallet.session.forgetKey()
        #expect(await loss(wallet) == .forgotten)
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        await wallet.session.setKeepsKey(false)
        #expect(await loss(wallet) == .notKept)
    }

    @Test func `a finger that matches forgives none that didn't`() async throws {
        let wallet = try await wallet()
        for _ in 0..<3 { await wallet.session.countMiss() }
        try await reopen(wallet)
        await wallet.session.lock()
        #expect(await wallet.session.missesLeft == 2)
    }

    @Test func `a claim is good once, and not over a lock or a later claim`() async throws {
        let wallet = try await wallet()
        let used = try await wallet.session.claimKey()
        try await wallet.session.unlock(used)
        await #expect(throws: WalletKeyError.locked) { try await wallet.session.unlock(used) }
        let locked = try await wallet.session.claimKey()
        await wallet.session.lock()
        await #expect(throws: WalletKeyError.locked) { try await wallet.session.unlock(locked) }
        let earlier = try await wallet.session.claimKey()
        _ = try await wallet.session.claimKey()
        await #expect(throws: WalletKeyError.locked) { _ = try await wallet.session.proof(earlier) }
        #expect(await !wallet.session.isUnlocked)
    }

    @Test func `a session that a finger opened has no key kept from it`() async throws {
        let wallet = try await wallet()
        wallet.clock.advance(by: .seconds(80_000))
        try await reopen(wallet)
        await wallet.session.setKeepsKey(false)
        await wallet.session.setKeepsKey(true)
        #expect(await loss(wallet) == .notKept)
    }

    @Test func `turned on in an open session, it counts from the proof that opened it`() async throws {
        let wallet = try await Wallet.unlocked()
        wallet.clock.advance(by: .seconds(100))
        await wallet.session.setKeepsKey(true)
        #expect(await wallet.session.keptFor == .seconds(86_300))
    }

    /// An instant of `ContinuousClock`, as it encodes itself.
    private struct Reading: Decodable {
        // swift-format-ignore: NoLeadingUnderscores
        let _value: Duration
    }

    @Test func `the clock of a wallet goes on while the machine sleeps`() throws {
        // The clock that stands still then has stood still since the machine was started; where it never slept, they agree.
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        let now = try JSONDecoder().decode(Reading.self, from: JSONEncoder().encode(ContinuousClock().now))._value
        #expect(abs(now.components.seconds - Int64(time.tv_sec)) <= 1)
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ body: (Element) async -> Value) async -> [Value] {
        var values: [Value] = []
        for element in self { values.append(await body(element)) }
        return values
    }
}
