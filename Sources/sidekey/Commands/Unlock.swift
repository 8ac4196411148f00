import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey unlock`: opens a session, in which the wallet can sign what the user approves.
struct Unlock: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpUnlock),
        discussion: say(.helpUnlockMore))

    @Flag(help: ArgumentHelp(say(.helpUnlockSecurityKey)))
    var securityKey = false

    @Flag(help: ArgumentHelp(say(.helpUnlockTPM)))
    var tpm = false

    @Flag(help: ArgumentHelp(say(.helpUnlockFingerprint)))
    var fingerprint = false

    @OptionGroup var pin: PINOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [securityKey, tpm, fingerprint, passphrase.passphraseFile != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError(say(.usageUnlockProof))
        }
        guard securityKey || tpm || pin.pinFile == nil else { throw ValidationError(say(.usagePINFileAlone)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let status =
            try securityKey
            ? byKey(&agent) : tpm ? byTPM(&agent) : fingerprint ? byFinger(&agent) : byPassphrase(&agent)
        let left = status["session"]?["remaining"]?.int
        output.write(
            status,
            or: (left.map { say(.walletUnlockedFor, ["seconds": "\($0.seconds)"]) } ?? say(.walletIsUnlocked)) + "\n")
    }
}

extension Unlock {
    private func byKey(_ agent: inout AgentClient) throws(CommandError) -> JSON {
        // Nobody is sent to touch a key that can't open this wallet.
        let hasKey = try agent.call("vault.status")["securityKeys"] != nil
        return try pin.ask(&agent, touch: output.json || !hasKey ? nil : .securityKeyTouch) {
            pin throws(CommandError) in
            try pin.lend { pin throws(CommandError) in
                try SecretRequest(
                    id: "unlock", method: "vault.unlock",
                    params: ["securityKey": .json(true), "pin": .secret(pin)])
            }
        }
    }

    private func byTPM(_ agent: inout AgentClient) throws(CommandError) -> JSON {
        try pin.ask(&agent, prompt: .askTPMPIN, ifAsked: .tpmPIN) { pin throws(CommandError) in
            try pin.lend { pin throws(CommandError) in
                try SecretRequest(
                    id: "unlock", method: "vault.unlock", params: ["tpm": .json(true), "pin": .secret(pin)])
            }
        }
    }

    private func byFinger(_ agent: inout AgentClient) throws(CommandError) -> JSON {
        // Nobody is sent to the sensor for a key that isn't kept.
        let isKept = try agent.call("vault.status")["fingerprint"] != nil
        if isKept, !output.json { StandardError.write(say(.fingerprintTerminal) + "\n") }
        return try agent.call("vault.unlock", ["fingerprint": true], within: PINOptions.patience)
    }

    private func byPassphrase(_ agent: inout AgentClient) throws(CommandError) -> JSON {
        let secret = try passphrase.read()
        return try agent.call("vault.unlock", ["environment": AgentClient.place], passphrase: secret)
    }
}

/// `sidekey lock`: ends the session and voids approvals that aren't signed yet.
struct Lock: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpLock))

    @Flag(help: ArgumentHelp(say(.helpLockForget)))
    var forget = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        output.write(try agent.call("vault.lock", forget ? ["forget": true] : [:]), or: say(.walletIsLocked) + "\n")
    }
}
