import ArgumentParser
import JSONRPC
import Salt
import SolanaTransactions
import Wording

/// `sidekey contacts ...`: the address book.
struct ContactsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts", abstract: say(.helpContacts),
        discussion: say(.helpContactsMore),
        subcommands: [
            ContactsList.self, ContactsAdd.self, ContactsRename.self, ContactsRemove.self, ContactsImport.self,
            ContactsExport.self,
        ],
        defaultSubcommand: ContactsList.self)
}

/// `sidekey contacts list`.
struct ContactsList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpContactsList))

    @Flag(help: ArgumentHelp(say(.helpContactsCheck)))
    var check = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var contacts = try agent.all("contacts.list", member: "contacts")
        if check {
            for place in contacts.indices { contacts[place] = Self.checked(contacts[place], by: &agent) }
        }
        if output.json {
            StandardOutput.write(.array(contacts))
        } else if contacts.isEmpty {
            StandardOutput.write(say(.contactsNone) + "\n")
        } else {
            for contact in contacts { StandardOutput.write(Self.text(contact)) }
        }
    }

    /// Returns a contact with what nodes say about its name and about the name that its address chose; what they don't say goes to standard error.
    private static func checked(_ contact: JSON, by agent: inout AgentClient) -> JSON {
        guard var checked = contact.object, let address = contact["address"] else { return contact }
        var findings: [JSON] = []
        if let name = contact["name"], let found = asked("names.resolve", ["name": name], about: name, of: &agent) {
            checked["resolved"] = found["resolved"]
            if found["address"] != address {
                findings.append(
                    ["name": "name-changed", "level": "danger", "address": found["address"] ?? .null])
            }
            findings += (found["findings"]?.array ?? []).filter { $0["name"] != "name-changed" }
        }
        if let found = asked("names.reverse", ["address": address], about: address, of: &agent),
            found["resolved"]?["name"] != contact["name"]
        {
            let told = found["findings"]?.array ?? []
            let likenesses = told.filter { $0["name"] == "name-like" }
            if likenesses.isEmpty { checked["claimed"] = found["resolved"] }
            findings += likenesses
        }
        checked["findings"] = .array(findings)
        return .object(checked)
    }

    private static func asked(
        _ method: String, _ params: JSONObject, about subject: JSON, of agent: inout AgentClient
    ) -> JSON? {
        do throws(CommandError) { return try agent.call(method, params) } catch {
            StandardError.write("\(subject.text?.visible ?? "?"): \(error.message)\n")
            return nil
        }
    }

    static func text(_ contact: JSON) -> String {
        let known = contact["label"]?.text?.visible ?? "?"
        let name = contact["name"]?.text?.visible
        let label = name.map { say(.contactNamed, ["label": known, "name": $0]) } ?? known
        let note = contact["onCurve"]?.bool == false ? "  " + say(.contactWithoutKey) : ""
        let claimed = NameText.claimed(contact["claimed"]).map {
            say(.contactClaims, ["name": $0.name, "said": $0.nodes]) + "\n"
        }
        return "\((contact["address"]?.text?.visible ?? "?").padded(to: 46))\(label)\(note)\n" + (claimed ?? "")
            + NameText.findings(contact)
    }
}

/// `sidekey contacts add ADDRESS LABEL`.
struct ContactsAdd: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: say(.helpContactsAdd))

    @Argument(help: ArgumentHelp(say(.helpAddressOrName)))
    var address: String

    @Argument(help: ArgumentHelp(say(.helpContactName)))
    var label: String

    @OptionGroup var change: ContactChange

    func run() throws {
        var agent = try AgentClient.connect()
        guard SolanaName.isMeant(by: address) else {
            return try change.make("contacts.add", address: address, label: label, with: &agent)
        }
        try Wallet.requireSome(agent.greeting)
        let found = try agent.call("names.resolve", ["name": .string(JSONString(address))])
        let resolved = found["address"]?.text ?? address
        if !change.output.json { StandardOutput.write(NameText.text(found)) }
        try change.make("contacts.add", address: resolved, label: label, name: address, with: &agent)
    }
}

/// `sidekey contacts rename NAME LABEL`.
struct ContactsRename: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: say(.helpContactsRename))

    @Argument(help: ArgumentHelp(say(.helpContact)), completion: .contacts)
    var contact: String

    @Argument(help: ArgumentHelp(say(.helpContactNewName)))
    var label: String

    @OptionGroup var change: ContactChange

    func run() throws {
        var agent = try AgentClient.connect()
        let address = try change.address(of: contact, from: &agent)
        try change.make("contacts.update", address: address, label: label, with: &agent)
    }
}

/// `sidekey contacts remove NAME`.
struct ContactsRemove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: say(.helpContactsRemove))

    @Argument(help: ArgumentHelp(say(.helpContact)), completion: .contacts)
    var contact: String

    @OptionGroup var change: ContactChange

    func run() throws {
        var agent = try AgentClient.connect()
        let address = try change.address(of: contact, from: &agent)
        try change.make("contacts.remove", address: address, label: nil, with: &agent)
    }
}

/// The arguments of every change to the address book.
struct ContactChange: ParsableArguments {
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    /// Returns the address of a contact that was named by its address or its label.
    ///
    /// - Throws: if there is no such contact.
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
        _ method: String, address: String, label: String?, name: String? = nil, with agent: inout AgentClient
    ) throws(CommandError) {
        let result = try call(method, address: address, label: label, name: name, with: &agent)
        if output.json {
            StandardOutput.write(result)
        } else {
            StandardOutput.write(label == nil ? say(.doneRemoved) + "\n" : ContactsList.text(result))
        }
    }
    /// Sends a change with the passphrase; a wallet that a script made and that is unlocked needs none.
    func call(
        _ method: String, address: String? = nil, label: String? = nil, name: String? = nil,
        contacts: [JSON]? = nil, with agent: inout AgentClient
    ) throws(CommandError) -> JSON {
        try Wallet.requireSome(agent.greeting)
        let needsNone =
            agent.greeting["unattended"]?.bool == true && agent.greeting["vault"]?.text == "unlocked"
            && passphrase.passphraseFile == nil
        let secret = needsNone ? SecretBytes(copying: []) : try passphrase.read()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "contact", method: method,
                params: [
                    "address": .json(address.map { .string(JSONString($0)) }),
                    "label": .json(label.map { .string(JSONString($0)) }),
                    "contacts": .json(contacts.map { .array($0) }),
                    "name": .json(name.map { .string(JSONString($0)) }),
                    "passphrase": .secret(needsNone ? nil : secret),
                ])
        }
        return try agent.call(request)
    }
}
