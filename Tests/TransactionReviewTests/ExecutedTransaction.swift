import Foundation
import SolanaTransactions
import TestSupport
import Testing
import TransactionReview

/// A transaction that a chain in a script's own process executed, with its accounts before and after (`chain_facts.py`, `dapp_corpus.py`).
struct ExecutedTransaction: Decodable {
    struct Account: Decodable {
        let lamports: UInt64
        let program: String
        let executable: Bool
        let data: Data
    }

    /// An asset that somebody lost or gained.
    struct Amount: Decodable {
        let asset: String
        let amount: String
    }

    let name: String
    let kind: String
    let transaction: Data
    let user: String
    let slot: UInt64
    let before: [String: Account?]
    let after: [String: Account?]
    /// The file of the program's interface, and what a careful person would call it; only the corpus of dApps says these and what follows.
    let program: String?
    let call: String?
    let loses: [Amount]?
    let gains: [Amount]?

    /// The transactions that a script prints.
    static func printed(by script: String) throws -> [ExecutedTransaction] {
        try JSONDecoder().decode([ExecutedTransaction].self, from: PythonScript(script).run())
    }

    /// The transaction as its user's review sees it, and what a node says of it.
    func reviewed() async throws -> (subject: ReviewSubject, facts: ChainFacts) {
        let transaction = try Transaction(decoding: Array(transaction))
        let subject = ReviewSubject(TransactionReview(transaction), signer: try PublicKey(base58: user))
        return (subject, try await ExecutedChain(self).facts(for: subject.review, of: transaction))
    }
}

/// A node that knows the accounts of one executed transaction, and what becomes of them.
private struct ExecutedChain: ChainFactsSource {
    let source: ChainSource
    let before: [PublicKey: AccountState]
    let after: [PublicKey: AccountState]

    init(_ transaction: ExecutedTransaction) throws {
        source = ChainSource(node: "a chain in this process", slot: transaction.slot)
        (before, after) = (try Self.states(transaction.before), try Self.states(transaction.after))
    }

    private static func states(
        _ accounts: [String: ExecutedTransaction.Account?]
    ) throws -> [PublicKey: AccountState] {
        var states: [PublicKey: AccountState] = [:]
        for (address, account) in accounts {
            let state = try account.map {
                AccountState.present(
                    ChainAccount(
                        lamports: $0.lamports, program: try PublicKey(base58: $0.program), isExecutable: $0.executable,
                        data: ByteSlice(Array($0.data))))
            }
            states[try PublicKey(base58: address)] = state ?? .absent
        }
        return states
    }

    func accounts(_ addresses: [PublicKey]) async throws(ChainFactsError) -> [PublicKey: ChainFact<AccountState>] {
        // What the script doesn't tell of isn't there.
        addresses.reduce(into: [:]) { $0[$1] = ChainFact(before[$1] ?? .absent, source) }
    }

    func simulation(
        of transaction: Transaction, showing accounts: [PublicKey]
    ) async throws(ChainFactsError) -> ChainFact<Simulation> {
        let states = accounts.reduce(into: [:]) { $0[$1] = after[$1] ?? before[$1] ?? .absent }
        return ChainFact(Simulation(.succeeded, accounts: states), source)
    }
}
