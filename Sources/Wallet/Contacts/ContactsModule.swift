import DisplayText
import JSONRPC
import SolanaTransactions
import WalletRuntime
import WalletState

/// The address book: read by every surface, changed with the passphrase outside the browser, in a terminal or in a prompt.
struct ContactsModule: WalletModule {
    let book: AddressBook
    let keys: WalletKeyring
    let prompts: PromptQueue

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        switch call.request.method {
        case "contacts.list": return try await list(call.parameters)
        case "contacts.add": return try await add(call)
        case "contacts.update": return try await update(call)
        case "contacts.remove": return try await remove(call)
        default: throw RPCError(.methodNotFound, .methodUnknown, "no such method")
        }
    }

    private func list(_ parameters: consuming RPCParameters) async throws(RPCError) -> JSON {
        var parameters = parameters
        let page = try ListPage(reading: &parameters)
        try parameters.finish()
        var contacts = try await book.contacts()
        if let cursor = page.cursor {
            guard let place = contacts.firstIndex(where: { $0.address == cursor }) else { throw ListPage.invalidCursor }
            contacts.removeSubrange(...place)
        }
        let rows = contacts.prefix(page.limit)
        return page.answer("contacts", rows.map(Self.json), next: rows.last?.address)
    }

    private func add(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let address = try Self.address(&parameters)
        let label = try Self.label(&parameters)
        try await prove(&parameters, call, .addition(address, label))
        return Self.json(try await book.add(address, label: label))
    }

    private func update(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let address = try Self.address(&parameters)
        let label = try Self.label(&parameters)
        try await prove(&parameters, call, .renaming(address, label))
        return Self.json(try await book.rename(address, to: label))
    }

    private func remove(_ call: MethodCall) async throws(RPCError) -> JSON {
        var parameters = call.parameters
        let address = try Self.address(&parameters)
        try await prove(&parameters, call, .removal(address))
        try await book.remove(address)
        return ["address": .string(address)]
    }

    /// The passphrase, but on the command line for a wallet that was made by script and is unlocked.
    private func prove(
        _ parameters: inout RPCParameters, _ call: MethodCall, _ change: ContactChange
    ) async throws(RPCError) {
        guard call.caller == .commandLine else {
            let isNative = try parameters.optionalBool("native") ?? false
            try parameters.finish()
            guard isNative else {
                throw RPCError(.unauthorized, .nativeOnly, "the address book is changed outside the browser")
            }
            return try await ask(change, for: call.client.connection)
        }
        let passphrase = try parameters.optionalSealed("passphrase")
        try parameters.finish()
        if let passphrase {
            try await keys.prove(call.open(passphrase))
            return
        }
        let status = await keys.status()
        guard status.isUnattended else {
            throw RPCError(.unauthorized, .passphraseRequired, "the address book is changed with the passphrase")
        }
        guard status.state == .unlocked else { throw WalletKeyring.locked }
    }

    private static func address(_ parameters: inout RPCParameters) throws(RPCError) -> String {
        guard let address = try? PublicKey(base58: try parameters.string("address")) else {
            throw RPCError(.invalidParams, .paramValue, "no address", data: ["name": "address"])
        }
        return address.base58
    }

    private static func label(_ parameters: inout RPCParameters) throws(RPCError) -> String {
        let label = try parameters.string("label")
        guard Contact.isLabel(label) else {
            throw RPCError(
                .invalidParams, .paramValue, "a label is a line of 1 to 64 bytes with nothing hidden, and no address",
                data: ["name": "label"])
        }
        return label
    }

    private static func json(_ contact: Contact) -> JSON {
        [
            "address": .string(contact.address), "label": .string(JSONString(contact.label)),
            "added": .number(contact.added),
            "onCurve": .bool((try? PublicKey(base58: contact.address))?.isOnCurve ?? false),
        ]
    }
}
