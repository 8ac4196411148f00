import ArgumentParser
import JSONRPC
import Wording

/// `sidekey activity ...`: shows the wallet's requests, their deciders, and its signatures.
struct ActivityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity", abstract: say(.helpActivity),
        discussion: say(.helpActivityMore),
        subcommands: [ActivityList.self, ActivityVerify.self, ActivityExport.self],
        defaultSubcommand: ActivityList.self)
}

/// `sidekey activity list`: lists the newest lines.
struct ActivityList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: say(.helpActivityList))

    @Option(help: ArgumentHelp(say(.helpActivitySite)))
    var site: String?

    @Option(help: ArgumentHelp(say(.helpActivityLimit)))
    var limit = 20

    @Flag(help: ArgumentHelp(say(.helpActivityRestored)))
    var restored = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard site == nil || !restored else { throw ValidationError(say(.usageSiteRestored)) }
        guard (1...100_000).contains(limit) else { throw ValidationError(say(.usageLimit)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        let lines = try ActivityLines.read(from: &agent, site: site, restored: restored, limit: limit)
        if output.json { return StandardOutput.write(.array(lines)) }
        guard !lines.isEmpty else { return StandardOutput.write(say(.activityNone) + "\n") }
        StandardOutput.write(lines.map(ActivityLines.text).joined())
    }
}

/// `sidekey activity export`: exports every line, the oldest first.
struct ActivityExport: ParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json
        case csv
    }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: say(.helpActivityExport),
        discussion: say(.helpActivityExportMore))

    @Option(help: ArgumentHelp(say(.helpFormat)))
    var format: Format

    @Argument(help: ArgumentHelp(say(.helpExportFile)), completion: .file())
    var file: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        // The export is the answer then, and nothing can stand beside it.
        guard !output.json || file != nil else { throw ValidationError(say(.usageExportFile)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        let lines = Array(try ActivityLines.read(from: &agent).reversed())
        let bytes =
            switch format {
            case .json: ActivityFile.json(lines)
            case .csv: ActivityFile.csv(lines)
            }
        guard let file else { return StandardOutput.write(String(decoding: bytes, as: UTF8.self)) }
        try PrivateFile(path: file).write(bytes)
        guard !output.json else {
            return StandardOutput.write(["lines": .number(lines.count), "path": .string(file)])
        }
        StandardError.write("sidekey: \(say(.countedExported, lines.count, ["path": file.visible]))\n")
    }
}

/// Lines of the activity in the agent's form and in a form for people.
enum ActivityLines {
    /// Reads the newest lines, the newest first; all of them if no limit is given.
    ///
    /// - Throws: if a page doesn't continue the one before it.
    static func read(
        from agent: inout AgentClient, site: String? = nil, restored: Bool = false, limit: Int = .max
    ) throws(CommandError) -> [JSON] {
        var lines: [JSON] = []
        var params: JSONObject = [:]
        params["origin"] = site.map { .string($0) }
        if restored { params["restored"] = true }
        var last = Int.max
        while lines.count < limit {
            params["limit"] = .number(min(100, limit - lines.count))
            let page = try agent.call("activity.list", params)
            for line in page["entries"]?.array ?? [] {
                // Lines of several backups stand behind one another, each with the numbers of its own log.
                guard let number = line["sequence"]?.int, restored || number < last else {
                    throw CommandError(say(.agentAnswerUnclear))
                }
                last = number
                lines.append(line)
            }
            guard let cursor = page["cursor"] else { break }
            params["cursor"] = cursor
        }
        return lines
    }

