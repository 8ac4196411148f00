import JSONRPC
import TestSupport
import Testing
import Wording

/// Each command in each of the languages, by the real program on a wallet of its own.
@Suite struct SpokenLanguageTests {
    private let home: ScratchHome
    private let passphrase: String
    /// A list of scam sites with its signature beside it, and the key of who has signed it.
    private let siteList: (file: String, key: String)

    init() throws {
        home = try ScratchHome(quick: true)
        passphrase = try home.file("passphrase", "correct horse battery\n")
        let (signer, sites) = (ListSigner(), "thief.example\ngithub.io\n")
        let signature = try signer.signature(of: Array(sites.utf8), comment: "timestamp:1800000000")
        _ = try home.file("sites.txt.minisig", String(decoding: signature, as: UTF8.self))
        siteList = (try home.file("sites.txt", sites), try signer.key)
    }

    private func run(_ arguments: [String], in spoken: SpokenLanguage) throws -> ChildProcess.Result {
        try SidekeyCommand.run(arguments, in: home, adding: spoken.variables)
    }

    private func makeWallet(in spoken: SpokenLanguage) throws -> ChildProcess.Result {
        let phrase = try home.file("phrase", Array(repeating: "abandon", count: 11).joined(separator: " ") + " about\n")
        return try run(["restore", "--passphrase-file", passphrase, "--phrase-file", phrase], in: spoken)
    }

    private static let account = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"

    private static let watched = "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg"

    private static let commands = [
        "overview", "create", "restore", "unlock", "lock", "status", "pending", "approve", "reject", "records",
        "account",
        "account list", "account add", "account import", "account label", "account hide", "account show",
        "account move", "account remove", "account watch", "account unwatch", "phrase", "phrase show", "phrase check",
        "vault",
        "vault openings", "vault change-passphrase", "vault rotate", "vault backup", "vault restore", "vault sheet",
        "policy",
        "policy show",
        "policy set", "policy limit", "policy limits",
        "policy unlimit", "policy press", "policy guards", "outstanding", "outstanding void", "outstanding exports",
        "outstanding give-up", "sign", "import", "nonces", "nonces list", "nonces make", "network", "network show",
        "network check", "network use", "network endpoints", "network off", "network on", "origins", "origins list",
        "origins set", "origins revoke", "origins block", "origins unblock", "origins blocked", "sites", "sites list",
        "sites add", "sites update", "sites remove", "extensions",
        "extensions list", "extensions allow", "extensions revoke", "extensions copies", "extensions trust-folder",
        "extensions untrust-folder", "apps", "apps list", "apps revoke", "open-url",
        "passkey",
        "passkey list", "passkey allow", "passkey remove",
        "sign-offchain-message", "verify-offchain-signature", "balance", "history", "send", "airdrop", "permissions",
        "revoke", "contacts", "contacts list", "contacts add", "contacts rename", "contacts remove",
        "contacts import", "contacts export", "name", "receive",
        "activity", "activity list", "activity verify", "activity export", "decode", "doctor", "update", "stop",
        "review", "sign-message", "verify-message", "settings", "settings show", "settings set", "about",
        "completions", "man", "policy tighten",
        "metrics", "modules", "tokens", "tokens list", "tokens hide", "tokens show", "tokens burn", "reclaim", "nfts",
        "nfts list", "nfts show", "nfts picture", "stake", "stake list", "stake validators", "stake delegate",
        "stake deactivate", "stake withdraw", "stake liquid", "multisig", "multisig list",
        "multisig show", "multisig vote", "wallets", "wallets list", "wallets add",
        "wallets switch", "wallets rename", "wallets remove",
    ]

