import AgentSocket
import JSONRPC
import NodeGateway
import Pinentry
import WalletKeys
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A check that the agent answers, is of this version, and can keep secrets out of swap. It also shows the wallet's state.
enum AgentCheck {
    static func run() -> [Diagnosis] {
        do throws(CommandError) {
            var agent = try AgentClient.connect()
            let status = try agent.call("agent.status")
            let vault = try agent.call("vault.status")
            var found = [version(status), memory(status), desktop(status)] + confinement(status) + activity(status)
            if let folder = try? WalletFolder(environment: AgentClient.environment) {
                found.insert(WalletFolderCheck.socket(of: folder), at: 1)
            }
            found += wallet(vault)
            // An agent from before there were several tells nothing of them.
            if let wallets = try? agent.call("wallets.list")["wallets"]?.array { found += others(wallets) }
            // Without a wallet there is nothing that a PIN would open.
            if let status = try? agent.call("tpm.status") {
                found.append(TPMCheck.tpm(status))
            }
            // Without a wallet there is nothing to unlock. An older agent doesn't know the method.
            if vault["vault"] != "none", let status = try? agent.call("fingerprint.status") {
                found.append(FingerprintCheck.fingerprint(status))
            }
            // Before the first unlock nobody knows them.
            if let lists = try? agent.call("sites.lists")["lists"]?.array { found += siteLists(lists) }
            // An agent from before it looked at the extension's files.
            if let copies = try? agent.call("extensions.copies") { found += Self.copies(copies) }
            // An agent from before there was a list of releases.
            if let updates = try? agent.call("updates.status") { found += Self.updates(updates) }
            return found
        } catch {
            return [.failure("agent", .foundAgentSilent, ["error": error.message], hint: error.hints.first)]
        }
    }

    private static func version(_ status: JSON) -> Diagnosis {
        let version = status["version"]?.text ?? "?"
        let protocolNumber = status["protocol"]?.int ?? 0
        guard version == Release.version, protocolNumber == Release.protocolNumber else {
            return .failure(
                "agent", .foundAgentOther,
                ["version": version, "number": "\(protocolNumber)", "own": Release.version])
        }
        return .ok("agent", .foundAgent, ["process": "\(status["pid"]?.int ?? 0)"])
    }

    /// The findings about several wallets; none if the only wallet is the chosen one.
    private static func others(_ wallets: [JSON]) -> [Diagnosis] {
        let present = wallets.first { $0["current"]?.bool == true }
        let name = present?["name"]?.text?.visible ?? "?"
        var found: [Diagnosis] = []
        if wallets.count > 1 {
            found.append(.ok("wallets", .foundWallets, ["count": "\(wallets.count)", "name": name]))
        }
        // Of the open one, the vault's own line says it.
        for wallet in wallets where wallet["current"]?.bool == false {
            guard let state = wallet["vault"]?.text, !["none", "whole"].contains(state) else { continue }
            found.append(
                .failure(
                    "wallet", .foundWalletUnusable,
                    ["name": wallet["name"]?.text?.visible ?? "?", "error": state.visible]))
        }
        if let folder = try? WalletFolder(environment: AgentClient.environment),
            let chosen = WalletList(folder: folder.data).chosen, chosen != present?["id"]?.text
        {
            found.append(.failure("wallet-choice", .foundWalletChoice, ["name": name]))
        }
        return found
    }

    private static func memory(_ status: JSON) -> Diagnosis {
        guard status["memoryLocked"]?.bool == true else {
            return .warning("memory", .foundSwap)
        }
        return .ok("memory", .foundNoSwap)
    }

    private static func desktop(_ status: JSON) -> Diagnosis {
        guard status["desktopWatched"]?.bool == true else {
            return .warning("desktop", .foundNoLogind)
        }
        return .ok("desktop", .foundLogind)
    }

    /// Of the confinement, and of the process that reads in its place; nothing of an agent from before there was one.
    private static func confinement(_ status: JSON) -> [Diagnosis] {
        guard let landlock = status["landlock"]?.int, let hasFilter = status["filter"]?.bool else { return [] }
        let reader: [Diagnosis] =
            status["reader"]?.bool == false ? [.warning("extension-reader", .foundAgentNoReader)] : []
        if landlock == 0 { return [.warning("confinement", .foundAgentNoLandlock)] + reader }
        guard hasFilter else { return [.warning("confinement", .foundAgentNoSeccomp)] + reader }
        return [.ok("confinement", .foundAgentConfined, ["version": "\(landlock)"])] + reader
    }

