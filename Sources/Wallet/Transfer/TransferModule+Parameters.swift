import DisplayText
import JSONRPC
import SolanaRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletState

/// The parameters of a transfer.
extension TransferModule {
    static func asset(_ parameters: inout RPCParameters) throws(RPCError) -> TransferOrder.Asset {
        guard let mint = try parameters.optionalString("mint") else { return .sol }
        return .token(mint: try address(mint, "mint"))
    }

    /// An amount as it was typed, or `all`.
    static func amount(_ parameters: inout RPCParameters) throws(RPCError) -> TransferOrder.Amount {
        let text = try parameters.optionalString("amount")
        let isAll = try parameters.optionalBool("all") ?? false
        switch (text, isAll) {
        case (let text?, false): return .decimal(text)
        case (nil, true): return .everything
        default: throw RPCError(.invalidParams, .paramMissing, "one of amount and all", data: ["name": "amount"])
        }
    }

    /// An address, or a contact's label.
    func recipient(_ name: String) async throws(RPCError) -> PublicKey {
        if let address = try? PublicKey(base58: name) { return address }
        let contacts = try await knownAddresses.book.contacts()
        guard let contact = contacts.first(where: { $0.label.lowercased() == name.lowercased() }),
            let address = try? PublicKey(base58: contact.address)
        else { throw RPCError(.invalidInput, .contactUnknown, "that is neither an address nor a contact's label") }
        return address
    }

    /// The account that sends: the one named, or the first that the user hasn't hidden.
    func account(_ parameters: inout RPCParameters) async throws(RPCError) -> PublicKey {
        let name = try parameters.optionalString("account")
        guard let chosen = try await keys.chosen(name.map { [$0] } ?? []).first,
            let account = try? PublicKey(base58: chosen)
        else { throw RPCError(.invalidInput, .vaultMissing, "there is no wallet yet") }
        return account
    }

    func nodes(
        _ parameters: inout RPCParameters
    ) async throws(RPCError) -> (nodes: [NetworkNode], cluster: Cluster) {
        let named = try Cluster(reading: &parameters)
        guard let network else { throw RPCError(.invalidInput, .noNetwork, "no network is configured") }
        var cluster: Cluster
        if let named { cluster = named } else { cluster = await network.preferred }
        do throws(NetworkError) {
            return (try await network.nodes(of: cluster), cluster)
        } catch {
            throw RPCError(error)
        }
    }

    static func address(_ text: String, _ name: String) throws(RPCError) -> PublicKey {
        guard let address = try? PublicKey(base58: text) else { throw refused(name, "no address") }
        return address
    }

    static func refused(_ name: String, _ message: String) -> RPCError {
        RPCError(.invalidParams, .paramValue, message, data: ["name": .string(JSONString(name))])
    }
}

extension PriorityFee {
    /// Reads `priority` and `priorityCap`.
    init(reading parameters: inout RPCParameters) throws(RPCError) {
        let name = try parameters.optionalString("priority")
        let cap = try parameters.optionalUInt64("priorityCap") ?? PriorityFee.usualCap
        guard let level = name.map(Level.init(rawValue:)) ?? .normal else {
            throw TransferModule.refused("priority", "no such value")
        }
        guard cap <= PriorityFee.maximumCap else {
            throw TransferModule.refused("priorityCap", "no more than 0.01 SOL is offered for priority")
        }
        self.init(level, cap: cap)
    }
}

/// Plans in the protocol's spelling; docs/protocol.md, "Transfers", lists the members.
extension TransferPlan {
    /// - Parameter label: The recipient's label, if it is a contact.
    func json(_ cluster: Cluster, label: String?) -> JSONObject {
        var json: JSONObject = [
            "cluster": .string(cluster.rawValue), "account": .string(order.from.base58),
            "to": .string(order.to.base58), "destination": .string(destination.base58),
            "sources": .array(sources.map { .string($0.base58) }), "amount": .string("\(amount)"),
            "received": .string("\(received)"), "decimals": .number(Int(decimals)),
            "fee": .string("\(transaction.fee)"), "priorityFee": .string("\(transaction.priorityFee)"),
            "total": .string("\(total)"), "balance": .string("\(balance)"),
            "findings": .array(recipient.findings.map(\.json)), "node": .string(JSONString(node)),
            "slot": .string("\(transaction.slot)"),
            "lastValidBlockHeight": .string("\(transaction.lifetime.lastValidBlockHeight)"),
        ]
        if case .token(let mint) = order.asset { json["mint"] = .string(mint.base58) }
        json["name"] = token?.claimedName.map { .string(JSONString($0)) }
        json["symbol"] = token?.claimedSymbol.map { .string(JSONString($0)) }
        json["label"] = label.map { .string(JSONString($0)) }
        json["memo"] = order.memo.map { .string(JSONString($0)) }
        json["accountCost"] = accountCost.map { .string("\($0)") }
        json["computeUnits"] = transaction.computeUnits.map { .number(Int($0)) }
        return json
    }
}

