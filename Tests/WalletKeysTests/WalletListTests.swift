import Foundation
import Salt
import TestSupport
import Testing
import WalletKeys

/// The wallets of a data folder, and what is never opened or deleted as one.
@Suite(.timeLimit(.minutes(5)))
struct WalletListTests {
    private let folder: ScratchFolder
    private var list: WalletList { WalletList(folder: folder.path) }

    init() async throws {
        folder = try ScratchFolder()
        try folder.write(try await Wallet.created().folder.bytes())
    }

    /// A further wallet with a vault.
    private func added(_ name: String, at seconds: Int64 = 1) throws -> WalletList.Entry {
        let entry = try list.add(named: name, at: seconds)
        try folder.write(try folder.bytes(), to: "wallets/\(entry.id)/vault")
        return try #require(list.entry(entry.id))
    }

    @Test func `a wallet of an older Sidekey is the first, and nothing is written for it`() throws {
        let current = list.current()
        list.tidy(present: current.id)
        #expect(current.id == WalletList.firstID && current.folder == folder.path && current.name == "Wallet 1")
        #expect(list.all(present: current.id).map(\.id) == [WalletList.firstID])
        #expect(try folder.names == ["vault"])
    }

    @Test func `wallets are listed as they were added, by their names`() throws {
        let names = ["Savings", "Σ and 日本", "Third"]
        let entries = try names.enumerated().map { try added($1, at: Int64($0 + 1)) }
        #expect(list.all(present: "first").map(\.name) == ["Wallet 1"] + names)
        #expect(Set(entries.map(\.folder)).count == 3)
        try list.rename(entries[0], to: "Cold store")
        try list.choose(entries[2])
        #expect(list.all(present: "first").map(\.name) == ["Wallet 1", "Cold store", "Σ and 日本", "Third"])
        #expect(list.current().id == entries[2].id && list.chosen == entries[2].id)
    }

    @Test(arguments: [
        "", "\n", "first", "..\n", "../..\n", "/etc\n", ".\n", "0000000000000001", "0000000000000001\nmore\n",
        "FIRST\n",
        "000000000000000G\n", "0000000000000001/\n", "\u{0}\n", String(repeating: "a", count: 4096),
    ])
    func `a choice that is broken, or of a wallet that isn't there, stands for the first`(_ text: String) throws {
        _ = try added("Savings")
        try folder.write(Array(text.utf8), to: "wallets/current")
        #expect(list.current().id == WalletList.firstID)
    }

    @Test func `a choice that is a link, a folder or open to others stands for the first`() throws {
        let entry = try added("Savings")
        let current = "\(folder.path)/wallets/current"
        try folder.write(Array("\(entry.id)\n".utf8), to: "elsewhere")
        try FileManager.default.createSymbolicLink(atPath: current, withDestinationPath: "\(folder.path)/elsewhere")
        #expect(list.current().id == WalletList.firstID)
        SystemFile.remove(current)
        try FileManager.default.createDirectory(atPath: current, withIntermediateDirectories: false)
        #expect(list.current().id == WalletList.firstID)
        try FileManager.default.removeItem(atPath: current)
        try folder.write(Array("\(entry.id)\n".utf8), to: "wallets/current", mode: 0o644)
        #expect(list.current().id == WalletList.firstID)
        try folder.setMode(0o600, of: "wallets/current")
        #expect(list.current().id == entry.id)
    }

