import ProgramRegistry
import SolanaTransactions
import Testing

/// The amounts that instructions move by the promise of their programs.
@Suite struct MovementTests {
    private static let jupiter = PublicKey("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4")
    private static let orca = PublicKey("whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc")
    private static let raydium = PublicKey("675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8")
    private static let marinade = PublicKey("MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD")
    private static let bubblegum = PublicKey("BGUMAp9Gq7iTEuizy4pqaxsTyUCBK68MDfK752saRPUY")

    private static let table = ProgramTable.known

    /// An address by a number.
    private static func key(_ number: Int) throws -> PublicKey {
        try PublicKey(bytes: [UInt8](repeating: UInt8(number), count: 32))
    }

    /// What an instruction moves whose accounts are called 1, 2, 3 and so on in the order of the list at `list`.
    private static func found(
        _ program: PublicKey, _ name: String, list: Int = 0, without: Set<String> = [],
        _ arguments: KeyValuePairs<String, ArgumentValue>
    ) throws -> (DecodedInstruction, InstructionCase?) {
        let layouts = table.layouts(of: program).filter { $0.name == name }
        let layout = try #require(layouts.count > list ? layouts[list] : nil)
        let accounts = try layout.accounts.dropLast().enumerated().filter { !without.contains($1.name) }.map {
            ($1.name, try key($0 + 1))
        }
        let instruction = try layout.instruction(
            program, accounts: accounts, arguments: arguments.map { NamedArgument($0.key, $0.value) })
        let decoded = try #require(ProgramSet.known.backed(by: table).decode(instruction))
        return (decoded, table.cases(of: decoded))
    }

    private static func source(_ decoded: DecodedInstruction, _ role: String) throws -> MessageAccount.Source {
        try #require(decoded.account(role)).source
    }

    @Test func `a Jupiter swap takes what it says and promises the quote less slippage and fee`() throws {
        let (decoded, found) = try Self.found(
            Self.jupiter, "sharedAccountsRoute",
            [
                "id": .unsigned(3), "routePlan": .list([]), "inAmount": .unsigned(5_000_000_000),
                "quotedOutAmount": .unsigned(655_000_001), "slippageBps": .unsigned(50),
                "platformFeeBps": .unsigned(20),
            ])
        let swap = try #require(found)
        #expect(swap.kind == .swap && swap.basis == .interface)
        #expect(try swap.user == Self.source(decoded, "userTransferAuthority"))
        let leaving = try #require(swap.leaving.first)
        #expect(swap.leaving.count == 1 && leaving.bound == .exactly(.units(5_000_000_000)))
        #expect(try leaving.holder == .tokens && leaving.account == Self.source(decoded, "sourceTokenAccount"))
        let arriving = try #require(swap.arriving.first)
        // ⌊⌊655000001 · 0.995⌋ · 0.998⌋
        #expect(swap.arriving.count == 1 && arriving.bound == .atLeast(.units(650_421_550)))
        #expect(try arriving.account == Self.source(decoded, "destinationTokenAccount") && arriving.isPromise)
        #expect(swap.source.hasPrefix("anchorageoss/visualsign-parser@") && !swap.note.isEmpty)
    }

    @Test func `of two accounts the first that is given gets what arrives`() throws {
        let arguments: KeyValuePairs<String, ArgumentValue> = [
            "routePlan": .list([]), "inAmount": .unsigned(7), "quotedOutAmount": .unsigned(9),
            "slippageBps": .unsigned(0), "platformFeeBps": .unsigned(0),
        ]
        let (given, swap) = try Self.found(Self.jupiter, "route", arguments)
        #expect(try swap?.arriving.first?.account == Self.source(given, "destinationTokenAccount"))
        // The program's own address stands for the account that is left out.
        let (left, other) = try Self.found(Self.jupiter, "route", without: ["destinationTokenAccount"], arguments)
        #expect(left.account("destinationTokenAccount") == nil && left.accounts.count == given.accounts.count - 1)
        #expect(try other?.arriving.first?.account == Self.source(left, "userDestinationTokenAccount"))
        #expect(left.account("program") != nil)
    }

    @Test func `no amount overflows`() throws {
        func swap(_ name: String, _ amounts: KeyValuePairs<String, ArgumentValue>) throws -> InstructionCase? {
            try Self.found(
                Self.jupiter, name,
                KeyValuePairs(
                    dictionaryLiteral: ("routePlan", .list([])), ("slippageBps", .unsigned(65_535)),
                    ("platformFeeBps", .unsigned(0)), (amounts[0].key, amounts[0].value),
                    (amounts[1].key, amounts[1].value))
            ).1
        }
        let exactOut = try swap(
            "exactOutRoute", ["outAmount": .unsigned(.max), "quotedInAmount": .unsigned(.max)])
        #expect(exactOut?.leaving.map(\.bound) == [.atMost(.units(.max))])
        #expect(exactOut?.arriving.map(\.bound) == [.atLeast(.units(.max))])
        let route = try swap("route", ["inAmount": .unsigned(.max), "quotedOutAmount": .unsigned(.max)])
        // A slippage of more than everything promises nothing.
        #expect(route?.arriving.map(\.bound) == [.atLeast(.units(0))] && route?.arriving.first?.isPromise == false)
        let small = try swap("exactOutRoute", ["outAmount": .unsigned(1), "quotedInAmount": .unsigned(1)])
        // ⌈1 · 7.5535⌉
        #expect(small?.leaving.map(\.bound) == [.atMost(.units(8))])
    }

