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
}