    private static func activity(_ status: JSON) -> [Diagnosis] {
        guard let line = status["activityBreak"]?.int else { return [] }
        return [
            .failure("activity", .foundActivityBroken, ["line": "\(line)"])
        ]
    }

    private static func records(_ trust: JSON) -> Diagnosis {
        switch (trust.text, say.warning(ofTrust: trust.text)) {
        case ("reset", _): .failure("records", .foundRulesReset)
        // Nothing is wrong with it: nobody could have looked yet.
        case (_, let warning?): Diagnosis(id: "records", status: .ok, message: warning, hint: nil)
        case (_, nil): .ok("records", .foundRules)
        }
    }

    /// Lists of scam sites that say nothing, or that weren't read for a week.
    private static func siteLists(_ lists: [JSON]) -> [Diagnosis] {
        let found = lists.compactMap { list -> Diagnosis? in
            let name = list["name"]?.text?.visible ?? "?"
            guard list["state"] == "intact" else {
                return .failure("site-list", .foundListDamaged, ["name": name])
            }
            guard let read = list["read"]?.int, Int(time(nil)) * 1000 - read > week else { return nil }
            return .warning("site-list", .foundListOld, ["name": name])
        }
        return found.isEmpty && !lists.isEmpty ? [.ok("site-list", .foundLists)] : found
    }

    /// Findings about a newer version; none if nobody has looked for one or wants it looked for.
    private static func updates(_ status: JSON) -> [Diagnosis] {
        guard status["named"]?.bool == true else { return [] }
        var found: [Diagnosis] = []
        let release = status["release"]
        if let release, release["newer"]?.bool == true {
            let values: KeyValuePairs = [
                "version": release["version"]?.text?.visible ?? "?", "own": status["version"]?.text ?? "?",
            ]
            found.append(
                release["urgent"]?.bool == true
                    ? .warning("update", .foundUpdateUrgent, values) : .warning("update", .foundUpdate, values))
        }
        if let reason = status["failure"]?.text {
            let said = TextKey("refusal", reason).map { say($0) } ?? reason.visible
            found.append(.warning("updates", .foundUpdatesUnread, ["reason": said]))
        } else if status["updates"] == "daily", let looked = status["looked"]?.int,
            Int(time(nil)) * 1000 - looked > 2 * week
        {
            found.append(.warning("updates", .foundUpdatesOld))
        }
        return found.isEmpty && release != nil ? [.ok("update", .foundNoUpdate)] : found
    }

    /// Findings about the connected copies of Sidekey's extension, and about folders in which any copy counts.
    private static func copies(_ found: JSON) -> [Diagnosis] {
        let connections = found["copies"]?.array ?? []
        let unverified = connections.filter { $0["standing"] == "unverified" }.flatMap(unverified)
        let isKnown = !connections.isEmpty && connections.allSatisfy { $0["standing"] == "known" }
        let folders = (found["folders"]?.array ?? []).map {
            Diagnosis.warning("trusted-folder", .foundFolderTrusted, ["path": $0.text?.visible ?? "?"])
        }
        return (isKnown ? [.ok("copies", .foundCopies)] : unverified) + folders
    }

    private static func unverified(_ connection: JSON) -> [Diagnosis] {
        let browser = connection["browser"]?.text?.visible ?? "?"
        let copies = connection["copies"]?.array ?? []
        guard !copies.isEmpty else { return [.warning("copies", .foundCopyNowhere, ["browser": browser])] }
        let unknown = copies.filter { $0["standing"] == "unverified" }
        guard !unknown.isEmpty else { return [.warning("copies", .foundCopyReplaced, ["browser": browser])] }
        return unknown.map {
            .warning("copies", .foundCopyUnverified, ["browser": browser, "path": $0["path"]?.text?.visible ?? "?"])
        }
    }

    private static let week = 7 * 86_400_000

    private static func wallet(_ status: JSON) -> [Diagnosis] {
        var found: [Diagnosis] = []
        switch status["vault"]?.text {
        case "none": found.append(.warning("wallet", .foundNoWallet))
        case "locked": found.append(.ok("wallet", .foundLocked))
        case "unlocked": found.append(.ok("wallet", .foundUnlocked))
        default: found.append(WalletFault(file: status)?.diagnosis("wallet") ?? .failure("wallet", .foundUnknown))
        }
        // A user whose rules were lost with a database hears that instead of who may have changed them.
        if let lost = WalletFault(database: status) {
            found.append(lost.diagnosis("database"))
        } else if status["vault"]?.text != "none", let trust = status["trust"] {
            found.append(records(trust))
        }
        if status["unattended"]?.bool == true {
            found.append(
                .warning("unattended", .foundUnattended))
        }
        return found
    }
}

