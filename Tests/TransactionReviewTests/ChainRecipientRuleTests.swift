import SolanaTransactions
import TestSupport
import Testing
import TransactionReview

/// The rules that look at who gets something, each with what it finds and with what only looks like it.
@Suite struct ChainRecipientRuleTests {
    private typealias Samples = ChainSamples
    private let me = Samples.me
    private let friend = Samples.friend
    private let thief = Samples.thief
    private let mine = Samples.mine
    private let friends = Samples.friends

    private func found(
        _ id: String, _ steps: [Instruction], _ accounts: [PublicKey: ChainAccount?], contacts: Set<PublicKey> = [],
        own: Set<PublicKey> = []
    ) throws -> [Finding] {
        Samples.found(
            id, try Samples.subject(own: own, contacts: contacts, steps), Samples.facts(accounts))
    }

    @Test func `R36: a recipient that nobody has used`() throws {
        let pay = [Samples.pay(friend)]
        #expect(try found("R36", pay, [friend: nil]).map(\.level) == [.warning])
        #expect(try found("R36", pay, [friend: nil]).first?["to"] == friend.base58)
        #expect(try found("R36", pay, [friend: nil], contacts: [friend]).map(\.level) == [.info])
        #expect(try found("R36", pay, [friend: Samples.wallet()]) == [])
        // Unknown isn't unused.
        #expect(try found("R36", pay, [:]) == [])
        #expect(try found("R36", pay, [friend: nil], own: [friend]) == [])
        // What another signer pays.
        #expect(try found("R36", [Samples.pay(friend, from: thief)], [friend: nil]) == [])
        let make = SystemProgram.createAccount(
            from: me, newAccount: friend, lamports: 5, space: 0, owner: SystemProgram.id)
        #expect(try found("R36", [make], [friend: nil]) == [])
    }

    @Test func `R36: tokens for somebody who was never there`() throws {
        let account = AssociatedTokenProgram.address(owner: friend, mint: Samples.mint)
        let make = AssociatedTokenProgram.createIdempotent(payer: me, owner: friend, mint: Samples.mint)
        let steps = [make, Samples.send(5, to: account)]
        #expect(try found("R36", steps, [account: nil, friend: nil]).map { $0["to"] } == [friend.base58])
        #expect(try found("R36", steps, [account: nil, friend: Samples.wallet()]) == [])
        #expect(try found("R36", steps, [account: nil, friend: nil], own: [friend]) == [])
        // A token account is there, if no SOL.
        #expect(try found("R36", steps, [account: Samples.tokens(of: friend, 0), friend: nil]) == [])
    }

    @Test func `R49: almost all SOL of an account goes to strangers`() throws {
        let rest = [me: Samples.wallet(1_000), thief: Samples.wallet(), friend: Samples.wallet()]
        func sweep(
            _ amounts: UInt64..., to: PublicKey? = nil, contacts: Set<PublicKey> = [], own: Set<PublicKey> = []
        ) throws -> [Finding] {
            try found("R49", amounts.map { Samples.pay(to ?? thief, $0) }, rest, contacts: contacts, own: own)
        }
        let finding = try #require(try sweep(995).first)
        #expect(finding.level == .danger && finding["account"] == me.base58)
        #expect(try sweep(950).count == 1 && sweep(949) == [])
        // Nor in pieces.
        #expect(try sweep(300, 300, 350).count == 1 && sweep(300, 300, 300) == [])
        #expect(try sweep(995, contacts: [thief]) == [] && sweep(995, own: [thief]) == [])
        #expect(try found("R49", [Samples.pay(thief, 995)], [:]) == [])
        #expect(try found("R49", [Samples.pay(me, 995, from: thief)], rest) == [])
        // Wrapped and staked it stays the user's.
        let wrapped = AssociatedTokenProgram.address(owner: me, mint: TokenProgram.nativeMint)
        let make = AssociatedTokenProgram.createIdempotent(payer: me, owner: me, mint: TokenProgram.nativeMint)
        #expect(try found("R49", [make, Samples.pay(wrapped, 995)], rest) == [])
        let stake = [
            SystemProgram.createAccount(from: me, newAccount: mine, lamports: 995, space: 200, owner: StakeProgram.id),
            StakeProgram.initialize(mine, staker: me, withdrawer: me),
        ]
        #expect(try found("R49", stake, rest) == [])
        let theirs = [stake[0], StakeProgram.initialize(mine, staker: me, withdrawer: thief)]
        #expect(try found("R49", theirs, rest).count == 1)
    }

