import SolanaTransactions
import Testing
import TransactionReview

/// Each rule with what it finds and with what only looks like it.
@Suite struct ReviewRuleTests {
    private let me = ReviewSamples.payer
    private let mine = ReviewSamples.key(9)
    private let other = ReviewSamples.recipient
    private let account = ReviewSamples.key(5)
    private let mint = ReviewSamples.key(6)
    private static let token = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
    private static let budget = "ComputeBudget111111111111111111111111111111"
    private static let associated = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"
    private static let native = "So11111111111111111111111111111111111111112"

    private struct Step {
        var program = PublicKey().base58
        var accounts: [PublicKey]
        var data: [UInt8]
    }

    private func findings(
        _ steps: [Step], signers: [PublicKey]? = nil
    ) throws -> [String: ReviewLevel] {
        let signers = signers ?? [me]
        var keys = signers
        func index(_ key: PublicKey) -> UInt8 {
            if let found = keys.firstIndex(of: key) { return UInt8(found) }
            keys.append(key)
            return UInt8(keys.count - 1)
        }
        let accounts = steps.map { $0.accounts.map(index) }
        let written = keys.count
        var compiled: [CompiledInstruction] = []
        for (step, indexes) in zip(steps, accounts) {
            compiled.append(
                CompiledInstruction(
                    programIndex: index(try PublicKey(base58: step.program)), accountIndexes: ByteSlice(indexes),
                    data: ByteSlice(step.data)))
        }
        let header = MessageHeader(
            requiredSignatures: UInt8(signers.count), readonlySigned: 0, readonlyUnsigned: UInt8(keys.count - written))
        let message = Message.legacy(
            try LegacyMessage(
                header: header, accountKeys: keys, recentBlockhash: Blockhash(), instructions: compiled))
        let transaction = try Transaction(
            message: message, signatures: Array(repeating: Signature(), count: signers.count))
        return levels(ReviewVerdict(ReviewSubject(TransactionReview(transaction), signer: me, own: [mine])))
    }

    private func levels(_ verdict: ReviewVerdict) -> [String: ReviewLevel] {
        Dictionary(verdict.findings.map { ($0.id, $0.level) }) { max($0, $1) }
    }

