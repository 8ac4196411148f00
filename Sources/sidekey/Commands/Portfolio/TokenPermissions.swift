import ArgumentParser
import DisplayText
import JSONRPC
import Wording

/// `sidekey permissions`: shows who else may take tokens from an account.
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

/// `sidekey revoke ACCOUNT...`: revokes others' permissions on tokens.
struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpRevoke),
        discussion: say(.helpRevokeMore))

    @Argument(help: ArgumentHelp(say(.helpRevokeAccounts)))
    var accounts: [String] = []

    @Flag(help: ArgumentHelp(say(.helpRevokeAll)))
    var all = false

    @OptionGroup var transfer: TransferOptions
    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard all == accounts.isEmpty else { throw ValidationError(say(.usageRevoke)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params = try transfer.params(&agent)
        if !all { params["accounts"] = .array(accounts.map { .string(JSONString($0)) }) }
        let result = try transfer.decide("transfer.revoke", params, approval, output, with: &agent)
        guard !output.json else { return StandardOutput.write(result) }
        for revoked in result["revoked"]?.array ?? [] {
            let names = ["account", "delegate"].map { revoked[$0]?.text?.visible ?? "?" }
            StandardOutput.write(say(.revokedFrom, ["account": names[0], "delegate": names[1]]) + "\n")
        }
        if let left = result["left"]?.int, left > 0 {
            StandardOutput.write(say(.countedRevokedLeft, left) + "\n")
        }
        StandardOutput.write(say(.sendIsSent, ["signature": result["signature"]?.text?.visible ?? "?"]) + "\n")
    }
}
