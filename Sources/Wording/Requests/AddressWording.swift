import DisplayText
import JSONRPC

/// Addresses with the names that the user gave them: accounts and contacts.
struct AddressWording {
    private let names: [String: (label: String, isOwn: Bool)]
    private let words: Phrasebook

    /// - Parameter names: As `approvals.get` answers them.
    init(_ names: JSON?, in words: Phrasebook) {
        self.words = words
        self.names = (names?.array ?? []).reduce(into: [:]) { names, name in
            guard let address = name["address"]?.text, let label = name["label"]?.text else { return }
            names[address] = (label, name["kind"]?.text == "account")
        }
    }

    /// An address, whole, with nothing hidden in it, and its name where it has one.
    func named(_ address: String) -> String {
        guard let name = names[address] else { return address.visible }
        return words(
            name.isOwn ? .addressOwn : .addressContact,
            ["account": address.visible, "label": QuotedText.inline(name.label, most: 64)])
    }
}
