import ArgumentParser
import JSONRPC
import Wording

/// `sidekey contacts import FILE`.
struct ContactsImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: say(.helpContactsImport), discussion: say(.helpContactsImportMore))

    @Argument(help: ArgumentHelp(say(.helpContactsFile)), completion: .file())
    var file: String

    @OptionGroup var change: ContactChange

    func run() throws {
        let rows = try contacts()
        guard !rows.isEmpty else { throw CommandError(say(.contactsFileEmpty, ["file": file.visible])) }
        var agent = try AgentClient.connect()
        let result = try change.call(
            "contacts.import",
            contacts: rows.map { ["address": .string(JSONString($0.address)), "label": .string(JSONString($0.name))] },
            with: &agent)
        guard !change.output.json else { return StandardOutput.write(result) }
        StandardOutput.write(say(.countedContactsAdded, result["added"]?.int ?? 0) + "\n")
        let present = result["present"]?.int ?? 0
        if present > 0 { StandardOutput.write(say(.countedContactsPresent, present) + "\n") }
    }

    private func contacts() throws(CommandError) -> [ContactsFile.Row] {
        let bytes = try PrivateFile(path: file).bytes(limit: ContactsFile.limit)
        do throws(ContactsFile.Fault) {
            return try ContactsFile(reading: bytes).rows
        } catch {
            throw CommandError(text(for: error), hint: say(.hintContactsFile))
        }
    }

    private func text(for fault: ContactsFile.Fault) -> String {
        func at(_ key: TextKey, _ line: Int) -> String { say(key, ["file": file.visible, "line": "\(line)"]) }
        return switch fault {
        case .notText: say(.contactsFileNotText, ["file": file.visible])
        case .noColumns: say(.contactsFileNoColumns, ["file": file.visible])
        case .openQuote(let line): at(.contactsFileOpenQuote, line)
        case .noAddress(let line): at(.contactsFileNoAddress, line)
        case .noName(let line): at(.contactsFileNoName, line)
        }
    }
}

/// `sidekey contacts export`.
struct ContactsExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: say(.helpContactsExport), discussion: say(.helpContactsExportMore))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let contacts = try agent.all("contacts.list", member: "contacts")
        guard !output.json else { return StandardOutput.write(.array(contacts)) }
        let rows = contacts.enumerated().compactMap { place, contact -> ContactsFile.Row? in
            guard let address = contact["address"]?.text, let name = contact["label"]?.text else { return nil }
            return ContactsFile.Row(line: place + 2, address: address, name: name)
        }
        StandardOutput.write(ContactsFile(rows: rows).text)
    }
}
