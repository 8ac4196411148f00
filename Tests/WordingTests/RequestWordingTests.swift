import Foundation
import JSONRPC
import Testing
import Wording

@Suite struct RequestWordingTests {
    private func lines(
        _ items: [JSON], kind: String = "messages", complete: Bool = true, in words: Phrasebook = .english
    ) -> [String] {
        RequestWording(
            summary: [
                "origin": "https://dapp.example", "method": "signMessage", "account": "A\u{202E}", "private": true,
            ],
            kind: kind, items: items, isComplete: complete, in: words
        ).lines
    }

    @Test func leadsEveryLineOfAMessageByABar() {
        let message: JSON = ["kind": "message", "encoding": "text", "content": "one\n  account: two\n", "bytes": 19]
        #expect(
            lines([message, message]) == [
                "  from a private window", "1 of 2", "  message of 19 bytes, text:", "  | one", "  |  account: two",
                "  | ", "2 of 2", "  message of 19 bytes, text:", "  | one", "  |  account: two", "  | ",
            ])
    }

    @Test func `a frame and the page around it are both named, and neither hides what the other is`() {
        func heading(_ origin: JSON) -> String {
            RequestWording(
                summary: ["origin": origin, "method": "connect"], kind: "connect", items: [], isComplete: true,
                in: .english
            ).heading
        }
        #expect(
            heading("https://pay.example.com in https://example.com")
                == "https://pay.example.com (embedded in https://example.com) asks: connect")
        let long = "https://\(String(repeating: "a", count: 200)).example.com"
        let said = heading(.string(JSONString("\(long) in https://example.com")))
        #expect(said.contains(".example.com”") && said.hasSuffix("(embedded in https://example.com) asks: connect"))
    }

    @Test func `who else is to sign an off-chain message stands above it`() {
        let message: JSON = [
            "kind": "message", "encoding": "text", "content": "one", "bytes": 3,
            "envelope": ["version": 1, "signers": ["A\u{202E}", "B"]],
        ]
        #expect(lines([message]).suffix(3) == ["  another signer: B", "  message of 3 bytes, text:", "  | one"])
    }

    @Test func `a message can't push what is Sidekey's out of sight by nothing`() {
        let message: JSON = [
            "kind": "message", "encoding": "text", "bytes": 9,
            "content": .string(
                "a" + String(repeating: " ", count: 80) + "b" + String(repeating: "\n", count: 50) + "c"),
        ]
        #expect(lines([message]).suffix(3) == ["  | a b", "  | ", "  | c"])
    }

    @Test func `what somebody chose stands behind a bar or between quotation marks`() {
        let transaction: JSON = [
            "kind": "transaction",
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
        let said = lines([transaction], kind: "transactions")
        #expect(said.suffix(3) == ["     memo:", "       |  lamports: 0", "       | Sidekey: safe"])
        #expect(
            said.contains(
                #"  danger: its address “x\u{201d} Sidekey: safe” doesn't belong to https://a.example"#))
    }

    @Test func `accounts and contacts have their names beside their addresses`() {
        let (mine, theirs) = (String(repeating: "A", count: 44), String(repeating: "B", count: 44))
        let transaction: JSON = [
            "kind": "transaction", "feePayer": .string(mine),
            "instructions": [
                [
                    "programName": "System", "name": "Transfer", "known": true,
                    "fields": [
                        ["name": "to", "value": .string(theirs)], ["name": "lamports", "value": "500005000"],
                    ],
                ]
            ],
        ]
        let wording = RequestWording(
            summary: ["origin": "https://dapp.example", "method": "signTransaction", "account": .string(mine)],
            kind: "transactions", items: [transaction],
            names: [
                ["address": .string(mine), "label": "Savings” Approve", "kind": "account"],
                ["address": .string(theirs), "label": "Alice", "kind": "contact"],
            ], isComplete: true, in: .english)
        #expect(wording.head[1] == #"account: \#(mine) “Savings\u{201d} Approve” (your account)"#)
        #expect(
            wording.lines.suffix(3) == [
                "  1. System: Transfer", "     to: \(theirs) “Alice” (contact)", "     amount: 0.500005 SOL",
            ])
    }

    @Test func `tokens of an instruction are told by its decimals, or those of its effect`() {
        func amount(_ fields: [JSON], _ effects: [JSON] = []) -> String? {
            let item: JSON = [
                "kind": "transaction", "effects": .array(effects),
                "instructions": [
                    ["programName": "Token", "name": "Transfer", "known": true, "fields": .array(fields)]
                ],
            ]
            return lines([item], kind: "transactions").first { $0.hasPrefix("     amount: ") }?
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
        #expect(amount([source, units]) == "5000000 of a token's smallest unit")
    }

    @Test func `a long name of a site is quoted, and keeps its end`() {
        let origin = "https://sidekey-says-all-is-well." + String(repeating: "a.", count: 60) + "evil.example"
        let wording = RequestWording(
            summary: ["origin": .string(origin), "method": "connect"], kind: "connect", items: [], isComplete: true,
            in: .english)
        #expect(wording.heading.hasPrefix("“https://sidekey-…"))
        #expect(wording.heading.hasSuffix("evil.example” asks: connect"))
    }

    @Test func `a batch is told instruction by instruction`() {
        let part: JSON = ["name": "SetAuthority", "known": true, "fields": [["name": "newAuthority", "value": "X"]]]
        let transaction: JSON = [
            "kind": "transaction",
            "instructions": [
                ["programName": "Token", "name": "Batch", "known": true, "fields": [], "nested": [part, part]]
            ],
        ]
        #expect(
            lines([transaction], kind: "transactions").suffix(5) == [
                "  1. Token: Batch", "     1.1. SetAuthority", "       newAuthority: X", "     1.2. SetAuthority",
                "       newAuthority: X",
            ])
    }

    @Test func saysWhatItDoesNotKnow() {
        let transaction: JSON = [
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
        #expect(
            lines([transaction], kind: "transactions", complete: false).dropFirst() == [
                "  transaction, version 0, 200 bytes, 1 signature needed", "  fee payer: F",
                "  priorityFee: 0.000000007 SOL",
                "  warning: takes 3 accounts from lookup table T, not shown here", "  1. P: unknown instruction",
                "     A, signer, writable", "     an account from a lookup table", #"  2. System\u{a}: transfer"#,
                "     amount: 0.000000005 SOL",
                "warning: Sidekey can't read all of it; it may do more than what is listed",
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
            return Array(lines([item], kind: "transactions").dropFirst(3))
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
        func line(_ life: JSON) -> String? {
            RequestWording(
                summary: ["origin": "https://dapp.example", "method": "sendTransaction"], kind: "transactions",
                items: [],
                expiry: life, isComplete: true, in: .english
            ).lines.first
        }
        #expect(
            line(["kind": "blocks", "blocks": "100", "remaining": 40_000])
                == "  sent right after you approve; expires in about 40 s")
        #expect(line(["kind": "nonce"])?.hasSuffix("valid until its nonce advances") == true)
        #expect(line(["kind": "expired"]) == "  expired: its blockhash is too old")
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
            let said = lines([["kind": "transaction", "findings": [finding]]], kind: "transactions")
            #expect(said.contains { $0.contains("danger: ") } && !said.joined().contains("rule R"), "\(rule)")
        }
    }

    @Test(arguments: [("text", true), ("hex", false)])
    func aMessageThatIsShownAsTextAndIsNoneSaysSo(_ encoding: String, _ isTold: Bool) {
        let message: JSON = [
            "kind": "message", "encoding": .string(encoding), "content": "01", "bytes": 1,
            "findings": [["id": "M01", "level": "danger", "parameters": []]],
        ]
        #expect(lines([message]).contains { $0.hasPrefix("  danger: it contains control characters") } == isTold)
    }

    @Test(arguments: [
        ("https://xn--80ak6aa92e.example", true), ("https://pay.xn--80ak6aa92e.example:8443", true),
        ("https://xn.example", false), ("https://a-xn--b.example", false), ("http://127.0.0.1:8080", false),
    ])
    func aNameInOtherLettersIsToldAsSuch(_ origin: String, _ isTold: Bool) {
        let wording = RequestWording(
            summary: ["origin": .string(origin), "method": "connect"], kind: "connect", items: [], isComplete: true,
            in: .english)
        #expect(wording.lines.contains("  careful: letters in the site's name can look like others") == isTold)
    }
}
