import ArgumentParser
import JSONRPC
import Wording

/// `sidekey extensions copies`: the copies of the wallet's own extension that are connected, and what the agent makes of them.
struct ExtensionsCopies: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copies", abstract: say(.helpExtensionsCopies), discussion: say(.helpExtensionsCopiesMore))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let found = try agent.call("extensions.copies")
        let copies = found["copies"]?.array ?? []
        let folders = (found["folders"]?.array ?? []).map {
            say(.extensionFolderTrusted, ["path": Self.shown($0)]) + "\n"
        }
        let lines = copies.isEmpty ? [say(.extensionCopiesNone) + "\n"] : copies.map(Self.text)
        output.write(found, or: (lines + folders).joined())
    }

    private static func text(_ connection: JSON) -> String {
        let copies = connection["copies"]?.array ?? []
        let standing = words(connection["standing"]?.text, version: copies.first?["version"])
        return "\(shown(connection["browser"])): \(standing)\n" + copies.map { "    \(shown($0["path"]))\n" }.joined()
    }

    private static func words(_ standing: String?, version: JSON?) -> String {
        switch standing {
        case "known": say(.extensionCopyKnown, ["version": shown(version)])
        case "trusted": say(.extensionCopyTrusted)
        default: say(.extensionCopyUnverified)
        }
    }

    private static func shown(_ value: JSON?) -> String { value?.text?.visible ?? "?" }
}

/// `sidekey extensions trust-folder FOLDER`.
struct ExtensionsTrustFolder: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust-folder", abstract: say(.helpExtensionsTrust), discussion: say(.helpExtensionsTrustMore))

    @OptionGroup var folder: ExtensionFolder
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let path = try folder.resolved()
        let secret = try passphrase.read()
        let answer = try agent.call("extensions.trustFolder", ["folder": .string(path)], passphrase: secret)
        output.write(answer, or: say(.extensionFolderTrusted, ["path": path.visible]) + "\n")
    }
}

/// `sidekey extensions untrust-folder FOLDER`.
struct ExtensionsUntrustFolder: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "untrust-folder", abstract: say(.helpExtensionsUntrust))

    @OptionGroup var folder: ExtensionFolder
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let path = (try? folder.resolved()) ?? folder.path
        output.write(
            try agent.call("extensions.untrustFolder", ["folder": .string(path)]), or: say(.doneRemoved) + "\n")
    }
}

/// A folder from which a browser loads the extension.
struct ExtensionFolder: ParsableArguments {
    @Argument(help: ArgumentHelp(say(.helpExtensionFolder), valueName: "folder"), completion: .directory)
    var path: String

    /// - Throws: What opening a missing file says.
    func resolved() throws(CommandError) -> String {
        guard let real = FileSystem.resolved(path) else {
            throw CommandError(say(.fileUnopened, ["path": path.visible]))
        }
        return real
    }
}
