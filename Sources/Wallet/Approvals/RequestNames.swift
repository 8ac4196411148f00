import ApprovalQueue
import JSONRPC
import SolanaTransactions
import WalletKeys
import WalletState

/// The names that the user gave to addresses in a request: their accounts' and their contacts'.
///
/// Only what stands in the request is told. Labels can be changed by the browser; a contact's name takes the passphrase.
struct RequestNames: Sendable {
    let keys: WalletKeyring
    let book: AddressBook

    /// `[{address, label, kind: "account" | "contact"}]`, in the order of the addresses.
    func json(of summary: JSON, _ review: RequestReview) async -> JSON {
        let accounts = await keys.status().accounts
        // None before the first unlock, when the address book is anybody's claim.
        let contacts = (try? await book.contacts()) ?? []
        guard !accounts.isEmpty || !contacts.isEmpty else { return [] }
        var found: Set<String> = []
        for value in [summary["account"] ?? .null, review.totals ?? .null] + review.items {
            value.collect(into: &found)
        }
        var names: [String: JSON] = [:]
        for contact in contacts where found.contains(contact.address) {
            names[contact.address] = Self.name(contact.address, contact.label, "contact")
        }
        for account in accounts where found.contains(account.publicKey.description) {
            let address = account.publicKey.description
            names[address] = Self.name(address, account.label, "account")
        }
        return .array(names.sorted { $0.key < $1.key }.map(\.value))
    }

    private static func name(_ address: String, _ label: String, _ kind: JSON) -> JSON {
        ["address": .string(address), "label": .string(label), "kind": kind]
    }
}

extension JSON {
    /// Every text in it that may be an address.
    fileprivate func collect(into texts: inout Set<String>) {
        switch self {
        case .string(let string):
            let text = string.string
            if (32...44).contains(text.utf8.count) { texts.insert(text) }
        case .array(let values): for value in values { value.collect(into: &texts) }
        case .object(let object): for member in object.members { member.value.collect(into: &texts) }
        case .null, .bool, .number: break
        }
    }
}
