import ArgumentParser
import JSONRPC
import Wording

/// `sidekey settings ...`: manages the wallet's appearance, which every browser follows.
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: say(.helpSettings), subcommands: [SettingsShow.self, SettingsSet.self],
        defaultSubcommand: SettingsShow.self)

    /// Prints the answer of `settings.get` or `settings.set`.
    static func write(_ answer: JSON, to output: OutputOptions) {
        let settings = answer["settings"]
        let language = settings?["language"]?.text ?? ""
        var lines = NamedLines()
        lines.append(.nameLanguage, language.isEmpty ? say(.languageOfBrowser) : language)
        lines.append(.nameTheme, settings?["theme"]?.text ?? "?")
        lines.append(.nameExplorer, settings?["explorer"]?.text ?? "?")
        lines.append(.nameCurrency, settings?["currency"]?.text ?? "?")
        let swap = settings?["swap"]?.text ?? ""
        lines.append(.nameSwap, swap.isEmpty ? say(.swapNowhere) : swap)
        lines.append(.nameUpdates, settings?["updates"]?.text ?? "?")
        output.write(settings ?? .null, or: lines.text(width: 11))
    }
}

/// `sidekey settings show`.
struct SettingsShow: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: say(.helpSettingsShow))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        SettingsCommand.write(try agent.call("settings.get"), to: output)
    }
}

/// `sidekey settings set`.
struct SettingsSet: ParsableCommand {
    /// A language that has texts, or the language of the browser or the terminal.
    enum Language: String, ExpressibleByArgument, CaseIterable {
        case auto
        case english = "en"
        case brazilianPortuguese = "pt_BR"
        case greek = "el"
        case turkish = "tr"
    }

    enum Theme: String, ExpressibleByArgument, CaseIterable { case system, light, dark }

    enum Explorer: String, ExpressibleByArgument, CaseIterable {
        case solana = "explorer.solana.com"
        case solscan = "solscan.io"
        case solanaFM = "solana.fm"
    }

    enum Currency: String, ExpressibleByArgument, CaseIterable {
        case usd = "USD"
        case off
        case eur = "EUR"
        case gbp = "GBP"
        case chf = "CHF"
        case brl = "BRL"
        case `try` = "TRY"
    }

    enum Updates: String, ExpressibleByArgument, CaseIterable { case off, daily }

    static let configuration = CommandConfiguration(
        commandName: "set", abstract: say(.helpSettingsSet), discussion: say(.helpSettingsSetMore))

    @Option(help: ArgumentHelp(say(.helpLanguage)))
    var language: Language?

    @Option(help: ArgumentHelp(say(.helpTheme)))
    var theme: Theme?

    @Option(help: ArgumentHelp(say(.helpExplorer)))
    var explorer: Explorer?

    @Option(help: ArgumentHelp(say(.helpCurrency)))
    var currency: Currency?

    @Option(help: ArgumentHelp(say(.helpSwap), valueName: "site"))
    var swap: String?

    @Option(help: ArgumentHelp(say(.helpUpdates)))
    var updates: Updates?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        let isEmpty = language == nil && theme == nil && explorer == nil && currency == nil && swap == nil
        guard !isEmpty || updates != nil else {
            throw ValidationError(say(.usageNothingToSet))
        }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        var params: JSONObject = [:]
        params["language"] = language.map { .string($0 == .auto ? "" : JSONString($0.rawValue)) }
        params["theme"] = theme.map { .string(JSONString($0.rawValue)) }
        params["explorer"] = explorer.map { .string(JSONString($0.rawValue)) }
        params["currency"] = currency.map { .string(JSONString($0.rawValue)) }
        // As people write it: `jup.ag`.
        params["swap"] = swap.map { site in
            .string(JSONString(site == "none" ? "" : site.contains("://") ? site : "https://\(site)"))
        }
        params["updates"] = updates.map { .string(JSONString($0.rawValue)) }
        SettingsCommand.write(try agent.call("settings.set", params), to: output)
    }
}