    @Test func `R49: all of two tokens goes to strangers`() throws {
        let (second, other) = (ReviewSamples.key(21), ReviewSamples.key(22))
        let accounts: [PublicKey: ChainAccount?] = [
            mine: Samples.tokens(of: me, 100), second: Samples.tokens(of: me, 7, mint: other),
            friends: Samples.tokens(of: friend, 0), Samples.thiefs: Samples.tokens(of: thief, 0),
        ]
        func sweep(
            _ first: UInt64, _ second: UInt64, to: PublicKey? = nil, contacts: Set<PublicKey> = []
        ) throws -> [Finding] {
            let to = to ?? Samples.thiefs
            return try found(
                "R49", [Samples.send(first, to: to), Samples.send(second, to: to, from: ReviewSamples.key(21))],
                accounts, contacts: contacts)
        }
        #expect(try sweep(100, 7).map { $0["account"] } == [me.base58])
        #expect(try sweep(99, 7) == [] && sweep(100, 6) == [])
        #expect(try found("R49", [Samples.send(100, to: Samples.thiefs)], accounts) == [])
        #expect(try sweep(100, 7, contacts: [thief]) == [])
        #expect(try sweep(100, 7, to: friends, contacts: [thief]).count == 1)
    }

    @Test(arguments: [
        ("11111111111111111111111111111112", true), ("11111111111111111111111111111111", false),
        ("ComputeBudget111111111111111111111111111111", false), ("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", false),
    ]) func `R50: a recipient that begins as a program's address`(_ address: String, _ isImitation: Bool) throws {
        let to = try PublicKey(base58: address)
        #expect(try found("R50", [Samples.pay(to)], [:]).map(\.level) == (isImitation ? [.danger] : []))
    }

