import DisplayText
import JSONRPC
import Pinentry
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState
import Wording

/// The address book: every surface reads it; the passphrase changes it outside the browser, in a terminal or in a prompt.
struct ContactsModule: WalletModule {
    let book: AddressBook
    let keys: WalletKeyring
    let prompts: PromptQueue
    let names: NameBook
    let network: (any SolanaNetwork)?

    private func list(_ call: MethodCall, _ page: ListPage) async throws(RPCError) -> JSON {
        var contacts = try await book.contacts()
        if let cursor = page.cursor {
            guard let place = contacts.firstIndex(where: { $0.address == cursor }) else { throw ListPage.invalidCursor }
            contacts.removeSubrange(...place)
        }
        let rows = contacts.prefix(page.limit)
        let names = await preferredNames()
        return page.answer(
            "contacts", rows.map { Self.json($0, name: names[$0.address]) }, next: rows.last?.address)
    }

    /// The contacts' names on the cluster that the user prefers, by their addresses.
    private func preferredNames() async -> [String: String] {
        await book.names(on: (network?.preferred ?? .mainnet).rawValue)
    }

    private func add(
        _ call: MethodCall, _ address: PublicKey, _ label: String, _ name: SolanaName?, _ proof: ChangeProof
    ) async throws(RPCError) -> JSON {
        guard let name else {
            // Asked while the user types the passphrase. The nodes learn the address now; they would learn it with the first payment.
            async let claim = claim(of: address)
            try await prove(proof, call, .addition(address.base58, label))
            let contact = try await book.add(address.base58, label: label)
            return Self.json(contact, claimed: await claim)
        }
        // Names of contacts are those of the cluster that the user prefers: a name on another one is another name.
        let (nodes, cluster) = try await network.nodes(of: nil)
        let resolved = try await names.resolve(name, by: nodes)
        guard resolved.address == address else {
            throw RPCError(
                .invalidInput, .nameMoved, "the name stands for another address than the one that was shown",
                data: ["address": .string(resolved.address.base58)])
        }
        let text = name.description
        let changed = await names.change(of: text, to: address, on: cluster.rawValue)
        try await prove(
            proof, call, .addition(address.base58, label, name: text, before: changed?.before.base58))
        let contact = try await book.add(
            address.base58, label: label, name: KnownName.Key(text, on: cluster.rawValue))
        return Self.json(contact, name: text)
    }

    /// The name that an address chose for itself, on the cluster that the user prefers.
    private func claim(of address: PublicKey) async -> ClaimedName? {
        do throws(RPCError) {
            let (nodes, cluster) = try await network.nodes(of: nil)
            return await names.claim(of: address, by: nodes, on: cluster, within: NameBook.glance)
        } catch {
            return nil
        }
    }

    /// Adds those of a file; one proof is enough for all of them.
    private func addAll(
        _ call: MethodCall, _ contacts: [(address: String, label: String)], _ passphrase: SealedParameter?
    ) async throws(RPCError) -> JSON {
        try await prove(ChangeProof(passphrase: passphrase, isNative: false), call, nil)
        let added = try await book.add(contacts)
        return ["added": .number(JSONNumber(added)), "present": .number(JSONNumber(contacts.count - added))]
    }

    private func update(
        _ call: MethodCall, _ address: PublicKey, _ label: String, _ proof: ChangeProof
    ) async throws(RPCError) -> JSON {
        let address = address.base58
        try await prove(proof, call, .renaming(address, label))
        return Self.json(try await book.rename(address, to: label), name: await preferredNames()[address])
    }

    private func remove(_ call: MethodCall, _ address: PublicKey, _ proof: ChangeProof) async throws(RPCError) -> JSON {
        let address = address.base58
        try await prove(proof, call, .removal(address))
        try await book.remove(address)
        return ["address": .string(address)]
    }

    /// Takes the passphrase, except on the command line for a wallet that was made by script and is unlocked.
    ///
    /// - Parameter change: What a browser asks for; nil for what it can't ask for.
    private func prove(_ proof: ChangeProof, _ call: MethodCall, _ change: ContactChange?) async throws(RPCError) {
        guard call.caller == .commandLine else {
            guard proof.isNative, let change else {
                throw RPCError(.unauthorized, .nativeOnly, "the address book is changed outside the browser")
            }
            return try await ask(change, for: call.client.connection)
        }
        try await keys.prove(proof.passphrase, of: call, else: "the address book is changed with the passphrase")
    }

