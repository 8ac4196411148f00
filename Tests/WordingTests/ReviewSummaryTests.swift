import Foundation
import JSONRPC
import Testing
import Wording

/// A request as every surface shows it: who asks, the one sentence, the changes, the findings, and the rest.
@Suite struct ReviewSummaryTests {
    private func summary(
        _ items: [JSON], kind: String = "transactions", totals: JSON? = nil, names: JSON? = nil, shares: [String] = [],
        complete: Bool = true, account: JSON = "A", origin: JSON = "https://dapp.example"
    ) -> ReviewSummary {
        ReviewSummary(
            summary: [
                "origin": origin, "method": "signTransaction", "account": account, "cluster": "solana:devnet",
                "private": false,
            ],
            kind: kind, items: items, totals: totals, names: names, shares: shares, isComplete: complete, in: .english)
    }

    private func totals(_ changes: [JSON], state: String = "complete", more: Int = 0) -> JSON {
        [
            "transactions": 1, "complete": .bool(state == "complete"), "state": .string(state), "level": .null,
            "changes": .array(changes), "moreChanges": .number(more), "warnings": [],
        ]
    }

    /// - Parameter fee: The part of what leaves that is the fee.
    private func sol(
        _ leaving: String, _ arriving: String = "0", of account: String = "A", bounded: Bool = true, fee: String? = nil
    ) -> JSON {
        var change: JSONObject = [
            "account": .string(account), "asset": "lamports", "leaving": .string(leaving),
            "arriving": .string(arriving), "bounded": .bool(bounded),
        ]
        change["fee"] = fee.map { .string($0) }
        return .object(change)
    }

    private func token(_ leaving: String, _ arriving: String = "0", of account: String = "T", bounded: Bool = true)
        -> JSON
    {
        [
            "account": .string(account), "asset": "tokens", "mint": "M", "decimals": 0, "leaving": .string(leaving),
            "arriving": .string(arriving), "bounded": .bool(bounded),
        ]
    }

    private func effect(_ kind: String, _ amount: String, of account: String = "A", to other: String? = nil) -> JSON {
        var effect: JSONObject = [
            "kind": .string(kind), "account": .string(account), "amount": .string(amount), "instruction": 1,
        ]
        effect["counterpart"] = other.map { .string($0) }
        return .object(effect)
    }

    private let fee: JSON = ["kind": "lamports-out", "account": "A", "amount": "5000"]

    private func transaction(_ effects: [JSON], complete: Bool = true, changes: [JSON] = []) -> JSON {
        [
            "kind": "transaction", "complete": .bool(complete), "effects": .array(effects), "changes": .array(changes),
        ]
    }

    @Test func `a payment is one sentence, and its fee stands by itself`() {
        let other = "B5k9" + String(repeating: "x", count: 36) + "Y7FC"
        let shown = summary(
            [transaction([fee, effect("lamports-out", "500000000", to: other)])],
            totals: totals([sol("500005000", fee: "5000")]),
            names: [["address": .string(other), "label": "Ana", "kind": "contact"]])
        #expect(shown.sentence == "You send 0.5 SOL to “Ana” (B5k9…Y7FC).")
        #expect(shown.head == ["dapp.example", shown.sentence, "  - 0.5 SOL"])
        // Its ends are what an attacker imitates: the whole address is shown too.
        #expect(shown.lines().contains("  Recipient: \(other) “Ana” (contact)"))
        #expect(shown.lines().contains("  Maximum fee: 0.000005 SOL"))
        #expect(shown.lines().contains("  Network: Devnet (test tokens)"))
    }