    @Test(arguments: SpokenLanguage.all) func `help says every text that it has`(spoken: SpokenLanguage) throws {
        var said = SpokenLanguage.flat(try run(["--help"], in: spoken).text)
        for command in Self.commands {
            let result = try run(["help"] + command.split(separator: " ").map(String.init), in: spoken)
            #expect(result.ending == .exited(0), "\(command)")
            if spoken.language != .english { spoken.expectNoEnglish(in: result.text, ["help", command]) }
            said += " " + SpokenLanguage.flat(result.text)
        }
        said +=
            " "
            + SpokenLanguage.flat(
                try run(["man"], in: spoken).text.replacing("\\-", with: "-").replacing("\\(aq", with: "'").replacing(
                    "\\(ga", with: "`"))
        for key in TextKey.allCases where ["help", "manual", "exit"].contains(where: key.name.hasPrefix) {
            #expect(said.contains(SpokenLanguage.flat(spoken.words(key))), "\(key)")
        }
    }

    /// What answers, and what refuses.
    @Test(arguments: SpokenLanguage.others) func `no command says anything in English`(spoken: SpokenLanguage) throws {
        let early = try [["unlock"], ["balance"], ["stop"], ["status"], ["account"], ["nonsense"]].map {
            ($0, try run($0, in: spoken))
        }
        let made = try makeWallet(in: spoken)
        #expect(made.ending == .exited(0))
        #expect(made.text == spoken.words(.countedRestored, 1, ["accounts": Self.account]) + "\n")
        let file = ["--passphrase-file", passphrase]
        let scripts: [[String]] = [
            ["status"], ["pending"], ["account"], ["account", "label", "1", "x"] + file,
            ["account", "hide", "1"] + file,
            ["account", "watch", Self.account] + file, ["account", "watch", Self.watched, "--label", "x"] + file,
            ["account", "remove", "2", "--yes"] + file, ["receive", "2"], ["account", "unwatch", "7"],
            ["account"], ["account", "unwatch", "2"] + file, ["account", "show", "7"], ["account", "move", "1", "0"],
            ["passkey", "list"], ["security-key", "list"], ["ledger", "accounts"], ["ledger", "status"],
            ["security-key", "remove", "AAAA"] + file,
            ["unlock", "--security-key"], ["tpm"], ["tpm", "remove"] + file, ["unlock", "--tpm"],
            ["passkey", "allow"] + file, ["passkey", "remove", "AAAA"] + file, ["origins"],
            ["origins", "revoke", "https://a.example"], ["origins", "set", "https://a.example"],
            ["origins", "blocked"],
            ["origins", "block", "a.example"], ["origins", "blocked"], ["origins", "block", "a b"],
            ["origins", "unblock", "a.example"], ["origins", "unblock", "a.example"], ["sites"],
            ["sites", "add", "/nowhere", "--key", "x"],
            ["sites", "add", siteList.file, "--key", siteList.key, "--name", "Thieves"] + file,
            ["sites"], ["sites", "update"], ["sites", "update", "Others"],
            ["sites", "add", passphrase, "--key", siteList.key],
            ["sites", "add", "https://a.invalid/list", "--key", siteList.key, "--name", "A"] + file,
            ["sites", "remove", "Others"] + file, ["extensions"], ["update"], ["update", "--check"],
            ["extensions", "revoke", "a@b"], ["extensions", "allow", "a@b"] + file, ["extensions"], ["apps"],
            ["apps", "revoke", Self.account], ["open-url", "sidekey://v1/connect"], ["policy"],
            ["policy", "set", "--approvals", "native"] + file, ["policy", "set"], ["policy", "set", "--session", "1"],
            ["policy", "limits"], ["policy", "limit"], ["policy", "limit", "--ceiling", "1", "--expires", "1h"],
            ["policy", "limit", "--raise", "--spend", "1/24h", "--signatures", "20/1h", "--program", Self.account],
            ["policy", "limit", "--site", "a.example", "--spend", "1 SOL/24h", "--spend", "5 USDC"] + file, ["policy"],
            ["policy", "press", "--spend", "5 USDC/24h"] + file, ["policy", "press"],
            ["policy", "limit", "--site", "a.example", "--remove"],
            ["policy", "limit", "--site", "a.example", "--ceiling", "1"], ["policy", "press", "--spend", "1/2d"],
            ["policy", "press", "--spend", "1 NOPE"], ["policy", "press", "--spend", "1.5.5 SOL"],
            ["policy", "press", "--spend", "1", "--spend", "2"],
            ["policy", "limits"], ["policy", "unlimit", "1", "2"] + file, ["policy", "unlimit", "9"] + file,
            ["unlock"] + file, ["status"], ["network"], ["network", "check"], ["network", "endpoints", "devnet"],
            ["contacts"], ["contacts", "add", Self.account, "Bob"], ["contacts"], ["contacts", "remove", "Eve"],
            ["contacts", "remove", "Bob"], ["receive"], ["receive", "9"], ["balance"], ["history", "--limit", "0"],
            ["tokens"], ["tokens", "hide", "x"], ["tokens", "hide", Self.account, "--spam"],
            ["tokens", "show", Self.account], ["tokens", "show", Self.account], ["tokens", "burn", Self.account],
            ["reclaim"], ["stake"], ["stake", "validators"], ["stake", "delegate", "1", Self.account],
            ["stake", "deactivate", Self.account], ["stake", "withdraw", Self.account, "x"], ["stake", "liquid"],
            ["multisig"], ["multisig", "show", Self.account], ["multisig", "vote", "approve", Self.account, "1"],
            ["nfts"], ["nfts", "show", Self.account], ["nfts", "picture", Self.account],
            ["sign"], ["sign", "--offline", "/nowhere"], ["import"], ["import", "/nowhere"], ["nonces"],
            ["nonces", "make"], ["outstanding", "exports"], ["outstanding", "give-up", "x"],
            ["send", "1", "nobody", "--nonce", "x"], ["send", "1", "nobody", "--export", "/nowhere/x"],
            ["send", "1", "nobody", "--export", "/nowhere/x", "--yes"],
            ["permissions"], ["send", "1"], ["send", "1", "nobody"], ["send", "--all"], ["revoke"],
            ["airdrop", "0"],
            ["airdrop", "1"], ["records", "00000000-0000-4000-8000-000000000000"], ["reject", "x"], ["approve", "x"],
            ["decode", "/nowhere"], ["decode", passphrase], ["sign-offchain-message"],
            ["sign-offchain-message", "hi", "--account", "8"], ["sign-offchain-message", "hi", "--envelope", "7"],
            ["verify-offchain-signature", "x", "hi", "--account", "x"],
            ["verify-offchain-signature", "x", "hi", "--account", Self.account],
            ["vault", "backup", "\(home.path)/backup"], ["vault", "backup", "\(home.path)/backup"],
            ["vault", "restore", passphrase], ["vault", "rotate"] + file, ["vault", "change-passphrase"] + file,
            ["account", "import", passphrase], ["account", "import", "--path", "m"], ["account", "remove", "1"],
            ["phrase", "show"], ["create"], ["create", "--words", "13"], ["restore"] + file, ["lock"], ["unlock"],
            ["unlock", "--passphrase-file", "/nowhere"], ["activity", "--limit", "50"], ["activity", "verify"],
            ["activity", "export", "--format", "csv", "\(home.path)/csv"], ["activity", "verify", "\(home.path)/csv"],
            ["activity", "verify", passphrase], ["doctor"],
            ["settings"], ["settings", "set", "--theme", "dark"], ["settings", "set"], ["about"], ["reject"],
            ["reject", "--all"], ["review", "x"], ["review", "0"], ["reject", "x", "--all"], [], ["aprove"],
            ["approve", "--yes"], ["policy", "tighten", "--per-request"], ["policy", "tighten"],
            ["sign-message"], ["sign-message", "hi", "--account", "8"],
            ["verify-message", "x", "hi", "--account", "x"],
            ["verify-message", "x", "hi", "--account", Self.account],
            ["completions", "tcsh"], ["stop"], ["stop"],
        ]
        let late = try scripts.map { ($0, try run($0, in: spoken)) }
        for (command, result) in early + late {
            #expect(!(result.text + result.errors).isEmpty, "\(command)")
            spoken.expectNoEnglish(in: result.text, command)
            spoken.expectNoEnglish(in: result.errors, command)
            guard !result.errors.isEmpty else { continue }
            let begin = "sidekey: \(spoken.words(.labelError)): "
            #expect(result.errors.hasPrefix(begin) || command.last?.hasSuffix("/csv") == true, "\(result.errors)")
        }
    }

