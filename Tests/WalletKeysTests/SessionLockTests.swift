import Foundation
import Salt
import SolanaTransactions
import Synchronization
import TestSupport
import Testing
import WalletKeys

@Suite(.timeLimit(.minutes(5)))
struct SessionLockTests {
    private let message: [UInt8] = Array("message".utf8)

    @Test func `a wallet goes from none to locked to unlocked and back`() async throws {
        let wallet = try Wallet()
        #expect(try await wallet.session.status().state == .none)
        try await wallet.create()
        let locked = try await wallet.session.status()
        #expect(locked.state == .locked)
        #expect(locked.remaining == nil)
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        let unlocked = try await wallet.session.status()
        #expect(unlocked.state == .unlocked)
        #expect(unlocked.remaining == .seconds(120))
        #expect(unlocked.accounts == locked.accounts)
        await wallet.session.lock()
        #expect(try await wallet.session.status().state == .locked)
        #expect(await !wallet.session.isUnlocked)
    }

    @Test func `the first account is the one that other wallets derive`() async throws {
        let wallet = try await Wallet.created()
        let accounts = try await wallet.session.status().accounts
        #expect(accounts.map(\.publicKey) == [try wallet.publicKey])
        #expect(accounts.map(\.label) == ["Account 1"])
        #expect(accounts.map(\.path.description) == ["m/44'/501'/0'/0'"])
    }

    @Test func `a signature verifies, for every message of a batch`() async throws {
        let wallet = try await Wallet.unlocked()
        let messages = (0..<100).map { number in Array(repeating: UInt8(number), count: number * 13) }
        let signatures = try await wallet.session.signer.sign(messages: messages, as: wallet.publicKey)
        #expect(signatures.count == 100)
        for (message, signature) in zip(messages, signatures) {
            #expect(SaltSign.verify(signature.bytes, of: message, publicKey: try wallet.publicKey.bytes))
        }
        #expect(try await wallet.session.signer.sign(messages: [], as: wallet.publicKey).isEmpty)
    }

