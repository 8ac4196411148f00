import SolanaTransactions

/// Accounts hide behind lookup tables whose contents the message alone doesn't tell.
enum LookupTableRule: ReviewRule {
    static let id = "R06"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.review.lookupTables.map { table in
            Finding(
                id: id, level: .warning,
                parameters: [
                    ReviewField(name: "table", value: table.account.base58),
                    ReviewField(name: "accounts", value: String(table.writable + table.readonly)),
                ])
        }
    }
}
