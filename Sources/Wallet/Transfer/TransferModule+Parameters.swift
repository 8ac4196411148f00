import DisplayText
import JSONRPC
import SolanaRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// The parameters of a transfer.
extension TransferModule {
    /// Reads an address, a contact's label, or a name. A label comes first: its owner has proven it with the passphrase.
    func recipient(_ text: String) async throws(RPCError) -> NamedRecipient {
        if let address = try? PublicKey(base58: text) { return .address(address) }
        let isName = SolanaName.isMeant(by: text)
        do throws(RPCError) {
            let contacts = try await knownAddresses.book.contacts()
            if let contact = contacts.first(where: { $0.label.lowercased() == text.lowercased() }),
                let address = try? PublicKey(base58: contact.address)
            {
                return .address(address)
            }
        } catch {
            guard isName else { throw error }
        }
        guard isName else {
            throw RPCError(.invalidInput, .contactUnknown, "that is neither an address nor a contact's label")
        }
        do throws(SolanaName.Fault) { return .name(try SolanaName(text)) } catch { throw RPCError(error) }
    }

    /// Finds the address, and the name by which it is paid: the one that was given, or the one under which a contact was added.
    func address(
        of recipient: NamedRecipient, _ nodes: [NetworkNode], _ cluster: Cluster
    ) async throws(RPCError) -> (PublicKey, PaidName?) {
        switch recipient {
        case .address(let address):
            let found = await names.contactName(of: address, by: nodes, on: cluster)
            return (address, found.map { PaidName(name: $0.name, address: address, resolved: $0.resolved) })
        case .name(let name):
            let resolved = try await names.resolve(name, by: nodes)
            return (
                resolved.address,
                PaidName(name: name.description, address: resolved.address, resolved: resolved)
            )
        }
    }
}

/// A recipient as it is asked for.
enum NamedRecipient: Sendable {
    /// An address, pasted or a contact's.
    case address(PublicKey)
    case name(SolanaName)
}

/// A transfer as it is asked for, with names that aren't looked up yet.
struct TransferParameters: Sendable {
    /// An address, a contact's label, or a name.
    let to: String
    /// The address that was shown for it; nothing is sent to another one.
    let address: PublicKey?
    let amount: TransferOrder.Amount
    let asset: TransferOrder.Asset
    let memo: String?
    let allowsOffCurve: Bool
}

extension Parameter where Value == TransferParameters {
    static var transfer: Self {
        .combining(
            .required("to"), .optional("address", .address), .optional("amount"),
            .optional("all", .boolean, default: false),
            .optional("mint", .address), .optional("memo"),
            .optional("allowOffCurve", .boolean, default: false)
        ) { to, address, text, isAll, mint, memo, allowsOffCurve throws(RPCError) in
            let amount: TransferOrder.Amount
            switch (text, isAll) {
            case (let text?, false): amount = .decimal(text)
            case (nil, true): amount = .everything
            default: throw RPCError(.invalidParams, .paramMissing, "one of amount and all", data: ["name": "amount"])
            }
            return TransferParameters(
                to: to, address: address, amount: amount, asset: mint.map { .token(mint: $0) } ?? .sol, memo: memo,
                allowsOffCurve: allowsOffCurve)
        }
    }
}

extension Parameter where Value == PriorityFee {
    /// The level of the fee, and the most lamports.
    static var priority: Self {
        .combining(
            .optional("priority", ParameterForm<PriorityFee.Level>.word, default: .normal),
            .optional("priorityCap", .u64, default: PriorityFee.usualCap)
        ) { level, cap throws(RPCError) in
            guard cap <= PriorityFee.maximumCap else {
                throw .parameter("priorityCap", "no more than 0.01 SOL is offered for priority")
            }
            return PriorityFee(level, cap: cap)
        }
    }
}

