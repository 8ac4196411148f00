import AgentSocket
import JSONRPC

/// Whether the agent answers, is of this version, and can keep secrets out of swap; and what state the wallet is in.
enum AgentCheck {
    static func run() -> [Diagnosis] {
        do throws(CommandError) {
            var agent = try AgentClient.connect()
            let status = try agent.call("agent.status")
            let vault = try agent.call("vault.status")
            var found = [version(status), memory(status), desktop(status)] + activity(status)
            if let folder = try? WalletFolder(environment: AgentClient.environment) {
                found.insert(WalletFolderCheck.socket(of: folder), at: 1)
            }
            return found + wallet(vault)
        } catch {
            return [.failure("agent", "no answer from the agent: \(error.message)", hint: error.hints.first)]
        }
    }

    private static func version(_ status: JSON) -> Diagnosis {
        let version = status["version"]?.text ?? "?"
        let protocolNumber = status["protocol"]?.int ?? 0
        guard version == Release.version, protocolNumber == Release.protocolNumber else {
            return .failure(
                "agent", "the running agent is \(version), protocol \(protocolNumber), and this is \(Release.version)",
                hint: "sidekey stop; the next command or browser starts the installed one")
        }
        return .ok("agent", "the agent answers, process \(status["pid"]?.int ?? 0)")
    }

    private static func memory(_ status: JSON) -> Diagnosis {
        guard status["memoryLocked"]?.bool == true else {
            return .warning(
                "memory", "the agent can't keep every secret out of swap",
                hint: "raise the limit of locked memory (ulimit -l), then: sidekey stop")
        }
        return .ok("memory", "secrets are kept out of swap")
    }

    private static func desktop(_ status: JSON) -> Diagnosis {
        guard status["desktopWatched"]?.bool == true else {
            return .warning(
                "desktop",
                "logind isn't there: the wallet doesn't lock when the machine sleeps or the desktop is locked",
                hint: "lock it yourself (sidekey lock), or wait for the session's end")
        }
        return .ok("desktop", "the wallet locks when the machine sleeps and when the desktop is locked")
    }

    private static func activity(_ status: JSON) -> [Diagnosis] {
        guard let line = status["activityBreak"]?.int else { return [] }
        return [
            .failure(
                "activity", "line \(line) of the activity log doesn't follow from the one before: it was changed",
                hint: "trust what it says only up to there")
        ]
    }

    private static func records(_ trust: JSON) -> Diagnosis {
        switch (trust.text, PolicyText.warning(trust)) {
        case ("reset", let warning?):
            .failure(
                "records", warning,
                hint: "look through sidekey policy show and sidekey account list, then: sidekey policy set")
        // Nothing is wrong with it: nobody could have looked yet.
        case (_, let warning?): .ok("records", warning)
        case (_, nil): .ok("records", "policy and grants are what was settled")
        }
    }

    private static func wallet(_ status: JSON) -> [Diagnosis] {
        var found: [Diagnosis] = []
        switch status["vault"]?.text {
        case "none": found.append(.warning("wallet", "there is no wallet yet", hint: "sidekey create"))
        case "locked": found.append(.ok("wallet", "there is a wallet, locked"))
        case "unlocked": found.append(.ok("wallet", "there is a wallet, unlocked"))
        default: found.append(.failure("wallet", "the wallet's state is unknown", hint: nil))
        }
        if status["vault"]?.text != "none", let trust = status["trust"] { found.append(records(trust)) }
        if status["unattended"]?.bool == true {
            found.append(
                .warning(
                    "unattended", "the wallet was made by script and is approved without its passphrase",
                    hint: "fine for tests; make another for money"))
        }
        return found
    }
}