    private func u64(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

    private func token(_ accounts: [PublicKey], _ data: [UInt8]) -> Step {
        Step(program: Self.token, accounts: accounts, data: data)
    }

    private func pay(_ from: PublicKey, _ to: PublicKey, _ lamports: UInt64 = 5) -> Step {
        Step(accounts: [from, to], data: [2, 0, 0, 0] + u64(lamports))
    }

    @Test func `R01: an account of mine that becomes a program's`() throws {
        func assign(_ account: PublicKey, to owner: PublicKey) -> Step {
            Step(accounts: [account], data: [1, 0, 0, 0] + owner.bytes)
        }
        #expect(try findings([assign(me, to: other)])["R01"] == .forbidden)
        #expect(try findings([assign(mine, to: other)], signers: [me, mine])["R01"] == .forbidden)
        #expect(try findings([assign(account, to: other)], signers: [me, account])["R01"] == .warning)
        #expect(try findings([assign(me, to: PublicKey())])["R01"] == nil)
    }

    @Test func `R02: an authority of mine that goes to somebody else`() throws {
        func set(_ authority: PublicKey, to new: PublicKey?) -> Step {
            token([account, authority], [6, 2] + (new.map { [1] + $0.bytes } ?? [0]))
        }
        #expect(try findings([set(me, to: other)])["R02"] == .danger)
        #expect(try findings([set(me, to: nil)])["R02"] == .warning)
        #expect(try findings([set(me, to: mine)])["R02"] == .info)
        #expect(try findings([set(other, to: me)], signers: [me, other])["R02"] == nil)
        let nonce = Step(accounts: [account, me], data: [7, 0, 0, 0] + other.bytes)
        #expect(try findings([nonce])["R02"] == .danger)
    }

    @Test func `R03: a delegate`() throws {
        func approve(_ delegate: PublicKey, by owner: PublicKey) -> Step {
            token([account, delegate, owner], [4] + u64(.max))
        }
        #expect(try findings([approve(other, by: me)])["R03"] == .danger)
        #expect(try findings([approve(mine, by: me)])["R03"] == .info)
        #expect(try findings([approve(other, by: account)], signers: [me, account])["R03"] == nil)
        #expect(try findings([token([account, me], [5])])["R03"] == nil)
    }

    @Test func `R03: a delegate to whom nothing is left`() throws {
        let approve = token([account, other, me], [4] + u64(9))
        func take(_ amount: UInt64) -> Step { token([account, mint, other], [3] + u64(amount)) }
        let (revoke, unknown) = (token([account, me], [5]), Step(program: mint.base58, accounts: [me], data: [1]))
        func level(_ steps: [Step]) throws -> ReviewLevel? { try findings(steps, signers: [me, other])["R03"] }
        #expect(try level([approve, take(9)]) == .warning && level([approve, take(4), take(5)]) == .warning)
        #expect(try level([approve, take(8)]) == .danger && level([take(9), approve]) == .danger)
        #expect(try level([approve, revoke]) == .warning && level([revoke, approve]) == .danger)
        #expect(try level([approve, take(9), approve]) == .danger && level([approve, revoke, approve]) == .danger)
        // What nobody can read may give it back.
        #expect(try level([approve, unknown, take(9)]) == .danger && level([approve, unknown, revoke]) == .danger)
        #expect(try level([unknown, approve, take(9)]) == .warning)
        // What such a delegate takes is the user's, and is added up.
        let key = account
        let transaction = try Transaction(feePayer: me, blockhash: Blockhash()) {
            TokenProgram.approve(source: key, delegate: other, owner: me, amount: 9)
            TokenProgram.transfer(source: key, destination: mint, authority: other, amount: 9)
        }
        let subject = ReviewSubject(TransactionReview(transaction), signer: me)
        let changes = ReviewTotals([subject], [ReviewVerdict(subject)]).changes
        #expect(changes.contains { $0.account == .address(key) && $0.leaving == 9 })
    }

    @Test func `R04: an account of mine closed to somebody else`() throws {
        #expect(try findings([token([account, other, me], [9])])["R04"] == .danger)
        #expect(try findings([token([account, me, me], [9])])["R04"] == nil)
        #expect(try findings([token([account, mine, me], [9])])["R04"] == nil)
        #expect(try findings([token([account, other, other], [9])], signers: [me, other])["R04"] == nil)
    }

    @Test func `R04: a stake merged into another stays in the same hands`() throws {
        let stake = StakeProgram.id.base58
        let sysvars = [ReviewSamples.key(11), ReviewSamples.key(12)]
        let merge = Step(program: stake, accounts: [account, other] + sysvars + [me], data: [7, 0, 0, 0])
        #expect(try findings([merge])["R04"] == nil)
    }

    @Test func `a multisignature account that I sign for counts as mine`() throws {
        // The authority doesn't sign itself; its signers follow it.
        #expect(try findings([token([account, mint, me], [6, 2, 1] + other.bytes)])["R02"] == .danger)
        #expect(try findings([token([account, other, mint, me], [4] + u64(5))])["R03"] == .danger)
        #expect(try findings([token([account, other, mint, me], [9])])["R04"] == .danger)
    }

    @Test func `R05: a durable nonce`() throws {
        func advance(_ authority: PublicKey) -> Step {
            Step(accounts: [account, mint, authority], data: [4, 0, 0, 0])
        }
        #expect(try findings([advance(other), pay(me, other)], signers: [me, other])["R05"] == .danger)
        #expect(try findings([advance(me), pay(me, other)])["R05"] == .info)
        #expect(try findings([advance(mine), pay(me, other)], signers: [me, mine])["R05"] == .info)
        // Behind the first place the runtime takes it for no nonce.
        #expect(try findings([pay(me, other), advance(other)], signers: [me, other])["R05"] == nil)
    }

    @Test func `R06: accounts behind a lookup table`() throws {
        let samples = try ReviewSamples.transactions().map { transaction in
            levels(ReviewVerdict(ReviewSubject(TransactionReview(transaction), signer: me)))
        }
        #expect(samples.map { $0["R06"] } == [nil, .warning, nil])
    }

    @Test func `R07: an instruction that nobody can read`() throws {
        #expect(try findings([Step(program: account.base58, accounts: [me], data: [1])])["R07"] == .warning)
        #expect(try findings([Step(accounts: [me, other], data: [2, 0, 0, 0])])["R07"] == .warning)
        #expect(try findings([pay(me, other)])["R07"] == nil)
    }

    @Test func `R08: SOL to an address without a key`() throws {
        let keyless = try #require((1...255).lazy.map(ReviewSamples.key).first { !$0.isOnCurve })
        let onCurve = try PublicKey(base58: "AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9")
        #expect(try findings([pay(me, keyless)])["R08"] == .warning)
        #expect(try findings([pay(me, onCurve)])["R08"] == nil)
        let program = PublicKey("T1pyyaTNZsKv2WcRAB8oVnk93mLJw2XzjtVYqCsaHqt")
        for number in 0..<8 {
            let seed = Array("TIP_ACCOUNT_\(number)".utf8)
            let tip = try PublicKey.findProgramAddress(seeds: [seed], programID: program).address
            #expect(!tip.isOnCurve)
            #expect(try findings([pay(me, tip, 100_000_000)])["R08"] == nil)
            #expect(try findings([pay(me, tip, 100_000_001)])["R08"] == .warning)
        }
        // Wrapping: its tokens are counted anew afterwards.
        #expect(try findings([pay(me, keyless), token([keyless], [17])])["R08"] == nil)
    }

    @Test(
        arguments: [
            (999, nil), (7_142, .warning), (71_428, .danger),
        ] as [(UInt64, ReviewLevel?)])
    func `R09: a fee that nobody needs to pay`(_ price: UInt64, _ level: ReviewLevel?) throws {
        // 1.4 million units at a price in millionths of a lamport, and 5,000 lamports for the signature.
        let steps = [
            Step(program: Self.budget, accounts: [], data: [3] + u64(price * 1000)), pay(me, other),
        ]
        #expect(try findings(steps)["R09"] == level)
    }

    @Test func `R10: an account of mine that is made or given room`() throws {
        func create(_ new: PublicKey, owner: PublicKey) -> Step {
            Step(accounts: [other, new], data: [0, 0, 0, 0] + u64(5) + u64(0) + owner.bytes)
        }
        #expect(try findings([create(me, owner: account)], signers: [me, other])["R10"] == .danger)
        #expect(try findings([create(account, owner: account)], signers: [me, other, account])["R10"] == nil)
        #expect(try findings([Step(accounts: [me], data: [8, 0, 0, 0] + u64(10))])["R10"] == .danger)
        #expect(
            try findings([Step(accounts: [account], data: [8, 0, 0, 0] + u64(10))], signers: [me, account])["R10"]
                == nil)
    }