    @Test func `a locked wallet doesn't sign, nor for a stranger's account`() async throws {
        let wallet = try await Wallet.created()
        await #expect(throws: WalletKeyError.locked) { try await sign(wallet) }
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        try await sign(wallet)
        await #expect(throws: WalletKeyError.accountUnknown) {
            try await wallet.session.signer.sign(messages: [message], as: PublicKey())
        }
        await wallet.session.lock()
        await #expect(throws: WalletKeyError.locked) { try await sign(wallet) }
    }

    @Test func `a session ends when its period has passed, and no signature or question prolongs it`() async throws {
        let wallet = try await Wallet.unlocked()
        wallet.clock.advance(by: .seconds(119))
        #expect(await wallet.session.remaining == .seconds(1))
        try await sign(wallet)
        _ = try await wallet.session.proof(passphrase: secret(Wallet.passphrase))
        #expect(try await wallet.session.status().state == .unlocked)
        #expect(await wallet.session.remaining == .seconds(1))
        wallet.clock.advance(by: .milliseconds(999))
        try await sign(wallet)
        wallet.clock.advance(by: .milliseconds(1))
        await #expect(throws: WalletKeyError.locked) { try await sign(wallet) }
        #expect(await wallet.session.remaining == nil)
    }

    @Test func `what its user does counts it anew, for eight hours in all`() async throws {
        let wallet = try await Wallet.unlocked()
        for _ in 0..<290 {
            wallet.clock.advance(by: .seconds(99))
            await wallet.session.use()
            #expect(await wallet.session.remaining == min(.seconds(120), .seconds(28_800) - wallet.clock.now.offset))
        }
        // 28,710 seconds have passed.
        wallet.clock.advance(by: .seconds(89))
        await wallet.session.use()
        #expect(await wallet.session.remaining == .seconds(1))
        try await sign(wallet)
        wallet.clock.advance(by: .seconds(1))
        await wallet.session.use()
        await #expect(throws: WalletKeyError.locked) { try await sign(wallet) }
        // A proof begins another eight.
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        await wallet.session.setPeriod(.seconds(30_000))
        #expect(await wallet.session.remaining == .seconds(28_800))
    }

    @Test func `a session that is over or locked isn't opened by its use`() async throws {
        let wallet = try await Wallet.unlocked()
        wallet.clock.advance(by: .seconds(120))
        await wallet.session.use()
        #expect(await !wallet.session.isUnlocked)
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        await wallet.session.lock()
        await wallet.session.use()
        #expect(await !wallet.session.isUnlocked)
        #expect(SessionLock.standardPeriod == .seconds(900))
    }

    @Test func `a second proof prolongs the session`() async throws {
        let wallet = try await Wallet.unlocked()
        wallet.clock.advance(by: .seconds(100))
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        wallet.clock.advance(by: .seconds(119))
        try await sign(wallet)
        wallet.clock.advance(by: .seconds(1))
        await #expect(throws: WalletKeyError.locked) { try await sign(wallet) }
    }

    @Test func `a wrong passphrase leaves an open session as it is`() async throws {
        let wallet = try await Wallet.unlocked()
        wallet.clock.advance(by: .seconds(60))
        await #expect(throws: WalletKeyError.wrongPassphrase) {
            try await wallet.session.unlock(passphrase: secret("wrong horse"))
        }
        #expect(await wallet.session.remaining == .seconds(60))
    }

    @Test func `the keys go at the end of the session even if nobody asks`() async throws {
        let wallet = try await Wallet.created()
        let changes = await wallet.session.changes()
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        let advancing = Task {
            while !Task.isCancelled {
                try await wallet.clock.waitForSleepers(1)
                wallet.clock.advance(by: .seconds(1))
            }
        }
        defer { advancing.cancel() }
        var seen: [SessionState] = []
        for await state in changes {
            seen.append(state)
            if state == .locked { break }
        }
        #expect(seen == [.unlocked, .locked])
        #expect(wallet.clock.now.offset >= .seconds(120))
    }

    @Test func `changes are told once each`() async throws {
        let wallet = try Wallet()
        let changes = await wallet.session.changes()
        try await wallet.create()
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        await wallet.session.lock()
        await wallet.session.lock()
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        var seen: [SessionState] = []
        for await state in changes.prefix(4) { seen.append(state) }
        #expect(seen == [.locked, .unlocked, .locked, .unlocked])
    }

    @Test func `locking beats the unlocking that is under way`() async throws {
        let wallet = try await Wallet.created()
        // Two failures, so that the next try waits on the clock.
        for _ in 0..<2 {
            await #expect(throws: WalletKeyError.wrongPassphrase) {
                try await wallet.session.unlock(passphrase: secret("wrong horse"))
            }
        }
        let unlocking = Task { try await wallet.session.unlock(passphrase: secret(Wallet.passphrase)) }
        try await wallet.clock.waitForSleepers(1)
        await wallet.session.lock()
        wallet.clock.advance(by: .seconds(1))
        await #expect(throws: WalletKeyError.locked) { try await unlocking.value }
        #expect(await !wallet.session.isUnlocked)
    }

    @Test func `a session that runs out doesn't undo the proof that comes just then`() async throws {
        let wallet = try await Wallet.unlocked()
        for _ in 0..<2 {
            await #expect(throws: WalletKeyError.wrongPassphrase) {
                try await wallet.session.unlock(passphrase: secret("wrong horse"))
            }
        }
        let unlocking = Task { try await wallet.session.unlock(passphrase: secret(Wallet.passphrase)) }
        try await wallet.clock.waitForSleepers(2)
        wallet.clock.advance(by: .seconds(120))
        try await unlocking.value
        #expect(await wallet.session.remaining == .seconds(120))
    }

    @Test func `a proof signs one batch and opens no session`() async throws {
        let wallet = try await Wallet.created()
        let proof = try await wallet.session.proof(passphrase: secret(Wallet.passphrase))
        let signatures = try await proof.sign(messages: [message, message], as: wallet.publicKey)
        #expect(signatures.count == 2)
        #expect(SaltSign.verify(signatures[1].bytes, of: message, publicKey: try wallet.publicKey.bytes))
        await #expect(throws: WalletKeyError.locked) {
            try await proof.sign(messages: [message], as: wallet.publicKey)
        }
        #expect(await !wallet.session.isUnlocked)
        await #expect(throws: WalletKeyError.wrongPassphrase) {
            try await wallet.session.proof(passphrase: secret("wrong horse"))
        }
    }

    @Test func `locking in the middle of a batch voids all of it`() async throws {
        let wallet = try await Wallet.unlocked()
        let messages = Array(repeating: Array(repeating: UInt8(1), count: 100_000), count: 200)
        let signing = Task { try await wallet.session.signer.sign(messages: messages, as: wallet.publicKey) }
        try await Task.sleep(for: .milliseconds(20))
        await wallet.session.lock()
        await #expect(throws: WalletKeyError.locked) { try await signing.value }
    }

    @Test func `a session that was locked and opened again is another one`() async throws {
        let wallet = try await Wallet.unlocked()
        let (_, epoch) = try await wallet.session.keyring()
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        #expect(await wallet.session.isOpen(since: epoch))
        await wallet.session.lock()
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        #expect(await !wallet.session.isOpen(since: epoch))
    }

    @Test func `what the browser tries in vain keeps nobody out elsewhere`() async throws {
        let wallet = try await Wallet.created()
        for _ in 0..<2 {
            await #expect(throws: WalletKeyError.wrongPassphrase) {
                try await wallet.session.unlock(passphrase: secret("wrong horse"), from: .browser)
            }
        }
        // The next eight wait.
        let guesses = (0..<8).map { _ in
            Task { try await wallet.session.unlock(passphrase: secret("wrong horse"), from: .browser) }
        }
        try await wallet.clock.waitForSleepers(8)
        await #expect(throws: WalletKeyError.busy) {
            try await wallet.session.unlock(passphrase: secret(Wallet.passphrase), from: .browser)
        }
        await #expect(throws: WalletKeyError.busy) {
            _ = try await wallet.session.proof(passphrase: secret(Wallet.passphrase), from: .browser)
        }
        // The clock stands still: nobody here has waited.
        await #expect(throws: WalletKeyError.wrongPassphrase) {
            try await wallet.session.unlock(passphrase: secret("wrong horse"))
        }
        _ = try await wallet.session.prove(passphrase: secret(Wallet.passphrase))
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        #expect(await wallet.session.isUnlocked)
        for guess in guesses { guess.cancel() }
        for guess in guesses { _ = await guess.result }
    }

    @Test func `what was wrong in the browser is remembered over a restart, apart from what was wrong elsewhere`()
        async throws
    {
        let wallet = try await Wallet.created()
        for _ in 0..<2 {
            await #expect(throws: WalletKeyError.wrongPassphrase) {
                try await wallet.session.unlock(passphrase: secret("wrong horse"), from: .browser)
            }
        }
        #expect(try wallet.folder.bytes("attempts.browser") == Array("2\n".utf8))
        #expect(try !wallet.folder.names.contains("attempts"))
        let restarted = wallet.another()
        let unlocking = Task { try await restarted.unlock(passphrase: secret(Wallet.passphrase), from: .browser) }
        try await wallet.clock.waitForSleepers(1)
        // Whoever has it outside the browser is the user, and the browser begins anew.
        _ = try await restarted.prove(passphrase: secret(Wallet.passphrase))
        #expect(try !wallet.folder.names.contains("attempts.browser"))
        wallet.clock.advance(by: .seconds(1))
        try await unlocking.value
    }

    @Test func `wrong passphrases slow the next ones down, and a right one ends that`() async throws {
        let wallet = try await Wallet.created()
        for delay in [0, 0, 1, 2, 4, 8, 16, 30, 30] {
            let attempt = Task { try await wallet.session.unlock(passphrase: secret("wrong horse")) }
            if delay > 0 {
                try await wallet.clock.waitForSleepers(1)
                wallet.clock.advance(by: .seconds(delay) - .milliseconds(1))
                #expect(wallet.clock.sleepers == 1)
                wallet.clock.advance(by: .milliseconds(1))
            }
            await #expect(throws: WalletKeyError.wrongPassphrase) { try await attempt.value }
        }
        wallet.clock.advance(by: .seconds(30))
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        await wallet.session.lock()
        await #expect(throws: WalletKeyError.wrongPassphrase) {
            try await wallet.session.unlock(passphrase: secret("wrong horse"))
        }
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
    }

    @Test func `wrong passphrases are remembered across restarts, also one that was cut short`() async throws {
        let wallet = try await Wallet.created()
        for session in [wallet.session, wallet.another()] {
            await #expect(throws: WalletKeyError.wrongPassphrase) {
                try await session.unlock(passphrase: secret("wrong horse"))
            }
        }
        #expect(try wallet.folder.bytes("attempts") == Array("2\n".utf8))
        let restarted = wallet.another()
        let attempt = Task { try await restarted.unlock(passphrase: secret(Wallet.passphrase)) }
        try await wallet.clock.waitForSleepers(1)
        wallet.clock.advance(by: .milliseconds(999))
        #expect(wallet.clock.sleepers == 1)
        wallet.clock.advance(by: .milliseconds(1))
        try await attempt.value
        await restarted.lock()
        #expect(try wallet.folder.names == ["vault"])
        // What can't be read counts as many: 30 s.
        for text in ["x\n", "0\n", "-3\n", "99999999", "3"] {
            try wallet.folder.write(Array(text.utf8), to: "attempts")
            let session = wallet.another()
            let attempt = Task { try await session.unlock(passphrase: secret(Wallet.passphrase)) }
            try await wallet.clock.waitForSleepers(1)
            wallet.clock.advance(by: .seconds(29))
            #expect(wallet.clock.sleepers == 1)
            wallet.clock.advance(by: .seconds(1))
            try await attempt.value
            await session.lock()
        }
    }

    @Test func `a session's length can be set, and holds for the one that is open`() async throws {
        let wallet = try await Wallet.unlocked()
        await wallet.session.setPeriod(.seconds(300))
        #expect(await wallet.session.remaining == .seconds(300))
        wallet.clock.advance(by: .seconds(200))
        await wallet.session.setPeriod(.seconds(200))
        #expect(await !wallet.session.isUnlocked)
    }

    @Test func `the key for policy and grants stays when the session is locked, and goes with the vault`()
        async throws
    {
        let wallet = try await Wallet.created()
        #expect(await wallet.session.policyKey == nil)
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        await wallet.session.lock()
        let key = try #require(await wallet.session.policyKey)
        #expect(key.vault == (try wallet.file.read()?.identifier))
        let code = key.code(over: [1, 2, 3])
        #expect(code.count == 32)
        #expect(key.isCode(code, over: [1, 2, 3]))
        #expect(key.codes(over: [[1, 2, 3], [], [1, 2, 3]]) == [code, key.code(over: []), code])
        #expect(key.codes(over: []).isEmpty)
        #expect(!key.isCode(code, over: [1, 2, 4]))
        #expect(!key.isCode([UInt8](repeating: 0, count: 32), over: [1, 2, 3]))
        let phrase = try VaultSecret(phrase: SeedPhrase.generate(), passphrase: SecretBytes(count: 0) { _ in })
        try await wallet.session.create(
            phrase, passphrase: secret(Wallet.passphrase), unattended: false, existing: .setAside)
        #expect(await wallet.session.policyKey == nil)
    }

    @Test func `waiting for a try can be cancelled, and no more than eight may wait`() async throws {
        let wallet = try await Wallet.created()
        for _ in 0..<2 {
            await #expect(throws: WalletKeyError.wrongPassphrase) {
                try await wallet.session.unlock(passphrase: secret("wrong horse"))
            }
        }
        let waiting = (0..<8).map { _ in Task { try await wallet.session.unlock(passphrase: secret("wrong horse")) } }
        try await wallet.clock.waitForSleepers(8)
        await #expect(throws: WalletKeyError.busy) {
            try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        }
        for attempt in waiting { attempt.cancel() }
        for attempt in waiting { await #expect(throws: WalletKeyError.cancelled) { try await attempt.value } }
        wallet.clock.advance(by: .seconds(1))
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
    }

    @Test func `many right passphrases at once all open the session`() async throws {
        let wallet = try await Wallet.created()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { try await wallet.session.unlock(passphrase: secret(Wallet.passphrase)) }
            }
            try await group.waitForAll()
        }
        try await sign(wallet)
    }

    @Test func `deriving takes no thread from other tasks`() async throws {
        let wallet = try Wallet()
        // About 70 ms each, and more of them than there are threads for tasks.
        let cost = try #require(PassphraseCost(passes: 3, memory: 64 * 1024))
        try await SessionLock(file: wallet.file, cost: cost).create(
            phrase: SeedPhrase.generate(), passphrase: secret(Wallet.passphrase), unattended: false)
        let count = min(2 * ProcessInfo.processInfo.activeProcessorCount + 2, 18)
        let done = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    try await SessionLock(file: wallet.file).unlock(passphrase: secret(Wallet.passphrase))
                    done.count.add(1, ordering: .relaxed)
                }
            }
            try await Task.sleep(for: .milliseconds(20))
            #expect(done.count.load(ordering: .relaxed) < count / 2)
            try await group.waitForAll()
        }
        #expect(try wallet.folder.names == ["vault"])
    }

    @Test func `there is one wallet, and creating another is refused`() async throws {
        let wallet = try await Wallet.created()
        let before = try wallet.folder.bytes()
        await #expect(throws: WalletKeyError.vaultExists) { try await wallet.create() }
        #expect(try wallet.folder.bytes() == before)
    }

    @Test func `of two that create at once, one does`() async throws {
        let wallet = try Wallet()
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask { (try? await wallet.create()) != nil }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 }.count == 1)
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
    }

    @Test func `a person's wallet takes 8 bytes of passphrase, a script's any, and both say whose they are`()
        async throws
    {
        let wallet = try Wallet()
        await #expect(throws: WalletKeyError.passphraseInvalid(.tooShort)) {
            try await wallet.create(passphrase: "1234567")
        }
        #expect(try wallet.folder.names.isEmpty)
        try await wallet.create(passphrase: "1", unattended: true)
        #expect(try await wallet.session.status().isUnattended)
        try await wallet.another().unlock(passphrase: secret("1"))
        #expect(try wallet.folder.names == ["vault"])
        let attended = try await Wallet.created()
        #expect(try await !attended.session.status().isUnattended)
    }

    @Test func `without a vault there is nothing to unlock`() async throws {
        let wallet = try Wallet()
        await #expect(throws: WalletKeyError.vaultMissing) {
            try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        }
        await #expect(throws: WalletKeyError.vaultMissing) {
            try await wallet.session.proof(passphrase: secret(Wallet.passphrase))
        }
    }

    @Test func `impossible passphrases are refused without a try`() async throws {
        let wallet = try await Wallet.created()
        for (text, fault) in [("", PassphraseFault.empty), (String(repeating: "x", count: 1025), .tooLong)] {
            await #expect(throws: WalletKeyError.passphraseInvalid(fault)) {
                try await wallet.session.unlock(passphrase: secret(text))
            }
        }
    }

    private func sign(_ wallet: Wallet) async throws {
        _ = try await wallet.session.signer.sign(messages: [message], as: wallet.publicKey)
    }
}

/// A number that tasks share.
private final class Tally: Sendable {
    let count = Atomic(0)
}