    static func text(_ line: JSON) -> String {
        func text(_ name: String) -> String? { line[name]?.text?.visible }
        let date = line["time"]?.int.flatMap { UTCDate(milliseconds: $0)?.text } ?? say(.historyDateless)
        let head = [date, line["kind"]?.text.map(say.entry), text("origin"), text("method")].compactMap(\.self).joined(
            separator: "  ")
        let rows = [
            (TextKey.nameAccount, text("account")),
            (Self.name(of: line), said(of: line) ?? text("signature") ?? text("detail")),
            (.nameCluster, text("cluster")),
            (.nameRequest, text("request")),
        ]
        var lines = NamedLines()
        for case (let name, let value?) in rows { lines.append(name, value) }
        return "\(line["sequence"]?.int ?? 0).  \(head)\n" + lines.text(width: 11, indent: 4)
    }

    /// Returns the words for what a line tells by names of the protocol: what the review said, who decided, or what opened the wallet.
    private static func said(of line: JSON) -> String? {
        if let review = line["review"] { return said(ofReview: review) }
        if let surface = line["surface"]?.text { return TextKey("surface", surface).map { say($0) } ?? surface.visible }
        return line["by"]?.text.map(say.opening)
    }

    private static func said(ofReview review: JSON) -> String {
        var words = [review["level"] == "info" ? say(.reviewNoWarning) : review.level(in: say)]
        if review["complete"] == false { words.append(say(.reviewIncomplete)) }
        let rules = (review["rules"]?.array ?? []).compactMap { $0.text?.visible }
        if !rules.isEmpty { words.append(say(.reviewRules, ["rules": rules.joined(separator: ", ")])) }
        return words.joined(separator: "; ")
    }

    /// Returns the kind of a line's detail.
    private static func name(of line: JSON) -> TextKey {
        switch line["kind"]?.text {
        case "queued", "reviewed": .nameReview
        case "approved", "rejected": .nameBy
        case "answered", "sent", "confirmed", "failed", "unconfirmed", "outcome-unknown": .nameSignature
        default: line["by"] == nil ? .nameDetail : .nameBy
        }
    }
}

/// `sidekey activity verify [FILE]`: checks that the activity is unchanged, and that it still holds an export.
struct ActivityVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: say(.helpActivityVerify),
        discussion: say(.helpActivityVerifyMore))

    @Argument(help: ArgumentHelp(say(.helpVerifyFile)), completion: .file())
    var file: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let exported = try file.map { path throws(CommandError) in try ActivityFile.hashes(in: path) }
        var agent = try AgentClient.connect()
        let found = try agent.call("activity.verify")
        var missing: Int?
        if let exported {
            var present: [Int: String] = [:]
            for line in try ActivityLines.read(from: &agent) {
                if let number = line["sequence"]?.int { present[number] = line["hash"]?.text }
            }
            missing = exported.filter { present[$0.sequence] != $0.hash }.map(\.sequence).min()
        }
        if output.json {
            var answer = found.object ?? [:]
            if let exported {
                answer["export"] = ["lines": .number(exported.count), "holds": .bool(missing == nil)]
                if let missing { answer["missing"] = .number(missing) }
            }
            StandardOutput.write(.object(answer))
        } else {
            StandardOutput.write(Self.text(found))
            if let exported, missing == nil {
                StandardOutput.write(say(.countedExportHeld, exported.count) + "\n")
            }
        }
        if let line = found["break"]?.int { throw Self.broken(at: line) }
        if let missing {
            throw CommandError(
                say(.exportLineMissing, ["line": "\(missing)"]),
                hint: say(.hintTrustExport))
        }
    }

    private static func text(_ found: JSON) -> String {
        let lines = say(.countedLines, found["entries"]?.int ?? 0)
        guard let sealed = found["sealed"]?.int else { return say(.activityChainHolds, ["lines": lines]) + "\n" }
        let since = found["since"]?.int ?? 0
        return say(.activitySealed, ["lines": lines, "sealed": "\(sealed)", "since": "\(since)"]) + "\n"
    }

    private static func broken(at line: Int) -> CommandError {
        CommandError(
            say(.activityBroken, ["line": "\(line)"]), hint: say(.hintTrustWithExport))
    }
}
