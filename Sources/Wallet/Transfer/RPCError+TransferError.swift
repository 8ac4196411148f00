import DisplayText
import JSONRPC
import SolanaRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork

extension RPCError {
    /// The protocol's error for why nothing can be sent.
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
