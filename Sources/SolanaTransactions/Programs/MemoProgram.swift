/// Writes a text into the log of the chain and checks that certain accounts have signed.
///
/// The data is UTF-8; every account must be a signer. Source: `spl-memo-interface`.
public enum MemoProgram: Program {
    public static let id = PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
    public static let name = "Memo"

    public static let instructions = [
        InstructionLayout(
            "Memo", discriminator: [], accounts: [.signer("signer").rest], fields: [Field("memo", .text(.rest))])
    ]

    /// Writes a text, signed by these accounts or by nobody.
    public static func memo(_ text: String, signers: [PublicKey] = []) -> Instruction {
        build("Memo", [:], ["memo": .text(text)], rest: ["signer": signers])
    }
}