    @Test func `R11 and R12: tokens frozen, tokens burned`() throws {
        #expect(try findings([token([account, mint, me], [10])])["R11"] == .warning)
        #expect(try findings([token([account, mint, me], [11])])["R11"] == nil)
        #expect(try findings([token([account, mint, me], [8] + u64(5))])["R12"] == .warning)
        #expect(try findings([token([account, other, me], [3] + u64(5))])["R12"] == nil)
    }

    @Test func `R13 and R14: others who sign, and who pay`() throws {
        #expect(try findings([pay(me, other)], signers: [me, account])["R13"] == .info)
        #expect(try findings([pay(me, other)], signers: [me, mine])["R13"] == nil)
        #expect(try findings([pay(me, other)], signers: [account, me])["R14"] == .info)
        #expect(try findings([pay(me, other)], signers: [mine, me])["R14"] == nil)
    }

    @Test func `R15: a program's code`() throws {
        let program = UpgradeableLoaderProgram.id.base58
        let sysvars = [ReviewSamples.key(11), ReviewSamples.key(12)]
        func loader(_ accounts: [PublicKey], _ tag: UInt8) -> Step {
            Step(program: program, accounts: accounts, data: [tag, 0, 0, 0])
        }
        let upgrade = loader([account, other, mint, me] + sysvars + [me], 3)
        #expect(try findings([upgrade])["R15"] == .warning)
        #expect(try findings([loader([account, me, me, other], 5)])["R15"] == .warning)
        // A buffer has no program, and who may upgrade one is no code.
        #expect(try findings([loader([account, me, me], 5)])["R15"] == nil)
        #expect(try findings([loader([account, me, mine], 4)])["R15"] == nil)
    }

    @Test func `R17: what others have signed already`() throws {
        func findings(_ signed: Set<Int>) throws -> [Finding] {
            let transaction = try Transaction(feePayer: me, blockhash: Blockhash()) {
                SystemProgram.transfer(from: other, to: account, lamports: 1)
                SystemProgram.transfer(from: mine, to: account, lamports: 1)
            }
            let signers = [me, other, mine]
            let places = signed.compactMap { transaction.requiredSigners.firstIndex(of: signers[$0]) }
            let signature = try Signature(bytes: [UInt8](repeating: 7, count: 64))
            let signatures = (0..<3).map { places.contains($0) ? signature : Signature() }
            let review = TransactionReview(try Transaction(message: transaction.message, signatures: signatures))
            #expect(Set(review.signed) == Set(signed.map { signers[$0] }))
            return ReviewVerdict(ReviewSubject(review, signer: me, own: [mine])).findings.filter { $0.id == "R17" }
        }
        #expect(try findings([]).isEmpty && findings([0, 2]).isEmpty)
        let found = try findings([1])
        #expect(found.map(\.level) == [.info] && found.first?.parameters.map(\.value) == [other.base58])
    }

    @Test func `R16: what lies beyond the rent goes to somebody else`() throws {
        #expect(try findings([token([account, other, me], [38])])["R16"] == .danger)
        #expect(try findings([token([account, me, me], [38])])["R16"] == nil)
    }

    @Test func `an honest transfer finds nothing`() throws {
        let onCurve = try PublicKey(base58: "AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9")
        #expect(try findings([pay(me, onCurve)]) == [:])
    }
}
