/// Keeps upgradeable programs and their upgrade authorities.
///
/// The data is bincode: a u32 that names the instruction, then its fields. Source: `solana-loader-v3-interface`.
public enum UpgradeableLoaderProgram: Program {
    public static let id = PublicKey("BPFLoaderUpgradeab1e11111111111111111111111")
    public static let name = "Upgradeable Loader"

    private static let rent = AccountRole.standard("rent", Sysvars.rent)
    private static let clock = AccountRole.standard("clock", Sysvars.clock)
    private static let systemProgram = AccountRole.standard("systemProgram", SystemProgram.id)
    private static let closeBuffer = Field("closeBuffer", .bool)

    private static let deployment: [AccountRole] = [
        .writableSigner("payer"), .writable("programData"), .writable("program"), .writable("buffer"), rent, clock,
        systemProgram, .signer("authority"),
    ]
    private static let upgrade: [AccountRole] = [
        .writable("programData"), .writable("program"), .writable("buffer"), .writable("spill"), rent, clock,
        .signer("authority"),
    ]
    private static let additionalBytes = [Field("additionalBytes", .u32)]

    public static let instructions = [
        InstructionLayout(
            "InitializeBuffer", u32: 0, accounts: [.writable("buffer"), .readonly("authority").optional]),
        InstructionLayout(
            "Write", u32: 1, accounts: [.writable("buffer"), .signer("authority")],
            fields: [Field("offset", .u32), Field("bytes", .countedBytes(.u64))]),
        InstructionLayout(
            "DeployWithMaxDataLen", u32: 2, accounts: deployment, fields: [Field("maxDataLen", .u64)]),
        // SIMD-0430 lets a byte follow.
        InstructionLayout(
            "DeployWithMaxDataLen", u32: 2, accounts: deployment, fields: [Field("maxDataLen", .u64), closeBuffer]),
        InstructionLayout("Upgrade", u32: 3, accounts: upgrade),
        InstructionLayout("Upgrade", u32: 3, accounts: upgrade, fields: [closeBuffer]),
        InstructionLayout(
            "SetAuthority", u32: 4,
            accounts: [.writable("account"), .signer("authority"), .readonly("newAuthority").optional]),
        InstructionLayout(
            "Close", u32: 5,
            accounts: [
                .writable("account"), .writable("destination"), .signer("authority").optional,
                .writable("program").optional,
            ]),
        InstructionLayout(
            "ExtendProgram", u32: 6, accounts: [.writable("programData"), .writable("program")],
            fields: additionalBytes),
        InstructionLayout(
            "ExtendProgram", u32: 6,
            accounts: [.writable("programData"), .writable("program"), systemProgram, .writableSigner("payer")],
            fields: additionalBytes),
        InstructionLayout(
            "SetAuthorityChecked", u32: 7,
            accounts: [.writable("account"), .signer("authority"), .signer("newAuthority")]),
        InstructionLayout(
            "Migrate", u32: 8, accounts: [.writable("programData"), .writable("program"), .signer("authority")]),
        InstructionLayout(
            "ExtendProgramChecked", u32: 9,
            accounts: [.writable("programData"), .writable("program"), .signer("authority")], fields: additionalBytes),
        InstructionLayout(
            "ExtendProgramChecked", u32: 9,
            accounts: [
                .writable("programData"), .writable("program"), .signer("authority"), systemProgram,
                .writableSigner("payer"),
            ], fields: additionalBytes),
    ]

    /// The address at which the loader keeps a program's code and its upgrade authority.
    ///
    /// - Throws: ``SeedError``.
    public static func dataAddress(of program: PublicKey) throws(SeedError) -> PublicKey {
        try PublicKey.findProgramAddress(seeds: [program.bytes], programID: id).address
    }

    /// Transfers the authority over a program's data or a buffer, or removes it for ever.
    public static func setAuthority(
        of account: PublicKey, authority: PublicKey, newAuthority: PublicKey?
    ) -> Instruction {
        build("SetAuthority", ["account": account, "authority": authority, "newAuthority": newAuthority])
    }

    /// Closes a program's data or a buffer; its lamports go to `destination`.
    public static func close(
        _ account: PublicKey, to destination: PublicKey, authority: PublicKey, program: PublicKey? = nil
    ) -> Instruction {
        build(
            "Close",
            ["account": account, "destination": destination, "authority": authority, "program": program])
    }
}
