/// Fungible and other tokens, the first program.
public enum TokenProgram: TokenInterface {
    public static let id = PublicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
    public static let name = "Token"

    public static let instructions =
        TokenLayouts.movement + TokenLayouts.initialization + TokenLayouts.questions
        + [
            TokenLayouts.setAuthority(TokenAuthority.allCases.prefix(4)),
            InstructionLayout("GetAccountDataSize", 21, accounts: [.readonly("mint")]),
        ]

    /// The mint of wrapped SOL.
    public static let nativeMint = PublicKey("So11111111111111111111111111111111111111112")
}