    @Test func `closing and burning have sentences of their own, unless the rent goes elsewhere`() {
        func closing(_ account: String, to other: String = "A") -> [JSON] {
            [
                ["kind": "lamports-out", "account": .string(account), "counterpart": .string(other), "instruction": 1],
                ["kind": "lamports-in", "account": .string(other), "counterpart": .string(account), "instruction": 1],
                [
                    "kind": "closed", "account": .string(account), "counterpart": .string(other), "before": "A",
                    "instruction": 1,
                ],
            ]
        }
        func refunded(_ lamports: String) -> JSON {
            [
                "account": "A", "asset": "lamports", "leaving": "5000", "arriving": "0", "bounded": true,
                "fee": "5000", "refund": .string(lamports),
            ]
        }
        let burn: JSON = ["kind": "tokens-out", "account": "T", "amount": "5", "mint": "M", "instruction": 1]
        let closed = summary(
            [transaction([fee] + closing("T") + closing("U"))], totals: totals([refunded("4078560")]))
        #expect(closed.sentence == "You close 2 token accounts and get 0.00407856 SOL back.")
        let burned = summary(
            [transaction([fee, burn] + closing("T"))], totals: totals([refunded("2039280"), token("5")]))
        #expect(burned.sentence == "You destroy 5 of the token M for ever.")
        let stolen = summary(
            [transaction([fee] + closing("T") + closing("U", to: "X"))], totals: totals([refunded("2039280")]))
        #expect(stolen.sentence == "You pay nothing and receive nothing.")
        let sent = summary(
            [transaction([fee, burn, effect("lamports-out", "7", to: "X")])],
            totals: totals([sol("5007", fee: "5000"), token("5")]))
        #expect(!sent.sentence.contains("destroy"))
    }

    @Test func `making and ending a stake have sentences of their own, unless it is locked or somebody else's`() {
        let (system, stake) = (String(repeating: "1", count: 32), "Stake11111111111111111111111111111111111111")
        func call(_ program: String, _ name: String, _ fields: [(String, String)]) -> JSON {
            [
                "program": .string(program), "name": .string(name),
                "fields": .array(fields.map { ["name": .string($0.0), "value": .string($0.1)] }),
            ]
        }
        func sentence(withdrawer: String = "A", epoch: String = "0", more: [JSON] = []) -> String {
            let calls =
                [
                    call("ComputeBudget111111111111111111111111111111", "SetComputeUnitPrice", []),
                    call(system, "CreateAccountWithSeed", [("from", "A"), ("newAccount", "S")]),
                    call(
                        stake, "Initialize",
                        [
                            ("stake", "S"), ("staker", "A"), ("withdrawer", withdrawer), ("unixTimestamp", "0"),
                            ("epoch", epoch),
                        ]), call(stake, "DelegateStake", [("stake", "S"), ("vote", "V")]),
                ] + more
            var item = transaction([fee, effect("lamports-out", "2002282880", to: "S")]).object ?? [:]
            item["instructions"] = .array(calls)
            return summary([.object(item)], totals: totals([sol("2002287880", fee: "5000")])).sentence
        }
        #expect(sentence() == "You stake 2.00228288 SOL with the validator V. It stays yours.")
        #expect(sentence(withdrawer: "B") == "You send 2.00228288 SOL to S.")
        #expect(sentence(epoch: "900") == "You send 2.00228288 SOL to S.")
        let handed = call(stake, "Authorize", [("stake", "S"), ("newAuthority", "B")])
        #expect(sentence(more: [handed]) == "You send 2.00228288 SOL to S.")
        var ended = transaction([fee]).object ?? [:]
        ended["instructions"] = [call(stake, "Deactivate", [("stake", "S")])]
        let shown = summary([.object(ended)], totals: totals([sol("5000", fee: "5000")]))
        #expect(shown.sentence == "You stop staking the SOL in S. It can be withdrawn after this epoch.")
    }

    @Test func `a fee that somebody else pays is none of the user's`() {
        let shown = summary(
            [
                transaction([
                    ["kind": "lamports-out", "account": "P", "amount": "5000"],
                    effect("tokens-out", "7", of: "T", to: "U"),
                ])
            ],
            totals: totals([token("7")]))
        #expect(shown.sentence == "You send 7 of the token M to U.")
        #expect(!shown.facts.contains { $0.name == "Maximum fee" })
    }

    @Test func `several recipients are counted`() {
        let shown = summary(
            [transaction([fee, effect("lamports-out", "1", to: "B"), effect("lamports-out", "2", to: "C")])],
            totals: totals([sol("5003", fee: "5000")]))
        #expect(shown.sentence == "You send 0.000000003 SOL to 2 recipients.")
        #expect(shown.facts.filter { $0.name == "Recipient" }.map(\.value) == ["B", "C"])
    }

