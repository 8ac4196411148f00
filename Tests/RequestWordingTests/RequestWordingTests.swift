import JSONRPC
import RequestWording
import Testing

@Suite struct RequestWordingTests {
    private func lines(_ items: [JSON], kind: String = "messages", complete: Bool = true) -> [String] {
        RequestWording(
            summary: [
                "origin": "https://dapp.example", "method": "signMessage", "account": "A\u{202E}", "private": true,
            ],
            kind: kind, items: items, isComplete: complete
        ).lines
    }

    @Test func leadsEveryLineOfAMessageByABar() {
        let message: JSON = ["kind": "message", "encoding": "text", "content": "one\n  account: two\n", "bytes": 19]
        #expect(
            lines([message, message]) == [
                #"  account: A\u{202e}"#, "  from a private window", "1 of 2", "  message of 19 bytes, text:",
                "  | one",
                "  |   account: two", "  | ", "2 of 2", "  message of 19 bytes, text:", "  | one", "  |   account: two",
                "  | ",
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
            lines([transaction], kind: "transactions", complete: false).dropFirst(2) == [
                "  transaction, version 0, 200 bytes, 1 signatures needed", "  fee payer: F", "  priorityFee: 7",
                "  warning: takes 3 accounts out of lookup table T, unseen here", "  1. P: unknown instruction",
                "     A, signer, writable", "     an account of a lookup table", #"  2. System\u{a}: transfer"#,
                "     lamports: 5",
                "warning: not everything in it could be read; what is listed is not all it may do",
            ])
    }
}
