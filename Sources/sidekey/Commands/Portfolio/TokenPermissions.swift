import ArgumentParser
import DisplayText
import JSONRPC
import Wording

/// `sidekey permissions`: who else may take tokens from an account.
struct TokenPermissions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "permissions", abstract: say(.helpPermissions),
        discussion: say(.helpPermissionsMore))

    @OptionGroup var portfolio: PortfolioOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let params = try portfolio.params(from: &agent)
        var first: JSON?
        let permissions = try agent.all("portfolio.permissions", params, member: "permissions", first: &first)
        if output.json {
            StandardOutput.write(.array(permissions))
            return
        }
        let source = AnswerSource(first ?? .null)
        let text = permissions.isEmpty ? say(.permissionsNone) + "\n" : permissions.map(Self.text).joined()
        StandardOutput.write(source.heading + text)
        source.warn()
    }

    private static func text(_ permission: JSON) -> String {
        var lines = [
            "\(DecimalAmount(permission, "amount")?.description ?? "?")  \(TokenLabel(permission))",
            "    " + say(.permissionIn, ["account": permission["tokenAccount"]?.text?.visible ?? "?"]),
        ]
        if let delegate = permission["delegate"]?.text {
            let most = DecimalAmount(permission, "delegated")?.description ?? "?"
            lines.append("    " + say(.permissionTakes, ["delegate": delegate.visible, "amount": most]))
        }
        if let closer = permission["closeAuthority"]?.text {
            lines.append("    " + say(.permissionCloses, ["account": closer.visible]))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
