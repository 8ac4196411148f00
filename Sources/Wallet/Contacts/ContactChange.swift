import JSONRPC
import Pinentry
import WalletRuntime
import WalletState
import Wording

/// A change of the address book that the browser asks for, which the passphrase has to allow.
enum ContactChange {
    case addition(_ address: String, _ label: String)
    case renaming(_ address: String, _ label: String)
    case removal(_ address: String)

    /// What a prompt says of it, the address whole. The name comes from the browser, and is quoted.
    ///
    /// - Parameter present: The name that the address has now.
    func lines(present: String?, in words: Phrasebook) -> [String] {
        let end = ["", words(.promptAllow)]
        return switch self {
        case .addition(let address, let label):
            [
                words(.contactAddition), "  \(address)", words(.contactAdditionName), "  | \(label)", "",
                words(.contactAdditionMeans),
            ] + end
        case .renaming(let address, let label):
            [
                words(.contactRenaming), "  \(address)", "  | \(present ?? "")", words(.contactRenamingName),
                "  | \(label)",
            ] + end
        case .removal(let address):
            [
                words(.contactRemoval), "  \(address)", "  | \(present ?? "")", "", words(.contactRemovalMeans),
            ] + end
        }
    }

    /// The label of the button that allows it.
    var button: TextKey {
        switch self {
        case .addition: .contactAdditionButton
        case .renaming: .contactRenamingButton
        case .removal: .contactRemovalButton
        }
    }

    /// What does the same in a terminal, where no prompt can be shown. A name could be anything in a shell, so it isn't spelled out.
    var command: String {
        switch self {
        case .addition(let address, _): "sidekey contacts add \(address) NAME"
        case .renaming(let address, _): "sidekey contacts rename \(address) NAME"
        case .removal(let address): "sidekey contacts remove \(address)"
        }
    }

    var address: String {
        switch self {
        case .addition(let address, _), .renaming(let address, _), .removal(let address): address
        }
    }
}

extension ContactsModule {
    /// Has the passphrase typed outside the browser for one change.
    ///
    /// - Throws: 4001 where the user closed the prompt; 4100 (`wrong-passphrase`) after the third wrong one; 4101 before the first unlock; -32000
    ///   (`prompt-unavailable`), which names the command.
    func ask(_ change: ContactChange, for connection: ConnectionID) async throws(RPCError) {
        let present = try await book.contacts().first { $0.address == change.address }?.label
        let words = await prompts.words(for: connection)
        let prompt = try await PassphrasePrompt(
            change.lines(present: present, in: words), ok: change.button, recognition: keys.records.recognition(),
            in: words)
        let allowed: Bool? = try await prompts.converse(
            for: connection, about: "contacts", command: change.command, limit: .seconds(120)
        ) { [keys] dialog throws(RPCError) in
            try await prompt.ask(dialog) { passphrase throws(RPCError) in
                try await keys.prove(passphrase)
                return true
            }
        }
        guard allowed == true else { throw .declined }
    }
}