    @Test(arguments: ["ComputeBudget111111111111111111111111111111", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"])
    func `R50: five characters are enough, four aren't`(_ known: String) throws {
        let five = try LookalikeAddress.of(PublicKey(base58: known), first: 5, last: 1)
        let four = try LookalikeAddress.of(PublicKey(base58: known), first: 4, last: 1)
        let finding = try #require(try found("R50", [Samples.pay(five)], [:]).first)
        #expect(finding["to"] == five.base58 && finding["like"] == known)
        #expect(try found("R50", [Samples.pay(four)], [:]) == [] || four.base58.hasPrefix(known.prefix(5)))
        #expect(try found("R50", [Samples.pay(five)], [:], contacts: [five]) == [])
    }

    /// Addresses that begin and end alike, and differ between.

    @Test func `R37: a recipient that looks like somebody else`() throws {
        let poison = try LookalikeAddress.of(friend, first: 4, last: 4)
        let three = try LookalikeAddress.of(friend, first: 3, last: 3)
        func poisoned(_ to: PublicKey, contacts: Set<PublicKey>, own: Set<PublicKey> = []) throws -> [Finding] {
            try found("R37", [Samples.pay(to)], [:], contacts: contacts, own: own)
        }
        let finding = try #require(try poisoned(poison, contacts: [friend]).first)
        #expect(finding.level == .danger && finding["to"] == poison.base58 && finding["like"] == friend.base58)
        #expect(try poisoned(three, contacts: [friend]).count == 1)
        #expect(try poisoned(poison, contacts: [], own: [friend]).count == 1)
        #expect(try poisoned(friend, contacts: [friend]) == [])
        #expect(try poisoned(poison, contacts: []) == [])
        // One whom the user knows as well.
        #expect(try poisoned(poison, contacts: [friend, poison]) == [])
        #expect(try poisoned(LookalikeAddress.of(friend, first: 2, last: 5), contacts: [friend]) == [])
        #expect(try poisoned(LookalikeAddress.of(friend, first: 5, last: 2), contacts: [friend]) == [])
        // Without a word of any node.
        let subject = try Samples.subject(contacts: [friend], [Samples.pay(poison)])
        #expect(ReviewVerdict(subject).findings.contains { $0.id == "R37" })
    }

    @Test func `R37: whom the user has paid is compared with, and spared nothing`() throws {
        let poison = try LookalikeAddress.of(friend)
        func compared(_ to: PublicKey, with paid: Set<PublicKey>, contacts: Set<PublicKey> = []) throws -> [String?] {
            let plain = try Samples.subject(contacts: contacts, [Samples.pay(to)])
            let subject = ReviewSubject(plain.review, signer: plain.signer, contacts: contacts, recipients: paid)
            return ReviewVerdict(subject).findings.filter { $0.id == "R37" }.map { $0["like"] }
        }
        #expect(try compared(poison, with: [friend]) == [friend.base58])
        #expect(try compared(friend, with: [friend]) == [])
        // Who was fooled once is warned the next time.
        #expect(try compared(poison, with: [friend, poison]) == [friend.base58])
        #expect(try compared(poison, with: [poison], contacts: [friend]) == [friend.base58])
        // A name is the user's word.
        #expect(try compared(friend, with: [poison], contacts: [friend]) == [])
    }

    @Test func `R37: whoever gets a right or tokens`() throws {
        let poison = try LookalikeAddress.of(friend, first: 4, last: 4)
        let approve = TokenProgram.approve(source: mine, delegate: poison, owner: me, amount: 1)
        #expect(try found("R37", [approve], [:], contacts: [friend]).count == 1)
        #expect(try found("R37", [Samples.send(1, to: poison)], [:], contacts: [friend]).count == 1)
        let others = TokenProgram.approve(source: mine, delegate: poison, owner: thief, amount: 1)
        #expect(try found("R37", [others], [:], contacts: [friend]) == [])
    }

    @Test func `R38: SOL for what is no wallet`() throws {
        let program = ChainAccount(
            lamports: 1, program: PublicKey("BPFLoader2111111111111111111111111111111111"), isExecutable: true)
        for (account, kind) in [
            (Samples.mint(), "mint"), (Samples.tokens(of: thief, 1), "token account"), (program, "program"),
        ] {
            let finding = try #require(try found("R38", [Samples.pay(friend)], [friend: account]).first)
            #expect(finding.level == .danger && finding["kind"] == kind)
        }
        #expect(try found("R38", [Samples.pay(friend)], [friend: Samples.wallet()]) == [])
        #expect(try found("R38", [Samples.pay(friend)], [friend: nil]) == [])
        #expect(try found("R38", [Samples.pay(friend)], [:]) == [])
    }

    @Test func `R38: wrapping SOL is no such thing`() throws {
        let wrapped = Samples.tokens(of: me, 0, mint: TokenProgram.nativeMint, isNative: true)
        let count = TokenProgram.syncNative(friends)
        #expect(try found("R38", [Samples.pay(friends), count], [friends: wrapped]) == [])
        #expect(try found("R38", [Samples.pay(friends)], [friends: wrapped]) == [])
        let theirs = Samples.tokens(of: thief, 0, mint: TokenProgram.nativeMint, isNative: true)
        #expect(try found("R38", [Samples.pay(friends), count], [friends: theirs]) == [])
        #expect(try found("R38", [Samples.pay(friends)], [friends: theirs]).count == 1)
    }

    @Test func `R38: tokens whose holder is a mint`() throws {
        let account = AssociatedTokenProgram.address(owner: friend, mint: Samples.mint)
        let make = AssociatedTokenProgram.create(payer: me, owner: friend, mint: Samples.mint)
        let steps = [make, Samples.send(5, to: account)]
        #expect(try found("R38", steps, [friend: Samples.mint()]).map { $0["to"] } == [friend.base58])
        #expect(try found("R38", steps, [friend: Samples.wallet()]) == [])
        // The token account itself is where tokens belong.
        #expect(try found("R38", [Samples.send(5)], [friends: Samples.tokens(of: friend, 1)]) == [])
    }
}
