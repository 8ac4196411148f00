import SolanaTransactions
import TransactionReview

/// Accounts that an input spells, one after the other.
struct DealtAccounts {
    private var rest: ArraySlice<UInt8>
    private let source = ChainSource(node: "node", slot: 600)

    init(_ input: [UInt8]) { rest = input[...] }

    /// Deals accounts by turns to what is before and after; the first byte says what became of the simulation.
    mutating func facts(for addresses: [PublicKey]) -> ChainFacts {
        let outcome: Simulation.Outcome? =
            switch take() % 4 {
            case 0, 1: .succeeded
            case 2: .failed(instruction: Int(take()), reason: text())
            default: nil
            }
        var (before, after): ([PublicKey: AccountState], [PublicKey: AccountState]) = ([:], [:])
        for address in addresses where !rest.isEmpty {
            before[address] = account()
            if !rest.isEmpty { after[address] = account() }
        }
        return ChainFacts(
            accounts: before.mapValues { ChainFact($0, source) },
            simulation: outcome.map { ChainFact(Simulation($0, accounts: after), source) })
    }

    private mutating func account() -> AccountState {
        let head = take()
        guard head & 0x80 == 0 else { return .absent }
        let lamports = UInt64(take()) * 1_000_000
        let count = Int(take()) | Int(take()) << 8
        let data = ByteSlice(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
        return .present(
            ChainAccount(
                lamports: lamports, program: Self.programs[Int(head & 0x3F) % Self.programs.count],
                isExecutable: head & 0x40 != 0, data: data))
    }

    private mutating func text() -> String {
        let count = Int(take())
        defer { rest = rest.dropFirst(count) }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }

    private mutating func take() -> UInt8 { rest.popFirst() ?? 0 }

    private static let programs = [
        SystemProgram.id, TokenProgram.id, Token2022Program.id, AddressLookupTableProgram.id, StakeProgram.id,
        UpgradeableLoaderProgram.id, PublicKey("BPFLoader2111111111111111111111111111111111"), MetaplexMetadata.program,
    ]
}