    @Test(arguments: [true, false], [true, false]) func `an Orca swap goes in the direction that its arguments say`(
        isInput: Bool, aToB: Bool
    ) throws {
        let (decoded, found) = try Self.found(
            Self.orca, "swap",
            [
                "amount": .unsigned(100), "otherAmountThreshold": .unsigned(42), "sqrtPriceLimit": .wideUnsigned(0),
                "amountSpecifiedIsInput": .bool(isInput), "aToB": .bool(aToB),
            ])
        let swap = try #require(found)
        #expect(swap.kind == .swap && swap.basis == .program)
        let (from, to) = aToB ? ("A", "B") : ("B", "A")
        #expect(try swap.leaving.map(\.account) == [Self.source(decoded, "tokenOwnerAccount\(from)")])
        #expect(try swap.arriving.map(\.account) == [Self.source(decoded, "tokenOwnerAccount\(to)")])
        #expect(swap.leaving.map(\.bound) == [.atMost(.units(isInput ? 100 : 42))])
        #expect(swap.arriving.map(\.bound) == [isInput ? .atLeast(.units(42)) : .atMost(.units(100))])
    }

    @Test(arguments: 0..<3) func `each release's list of a Raydium swap names its own accounts`(list: Int) throws {
        let (decoded, found) = try Self.found(
            Self.raydium, "swapBaseIn", list: list,
            ["amountIn": .unsigned(10), "minimumAmountOut": .unsigned(9)])
        #expect(decoded.accounts.count == [18, 17, 8][list] && decoded.accounts.last?.role == "userOwner")
        let swap = try #require(found)
        #expect(swap.basis == .program && swap.leaving.map(\.bound) == [.exactly(.units(10))])
        #expect(swap.arriving.map(\.bound) == [.atLeast(.units(9))])
        #expect(try swap.user == Self.source(decoded, "userOwner"))
        #expect(try swap.leaving.map(\.account) == [Self.source(decoded, "userSourceTokenAccount")])
        #expect(try swap.arriving.map(\.account) == [Self.source(decoded, "userDestinationTokenAccount")])
    }

    @Test func `a deposit at Marinade takes lamports and promises no amount of mSOL`() throws {
        let (decoded, found) = try Self.found(Self.marinade, "deposit", ["lamports": .unsigned(3_000_000_000)])
        let stake = try #require(found)
        let leaving = try #require(stake.leaving.first)
        #expect(stake.kind == .stake && leaving.holder == .lamports && leaving.bound == .exactly(.units(3_000_000_000)))
        #expect(try leaving.account == Self.source(decoded, "transferFrom"))
        let arriving = try #require(stake.arriving.first)
        #expect(arriving.bound == .atLeast(.units(0)) && !arriving.isPromise)
        #expect(try arriving.mint == Self.source(decoded, "msolMint"))

        let whole = try Self.found(Self.marinade, "depositStakeAccount", ["validatorIndex": .unsigned(1)])
        #expect(whole.1?.leaving.map(\.bound) == [.whole] && whole.1?.leaving.map(\.holder) == [.stakeAccount])
        #expect(try whole.1?.leaving.map(\.account) == [Self.source(whole.0, "stakeAccount")])
    }

    @Test func `a compressed NFT that changes hands is a leaf of its tree`() throws {
        let hash = ArgumentValue.bytes(ByteSlice([UInt8](repeating: 1, count: 32)))
        let (decoded, found) = try Self.found(
            Self.bubblegum, "transfer",
            ["root": hash, "dataHash": hash, "creatorHash": hash, "nonce": .unsigned(77), "index": .unsigned(77)])
        #expect(found?.kind == .transferNFT)
        #expect(try found?.asset == .leaf(tree: Self.source(decoded, "merkleTree"), number: 77))
        #expect(try found?.recipient == Self.source(decoded, "newLeafOwner"))
    }

    @Test func `nothing is said of an instruction without roles or of another's`() throws {
        let native = ProgramSet.known.decode(SystemProgram.transfer(from: PublicKey(), to: PublicKey(), lamports: 1))
        #expect(Self.table.cases(of: try #require(native)) == nil)
        let (_, found) = try Self.found(
            Self.orca, "setFeeRate", ["feeRate": .unsigned(3)])
        #expect(found == nil)
    }

    @Test func `every case that the interfaces have is read`() throws {
        var found: Set<String> = []
        for vector in try ProgramVector.all.get() {
            let keys = try (0..<vector.accountCount).map { try Self.key($0 % 250 + 1) }
            let decoded = ProgramSet().backed(by: Self.table).decode(
                Instruction(programID: vector.program, accounts: keys.map { AccountMeta($0) }, data: vector.data))
            guard let decoded, let one = Self.table.cases(of: decoded) else { continue }
            found.insert("\(vector.program) \(vector.instruction)")
            #expect(one.user.map { _ in true } ?? (one.kind != .swap), "\(vector.program) \(vector.instruction)")
            for movement in one.leaving { #expect(movement.account != nil, "\(vector.program) \(vector.instruction)") }
        }
        #expect(found.count > 150)
    }
}
