import JSONRPC
import Salt
package import WalletKeys
import WalletRuntime

/// The user's wallets as the agent has them: one is open, and the others wait in their folders.
///
/// An agent serves one wallet. To change it, the choice is written down, what waits is ended with an error that says why, the session is locked, and the
/// agent leaves as it does for a newer version: the next one opens the chosen wallet, locked.
actor WalletSwitch {
    private let list: WalletList
    /// The id of the open wallet.
    nonisolated let present: String
    private let wallClock: any WallClock
    private let isInCeremony: @Sendable () async -> Bool
    private let changed: @Sendable () -> Void
    private let leave: @Sendable () async -> Void
    private var isLeaving = false

    /// - Parameters:
    ///   - opened: The list, and which of it is open.
    ///   - isInCeremony: Tells if Sidekey's window is in the middle of something that a switch would cut off.
    ///   - changed: Tells the surfaces that a wallet has another name, or is gone.
    ///   - leave: Ends what waits, locks and lets the agent leave.
    init(
        _ opened: OpenedWallet, wallClock: any WallClock, isInCeremony: @escaping @Sendable () async -> Bool,
        changed: @escaping @Sendable () -> Void, leave: @escaping @Sendable () async -> Void
    ) {
        (list, present) = (opened.list, opened.id)
        self.wallClock = wallClock
        self.isInCeremony = isInCeremony
        self.changed = changed
        self.leave = leave
    }

    /// The wallets in the order in which they were added.
    var all: [WalletList.Entry] { list.all(present: present) }

    /// The open wallet with the number of wallets, for surfaces that name it where there are several.
    var summary: JSON {
        let all = all
        let name = all.first { $0.id == present }?.name ?? ""
        return [
            "id": .string(present), "name": .string(name),
            "count": .number(max(1, all.count)),
        ]
    }

    /// The name of the open wallet; nil where it is the only one.
    var name: String? {
        let all = all
        return all.count > 1 ? all.first { $0.id == present }?.name : nil
    }

    /// The wallet of an id.
    ///
    /// - Throws: -32000 (`wallet-unknown`).
    func known(_ id: String) throws(RPCError) -> WalletList.Entry {
        guard let entry = all.first(where: { $0.id == id }) else {
            throw RPCError(.invalidInput, .walletUnknown, "there is no such wallet")
        }
        return entry
    }

    /// Makes another wallet the open one; false if it is that already.
    ///
    /// - Throws: -32000 (`wallet-unknown`, `wallet-unusable`, `wallet-busy`); -32603. Nothing has changed then.
    func open(_ id: String) async throws(RPCError) -> Bool {
        try await checkFree()
        let entry = try known(id)
        if entry.id == present { return false }
        if case .fault(let fault) = entry.vault {
            switch fault {
            // A damaged vault may have an earlier generation; it is opened for that.
            case .vaultDamaged: break
            default: throw RPCError(.invalidInput, .walletUnusable, "that wallet can't be opened: \(fault)")
            }
        }
        try await change(to: entry)
        return true
    }

    /// Adds a wallet and makes it the open one; it is set up as the first was.
    ///
    /// - Throws: -32000 (`vault-missing` while the open one isn't set up, `wallet-exists`, `too-many-wallets`, `wallet-busy`); -32603.
    func add(named name: String) async throws(RPCError) -> WalletList.Entry {
        try await checkFree()
        let all = all
        guard all.first(where: { $0.id == present })?.vault != WalletList.Contents.none else {
            throw RPCError(.invalidInput, .vaultMissing, "the open wallet isn't set up yet")
        }
        guard all.count < WalletList.maximumCount else {
            throw RPCError(.invalidInput, .tooManyWallets, "there are \(WalletList.maximumCount) wallets already")
        }
        try checkName(name, of: nil)
        let entry: WalletList.Entry
        do throws(WalletKeyError) {
            entry = try list.add(named: name, at: wallClock.milliseconds / 1000)
        } catch {
            throw RPCError(error)
        }
        try await change(to: entry)
        return entry
    }

    /// - Throws: -32000 (`wallet-unknown`, `wallet-exists`); -32603.
    func rename(_ id: String, to name: String) throws(RPCError) {
        let entry = try known(id)
        try checkName(name, of: id)
        do throws(WalletKeyError) { try list.rename(entry, to: name) } catch { throw RPCError(error) }
        changed()
    }

    /// Deletes a wallet that isn't open, once its own passphrase is proven.
    ///
    /// - Throws: 4100 (`wrong-passphrase`); -32000 (`wallet-unknown`, `change-refused`, `vault-damaged`); -32603.
    func remove(_ id: String, by passphrase: consuming SecretBytes) async throws(RPCError) {
        let entry = try removable(id)
        try WalletKeyring.checkLength(of: passphrase)
        do throws(WalletKeyError) {
            // The tries are counted in that wallet's folder, as its own agent counts them.
            _ = try await SessionLock(file: VaultFile(folder: entry.folder)).prove(passphrase: passphrase)
        } catch {
            throw RPCError(error)
        }
        // Another call may have opened or removed one meanwhile.
        let present = try removable(id)
        do throws(WalletKeyError) { try list.remove(present) } catch { throw RPCError(error) }
        changed()
    }

    /// The wallet of an id, if it may go.
    ///
    /// - Throws: -32000 (`wallet-unknown`, `change-refused`).
    func removable(_ id: String) throws(RPCError) -> WalletList.Entry {
        let entry = try known(id)
        guard !isLeaving else { throw Self.leaving }
        guard entry.id != present else {
            throw RPCError(.invalidInput, .changeRefused, "the open wallet can't be removed: switch to another first")
        }
        let isLast = !all.contains { $0.id != id && $0.vault != WalletList.Contents.none }
        guard !isLast else { throw RPCError(.invalidInput, .changeRefused, "the last wallet can't be removed") }
        return entry
    }

    private func checkFree() async throws(RPCError) {
        guard await !isInCeremony() else {
            throw RPCError(.invalidInput, .walletBusy, "Sidekey's window is open: finish there first")
        }
    }

    private func checkName(_ name: String, of id: String?) throws(RPCError) {
        guard !all.contains(where: { $0.id != id && $0.name.lowercased() == name.lowercased() }) else {
            throw RPCError(.invalidInput, .walletExists, "another wallet has this name")
        }
    }

    /// Writes the choice down and leaves. From its first line to the choice on the disk nothing else runs here.
    private func change(to entry: WalletList.Entry) async throws(RPCError) {
        guard !isLeaving else { throw Self.leaving }
        do throws(WalletKeyError) { try list.choose(entry) } catch { throw RPCError(error) }
        isLeaving = true
        await leave()
    }

    private static let leaving = RPCError(.invalidInput, .cancelled, "the user is switching to another wallet")
}

/// The wallet that an agent opened, of those in its data folder.
package struct OpenedWallet: Sendable {
    package let list: WalletList
    package let id: String

    package init(list: WalletList, id: String) {
        (self.list, self.id) = (list, id)
    }
}
