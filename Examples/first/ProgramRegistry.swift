import ProgramRegistry
import SolanaTransactions

let marinade = PublicKey("MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD")
let user = PublicKey("vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg")

// What a site would ask to sign: 3 SOL go into Marinade's pool. In place of the pool's accounts it has the user's own.
var encoder = BorshEncoder(InstructionLayout.anchorDiscriminator("deposit"))
encoder.encode(3_000_000_000 as UInt64)
let accounts = [AccountMeta](repeating: AccountMeta(user, isSigner: true), count: 11)
let deposit = Instruction(programID: marinade, accounts: accounts, data: encoder.bytes)

let table = ProgramTable.known
let programs = ProgramSet.known.backed(by: table)
if let decoded = programs.decode(deposit) {
    print(decoded.programName, decoded.name, decoded.unsigned("lamports") ?? 0)
    for movement in table.cases(of: decoded)?.leaving ?? [] {
        if case .exactly(.units(let units)) = movement.bound { print("\(units) \(movement.holder) leave") }
    }
}

let usdc = PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")
print(table.token(usdc)?.symbol ?? "an unknown token")
