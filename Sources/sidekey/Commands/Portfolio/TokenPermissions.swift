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
        try portfolio.list("portfolio.permissions", "permissions", output) { permissions, source in
            source.heading
                + (permissions.isEmpty ? say(.permissionsNone) + "\n" : permissions.map(Self.text).joined())
        }
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
        output.writeSent(result, Self.text(result))
    }

    /// Whose permission ended, and how many are left.
    private static func text(_ result: JSON) -> String {
        var lines = (result["revoked"]?.array ?? []).map { revoked in
            let names = ["account", "delegate"].map { revoked[$0]?.text?.visible ?? "?" }
            return say(.revokedFrom, ["account": names[0], "delegate": names[1]])
        }
        if let left = result["left"]?.int, left > 0 { lines.append(say(.countedRevokedLeft, left)) }
        return lines.map { $0 + "\n" }.joined()
    }
}
