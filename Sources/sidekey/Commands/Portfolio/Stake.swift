import ArgumentParser
import DisplayText
import JSONRPC
import SolanaTransactions
import Wording

/// `sidekey stake ...`: lists stakes and validators, delegates, deactivates and withdraws.
struct StakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stake", abstract: say(.helpStake), discussion: say(.helpStakeMore),
        subcommands: [
            StakeList.self, StakeValidators.self, StakeDelegate.self, StakeDeactivate.self, StakeWithdraw.self,
            StakeLiquid.self,
        ], defaultSubcommand: StakeList.self)
}

/// `sidekey stake list`: lists the stakes that an account may delegate or withdraw.
struct StakeList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpStakeList))

    @OptionGroup var portfolio: PortfolioOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        try portfolio.list("stake.list", "stakes", output) { stakes, _ in
            stakes.isEmpty ? say(.stakeNone) + "\n" : stakes.map(Self.text).joined(separator: "\n")
        }
    }

    private static func text(_ stake: JSON) -> String {
        var lines = NamedLines()
        lines.append(.nameState, StakeText.state(stake))
        if let vote = stake["vote"]?.text {
            lines.append(.nameValidator, vote.visible)
            if let validator = stake["validator"] { lines.append(named: "", StakeText.validator(validator)) }
        }
        if let reward = stake["reward"] {
            let values: KeyValuePairs = [
                "amount": StakeText.sol(reward, "lamports"), "epoch": reward["epoch"]?.text?.visible ?? "?",
            ]
            lines.append(.nameReward, say(.stakeReward, values))
        }
        lines.append(.nameDeposit, StakeText.sol(stake, "deposit") + " SOL")
        lines.append(.nameWithdrawable, StakeText.sol(stake, "withdrawable") + " SOL")
        if let lockup = stake["lockup"] { lines.append(.nameLockup, StakeText.lockup(lockup)) }
        let powers = (stake["powers"]?.array ?? []).compactMap(\.text)
        if !powers.contains("staker") { lines.append(.nameNote, say(.stakeForeignStaker)) }
        if !powers.contains("withdrawer") { lines.append(.nameNote, say(.stakeForeignWithdrawer)) }
        return "\(StakeText.sol(stake, "lamports")) SOL  \(stake["address"]?.text?.visible ?? "?")\n"
            + lines.text(width: 10, indent: 4)
    }
}

/// The parts of stakes and validators in words.
enum StakeText {
    static func sol(_ json: JSON, _ name: String) -> String {
        DecimalAmount(json, name, decimals: 9)?.description ?? "?"
    }

    /// The state, and how much of it is active where that isn't all or nothing.
    static func state(_ stake: JSON) -> String {
        let state = stake["state"]?.text ?? "?"
        let words =
            switch state {
            case "activating": say(.stakeState_activating)
            case "active": say(.stakeState_active)
            case "deactivating": say(.stakeState_deactivating)
            case "inactive": say(.stakeState_inactive)
            default: state.visible
            }
        guard ["activating", "deactivating"].contains(state) else { return words }
        return say(.stakeActivePart, ["state": words, "amount": sol(stake, "active")])
    }

    static func validator(_ validator: JSON) -> String {
        let commission = say(.stakeCommission, ["percent": validator["commission"]?.int.map { "\($0)" } ?? "?"])
        return validator["delinquent"]?.bool == true ? "\(commission), \(say(.stakeDelinquent))" : commission
    }

    static func lockup(_ lockup: JSON) -> String {
        let date = lockup["time"]?.int.flatMap { UTCDate(milliseconds: $0)?.text }
        let epoch = lockup["epoch"]?.text?.visible
        switch (date, epoch) {
        case (let date?, let epoch?): return say(.stakeLockedBoth, ["date": date, "epoch": epoch])
        case (let date?, nil): return say(.stakeLockedDate, ["date": date])
        default: return say(.stakeLockedEpoch, ["epoch": epoch ?? "?"])
        }
    }
}

