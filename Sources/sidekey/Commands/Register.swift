import ArgumentParser
import JSONRPC
import Wording

/// `sidekey register`: registers the installed programs with browsers, desktop, manual and shells, or reverts that.
struct Register: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpRegister), discussion: say(.helpRegisterMore))

    @Flag(name: .customLong("system"), help: ArgumentHelp(say(.helpRegisterSystem)))
    var isForEveryUser = false

    @Flag(name: .customLong("system-extension"), help: ArgumentHelp(say(.helpSystemExtension)))
    var isWithExtension = false

    @Flag(name: .customLong("remove"), help: ArgumentHelp(say(.helpRegisterRemove)))
    var isRemoving = false

    @Flag(name: .customLong("dry-run"), help: ArgumentHelp(say(.helpDryRun)))
    var isDry = false

    @Option(help: ArgumentHelp(say(.helpPrefix), valueName: "folder"))
    var prefix: String?

    @Option(help: ArgumentHelp(say(.helpAllowExtension), valueName: "id"))
    var allowExtension: [String] = []

    @Option(help: ArgumentHelp(say(.helpForbidExtension), valueName: "id"))
    var forbidExtension: [String] = []

    @OptionGroup var output: OutputOptions

    func run() throws {
        var registration = Registration(
            try installation(), isForEveryUser: isForEveryUser || isWithExtension, isWithExtension: isWithExtension,
            isDry: isDry)
        if isRemoving {
            try registration.unregister()
        } else {
            try registration.register(allow: try Self.ids(allowExtension), forbid: try Self.ids(forbidExtension))
        }
        output.write(registration.json, or: registration.lines.map { "\($0)\n" }.joined())
    }

    private func installation() throws(CommandError) -> Installation {
        if let prefix {
            // It goes into JSON and desktop entries as it is.
            guard prefix.hasPrefix("/"), !prefix.contains(where: { "\"\\".contains($0) || $0.isNewline }) else {
                throw CommandError(say(.prefixInvalid))
            }
            return Installation(prefix: prefix)
        }
        guard let installation = Installation.current else { throw CommandError(say(.foundNoFolder)) }
        return installation
    }

    private static func ids(_ given: [String]) throws(CommandError) -> [String] {
        var ids: [String] = []
        for text in given {
            guard let id = AllowedExtensions.id(of: text) else {
                throw CommandError(say(.extensionIDInvalid, ["id": text.visible]))
            }
            ids.append(id)
        }
        return ids
    }
}
