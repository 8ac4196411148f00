import Foundation
import TestSupport
import Testing

/// A transaction of the corpus, and what it changed when it was executed (`transaction_corpus.py`).
struct CorpusTransaction: Decodable, CustomTestStringConvertible {
    /// An account before or after.
    struct State: Decodable {
        struct Token: Decodable {
            let mint: String
            let holder: String
            let amount: String
            let delegate: String?
            let frozen: Bool
            let closer: String?
        }

        struct Mint: Decodable {
            let minter: String?
            let freezer: String?
        }

        struct Nonce: Decodable { let authority: String }

        struct Stake: Decodable {
            let staker: String
            let withdrawer: String
            let custodian: String
            /// Whom it is delegated to, and whether that was ended.
            let vote: String?
            let stopped: Bool
        }

        let lamports: Int64
        let owner: String
        let token: Token?
        let mint: Mint?
        let nonce: Nonce?
        let stake: Stake?
        let data: Int?
    }

    struct Change: Decodable {
        let account: String
        let before: State?
        let after: State?
    }

    let name: String
    let honest: Bool
    let transaction: Data
    let user: String
    let changes: [Change]

    var testDescription: String { name }

    static let all = Result {
        try JSONDecoder().decode([CorpusTransaction].self, from: PythonScript("transaction_corpus.py").run())
    }
}
