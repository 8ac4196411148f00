import Foundation
import Salt
import SolanaTransactions
import TestSupport
import Testing
import WalletKeys

/// A process that changes the vault, killed before each write, sync, link, rename and removal that it makes.
///
/// Whatever it was and wherever it was ended: the vault opens as it was or as it was to be, and nothing that was there is gone.
@Suite(.timeLimit(.minutes(5)))
struct KilledVaultTests {
    /// The vault before, and its name in the program.
    enum Start: Sendable {
        case nothing
        case older
        case full
    }

    static let changes: [(String, Start)] = [
        ("create", .nothing), ("upgrade", .older),
        ("create-aside", .full), ("restore", .full), ("change-passphrase", .full), ("rotate", .full),
        ("add-account", .full), ("update-account", .full), ("import-key", .full), ("import-phrase", .full),
        ("remove-account", .full), ("add-passkey", .full), ("remove-passkey", .full), ("unlock-by-passkey", .full),
        ("approve-by-passkey", .full),
    ]

    @Test(arguments: changes)
    func `killed at every step of a change, the vault opens as before or as after it`(
        _ change: String, _ start: Start
    ) async throws {
        let steered = try ScratchFolder()
        let interposer = try Interposer(in: steered.path)
        let before = try await KilledVault.made(start)
        let old = try await before.state()
        let whole = try before.copy()
        interposer.arm()
        #expect(try whole.run(change, interposer) == .exited(0))
        let trace = interposer.trace
        let new = try await whole.state()
        try #require(old != new)
        // Every file is synced, and at the end the folder.
        #expect(trace.count { $0 == "y" } == trace.count { $0 == "w" } + 1)
        #expect(trace.last == "y" && trace.contains(start == .nothing ? "l" : "r"))

        var isNew: [Bool] = []
        for step in 1...trace.count {
            let killed = try before.copy()
            interposer.arm(.kill(at: step))
            #expect(try killed.run(change, interposer) == .killed(signal: SIGKILL))
            let name = Comment(rawValue: "\(change) killed at step \(step) of \(trace)")
            let state = try await killed.isUnchanged(since: before) ? old : killed.state()
            #expect(state == old || state == new, name)
            isNew.append(state == new)
            try await killed.checkRest(before: before, isNew: state == new, change, name)
            // And what it left behind hinders nobody.
            interposer.disarm()
            if state == old {
                #expect(try killed.run(change, interposer) == .exited(0), name)
                #expect(try await killed.state() == new, name)
            } else {
                try await killed.rename(name)
            }
        }
        // Once it stands, it stands; and there are steps on both sides.
        #expect(isNew == isNew.sorted { !$0 && $1 })
        #expect(isNew.first == false && isNew.last == true)
    }

    /// Neither the right passphrase nor a wrong one changes the vault; the number of wrong ones is what was written, or was there.
    @Test(arguments: ["unlock", "unlock-wrongly"])
    func `killed at every step of an unlock, tries are counted and the vault is as it was`(_ change: String)
        async throws
    {
        let steered = try ScratchFolder()
        let interposer = try Interposer(in: steered.path)
        let before = try await KilledVault.made(.full)
        try before.folder.write(Array("1\n".utf8), to: "attempts")
        interposer.arm()
        let whole = try before.copy()
        #expect(try whole.run(change, interposer) == .exited(0))
        let trace = interposer.trace
        let last = change == "unlock" ? nil : Array("2\n".utf8)
        #expect(try whole.attempts() == last)
        for step in 1...trace.count {
            let killed = try before.copy()
            interposer.arm(.kill(at: step))
            #expect(try killed.run(change, interposer) == .killed(signal: SIGKILL))
            let name = Comment(rawValue: "\(change) killed at step \(step) of \(trace)")
            #expect(try killed.folder.bytes() == before.folder.bytes(), name)
            let attempts = try killed.attempts()
            // A right one takes them all back; before that the try counts, whoever ends it.
            #expect(attempts == Array("1\n".utf8) || attempts == Array("2\n".utf8) || attempts == last, name)
            if trace.prefix(step - 1).contains("r") { #expect(attempts != Array("1\n".utf8), name) }
        }
    }
}

/// A wallet's folder that a program works on.
struct KilledVault {
    let folder: ScratchFolder

    /// What a vault is to its owner: everything but what is drawn anew with every write.
    struct State: Equatable {
        var format: UInt16
        var generation: UInt64
        var accounts: [VaultAccount]
        var kinds: [VaultSecret.Kind]
        var passkeys: [Passkey]
        var opener: String
    }

