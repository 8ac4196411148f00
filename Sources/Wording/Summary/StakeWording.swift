import JSONRPC

/// The sentence of a request that only makes a stake of the user's own, or only ends the staking of one.
struct StakeWording {
    /// Nil for any other request, and for a stake that is locked or that anybody but its payer may withdraw.
    let sentence: String?

    init(_ items: [JSON], _ changes: ChangeWording, _ names: AddressWording, in words: Phrasebook) {
        sentence = Self.sentence(items, changes, names, in: words)
    }

    private static func sentence(
        _ items: [JSON], _ changes: ChangeWording, _ names: AddressWording, in words: Phrasebook
    ) -> String? {
        guard items.count == 1, changes.state == "complete", changes.received.isEmpty else { return nil }
        let calls = (items[0]["instructions"]?.array ?? []).filter { $0["program"]?.text != computeBudget }
        let called = calls.map { Call(program: $0["program"]?.text, name: $0["name"]?.text) }
        func field(_ call: Int, _ name: String) -> String? {
            calls[call]["fields"]?.array?.first { $0["name"]?.text == name }?["value"]?.text
        }
        if called == [Call(program: stake, name: "Deactivate")], changes.paid.isEmpty {
            return field(0, "stake").map { words(.summaryUnstake, ["stake": names.short($0)]) }
        }
        guard called.count == 3, called[0].program == system,
            ["CreateAccount", "CreateAccountWithSeed"].contains(called[0].name),
            called[1] == Call(program: stake, name: "Initialize"),
            called[2] == Call(program: stake, name: "DelegateStake"), let payer = field(0, "from"),
            let made = field(0, "newAccount"), let vote = field(2, "vote"), changes.accounts.contains(payer)
        else { return nil }
        // A stake can be made for somebody else, or locked for years: then it is none of the user's own.
        let isOwn =
            ["staker", "withdrawer"].allSatisfy { field(1, $0) == payer }
            && ["unixTimestamp", "epoch"].allSatisfy { field(1, $0) == "0" }
        let isOne = field(1, "stake") == made && field(2, "stake") == made
        guard isOwn, isOne, !changes.paid.isEmpty else { return nil }
        return words(
            .summaryStake,
            ["amount": RequestSentence.list(changes.paid, in: words), "validator": names.short(vote)])
    }

    private struct Call: Equatable {
        let program: String?
        let name: String?
    }

    private static let system = "11111111111111111111111111111111"
    private static let stake = "Stake11111111111111111111111111111111111111"
    private static let computeBudget = "ComputeBudget111111111111111111111111111111"
}