/// `sidekey stake validators [VOTE]`: lists validators, or tells one with its last epochs.
struct StakeValidators: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validators", abstract: say(.helpStakeValidators), discussion: say(.helpStakeValidatorsMore))

    @Argument(help: ArgumentHelp(say(.helpStakeVote)))
    var vote: String?

    @Option(help: ArgumentHelp(say(.helpStakeLimit)))
    var limit = 20

    @Option(help: ArgumentHelp(say(.helpClusterOrChosen)))
    var cluster: Cluster?

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params: JSONObject = ["limit": .number(limit)]
        params["cluster"] = cluster.map { .string(JSONString($0.rawValue)) }
        params["vote"] = vote.map { .string(JSONString($0)) }
        let answer = try agent.call("stake.validators", params)
        if output.json { return StandardOutput.write(answer) }
        let validators = answer["validators"]?.array ?? []
        var text = validators.map { Self.text($0, isWhole: vote != nil) }.joined(separator: vote == nil ? "" : "\n")
        if vote == nil { text += say(.countedValidators, answer["count"]?.int ?? 0) + "\n" }
        let values: KeyValuePairs = [
            "minimum": StakeText.sol(answer, "minimum"), "deposit": StakeText.sol(answer, "deposit"),
        ]
        StandardOutput.write(text + say(.stakeLeast, values) + "\n")
    }

    private static func text(_ validator: JSON, isWhole: Bool) -> String {
        let vote = validator["vote"]?.text?.visible ?? "?"
        let first = "\(vote)  \(StakeText.validator(validator))\n"
        guard isWhole else { return first }
        var lines = NamedLines()
        lines.append(.nameStaked, StakeText.sol(validator, "stake") + " SOL")
        for (index, epoch) in (validator["history"]?.array ?? []).enumerated() {
            let values: KeyValuePairs = [
                "epoch": epoch["epoch"]?.text?.visible ?? "?", "credits": epoch["credits"]?.text?.visible ?? "?",
            ]
            let line = say(.stakeEpoch, values)
            let share = epoch["share"]?.int.map { say(.stakeShare, ["percent": "\($0)"]) }
            lines.append(
                named: index == 0 ? say(.nameHistory) : "", [line, share].compactMap { $0 }.joined(separator: ", "))
        }
        return first + lines.text(width: 10, indent: 4)
    }
}

/// `sidekey stake delegate AMOUNT VOTE`: stakes SOL with a validator.
struct StakeDelegate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delegate", abstract: say(.helpStakeDelegate), discussion: say(.helpStakeDelegateMore))

    @Argument(help: ArgumentHelp(say(.helpStakeAmount)))
    var amount: String

    @Argument(help: ArgumentHelp(say(.helpStakeVote)))
    var vote: String

    @Flag(help: ArgumentHelp(say(.helpStakeBehind)))
    var delinquent = false

    @OptionGroup var transfer: TransferOptions
    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params = try transfer.params(&agent)
        params["amount"] = .string(JSONString(amount))
        params["vote"] = .string(JSONString(vote))
        if delinquent { params["acceptDelinquent"] = true }
        let result = try transfer.decide("stake.delegate", params, approval, output, with: &agent)
        let values: KeyValuePairs = [
            "amount": StakeText.sol(result, "amount"), "stake": result["stake"]?.text?.visible ?? "?",
        ]
        output.writeSent(result, say(.stakeDelegated, values) + "\n")
    }
}

/// A stake account on the command line, with what its transaction takes.
struct StakeArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(say(.helpStakeAddress)))
    var stake: String

    @Option(help: ArgumentHelp(say(.helpClusterOrChosen)))
    var cluster: Cluster?

    @OptionGroup var fee: FeeOptions

    var params: JSONObject {
        var params = fee.params
        params["stake"] = .string(JSONString(stake))
        params["cluster"] = cluster.map { .string(JSONString($0.rawValue)) }
        return params
    }
}

/// `sidekey stake deactivate STAKE`: ends the staking of a whole stake.
struct StakeDeactivate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deactivate", abstract: say(.helpStakeDeactivate), discussion: say(.helpStakeDeactivateMore))

    @OptionGroup var stake: StakeArgument
    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let result = try approval.decide(
            "stake.deactivate", stake.params, show: output.show,
            with: &agent)
        output.writeSent(result, say(.stakeDeactivated, ["amount": StakeText.sol(result, "amount")]) + "\n")
    }
}

/// `sidekey stake withdraw STAKE [AMOUNT|all]`: withdraws what isn't staked.
struct StakeWithdraw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: say(.helpStakeWithdraw), discussion: say(.helpStakeWithdrawMore))

    @OptionGroup var stake: StakeArgument

    @Argument(help: ArgumentHelp(say(.helpStakeWithdrawAmount)))
    var amount = "all"

    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params = stake.params
        if amount == "all" { params["all"] = true } else { params["amount"] = .string(JSONString(amount)) }
        let result = try approval.decide(
            "stake.withdraw", params, show: output.show, with: &agent)
        let key: TextKey = result["closed"]?.bool == true ? .stakeWithdrawnAll : .stakeWithdrawn
        output.writeSent(result, say(key, ["amount": StakeText.sol(result, "amount")]) + "\n")
    }
}

/// `sidekey stake liquid`: lists sites of programs that stake SOL for others.
struct StakeLiquid: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "liquid", abstract: say(.helpStakeLiquid), discussion: say(.helpStakeLiquidMore))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let answer = try agent.call("stake.liquid")
        if output.json { return StandardOutput.write(answer) }
        let lines = (answer["programs"]?.array ?? []).map { program in
            ["name", "site", "address"].map { program[$0]?.text?.visible ?? "?" }.joined(separator: "  ") + "\n"
        }
        StandardOutput.write(lines.joined())
    }
}