    @Test func `what scripts read is the same in every language`() throws {
        #expect(try makeWallet(in: SpokenLanguage(language: .greek)).ending == .exited(0))
        #expect(try run(["unlock", "--passphrase-file", passphrase], in: SpokenLanguage.all[1]).ending == .exited(0))
        #expect(
            try run(["contacts", "add", Self.account, "Bob"], in: SpokenLanguage.all[2]).ending == .exited(0))
        for command in [
            ["account", "list"], ["pending"], ["passkey", "list"], ["origins"], ["policy"], ["network"], ["contacts"],
            ["receive"], ["activity"], ["activity", "verify"], ["doctor"],
        ] {
            let answers = try SpokenLanguage.all.map { try run(command + ["--json"], in: $0) }
            #expect(answers[0].output.count > 2)
            for answer in answers.dropFirst() {
                #expect(answer.output == answers[0].output, "\(command)")
                #expect(answer.ending == answers[0].ending, "\(command)")
            }
        }
    }

    @Test(arguments: SpokenLanguage.all) func `a phrase is shown and confirmed in the language of the terminal`(
        spoken: SpokenLanguage
    ) throws {
        let agent = try AgentStandIn(home.socket)
        let terminal = try SidekeyCommand.startAtTerminal(["create"], in: home, adding: spoken.variables)
        let conversation = try StandInConversation(agent, vault: "none")
        let shown = try terminal.wait(for: spoken.words(.enterWritten))
        let intro = spoken.words(.phraseIsWallet, ["count": "24"])
        #expect(SpokenLanguage.flat(shown).contains(SpokenLanguage.flat(intro)))
        spoken.language == .english ? () : spoken.expectNoEnglish(in: shown, ["create"])
        _ = conversation
    }

    /// `y` in every language, and the user's own word; anything else is a no.
    @Test(
        arguments: [
            (.english, "y", true), (.greek, "y", true), (.greek, "ν", true), (.greek, "Ναι", true),
            (.turkish, "EVET", true), (.turkish, "e", true), (.brazilianPortuguese, "sim", true),
            (.brazilianPortuguese, "s", true), (.english, "s", false), (.greek, "ο", false), (.turkish, "h", false),
            (.turkish, "", false), (.brazilianPortuguese, "n", false), (.english, "ν", false), (.greek, "n", false),
        ] as [(Language, String, Bool)])
    func `yes is said in the user's language, or in one letter`(_ language: Language, _ typed: String, _ isYes: Bool)
        throws
    {
        let spoken = SpokenLanguage(language: language)
        let agent = try AgentStandIn(home.socket)
        let terminal = try SidekeyCommand.startAtTerminal(
            ["account", "remove", "1", "--passphrase-file", passphrase], in: home, adding: spoken.variables)
        let conversation = try StandInConversation(agent, vault: "locked")
        _ = try conversation.request("accounts.list")
        try conversation.answer(["accounts": [["publicKey": "First111"]]])
        try terminal.wait(for: spoken.words(.yesOrNo) + " ")
        terminal.type(typed)
        if isYes {
            _ = try conversation.request("accounts.remove")
        } else {
            try terminal.wait(for: spoken.words(.nothingRemoved))
        }
    }
}