/// Plans in the protocol's spelling; docs/protocol.md, "Transfers", lists the members.
extension TransferPlan {
    /// - Parameters:
    ///   - label: The recipient's label, if it is a contact.
    ///   - name: The name by which it is paid.
    ///   - claimed: The name that the recipient chose for itself.
    ///   - findings: Those about the names.
    func json(
        _ cluster: Cluster, label: String?, name paid: PaidName?, claimed: ClaimedName?,
        adding findings: [RecipientFinding]
    ) -> JSONObject {
        var json: JSONObject = [
            "cluster": .string(cluster.rawValue), "account": .string(order.from.base58),
            "to": .string(order.to.base58), "destination": .string(destination.base58),
            "sources": .array(sources.map { .string($0.base58) }), "amount": .string("\(amount)"),
            "received": .string("\(received)"), "decimals": .number(Int(decimals)),
            "fee": .string("\(transaction.fee)"), "priorityFee": .string("\(transaction.priorityFee)"),
            "total": .string("\(total)"), "balance": .string("\(balance)"),
            "findings": .array((recipient.findings + findings).map(\.json)), "node": .string(JSONString(node)),
            "slot": .string("\(transaction.slot)"),
            "lastValidBlockHeight": .string("\(transaction.lifetime.lastValidBlockHeight)"),
        ]
        if case .token(let mint) = order.asset { json["mint"] = .string(mint.base58) }
        json["name"] = token?.claimedName.map { .string(JSONString($0)) }
        json["symbol"] = token?.claimedSymbol.map { .string(JSONString($0)) }
        json["resolved"] = paid?.json
        json["claimed"] = claimed?.json
        json["label"] = label.map { .string(JSONString($0)) }
        json["memo"] = order.memo.map { .string(JSONString($0)) }
        json["accountCost"] = accountCost.map { .string("\($0)") }
        json["computeUnits"] = transaction.computeUnits.map { .number(Int($0)) }
        return json
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
        case .memo: self = .parameter("memo", "a memo has 1 to 256 bytes")
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
                .invalidInput, .tokenRefused, "this token can't be sent or burned (\(fault.rawValue))",
                data: ["fault": .string(JSONString(fault.rawValue))])
        case .tooLarge: self.init(.invalidInput, .transactionInvalid, "it doesn't fit a transaction")
        case .noDelegate:
            self.init(.invalidInput, .nothingToRevoke, "there is no token account with a delegate to revoke")
        case .nothingToClose:
            self.init(.invalidInput, .nothingToReclaim, "there is no empty token account that can be closed")
        case .nothingToBurn:
            self.init(.invalidInput, .nothingToBurn, "the account holds none of these tokens")
        case .nonce(let fault) where [.missing, .taken, .full].contains(fault):
            self.init(
                .invalidInput, .nonceMissing, "there is no nonce to sign over (\(fault.rawValue))",
                data: ["fault": .string(JSONString(fault.rawValue))])
        case .nonce(let fault):
            self.init(
                .invalidInput, .voidRefused, "the nonce can't be advanced (\(fault.rawValue))",
                data: ["fault": .string(JSONString(fault.rawValue))])
        case .stake(let fault): self.init(fault)
        case .stakeTooSmall(let minimum):
            self.init(
                .invalidInput, .stakeTooSmall, "less than this can't be delegated",
                data: ["minimum": .string("\(minimum)")])
        case .validator(let fault):
            self.init(
                .invalidInput, .validatorRefused, "nothing is delegated to this validator (\(fault.rawValue))",
                data: ["fault": .string(JSONString(fault.rawValue))])
        case .vote(let fault):
            self.init(
                .invalidInput, .voteRefused, "the vote can't be given (\(fault.rawValue))",
                data: ["fault": .string(JSONString(fault.rawValue))])
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
        case .own, .contact, .unused, .looksLike, .nameChanged, .nameDiffers, .nameAlone, .nameLike:
            "nothing is sent to this address"
        }
    }

    /// A node's or a program's own words, cut, with nothing hidden in them.
    private static func visible(_ text: String) -> String {
        VisibleText.spellingOut(String(text.unicodeScalars.prefix(256)), keepingLines: false)
    }
}
