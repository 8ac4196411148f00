import SolanaTransactions

/// Somebody else pays the fee.
enum FeePayerRule: ReviewRule {
    static let id = "R14"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        guard !subject.isOwn(subject.review.feePayer) else { return [] }
        return [
            Finding(
                id: id, level: .info, parameters: [ReviewField(name: "payer", value: subject.review.feePayer.base58)])
        ]
    }
}

/// The fee is higher than any transaction needs: it goes to the cluster's leader at that moment.
enum PriorityFeeRule: ReviewRule {
    static let id = "R09"

    /// The fee above which the rule warns: 0.01 SOL, in lamports, some hundred times a busy cluster's usual fee.
    private static let unusual: UInt64 = 10_000_000
    /// The fee above which it is a danger: 0.1 SOL, in lamports, which approvals in the browser may spend by default.
    private static let excessive: UInt64 = 100_000_000

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let fee = subject.review.changes.fee
        guard fee > unusual, subject.isOwn(subject.review.feePayer) else { return [] }
        return [
            Finding(
                id: id, level: fee > excessive ? .danger : .warning,
                parameters: [ReviewField(name: "lamports", value: String(fee))])
        ]
    }
}

/// The transaction uses a durable nonce: the signature doesn't expire until the nonce is advanced.
///
/// The nonce's authority can keep the transaction for a day on which it pays. If that is the user, they can advance the nonce.
enum NonceRule: ReviewRule {
    static let id = "R05"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        guard subject.isDurable, let first = subject.review.instructions.first?.decoded
        else { return [] }
        let authority = first.account("authority")?.source
        return [
            Finding(
                id: id, level: subject.isOwn(authority) ? .info : .danger,
                parameters: [
                    ReviewField(name: "nonce", value: first.account("nonce")?.source.text ?? "?"),
                    ReviewField(name: "authority", value: authority?.text ?? "?"),
                ])
        ]
    }
}

extension ReviewSubject {
    /// True if it doesn't expire. The runtime takes a transaction for one over a nonce by its first instruction.
    fileprivate var isDurable: Bool { review.message.calls.first?.plan?.advancesNonce ?? false }
}

/// Control or code changes hands in a transaction that doesn't expire, whoever may advance its nonce.
///
/// Who gets such a transaction signed can keep it until the account is worth taking. Members of a council that signed two of these lost a protocol's
/// whole treasury weeks later.
enum LastingHandoverRule: ReviewRule, ChainRule {
    static let id = "R55"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        guard subject.isDurable else { return [] }
        let handed =
            (handovers(subject)
            + subject.effects(.owner).filter { subject.isOwn($0.account) && $0.after != .address(SystemProgram.id) })
            .map { finding($0.account.text) }
        let code = subject.effects(.code).map { finding($0.account.text, kind: "code") }
        return (handed + code + votes(subject)).withoutRepetition
    }

    /// Findings that only the simulation shows.
    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        guard subject.isDurable else { return [] }
        func accounts(_ findings: [Finding]) -> [String] {
            findings.compactMap { $0.parameters.first { $0.name == "account" }?.value }
        }
        return
            (accounts(UntoldHandoverRule.findings(in: subject, facts)).map { finding($0) }
            + accounts(UntoldCodeRule.findings(in: subject, facts)).map { finding($0, kind: "code") }).withoutRepetition
    }

    /// The authorities and approvals that go to somebody else.
    private static func handovers(_ subject: ReviewSubject) -> [Effect] {
        subject.effects(.authority) { form, instruction in
            !form.before.isNone && subject.mayBeOwn(instruction.source(form.before))
        }.filter { subject.isForeign($0.after) }
            + subject.effects(.delegate) { form, _ in !form.after.isNone }.filter {
                subject.mayBeOwn($0.before) && subject.isForeign($0.after) && !subject.isUsedUp($0)
            }
    }

    /// Decisions of a group that the user approves or carries out; what they do stands in accounts, and no instruction says it.
    private static func votes(_ subject: ReviewSubject) -> [Finding] {
        let message = subject.review.message
        return message.calls.compactMap { call -> Finding? in
            guard message.isFromCatalog(call), let name = message.name(call), decides(name), !isRefusal(call, message)
            else { return nil }
            return Finding(
                id: id, level: .danger,
                parameters: [
                    ReviewField(name: "instruction", value: String(call.instruction + 1)),
                    ReviewField(name: "kind", value: "vote"),
                ])
        }
    }

    /// True for the instructions of multisignatures and councils that approve or execute, and for those of every program that change who rules it.
    private static func decides(_ name: String) -> Bool {
        deciding.contains(name.lowercased()) || HandoverName(name).changesRuler
    }

    /// True for a vote against: it lets nothing happen.
    private static func isRefusal(_ call: DecodedMessage.Call, _ message: DecodedMessage) -> Bool {
        switch message.instruction(call)?.arguments.first(where: { $0.name == "vote" })?.value {
        case .choice(let name), .variant(let name, _): ["deny", "abstain", "veto"].contains(name.lowercased())
        default: false
        }
    }

    private static let deciding: Set<String> = [
        "proposalapprove", "approveproposal", "vaulttransactionexecute", "configtransactionexecute",
        "batchexecutetransaction",
        "executetransaction", "executesettingstransaction", "executebatchtransaction", "executetransactionsync",
        "executesettingstransactionsync", "castvote", "multisigaddmember", "multisigremovemember",
    ]

    private static func finding(_ account: String, kind: String? = nil) -> Finding {
        var parameters = [ReviewField(name: "account", value: account)]
        if let kind { parameters.append(ReviewField(name: "kind", value: kind)) }
        return Finding(id: id, level: .danger, parameters: parameters)
    }
}

extension [Finding] {
    /// Each finding once, in its first place.
    fileprivate var withoutRepetition: [Finding] {
        var known: Set<Finding> = []
        return filter { known.insert($0).inserted }
    }
}

/// Others have to sign too, so they may send the transaction later.
enum OtherSignersRule: ReviewRule {
    static let id = "R13"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        // A transaction without others has the signer alone.
        guard subject.review.requiredSignatures > 1 || subject.review.feePayer != subject.signer else { return [] }
        let others = subject.review.signers.filter { !subject.isOwn($0) }
        return others.map { other in
            Finding(id: id, level: .info, parameters: [ReviewField(name: "signer", value: other.base58)])
        }
    }
}

/// Somebody else has already signed, so the transaction may be sent as soon as the user signs.
///
/// The rule doesn't verify the signature: an invalid one makes the transaction fail and costs nothing.
enum SignedByOthersRule: ReviewRule {
    static let id = "R17"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        guard subject.review.requiredSignatures > 1 || subject.review.feePayer != subject.signer else { return [] }
        return subject.review.signed.filter { !subject.isOwn($0) }.map { signer in
            Finding(id: id, level: .info, parameters: [ReviewField(name: "signer", value: signer.base58)])
        }
    }
}
