import SolanaTransactions

/// Writes a text into the log of the chain and checks that certain accounts have signed.
///
/// The data is UTF-8; every account must be a signer. Source: `spl-memo-interface`.
enum MemoProgram: ReviewedProgram {
    static let address = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"
    static let name = "Memo"

    static func read(_ instruction: inout InstructionReader) throws(UnknownInstruction) -> String {
        while instruction.remainingAccounts > 0 {
            guard try instruction.account("signer").isSigner else { throw UnknownInstruction() }
        }
        try instruction.text("memo", count: instruction.remainingBytes)
        return "Memo"
    }
}