    @Test func `folders with odd names, links and folders open to others are no wallets`() throws {
        _ = try list.add(named: "Savings", at: 1)
        let other = try ScratchFolder()
        try other.write(try folder.bytes())
        for name in ["savings", "00000000000000010", "000000000000000", "ABCDEF0123456789", "0000000000000001 "] {
            try FileManager.default.copyItem(atPath: other.path, toPath: "\(folder.path)/wallets/\(name)")
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/wallets/00000000000000aa", withDestinationPath: other.path)
        try FileManager.default.copyItem(atPath: other.path, toPath: "\(folder.path)/wallets/00000000000000bb")
        try folder.setMode(0o755, of: "wallets/00000000000000bb")
        try folder.write(try folder.bytes(), to: "wallets/00000000000000cc")
        #expect(list.all(present: "first").map(\.id) == [WalletList.firstID])
        for id in ["..", ".", "", "../wallets", "00000000000000aa", "00000000000000bb", "00000000000000cc", "savings"] {
            #expect(list.entry(id) == nil, Comment(rawValue: id))
        }
        list.tidy(present: "first")
        #expect(try other.names == ["vault"])
        #expect(try folder.names.contains("vault"))
    }

    @Test func `a list whose folder is a link is empty, and nothing behind it changes`() throws {
        let other = try ScratchFolder()
        try FileManager.default.createDirectory(
            atPath: "\(other.path)/0000000000000001", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try other.write([], to: "0000000000000001/new")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/wallets", withDestinationPath: other.path)
        #expect(list.all(present: "first").count == 1)
        list.tidy(present: "first")
        #expect(throws: WalletKeyError.fileRefused) { try list.add(named: "Savings", at: 1) }
        #expect(try other.names == ["0000000000000001"])
    }

    @Test func `a name that was written by something else is shown as the default`() throws {
        let entry = try added("Savings")
        for bytes in [
            [UInt8](repeating: 0x61, count: 65) + [10], [0xff, 10], [10], [], [0x61, 10, 0x62, 10], [7, 10],
        ] {
            try folder.write(bytes, to: "wallets/\(entry.id)/name")
            #expect(list.entry(entry.id)?.name == "Wallet \(entry.id.suffix(4))")
        }
    }

    @Test func `a removal deletes the wallet's files, follows no link and keeps vaults that were set aside`() throws {
        let entry = try added("Savings")
        let other = try ScratchFolder()
        try other.write([1], to: "kept")
        for name in ["wallet.sqlite", "anchor", "attempts"] { try folder.write([1], to: "wallets/\(entry.id)/\(name)") }
        try FileManager.default.createDirectory(
            atPath: "\(entry.folder)/sites", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try folder.write([1], to: "wallets/\(entry.id)/sites/list.table")
        for name in ["link", "sites/link"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(entry.folder)/\(name)", withDestinationPath: "\(other.path)/kept")
        }
        try list.remove(entry)
        #expect(try folder.names == ["vault", "wallets"])
        #expect(SystemFile.names(in: "\(folder.path)/wallets") == [])
        #expect(try other.names == ["kept"])

        let second = try added("Second")
        try folder.write([1], to: "wallets/\(second.id)/vault.aside-1")
        try list.remove(second)
        #expect(SystemFile.names(in: second.folder) == ["vault.aside-1"])
        #expect(list.all(present: "first").map(\.id) == [WalletList.firstID])
        list.tidy(present: "first")
        #expect(SystemFile.names(in: second.folder) == ["vault.aside-1"])
    }

    @Test func `the first can be removed, and the agent's and the user's files beside it stay`() throws {
        let entry = try added("Savings")
        try list.choose(entry)
        for name in [
            "vault.previous", "wallet.sqlite", "wallet.sqlite-wal", "anchor", "activity-anchor", "attempts.browser",
            "name",
        ] {
            try folder.write([1], to: name)
        }
        for name in ["agent.lock", "agent.log", "vault.aside-1", "notes.txt", "namesake"] {
            try folder.write([1], to: name)
        }
        try list.remove(try #require(list.entry(WalletList.firstID)))
        #expect(
            try folder.names == ["agent.lock", "agent.log", "namesake", "notes.txt", "vault.aside-1", "wallets"])
        #expect(list.all(present: entry.id).map(\.id) == [entry.id])
        // Without a choice there is still one wallet to open.
        SystemFile.remove("\(folder.path)/wallets/current")
        #expect(list.current().id == entry.id)
    }

    @Test func `a wallet that was never set up goes once it isn't open, and one that was stays`() throws {
        let empty = try list.add(named: "Empty", at: 1)
        let made = try added("Made", at: 2)
        list.tidy(present: empty.id)
        #expect(list.entry(empty.id) != nil)
        list.tidy(present: "first")
        #expect(list.entry(empty.id) == nil)
        // Its vault may be taken away by hand later: what lies beside it isn't deleted for that.
        SystemFile.remove("\(made.folder)/vault")
        list.tidy(present: "first")
        #expect(list.entry(made.id)?.vault == WalletList.Contents.none)
    }

    @Test func `a vault of a newer format is told and stays as it is`() throws {
        let entry = try added("Newer")
        var bytes = Array(try folder.bytes().dropLast(32))
        bytes[14] = 77
        bytes += SaltHash.sha256(bytes)
        try folder.write(bytes, to: "wallets/\(entry.id)/vault")
        #expect(list.entry(entry.id)?.vault == .fault(.vaultUnsupported(version: 77)))
        list.tidy(present: "first")
        #expect(try folder.bytes("wallets/\(entry.id)/vault") == bytes)
    }
}

/// A process that changes the list of wallets, killed before each step that it takes.
@Suite(.timeLimit(.minutes(5)))
struct KilledWalletListTests {
    /// A folder with two wallets; the one that is chosen isn't the one that a change is about.
    private static func folder(choosing isFirst: Bool) async throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(try await Wallet.created().folder.bytes())
        try folder.write([1], to: "wallet.sqlite")
        let list = WalletList(folder: folder.path)
        let entry = try list.add(named: "Savings", at: 1)
        for name in ["vault", "wallet.sqlite"] {
            try folder.write(try folder.bytes(name), to: "wallets/\(entry.id)/\(name)")
        }
        try list.choose(try #require(list.entry(isFirst ? WalletList.firstID : entry.id)))
        list.tidy(present: list.current().id)
        return folder
    }

    @Test(arguments: ["add-wallet", "choose-wallet", "remove-wallet", "remove-first-wallet"])
    func `killed at every step of a change, one valid wallet is chosen and no other is touched`(
        _ change: String
    ) async throws {
        let steered = try ScratchFolder()
        let interposer = try Interposer(in: steered.path)
        let isFirstChosen = change != "remove-first-wallet"
        func run(in folder: ScratchFolder) throws -> ChildProcess.Ending {
            try ChildProcess.run(
                BuiltProgram.vaultSteps.path, [folder.path, change], environment: interposer.environment
            ).ending
        }
        interposer.arm()
        #expect(try run(in: await Self.folder(choosing: isFirstChosen)) == .exited(0))
        let trace = interposer.trace
        #expect(trace.contains("r") && trace.last == "y", Comment(rawValue: trace))
        for step in 1...trace.count {
            let folder = try await Self.folder(choosing: isFirstChosen)
            let list = WalletList(folder: folder.path)
            let before = list.all(present: "")
            let chosen = list.current().id
            interposer.arm(.kill(at: step))
            #expect(try run(in: folder) == .killed(signal: SIGKILL))
            interposer.disarm()
            let name = Comment(rawValue: "\(change) killed at step \(step) of \(trace)")
            let current = list.current()
            list.tidy(present: current.id)
            let after = list.all(present: current.id)
            switch change {
            case "add-wallet": #expect(current.id == chosen || current.vault == .none, name)
            case "choose-wallet": #expect(before.contains { $0.id == current.id }, name)
            default:
                #expect(current.id == chosen, name)
                // It is whole, or gone with all its files.
                let removed = before.first { $0.id != chosen }
                if !after.contains(where: { $0.id == removed?.id }) {
                    let left = SystemFile.names(in: removed?.folder ?? "").filter { $0.hasPrefix("wallet.") }
                    #expect(left == [], name)
                }
            }
            // The chosen one, and what a change isn't about, have all their files.
            let kept = change.hasPrefix("remove") ? before.filter { $0.id == chosen } : before
            for entry in kept {
                #expect(after.contains { $0.id == entry.id && $0.vault == entry.vault }, name)
                #expect(SystemFile.read("\(entry.folder)/wallet.sqlite") == [1], name)
            }
            #expect(!SystemFile.names(in: "\(folder.path)/wallets").contains { $0.hasPrefix(".") }, name)
        }
    }
}
