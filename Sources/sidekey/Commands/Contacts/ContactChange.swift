import ArgumentParser
import JSONRPC
import Salt
import Wording

/// What every change of the address book takes.
struct ContactChange: ParsableArguments {
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    /// The address of a contact that was named by it, or by its label.
    ///
    /// - Throws: where there is no such contact.
    func address(of name: String, from agent: inout AgentClient) throws(CommandError) -> String {
        try Wallet.requireSome(agent.greeting)
        let contacts = try agent.all("contacts.list", member: "contacts")
        let found =
            contacts.first { $0["address"]?.text == name }
            ?? contacts.first { $0["label"]?.text?.lowercased() == name.lowercased() }
        guard let address = found?["address"]?.text else {
            throw CommandError(say(.contactMissing, ["contact": name.visible]), hint: say(.hintContacts))
        }
        return address
    }

    /// Makes the change, and prints the contact.
    func make(
        _ method: String, address: String, label: String?, with agent: inout AgentClient
    ) throws(CommandError) {
        try Wallet.requireSome(agent.greeting)
        let needsNone =
            agent.greeting["unattended"]?.bool == true && agent.greeting["vault"]?.text == "unlocked"
            && passphrase.passphraseFile == nil
        let secret = needsNone ? SecretBytes(copying: []) : try passphrase.read()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "contact", method: method,
                params: [
                    "address": .json(.string(JSONString(address))),
                    "label": .json(label.map { .string(JSONString($0)) }),
                    "passphrase": .secret(needsNone ? nil : secret),
                ])
        }
        let result = try agent.call(request)
        if output.json {
            StandardOutput.write(result)
        } else {
            StandardOutput.write(label == nil ? say(.doneRemoved) + "\n" : ContactsList.text(result))
        }
    }
}