extension RecipientFinding {
    var json: JSON {
        var json: JSONObject = ["name": .string(JSONString(name)), "level": .string(JSONString(level.rawValue))]
        json["address"] = address.map { .string($0.base58) }
        return .object(json)
    }
}

extension Delegation {
    var json: JSON {
        [
            "account": .string(account.base58), "mint": .string(mint.base58), "delegate": .string(delegate.base58),
            "amount": .string("\(amount)"),
        ]
    }
}

extension RPCError {
    /// The protocol's error for the reason nothing can be sent.
    init(_ error: TransferError) {
        switch error {
        case .amount(.notANumber): self.init(.invalidInput, .amountInvalid, "that is no amount")
        case .amount(.tooManyDecimals(let decimals)):
            self.init(
                .invalidInput, .amountInvalid, "the amount has more than \(decimals) digits behind the point",
                data: ["decimals": .number(Int(decimals))])
        case .amount(.tooLarge): self.init(.invalidInput, .amountInvalid, "there is no such amount")
        case .nothing: self.init(.invalidInput, .amountInvalid, "nothing would be sent")
        case .memo: self.init(.invalidParams, .paramValue, "a memo has 1 to 256 bytes", data: ["name": "memo"])
        case .payer(.empty):
            self.init(
                .invalidInput, .fundsMissing, "the account has no SOL", data: ["needed": "1", "available": "0"])
        case .payer(.notAWallet):
            self.init(.invalidInput, .fundsMissing, "the account belongs to a program, and can't pay")
        case .lamports(let needed, let available):
            self.init(.invalidInput, .fundsMissing, "there is not enough SOL", data: Self.data(needed, available))
        case .tokens(let needed, let available):
            self.init(
                .invalidInput, .fundsMissing, "there are not enough tokens", data: Self.data(needed, available))
        case .scattered(let available):
            self.init(
                .invalidInput, .fundsMissing, "the tokens lie in too many accounts for one transaction",
                data: ["available": .string("\(available)")])
        case .remainder(let minimum, let most):
            self.init(
                .invalidInput, .belowRent, "too little would be left for the account to stay",
                data: ["minimum": .string("\(minimum)"), "most": .string("\(most)")])
        case .tooLittleForRecipient(let minimum):
            self.init(
                .invalidInput, .belowRent, "the recipient's account takes more to be made",
                data: ["minimum": .string("\(minimum)")])
        case .recipient(let finding):
            var data: JSONObject = ["finding": .string(JSONString(finding.name))]
            data["address"] = finding.address.map { .string($0.base58) }
            self.init(.invalidInput, .recipientRefused, Self.sentence(finding), data: data)
        case .token(let fault):
            self.init(
                .invalidInput, .tokenRefused, "this token can't be sent (\(fault.rawValue))",
                data: ["fault": .string(JSONString(fault.rawValue))])
        case .tooLarge: self.init(.invalidInput, .transactionInvalid, "it doesn't fit a transaction")
        case .noDelegate:
            self.init(.invalidInput, .nothingToRevoke, "there is no token account with a delegate to revoke")
        case .fails(let failure, let logs):
            var data: JSONObject = ["error": .string(JSONString(Self.visible(failure.reason ?? failure.name)))]
            data["instruction"] = failure.instruction.map { .number($0 &+ 1) }
            data["logs"] = .array(logs.suffix(64).map { .string(JSONString(Self.visible($0))) })
            self.init(
                .transactionRejected, .simulationFailed, "the transaction would fail, and was neither signed nor sent",
                data: data)
        case .node(let fault): self.init(fault)
        }
    }

    private static func data(_ needed: UInt64, _ available: UInt64) -> JSONObject {
        ["needed": .string("\(needed)"), "available": .string("\(available)")]
    }

    private static func sentence(_ finding: RecipientFinding) -> String {
        switch finding {
        case .sender: "the recipient is the account that sends"
        case .offCurve: "no key belongs to this address, so that only a program could move anything from there"
        case .mint: "this is a token's mint, and what is sent there is lost"
        case .tokenAccount: "this is a token account; send to its holder"
        case .program, .programAccount: "this account belongs to a program"
        case .own, .contact, .unused, .looksLike: "nothing is sent to this address"
        }
    }

    /// A node's or a program's own words, cut, with nothing hidden in them.
    private static func visible(_ text: String) -> String {
        VisibleText.spellingOut(String(text.unicodeScalars.prefix(256)), keepingLines: false)
    }
}