    /// Addresses with their labels, each address once; an error names the place.
    private static let rows = ParameterForm<[JSON]>.array.map { rows, name throws(RPCError) in
        guard (1...Contact.maximumCount).contains(rows.count) else {
            throw .parameter(name, "not 1 to \(Contact.maximumCount) contacts")
        }
        var found: [(address: String, label: String)] = []
        var seen: Set<String> = []
        for (place, row) in rows.enumerated() {
            let place = "\(name).\(place)"
            guard let object = row.object else {
                throw RPCError(
                    .invalidParams, .paramType, "a contact is an object", data: ["name": .string(JSONString(place))])
            }
            var members = RPCParameters(object)
            let text = try members.string("address", maximumCount: 44)
            let label = try ParameterForm<String>.checkedLabel(members.string("label", maximumCount: 64), place)
            try members.finish()
            guard let address = try? PublicKey(base58: text) else { throw .parameter(place, "not an address") }
            guard seen.insert(address.base58).inserted else { throw .parameter(place, "an address stands there twice") }
            found.append((address.base58, label))
        }
        return found
    }
    .listed(as: .list(.anyObject))

    private static func json(_ contact: Contact, name: String? = nil, claimed: ClaimedName? = nil) -> JSON {
        var json: JSONObject = [
            "address": .string(contact.address), "label": .string(JSONString(contact.label)),
            "added": .number(contact.added),
            "onCurve": .bool((try? PublicKey(base58: contact.address))?.isOnCurve ?? false),
        ]
        json["name"] = name.map { .string(JSONString($0)) }
        json["claimed"] = claimed?.json
        if let findings = claimed?.findings, !findings.isEmpty { json["findings"] = .array(findings.map(\.json)) }
        return .object(json)
    }
}

extension ContactsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            book: parts.book, keys: parts.keys, prompts: parts.prompts,
            names: NameBook(parts), network: parts.network)
    }

    static let declaration = ModuleDeclaration<ContactsModule>(
        id: "contacts",
        methods: [
            Method(
                "contacts.list", callers: .owner, params: .page,
                result: .object([.required("contacts", .list(contact)), .optional("cursor")]), by: ContactsModule.list),
            // A caller of these takes the warning from an address that looks like a known one: from a browser they ask by a prompt.
            Method(
                "contacts.add", callers: .owner, params: .required("address", .address), .required("label", .label),
                .optional("name", .name), .changeProof,
                result: .object(
                    contactMembers + [
                        .optional("claimed", PaidName.form), .optional("findings", RecipientFinding.list),
                    ]), limit: .prompting, by: ContactsModule.add),
            Method(
                "contacts.import", callers: [.commandLine], params: .required("contacts", rows),
                .optional("passphrase", .sealed),
                result: .object([.required("added", .integer), .required("present", .integer)]),
                by: ContactsModule.addAll),
            Method(
                "contacts.update", callers: .owner, params: .required("address", .address), .required("label", .label),
                .changeProof,
                result: contact, limit: .prompting, by: ContactsModule.update),
            Method(
                "contacts.remove", callers: .owner, params: .required("address", .address), .changeProof,
                result: .object([.required("address")]), limit: .prompting, by: ContactsModule.remove),
        ])

    private static let contact = ValueType.object(contactMembers)
    private static let contactMembers: [ParameterManifest] = [
        .required("address"), .required("label"), .required("added", .integer), .required("onCurve", .boolean),
        .optional("name"),
    ]
}

/// A change of the address book that the browser requests and the passphrase must allow.
enum ContactChange {
    /// - Parameters:
    ///   - name: The name that stands for the address.
    ///   - before: The address that the name stood for before, as far as the user knows.
    case addition(_ address: String, _ label: String, name: String? = nil, before: String? = nil)
    case renaming(_ address: String, _ label: String)
    case removal(_ address: String)

    /// The lines of a prompt about it, with the whole address. The name comes from the browser, and is quoted.
    ///
    /// - Parameter present: The name that the address has now.
    func lines(present: String?, in words: Phrasebook) -> [String] {
        let end = ["", words(.promptAllow)]
        return switch self {
        case .addition(let address, let label, let name, let before):
            [
                words(.contactAddition), "  \(address)",
            ] + (name.map { [words(.contactAdditionResolved, ["name": $0])] } ?? [])
                + (before.map { [words(.contactAdditionChanged), "  \($0)"] } ?? [])
                + [
                    words(.contactAdditionName), "  | \(label)", "",
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

    /// The command that does the same in a terminal, if no prompt can be shown. It leaves the name out, which could be anything in a shell.
    var command: String {
        switch self {
        case .addition(let address, _, let name, _): "sidekey contacts add \(name ?? address) NAME"
        case .renaming(let address, _): "sidekey contacts rename \(address) NAME"
        case .removal(let address): "sidekey contacts remove \(address)"
        }
    }

    var address: String {
        switch self {
        case .addition(let address, _, _, _), .renaming(let address, _), .removal(let address): address
        }
    }
}

extension ContactsModule {
    /// Asks for the passphrase outside the browser for one change.
    ///
    /// - Throws: 4001 if the user closed the prompt; 4100 (`wrong-passphrase`) after the third wrong one; 4101 before the first unlock; -32000
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