    static let passphrases = ["correct horse battery", "another horse battery"]

    static func made(_ start: KilledVaultTests.Start) async throws -> KilledVault {
        let folder = try ScratchFolder()
        switch start {
        case .nothing: break
        case .older:
            _ = try PythonScript("vectors_keys.py").run(
                ["older", folder.path + "/vault"], input: Data(Wallet.passphrase.utf8))
        case .full: try await FullVault.write(to: folder.path)
        }
        return KilledVault(folder: folder)
    }

    func copy() throws -> KilledVault {
        let copy = try ScratchFolder()
        for name in try folder.names where name != "backup" { try copy.write(try folder.bytes(name), to: name) }
        if try folder.names.contains("backup") {
            try FileManager.default.copyItem(atPath: folder.path + "/backup", toPath: copy.path + "/backup")
        }
        return KilledVault(folder: copy)
    }

    func run(_ change: String, _ interposer: Interposer) throws -> ChildProcess.Ending {
        let result = try ChildProcess.run(
            BuiltProgram.vaultSteps.path, [folder.path, change], environment: interposer.environment)
        if case .exited(let status) = result.ending, status != 0 { throw TestFault(result.errors) }
        return result.ending
    }

    func isUnchanged(since before: KilledVault) throws -> Bool {
        let now = try folder.names.contains("vault") ? try folder.bytes() : nil
        return now == (try before.folder.names.contains("vault") ? try before.folder.bytes() : nil)
    }

    func attempts() throws -> [UInt8]? { try folder.names.contains("attempts") ? try folder.bytes("attempts") : nil }

    /// What the file gives to whoever has the passphrase, and that each of its passkeys opens it; nil where there is none.
    func state(of name: String = "vault") async throws -> State? {
        guard try folder.names.contains(name) else { return nil }
        let bytes = try folder.bytes(name)
        let vault = try Vault(decoding: bytes)
        for passphrase in Self.passphrases {
            let alone = try Wallet()
            try alone.folder.write(bytes)
            guard let proof = try? await alone.session.prove(passphrase: secret(passphrase)) else { continue }
            let signer = try await alone.session.proof(passphrase: secret(passphrase))
            let last = try #require(vault.accounts.last?.publicKey)
            let signature = try await signer.sign(messages: [[7]], as: last)[0]
            #expect(SaltSign.verify(signature.bytes, of: [7], publicKey: last.bytes))
            for (passkey, salts) in vault.passkeys {
                try await alone.session.unlock(passkey: FullVault.proof(passkey, salts))
            }
            return State(
                format: vault.format, generation: vault.generation, accounts: vault.accounts,
                kinds: try proof.secrets().map(\.kind), passkeys: vault.passkeys.map(\.passkey), opener: passphrase)
        }
        throw TestFault("no passphrase opens \(name)")
    }

    /// What lies beside the vault: whole vaults all of them, none that was there is gone, and none that a gone slot opens.
    func checkRest(before: KilledVault, isNew: Bool, _ change: String, _ name: Comment) async throws {
        let vaults = try folder.names.filter { $0.hasPrefix("vault") && $0 != "vault.new" }
        let kept = try vaults.map { try folder.bytes($0) }
        let known = try before.folder.names.filter { $0.hasPrefix("vault") }.map { try before.folder.bytes($0) }
        for (vault, bytes) in zip(vaults, kept) where !known.contains(bytes) { _ = try await state(of: vault) }
        let isSlotGone = ["change-passphrase", "rotate", "remove-passkey", "unlock-by-passkey", "approve-by-passkey"]
            .contains(change)
        if ["create-aside", "restore"].contains(change) {
            for bytes in known { #expect(kept.contains(bytes), name) }
        } else if isNew, !isSlotGone, try before.folder.names.contains("vault") {
            #expect(try folder.bytes("vault.previous") == before.folder.bytes(), name)
        } else if isNew, isSlotGone {
            for bytes in known { #expect(!kept.contains(bytes), name) }
        }
        let attempts = try attempts()
        #expect(attempts == nil || attempts == Array("1\n".utf8), name)
    }

    /// Makes one more change.
    func rename(_ name: Comment) async throws {
        let lock = SessionLock(file: VaultFile(folder: folder.path), clock: SteppedClock(), cost: .minimum)
        let opener = try #require(try await state()?.opener)
        try await lock.unlock(passphrase: secret(opener))
        let account = try #require(try await lock.status().accounts.first?.publicKey)
        try await lock.update(account, label: "Renamed")
        #expect(try await state()?.accounts.first?.label == "Renamed", name)
    }
}
