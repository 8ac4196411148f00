import ArgumentParser
import DisplayText
import JSONRPC
import Wording

/// `sidekey nfts ...`: lists NFTs, shows one, and fetches its picture.
struct NFTsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nfts", abstract: say(.helpNfts), discussion: say(.helpNftsMore),
        subcommands: [NFTsList.self, NFTsShow.self, NFTsPicture.self], defaultSubcommand: NFTsList.self)
}

/// `sidekey nfts list`.
struct NFTsList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpNftsList))

    @Flag(help: ArgumentHelp(say(.helpNftsAll)))
    var all = false

    @OptionGroup var portfolio: PortfolioOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        try portfolio.list("nfts.list", "nfts", output) { nfts, source in
            let shown = nfts.filter { all || $0["hidden"] == nil }
            var text = nfts.isEmpty ? say(.nftsNone) + "\n" : shown.map { NFTLabel($0).text }.joined()
            if shown.count < nfts.count { text += say(.countedHiddenNfts, nfts.count - shown.count) + "\n" }
            let missing = source.json["missing"]?.array ?? []
            if missing.contains("core") { text += say(.nftsMissingCore) + "\n" }
            if missing.contains("compressed") { text += say(.nftsMissingCompressed) + "\n" }
            if source.json["partial"]?.array?.isEmpty == false { text += say(.nftsPartial) + "\n" }
            return source.heading + text
        }
    }
}

/// `sidekey nfts show ADDRESS`.
struct NFTsShow: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: say(.helpNftsShow))

    @Argument(help: ArgumentHelp(say(.helpNftsAddress)))
    var address: String

    @OptionGroup var portfolio: PortfolioOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        var params = try portfolio.params(from: &agent)
        params["address"] = .string(JSONString(address))
        let answer = try agent.call("nfts.details", params)
        guard !output.json else { return StandardOutput.write(answer) }
        let nft = answer["nft"] ?? .null
        var text = AnswerSource(answer).heading + NFTLabel(nft).text
        let traits = answer["attributes"]?.array ?? []
        if traits.isEmpty {
            text += say(.nftTraitsNone) + "\n"
        } else {
            text += say(answer["from"] == "node" ? .nftTraitsNode : .nftTraitsChain) + "\n"
            text += NFTLabel.lines(traits)
        }
        if let uri = nft["uri"]?.text { text += say(.nftElsewhere, ["address": uri.visible]) + "\n" }
        StandardOutput.write(text)
    }
}

/// `sidekey nfts picture ADDRESS`: says which servers learn of it, then asks them.
struct NFTsPicture: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture", abstract: say(.helpNftsPicture), discussion: say(.helpNftsPictureMore))

    @Argument(help: ArgumentHelp(say(.helpNftsAddress)))
    var address: String

    @Option(name: .customLong("output"), help: ArgumentHelp(say(.helpNewFile), valueName: "file"), completion: .file())
    var file: String?

    @OptionGroup var portfolio: PortfolioOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        var params = try portfolio.params(from: &agent)
        params["address"] = .string(JSONString(address))
        if !output.json, let picture = try agent.call("nfts.details", params)["picture"] {
            let host = picture["host"]?.text.map { say(.nftPictureAsk, ["host": $0.visible]) }
            StandardError.write((host ?? say(.nftPictureHeld)) + "\n")
        }
        let answer = try agent.call("nfts.picture", params)
        guard let encoded = answer["picture"]?.string, let png = try? Base64.decode(encoded) else {
            throw CommandError(say(.agentAnswerUnclear), hint: say(.hintInstallAgain))
        }
        if let file { try PrivateFile(path: file).write(png) }
        guard !output.json else { return StandardOutput.write(answer) }
        let (width, height) = (answer["width"]?.int ?? 0, answer["height"]?.int ?? 0)
        let kept = file.map { say(.nftPictureWritten, ["path": $0.visible]) }
        var text = (kept ?? say(.nftPictureSize, ["width": "\(width)", "height": "\(height)"])) + "\n"
        let hosts = (answer["hosts"]?.array ?? []).compactMap(\.text?.visible)
        if !hosts.isEmpty { text += say(.nftPictureFrom, ["hosts": hosts.joined(separator: ", ")]) + "\n" }
        let traits = answer["attributes"]?.array ?? []
        if !traits.isEmpty { text += say(.nftTraitsFile) + "\n" + NFTLabel.lines(traits) }
        StandardOutput.write(text)
    }
}

/// An NFT as a list shows it: its own name in quotes, its address, and a line for each thing to know about it.
struct NFTLabel {
    private let nft: JSON

    init(_ nft: JSON) { self.nft = nft }

    var text: String {
        let name = nft["name"]?.text ?? nft["symbol"]?.text
        let title = name.map { "\"\($0.visible)\"" } ?? say(.nftUnnamed)
        let lines = ["\(title)  \(nft["address"]?.text?.visible ?? "?")"] + notes.map { "    \($0)" }
        return lines.map { $0 + "\n" }.joined()
    }

    private var notes: [String] {
        var notes: [String] = []
        if let collection = nft["collection"] {
            let address = collection["address"]?.text?.visible ?? "?"
            let name = collection["name"]?.text.map { "\"\($0.visible)\" \(address)" } ?? address
            let isVerified = collection["verified"]?.bool == true
            notes.append(say(isVerified ? .nftCollection : .nftCollectionUnverified, ["collection": name]))
        }
        if nft["kind"] == "compressed" { notes.append(say(.nftCompressed)) }
        if nft["more"]?.bool == true { notes.append(say(.nftMore)) }
        if nft["frozen"]?.bool == true { notes.append(say(.nftFrozen)) }
        if nft["kind"] == "core" || nft["kind"] == "compressed" { notes.append(say(.nftStays)) }
        if let mark = nft["hidden"]?.text { notes.append(say(mark == "spam" ? .nftIsSpam : .nftIsHidden)) }
        return notes
    }

    /// Traits, one a line.
    static func lines(_ traits: [JSON]) -> String {
        traits.map { trait in
            let (name, value) = (trait["name"]?.text?.visible ?? "", trait["value"]?.text?.visible ?? "?")
            return "    " + (name.isEmpty ? value : "\(name): \(value)") + "\n"
        }.joined()
    }
}