/// A check of the TPM that guards the wallet's PIN, or could.
///
/// Without a PIN nothing about it is wrong: most users have none, and a warning that is always there warns of nothing.
enum TPMCheck {
    /// - Parameter status: The answer of `tpm.status`.
    static func tpm(_ status: JSON) -> Diagnosis {
        let id = "tpm"
        let reason = status["reason"]?.text
        let said = reason.flatMap { TextKey("refusal", $0) }.map { say($0) } ?? reason?.visible ?? "?"
        guard status["slot"] != nil else {
            return reason == nil ? .ok(id, .foundTPM) : .ok(id, .foundTPMUnused, ["reason": said])
        }
        switch reason {
        case nil where status["retries"]?.int == 0:
            let minutes = status["seconds"]?.int.map { ($0 + 59) / 60 }
            return .warning(id, .foundTPMLocked, hint: minutes.map { say(.hintTPMWait, $0) })
        case nil: return .ok(id, .foundTPMUnlocks)
        case "tpm-denied": return .warning(id, .foundTPMDenied)
        case "tpm-absent": return .warning(id, .foundTPMGone)
        default: return .warning(id, .foundTPMUnusable, ["reason": said])
        }
    }
}

/// A check of the sensor, where a finger unlocks the wallet again.
enum FingerprintCheck {
    /// - Parameter status: The answer of `fingerprint.status`.
    static func fingerprint(_ status: JSON) -> Diagnosis {
        let id = "fingerprint"
        switch (status["on"]?.bool, status["reason"]?.text) {
        case (nil, _): return .ok(id, .fingerprintIsUnknown)
        case (false, _): return .ok(id, .fingerprintIsOff)
        case (true, nil): return .ok(id, .fingerprintIsOn)
        case (true, let reason?):
            let said = TextKey("refusal", reason).map { say($0) } ?? reason.visible
            return .warning(id, .foundFingerprintUnusable, ["reason": said])
        }
    }
}

/// A check that the network program starts, and a report of the confinement that keeps it from everything else.
enum NetworkProcessCheck {
    static func run() -> [Diagnosis] {
        guard let program = try? GatewayProgram.besideThisProgram(environment: AgentClient.environment) else {
            return []
        }
        do throws(GatewayFault) {
            return [diagnosis(try GatewayProbe.confinement(of: program))]
        } catch {
            return [
                .failure("network", .foundGatewayDead, ["path": program.path])
            ]
        }
    }

    private static func diagnosis(_ confinement: Confinement) -> Diagnosis {
        switch (confinement.landlock, confinement.hasFilter) {
        case (1..., true):
            .ok("network", .foundConfined, ["version": "\(confinement.landlock)"])
        case (1..., false):
            .warning("network", .foundNoSeccomp)
        case (_, true):
            .warning("network", .foundNoLandlock)
        case (_, false):
            .warning("network", .foundUnconfined)
        }
    }
}

/// A check that all programs are installed in one folder.
enum ProgramCheck {
    /// The programs that are installed together, in one folder.
    static let names = ["sidekey", "sidekey-host", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-device"]

    static func run() -> [Diagnosis] {
        guard let folder = Installation.current?.programs else {
            return [.failure("programs", .foundNoFolder)]
        }
        let missing = names.filter { !FileSystem.isExecutable("\(folder)/\($0)") }
        guard missing.isEmpty else {
            return [
                .failure(
                    "programs", .foundProgramsMissing,
                    ["folder": folder, "names": missing.joined(separator: say(.listAnd))])
            ]
        }
        return [
            .ok(
                "programs", .foundPrograms,
                ["version": Release.version, "number": "\(Release.protocolNumber)", "folder": folder])
        ]
    }
}

/// A check of where the wallet asks outside the browser: its own window, a pinentry, or a terminal.
enum PromptCheck {
    static func run() -> [Diagnosis] {
        // It answers only where it was built with GTK 4, and finds its libraries.
        if let folder = Installation.current?.programs,
            ChildProgram(path: "\(folder)/sidekey-window", arguments: ["--version"], isQuiet: true).run() == 0
        {
            return [.ok("prompt", .foundWindow)]
        }
        // On any display: which one it is, the browser says when it asks.
        let programs = PinentryProgram.installed(for: DisplayEnvironment([("DISPLAY", ":0")]))
        guard let program = programs.first else {
            return [
                .warning("prompt", .foundNoPinentry)
            ]
        }
        return [.warning("prompt", .foundPinentry, ["path": program.path])]
    }
}
