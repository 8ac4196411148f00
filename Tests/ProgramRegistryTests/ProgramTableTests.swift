import ProgramRegistry
import SolanaTransactions
import TestSupport
import Testing

/// The table's entries for programs, tokens and addresses, and how a set asks it.
@Suite struct ProgramTableTests {
    private let table = ProgramTable.known
    private let jupiter = PublicKey("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4")
    private let usdc = PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")

    @Test func `programs, tokens and addresses are found by their addresses`() throws {
        #expect(table.name(of: jupiter) == "Jupiter Aggregator v6")
        let interface = try #require(table.interface(of: jupiter))
        #expect(interface.publisher == "Jupiter" && interface.licence == "Apache-2.0")
        #expect(interface.source.contains("@") && interface.instructionCount > 10)
        let token = try #require(table.token(usdc))
        #expect(token.symbol == "USDC" && token.decimals == 6 && token.program == TokenProgram.id)
        let tip = PublicKey("96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5")
        #expect(table.address(tip)?.name == "Jito tip account 0" && table.address(tip)?.category == "jito-tip")
        #expect(table.name(of: usdc) == nil && table.interface(of: usdc) == nil)
        #expect(table.token(jupiter) == nil && table.address(jupiter) == nil && table.layouts(of: usdc).isEmpty)
    }

    @Test func `every address of the table is found, with and without an interface`() {
        let addresses = table.addresses
        #expect(addresses.count > 500 && Set(addresses).count == addresses.count)
        #expect(addresses.allSatisfy { table.name(of: $0)?.isEmpty == false })
        #expect(addresses.count { table.interface(of: $0) != nil } >= 194)
        let named = addresses.filter { table.interface(of: $0) == nil }
        #expect(!named.isEmpty && named.allSatisfy { table.program(at: $0) == nil })
    }

    @Test func `a set's own programs come before those of the table`() throws {
        let programs = ProgramSet.known.backed(by: table)
        let transfer = SystemProgram.transfer(from: PublicKey(), to: jupiter, lamports: 1)
        #expect(programs.decode(transfer) == ProgramSet.known.decode(transfer))
        #expect(programs.name(of: SystemProgram.id) == ProgramSet.known.name(of: SystemProgram.id))
        #expect(ProgramSet.known.name(of: jupiter) == nil && programs.name(of: jupiter) == "Jupiter Aggregator v6")
        // Programs that are added keep what stands behind the set.
        enum Own: Program {
            static let id = PublicKey("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4")
            static let name = "Own"
            static let instructions = [InstructionLayout("One", 1)]
        }
        let more = programs.adding(Own.self)
        #expect(more.name(of: jupiter) == "Own" && more.name(of: usdc) == nil)
        #expect(more.name(of: PublicKey("MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD")) == "Marinade liquid staking")
    }

    @Test func `a native program that the set knows by name alone is read by the table`() throws {
        let vote = PublicKey("Vote111111111111111111111111111111111111111")
        let layout = try #require(table.layouts(of: vote).first { $0.name == "withdraw" })
        let accounts = layout.accounts.filter { $0.presence == .expected }.map { ($0.name, jupiter) }
        let withdraw = try layout.instruction(
            vote, accounts: accounts, arguments: layout.fields.map { NamedArgument($0.name, .unsigned(5)) })
        #expect(ProgramSet.known.decode(withdraw) == nil)
        #expect(ProgramSet.known.backed(by: table).decode(withdraw)?.name == "withdraw")
    }

    @Test func `accounts beyond an interface's are more, and an instruction with fewer is read`() throws {
        let programs = ProgramSet.known.backed(by: table)
        let layout = try #require(table.layouts(of: jupiter).first { $0.name == "claim" })
        var instruction = Instruction(programID: jupiter, accounts: [], data: layout.discriminator + [3])
        #expect(programs.decode(instruction)?.accounts.isEmpty == true)
        instruction.accounts = [AccountMeta](repeating: AccountMeta(usdc), count: layout.accounts.count + 1)
        let roles = programs.decode(instruction)?.accounts.map(\.role)
        #expect(roles == layout.accounts.dropLast().map(\.name) + ["more", "more"])
    }

    @Test func `the layouts of all programs in turn are made anew and stay the same`() throws {
        let vectors = try ProgramVector.all.get()
        let programs = ProgramSet().backed(by: table)
        func names() -> [String?] {
            vectors.enumerated().filter { $0.offset % 40 == 0 }.map { _, vector in
                programs.decode(Instruction(programID: vector.program, accounts: [], data: vector.data))?.name
            }
        }
        #expect(names() == names())
    }

    @Test func `a swap is read in little more time than without the table`() throws {
        let vector = try #require(
            try ProgramVector.all.get().first { $0.program == jupiter && $0.instruction == "sharedAccountsRoute" })
        let payer = try PublicKey(bytes: [UInt8](repeating: 9, count: 32))
        let swap = Instruction(
            programID: jupiter, accounts: [AccountMeta](repeating: AccountMeta(payer, isSigner: true), count: 13),
            data: vector.data)
        let transaction = try Transaction(feePayer: payer, blockhash: Blockhash()) {
            ComputeBudgetProgram.setComputeUnitLimit(200_000)
            ComputeBudgetProgram.setComputeUnitPrice(microLamports: 1)
            for _ in 0..<4 { SystemProgram.transfer(from: payer, to: payer, lamports: 1) }
            AssociatedTokenProgram.createIdempotent(payer: payer, owner: payer, mint: usdc)
            TokenProgram.syncNative(payer)
            swap
            TokenProgram.closeAccount(payer, to: payer, owner: payer)
        }
        #expect(transaction.message.instructions.count == 10)
        func time(_ programs: ProgramSet) -> Duration {
            (0..<5).map { _ in
                ContinuousClock().measure {
                    for _ in 0..<200 { _ = DecodedMessage(transaction.encoding, programs) }
                } / 200
            }.min() ?? .zero
        }
        let (without, with) = (time(.known), time(.known.backed(by: table)))
        print("a swap of ten instructions: \(without) without the registry, \(with) with it")
        #expect(with < without * 20)
    }
}
