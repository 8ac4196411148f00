import ProgramRegistry
import SolanaTransactions
import Testing

extension ChainSamples {
    /// An instruction of the registry that the user signs; accounts that aren't named are anybody's.
    static func instruction(
        _ program: PublicKey, _ name: String, _ accounts: [String: PublicKey],
        _ arguments: KeyValuePairs<String, ArgumentValue> = [:]
    ) throws -> Instruction {
        let layout = try #require(ProgramTable.known.layouts(of: program).first { $0.name == name })
        var keys: [(role: String, key: PublicKey)] = []
        for (index, role) in layout.accounts.enumerated()
        where accounts[role.name] != nil || role.presence != .rest(0 ... .max) {
            keys.append((role.name, accounts[role.name] ?? ReviewSamples.key(UInt8(100 + index))))
        }
        let made = try layout.instruction(
            program, accounts: keys, arguments: arguments.map { NamedArgument($0.key, $0.value) })
        return Instruction(
            programID: program,
            accounts: made.accounts.map { AccountMeta($0.key, isSigner: $0.key == me, isWritable: $0.isWritable) },
            data: made.data)
    }

    /// A swap of SOL for USDC at Jupiter, with the accounts that it makes and closes.
    struct Swap {
        let instructions: [Instruction]
        let route: Instruction
        let source: PublicKey
        let destination: PublicKey
        let bought: PublicKey
    }

    static func swap(to destination: PublicKey? = nil, out: UInt64 = 5_000_000_000) throws -> Swap {
        let jupiter = PublicKey("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4")
        let usdc = PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")
        let wrapped = AssociatedTokenProgram.address(owner: me, mint: TokenProgram.nativeMint)
        let dollars = AssociatedTokenProgram.address(owner: me, mint: usdc)
        let route = try instruction(
            jupiter, "sharedAccountsRoute",
            [
                "userTransferAuthority": me, "sourceTokenAccount": wrapped,
                "destinationTokenAccount": destination ?? dollars,
                "sourceMint": TokenProgram.nativeMint, "destinationMint": usdc, "tokenProgram": TokenProgram.id,
                "platformFeeAccount": jupiter, "token2022Program": jupiter, "program": jupiter,
            ],
            [
                "id": .unsigned(1), "routePlan": .list([]), "inAmount": .unsigned(out),
                "quotedOutAmount": .unsigned(655_000_000), "slippageBps": .unsigned(100),
                "platformFeeBps": .unsigned(0),
            ])
        let instructions = [
            AssociatedTokenProgram.createIdempotent(payer: me, owner: me, mint: TokenProgram.nativeMint),
            SystemProgram.transfer(from: me, to: wrapped, lamports: 5_000_000_000),
            TokenProgram.syncNative(wrapped),
            AssociatedTokenProgram.createIdempotent(payer: me, owner: me, mint: usdc), route,
            TokenProgram.closeAccount(wrapped, to: me, owner: me),
        ]
        return Swap(
            instructions: instructions, route: route, source: wrapped, destination: destination ?? dollars, bought: usdc
        )
    }
}