    @Test func `a token account that the same transaction makes is named by its wallet`() {
        let item: JSON = [
            "kind": "transaction", "complete": true,
            "effects": [fee, effect("tokens-out", "7", of: "T", to: "U")],
            "instructions": [
                [
                    "programName": "Associated Token", "name": "CreateIdempotent", "known": true,
                    "fields": [["name": "account", "value": "U"], ["name": "wallet", "value": "W"]],
                ]
            ],
        ]
        #expect(
            summary([item], totals: totals([sol("5000", fee: "5000"), token("7")])).sentence
                == "You send 7 of the token M to W.")
    }

    @Test func `an exchange says what is paid and what is received`() {
        let shown = summary(
            [transaction([fee, effect("lamports-out", "5000000000", to: "P")])],
            totals: totals([sol("5000005000", fee: "5000"), token("0", "655")]))
        #expect(shown.sentence == "You pay 5 SOL and receive 655 of the token M.")
        #expect(shown.changes.map(\.text) == ["5 SOL", "655 of the token M"])
        #expect(shown.changes.map(\.direction) == [.leaving, .arriving])
    }

    @Test func `amounts of one asset are added up, and those of others listed`() {
        let second: JSON = [
            "account": "V", "asset": "tokens", "mint": "N", "leaving": "3", "arriving": "0", "bounded": true,
        ]
        let shown = summary(
            [transaction([fee])],
            totals: totals([sol("5007", fee: "5000"), sol("2", of: "B"), token("1"), token("2", of: "U"), second]))
        #expect(
            shown.sentence == "You pay 0.000000009 SOL, 3 of the token M and 3 of the smallest unit of N.")
        #expect(shown.changes.first { $0.text == "0.000000002 SOL" }?.account == "B")
    }

    @Test func `nothing is said to be less than it may be`() {
        #expect(
            summary(
                [transaction([fee], complete: false)], totals: totals([sol("5000", fee: "5000")], state: "open"),
                complete: false
            )
            .sentence == "Sidekey can't read what you would pay.")
        let unread = summary(
            [transaction([fee], complete: false)], totals: totals([sol("5007", fee: "5000")], state: "open", more: 2),
            complete: false)
        #expect(unread.sentence == "You pay at least 0.000000007 SOL. Sidekey can't read the rest.")
        #expect(
            unread.head.dropFirst(2) == [
                "  - at least 0.000000007 SOL", "  ? what Sidekey can't read", "  ? and in 2 more accounts",
            ])
        #expect(unread.findings.map(\.level) == ["warning"])
        #expect(
            summary([transaction([fee])], totals: totals([sol("5000", fee: "5000")])).sentence
                == "You pay nothing and receive nothing.")
        let open = summary([transaction([fee])], totals: totals([sol("5000", bounded: false, fee: "5000")]))
        #expect(open.sentence == "You pay an amount that isn't known in advance.")
        #expect(open.changes.map(\.direction) == [.open])
        #expect(
            summary([transaction([fee])], totals: totals([sol("5007", bounded: false, fee: "5000")])).sentence
                == "You pay 0.000000007 SOL, and an amount that isn't known in advance.")
        // A review without totals says nothing of amounts.
        #expect(summary([transaction([])]).sentence == "Sidekey can't read what you would pay.")
    }

    private let usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"

    /// 648.45 USDC or more for 5 SOL, and what a simulation says of it.
    private func swap(_ state: String, isSimulated: Bool, before: JSON = "20000000000", after: JSON = "14995995720")
        -> (item: JSON, totals: JSON)
    {
        var sol: JSONObject = [
            "account": "A", "asset": "lamports", "leaving": "5000005000", "arriving": "0", "bounded": true,
            "fee": "5000",
        ]
        var tokens: JSONObject = [
            "account": "T", "asset": "tokens", "mint": .string(usdc), "decimals": 6, "known": "USDC", "leaving": "0",
            "arriving": "648450000", "bounded": true,
        ]
        if isSimulated {
            sol["expected"] = ["before": before, "after": after]
            sol["deposit"] = "2039280"
            tokens["expected"] = ["before": "0", "after": "655000000"]
        }
        let changes: JSON = [.object(sol), .object(tokens)]
        let promise: JSON = [
            "instruction": 1, "program": "J", "name": "Jupiter", "kind": "swap", "basis": "interface",
        ]
        var item: JSONObject = [
            "kind": "transaction", "complete": false, "state": .string(state), "effects": [fee], "changes": changes,
            "instructions": [
                ["program": "J", "programName": "Jupiter", "name": "route", "known": true, "fields": []]
            ],
        ]
        if state == "read" { item["promises"] = [promise] }
        if isSimulated { item["chain"] = ["simulation": ["outcome": "succeeded", "node": "n", "slot": "1"]] }
        return (
            .object(item),
            [
                "transactions": 1, "complete": false, "state": .string(state), "changes": changes, "moreChanges": 0,
                "warnings": [],
            ]
        )
    }

    @Test func `what a program promises is told as its promise, beside what a simulation says`() {
        let (item, totals) = swap("read", isSimulated: false)
        let shown = summary([item], totals: totals, complete: false)
        #expect(shown.sentence == "You swap at most 5 SOL for at least 648.45 USDC at Jupiter.")
        #expect(shown.changes.map(\.text) == ["at most 5 SOL", "at least 648.45 USDC"])
        #expect(shown.findings.isEmpty && shown.items.first?.isOpen == false)
        #expect(
            shown.lines().contains(
                "     Only the published interface of Jupiter says this. Whoever controls the program can change it."))
        let (tried, sums) = swap("read", isSimulated: true, after: "15097955720")
        let expected = summary([tried], totals: sums, complete: false)
        #expect(expected.sentence == shown.sentence)
        #expect(expected.changes.map(\.text) == ["4.9 SOL, at most 5 SOL", "655 USDC, at least 648.45 USDC"])
        #expect(expected.facts.contains { $0.name == "Rent deposit" && $0.value == "0.00203928 SOL" })
    }

    @Test func `what nobody can read is told as a simulation sees it, and as no more than that`() {
        let (item, totals) = swap("open", isSimulated: true)
        let shown = summary([item], totals: totals, complete: false)
        #expect(
            shown.sentence
                == "The simulation says that you pay 5.00196 SOL and receive 655 USDC. Sidekey can't read the rest.")
        #expect(shown.changes.map(\.direction) == [.leaving, .arriving, .open])
        #expect(shown.findings.map(\.level) == ["warning"])
        let (unseen, sums) = swap("open", isSimulated: false)
        #expect(
            summary([unseen], totals: sums, complete: false).sentence
                == "You pay at least 5 SOL. Sidekey can't read the rest.")
    }

    @Test func `a power that is handed over isn't called nothing`() {
        let authority: JSON = ["kind": "authority", "account": "T", "after": "B", "instruction": 1]
        let delegate: JSON = ["kind": "delegate", "account": "T", "after": "B", "amount": "5", "instruction": 1]
        #expect(
            summary([transaction([fee, authority])], totals: totals([sol("5000", fee: "5000")])).sentence
                == "You change who controls an account.")
        #expect(
            summary([transaction([fee, delegate])], totals: totals([sol("5000", fee: "5000")])).sentence
                == "You let another account spend your tokens.")
    }

    @Test func `the heaviest finding stands first, and says in which transactions it was found`() {
        func item(_ findings: [JSON]) -> JSON {
            ["kind": "transaction", "complete": true, "effects": [], "findings": .array(findings)]
        }
        let frozen: JSON = ["id": "R11", "level": "danger", "parameters": [["name": "account", "value": "T"]]]
        let blind: JSON = ["id": "R13", "level": "info", "parameters": [["name": "signer", "value": "S"]]]
        let other: JSON = ["id": "R14", "level": "warning", "parameters": [["name": "payer", "value": "P"]]]
        let shown = summary([item([other, blind]), item([frozen]), item([frozen])], totals: totals([]))
        #expect(shown.findings.map(\.level) == ["danger", "warning"])
        #expect(shown.findings.first?.text == "T is frozen (in 2, 3)")
        #expect(shown.items.map(\.title) == ["Transaction 1 of 3", "Transaction 2 of 3", "Transaction 3 of 3"])
        #expect(shown.items.map(\.isOpen) == [true, true, true])
        // Of a single one they aren't said twice.
        let one = summary([item([frozen, blind])], totals: totals([]))
        #expect(one.findings.map(\.text) == ["T is frozen"])
        #expect(one.items.first?.findings.map(\.level) == ["info"])
    }

    @Test func `each of several transactions has its own sentence`() {
        let shown = summary(
            [
                transaction([fee, effect("lamports-out", "7", to: "B")], changes: [sol("5007", fee: "5000")]),
                transaction([fee, effect("tokens-out", "3", of: "T", to: "U")], changes: [token("3")]),
            ], totals: totals([sol("10007", fee: "10000"), token("3")]))
        #expect(shown.sentence == "You send 0.000000007 SOL and 3 of the token M to 2 recipients.")
        #expect(
            shown.items.map(\.sentence) == [
                "You send 0.000000007 SOL to B.", "You send 3 of the token M to U.",
            ])
    }

    @Test(arguments: [
        ("https://xn--80ak6aa92e.example", true), ("https://pay.xn--80ak6aa92e.example:8443", true),
        ("https://xn.example", false), ("https://a-xn--b.example", false), ("http://127.0.0.1:8080", false),
    ])
    func `a name in other letters is told as such`(_ origin: String, _ isTold: Bool) {
        let asker = summary([], kind: "connect", origin: .string(origin)).asker
        #expect(asker.notes.contains("careful: letters in the site's name can look like others") == isTold)
    }

    @Test func `a frame and the page around it are both named, and neither hides what the other is`() {
        func name(_ origin: String) -> String { summary([], kind: "connect", origin: .string(origin)).asker.name }
        #expect(name("https://pay.example.com in https://example.com") == "pay.example.com (embedded in example.com)")
        #expect(name("http://localhost:5173") == "http://localhost:5173")
        #expect(name("sidekey") == "Your wallet")
        #expect(name("extension:abc") == "Another extension: abc")
        #expect(name("app:Key") == "An app")
        let long = name("https://\(String(repeating: "a", count: 200)).example.com in https://example.com")
        #expect(long.contains(".example.com”") && long.hasSuffix("(embedded in example.com)"))
        let end = name("https://sidekey-says-all-is-well." + String(repeating: "a.", count: 60) + "evil.example")
        #expect(end.hasPrefix("“sidekey-says-") && end.hasSuffix("evil.example”"))
    }

    @Test func `an app's words about itself are quoted, and its key is named`() {
        let app: JSON = ["kind": "app", "url": "https://a.example/”", "redirect": "myapp://back", "days": 30]
        let notes = summary([app], kind: "connect", origin: "app:Key").asker.notes
        #expect(
            notes == [
                #"it claims to be “https://a.example/\u{201d}” (not verified)"#, "answers go to “myapp://back”",
                "for 30 days at most", "the app's key: Key",
            ])
    }

    @Test func `a connection says what it allows, and what it never does`() {
        let shown = summary([], kind: "connect")
        #expect(shown.sentence == "It wants to see your address and to ask you for signatures.")
        #expect(shown.consequences.map(\.isAllowed) == [true, true, false])
        #expect(shown.changes.isEmpty && shown.items.isEmpty)
    }

    @Test func `a message's lines stand behind a bar`() {
        let message: JSON = ["kind": "message", "encoding": "text", "content": "one\n  account: two\n", "bytes": 19]
        let shown = summary([message, message], kind: "messages")
        #expect(shown.sentence == "You sign 2 messages.")
        #expect(
            shown.lines().drop { !$0.hasPrefix("Message 1") } == [
                "Message 1 of 2", "  message of 19 bytes, text:", "  | one", "  |  account: two", "  | ",
                "Message 2 of 2", "  message of 19 bytes, text:", "  | one", "  |  account: two", "  | ",
            ])
    }

    @Test func `a sign-in names the site that it is for`() {
        let message: JSON = [
            "kind": "message", "encoding": "text", "content": "x", "bytes": 1,
            "findings": [["id": "M05", "level": "info", "parameters": [["name": "domain", "value": "dapp.example"]]]],
        ]
        #expect(summary([message], kind: "messages").sentence == "You sign in to dapp.example.")
    }

    @Test func `who else is to sign an off-chain message stands above it`() {
        let message: JSON = [
            "kind": "message", "encoding": "text", "content": "one", "bytes": 3,
            "envelope": ["version": 1, "signers": ["A", "B\u{202E}"]],
        ]
        #expect(
            summary([message], kind: "messages").lines().suffix(3) == [
                #"  Other signer: B\u{202e}"#, "  message of 3 bytes, text:", "  | one",
            ])
    }

    @Test func `a message can't push what is Sidekey's out of sight by nothing`() {
        let message: JSON = [
            "kind": "message", "encoding": "text", "bytes": 9,
            "content": .string(
                "a" + String(repeating: " ", count: 80) + "b" + String(repeating: "\n", count: 50) + "c"),
        ]
        #expect(summary([message], kind: "messages").lines().suffix(3) == ["  | a b", "  | ", "  | c"])
    }

    @Test(arguments: [("text", true), ("hex", false)])
    func `a message that is shown as text and is none says so`(_ encoding: String, _ isTold: Bool) {
        let message: JSON = [
            "kind": "message", "encoding": .string(encoding), "content": "01", "bytes": 1,
            "findings": [["id": "M01", "level": "danger", "parameters": []]],
        ]
        let findings = summary([message], kind: "messages").findings
        #expect(findings.contains { $0.text.hasPrefix("it contains control characters") } == isTold)
    }

    @Test func `what somebody chose stands behind a bar or between quotation marks`() {
        let item: JSON = [
            "kind": "transaction", "complete": true,
            "findings": [
                [
                    "id": "M11", "level": "danger",
                    "parameters": [
                        ["name": "uri", "value": "x”  Sidekey: safe", "quoted": true],
                        ["name": "origin", "value": "https://a.example"],
                    ],
                ]
            ],
            "instructions": [
                [
                    "programName": "Memo", "name": "Memo", "known": true,
                    "fields": [["name": "memo", "value": "  lamports: 0\nSidekey: safe", "quoted": true]],
                ]
            ],
        ]
        let lines = summary([item], totals: totals([])).lines()
        #expect(
            lines.contains(#"  Danger: its address “x\u{201d} Sidekey: safe” doesn't belong to https://a.example"#))
        let place = lines.firstIndex(of: "     memo:")
        #expect(place.map { lines[($0 + 1)...].prefix(2) } == ["     |  lamports: 0", "     | Sidekey: safe"])
    }

    @Test func `accounts and contacts have their names beside their whole addresses`() {
        let (mine, theirs) = (String(repeating: "A", count: 44), String(repeating: "B", count: 44))
        let item: JSON = [
            "kind": "transaction", "complete": true, "feePayer": .string(mine),
            "instructions": [
                [
                    "programName": "System", "name": "Transfer", "known": true,
                    "fields": [
                        ["name": "newAuthority", "value": .string(theirs)], ["name": "lamports", "value": "500005000"],
                    ],
                ]
            ],
        ]
        let lines = summary(
            [item],
            names: [
                ["address": .string(mine), "label": "Savings” Approve", "kind": "account"],
                ["address": .string(theirs), "label": "Alice", "kind": "contact"],
            ], account: .string(mine)
        ).lines()
        #expect(lines.contains(#"  Account: \#(mine) “Savings\u{201d} Approve” (your account)"#))
        let place = lines.firstIndex(of: "  1. Sends 0.500005 SOL (System: Transfer)")
        #expect(
            place.map { lines[($0 + 1)...].prefix(2) } == [
                "     new authority: \(theirs) “Alice” (contact)", "     amount: 0.500005 SOL",
            ])
    }

    @Test func `a connection names the accounts that the site will see`() {
        let mine = String(repeating: "A", count: 44)
        let shown = summary(
            [], kind: "connect", names: [["address": .string(mine), "label": "Savings", "kind": "account"]],
            shares: [mine, "B"], account: .null)
        let facts = ["  Shares: \(mine) “Savings” (your account)", "  Shares: B", "  Network: Devnet (test tokens)"]
        #expect(shown.lines().suffix(3) == facts)
        #expect(shown.json["shares"]?.array?.map { $0["value"]?.text } == shown.shares.map(\.value))
        #expect(summary([], kind: "messages").shares.isEmpty)
    }

    @Test(arguments: Language.allCases)
    func `a level is written alike on every surface, with a capital`(language: Language) {
        let words = Phrasebook(language)
        let levels = ["forbidden", "danger", "warning", "info"]
        let findings = levels.map { level -> JSON in ["id": "R11", "level": .string(level), "parameters": []] }
        let shown = ReviewSummary(
            summary: [:], kind: "transactions", items: [["kind": "transaction", "findings": .array(findings)]],
            isComplete: true, in: words)
        let names = (shown.findings + shown.items.flatMap(\.findings)).map(\.name)
        #expect(Set(names).count == 4 && names.allSatisfy { $0.first?.isUppercase == true }, "\(names)")
        for name in names { #expect(shown.lines().contains { $0.hasPrefix("  \(name): ") }, "\(name)") }
    }

    @Test func `tokens of an instruction are told by its decimals, or those of its effect`() {
        func amount(_ fields: [JSON], _ effects: [JSON] = []) -> String? {
            let item: JSON = [
                "kind": "transaction", "effects": .array(effects),
                "instructions": [
                    ["programName": "Token", "name": "Transfer", "known": true, "fields": .array(fields)]
                ],
            ]
            return summary([item]).lines().first { $0.hasPrefix("     amount: ") }?
                .replacing("     amount: ", with: "")
        }
        let mint: JSON = .string("CdHZ" + String(repeating: "x", count: 36) + "9wQe")
        let units: JSON = ["name": "amount", "value": "5000000"]
        let source: JSON = ["name": "source", "value": "T"]
        #expect(
            amount([["name": "mint", "value": mint], units, ["name": "decimals", "value": "6"]])
                == "5 of the token CdHZ…9wQe")
        #expect(
            amount(
                [source, units],
                [
                    [
                        "kind": "tokens-out", "account": "T", "instruction": 1, "amount": "5000000", "mint": mint,
                        "decimals": 6, "symbol": "USDX",
                    ]
                ]) == "5 “USDX” (CdHZ…9wQe)")
        #expect(amount([source, units]) == "5,000,000 of a token's smallest unit")
        let single: JSON = ["name": "amount", "value": "1"]
        for (decimals, expected) in [(0, "“Mad Lads #123” (CdHZ…9wQe)"), (6, "0.000001 “MAD” (CdHZ…9wQe)")] {
            let effect: JSON = [
                "kind": "tokens-out", "account": "T", "instruction": 1, "amount": "1", "mint": mint,
                "decimals": .number(decimals), "symbol": "MAD", "name": "Mad Lads #123",
            ]
            #expect(amount([source, single], [effect]) == expected)
        }
    }

    @Test func `a batch is told instruction by instruction`() {
        let part: JSON = ["name": "SetAuthority", "known": true, "fields": [["name": "newAuthority", "value": "X"]]]
        let item: JSON = [
            "kind": "transaction",
            "instructions": [
                ["programName": "Token", "name": "Batch", "known": true, "fields": [], "nested": [part, part]]
            ],
        ]
        let lines = summary([item]).lines()
        let place = lines.firstIndex(of: "  1. Token: Batch")
        #expect(
            place.map { lines[($0 + 1)...].prefix(4) } == [
                "     1.1. Changes who controls a token account or a token (Token: SetAuthority)",
                "        new authority: X",
                "     1.2. Changes who controls a token account or a token (Token: SetAuthority)",
                "        new authority: X",
            ])
    }

    @Test func `what Sidekey doesn't know is said to be unknown`() {
        let item: JSON = [
            "kind": "transaction", "version": "0", "bytes": 200, "requiredSignatures": 1, "feePayer": "F",
            "configuration": [["name": "priorityFee", "value": "7"]],
            "lookupTables": [["account": "T", "writable": 1, "readonly": 2]],
            "instructions": [
                [
                    "program": "P", "known": false,
                    "accounts": [["address": "A", "signer": true, "writable": true], [:]],
                ],
                [
                    "program": "S", "programName": "System\n", "name": "transfer", "known": true,
                    "fields": [["name": "lamports", "value": "5"]],
                ],
            ],
        ]
        let shown = summary([item], complete: false)
        #expect(shown.findings.last?.text == "Sidekey can't read all of it. It may do more than what is listed.")
        #expect(
            shown.lines().drop { !$0.hasPrefix("  1.") } == [
                "  1. P: unknown instruction", "     Program: P", "     Account 1: A, signer, writable",
                "     Account 2: an account from a lookup table", #"  2. System\u{a}: transfer"#,
                "     amount: 0.000000005 SOL", "  priority fee: 0.000000007 SOL", "  Pays the fee: F",
                "  Warning: takes 3 accounts from lookup table T, not shown here", "  Version: 0, 200 bytes",
            ])
    }

    @Test func `what nodes say is told with who says it and as of when`() {
        let table: JSON = ["account": "T", "disputed": false, "node": "n\n1", "slot": "5"]
        let both: JSON = [
            "account": "U", "disputed": false, "node": "a", "slot": "5", "second": ["node": "b", "slot": "6"],
        ]
        func said(_ simulation: JSON, _ tables: [JSON]) -> [String] {
            let item: JSON = [
                "kind": "transaction", "version": "0", "bytes": 200, "requiredSignatures": 1, "feePayer": "F",
                "chain": ["simulation": simulation, "lookupTables": .array(tables)],
            ]
            return Array(summary([item]).lines().drop { !$0.contains("simulat") }.prefix { !$0.contains("fee") })
        }
        #expect(
            said(["outcome": "succeeded", "node": "https://n", "slot": "7"], [table, both]) == [
                "  the simulation succeeded, according to https://n at slot 7",
                #"  lookup table T: only one node says what is in it: n\u{a}1 at slot 5"#,
                "  lookup table U: according to a at slot 5 and b at slot 6",
            ])
        #expect(
            said(
                ["outcome": "failed", "reason": "Custom(1)", "node": "n", "slot": "7"],
                [["account": "T", "disputed": true]])
                == ["  the simulation failed (“Custom(1)”), according to n at slot 7"])
    }

    @Test func `how long it can be executed is told before it is approved`() {
        func line(_ expiry: JSON) -> String { ReviewSummary.expiry(expiry, in: .english) }
        #expect(
            line(["kind": "blocks", "blocks": "100", "remaining": 40_000])
                == "sent right after you approve; expires in about 40 s")
        #expect(line(["kind": "nonce"]).hasSuffix("valid until its nonce advances"))
        #expect(line(["kind": "expired"]) == "expired: its blockhash is too old")
    }

    @Test func `every rule of the review has its words`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/TransactionReview/Rules")
        let sources = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try String(contentsOf: $0, encoding: .utf8) }
        let rules = sources.flatMap { $0.matches(of: /static let id = "(R\d+)"/).map { String($0.output.1) } }
        #expect(rules.count >= 22)
        for rule in rules where !["R06", "R07"].contains(rule) {
            let finding: JSON = ["id": .string(JSONString(rule)), "level": "danger"]
            let said = summary([["kind": "transaction", "findings": [finding]]]).findings
            #expect(said.contains { $0.level == "danger" && !$0.text.contains("rule R") }, "\(rule)")
        }
    }

    @Test(
        arguments: [
            (
                ["kind": "lamports-out", "account": "A", "amount": "5", "counterpart": "B"],
                "A pays 0.000000005 SOL to B"
            ),
            (["kind": "lamports-in", "account": "A"], "A receives some SOL"),
            (
                ["kind": "tokens-out", "account": "A", "amount": "5", "mint": "M"],
                "A pays 5 of the smallest unit of M (mint M)"
            ),
            (["kind": "closed", "account": "A", "counterpart": "B"], "A is closed and its SOL goes to B"),
            (
                ["kind": "authority", "account": "A", "role": "mintTokens", "before": "B"],
                "mint authority over A (now held by B) is removed"
            ),
            (
                ["kind": "delegate", "account": "A", "after": "B", "amount": "5"],
                "B may take 5 of a token's smallest unit out of A"
            ),
            (["kind": "delegate", "account": "A"], "only the owner may take tokens out of A"),
            (["kind": "owner", "account": "A", "after": "P\u{202E}"], #"the program P\u{202e} becomes owner of A"#),
            (["kind": "later", "account": "A"], "later: A"),
        ] as [(JSON, String)])
    func `each effect is one line, with nothing hidden in it`(_ effect: JSON, _ line: String) {
        #expect(EffectWording(effect, in: .english).line == line)
    }

    @Test func `the summary in JSON has every text`() throws {
        let shown = summary(
            [transaction([fee, effect("lamports-out", "7", to: "B")])], totals: totals([sol("5007", fee: "5000")]))
        #expect(shown.json["sentence"]?.text == shown.sentence)
        #expect(shown.json["changes"]?.array?.first == ["direction": "leaving", "text": "0.000000007 SOL"])
        #expect(shown.json["facts"]?.array?.count == shown.facts.count)
        #expect(shown.items.map { $0.json["open"]?.bool } == [false])
    }
}
