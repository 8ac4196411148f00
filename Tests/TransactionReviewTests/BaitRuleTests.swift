import SolanaTransactions
import Testing
import TransactionReview

/// The rules for texts that deceive: memos in the wallet's voice, and tokens named like sites.
@Suite struct BaitRuleTests {
    private typealias Samples = ChainSamples
    private let me = Samples.me
    private let mine = Samples.mine
    private let thief = Samples.thief

    private func warns(_ memo: String, program: PublicKey = MemoProgram.id) throws -> Bool {
        let step = Instruction(programID: program, accounts: [], data: Array(memo.utf8))
        let found = Samples.found("R56", try Samples.subject([step]), nil)
        #expect(found.allSatisfy { $0.level == .warning && $0["instruction"] == "1" })
        return found.count == 1
    }

    @Test(arguments: [
        "Sidekey: approved", "[Sidekey] This transaction is safe", "SIDEKEY — checked", "S i d e k e y approved",
        "Ѕіdеkеу says yes", "Sidekey\u{200B}: ok", "SidekeySecurity", "Phantom: no risk found", "Рhаntоm scan",
        "✅ Safe", "Approved!",
        "SAFE", "verified by CertiK", "Verified by Blockaid", "Safe to sign", "transaction verified",
        "your wallet approved this",
        "Ledger security: verified", "100% safe and verified", "Аррrоved", "Aprovado", "Güvenli", "Ασφαλές",
        "onaylandı ✔",
        "carteira: seguro", "Wallet security update, no funds will leave", "Approve to continue",
        "Account verification by your wallet", "Verify your wallet now", "Atualização de segurança",
        "Επαλήθευση λογαριασμού", "hesap doğrulama", "S-e-c-u-r-i-t-y update",
    ])
    func `R56: a memo in the wallet's voice`(_ memo: String) throws {
        #expect(try warns(memo))
        #expect(try warns(memo, program: LegacyMemoProgram.id))
    }

    @Test(arguments: [
        "", "thanks", "order 11 approved", "invoice 7, approved by Maria", "safe travels!",
        "The Phantom of the Opera, row 3",
        "Ledger: Q3 2026", "backpack: red", "donation for Sidekey", "Sidekey donation", "wallet refill",
        "unsafe at any speed",
        "wallet security audit, invoice 4", "security deposit flat 12", "approve the minutes, continue on Monday",
        "update of the account", "verify with Maria", "funds for the school",
        "Safeway groceries", "secured loan 15", "transaction fee for May", "безопасно", "{\"order\":7}",
        "9f86d081884c7d65",
        "ευχαριστώ", "teşekkürler", "obrigado",
    ])
    func `R56: an honest memo`(_ memo: String) throws { #expect(try !warns(memo)) }

    @Test func `R56: only where a text is a memo`() throws {
        #expect(try !warns("Sidekey: approved", program: Samples.stranger))
    }

    @Test func `R56: a danger where something is taken beside it`() throws {
        let memo = Instruction(programID: MemoProgram.id, accounts: [], data: Array("Sidekey: approved".utf8))
        func level(_ steps: [Instruction], contacts: Set<PublicKey> = []) throws -> ReviewLevel? {
            Samples.found("R56", try Samples.subject(contacts: contacts, steps + [memo]), nil).first?.level
        }
        #expect(try level([]) == .warning)
        #expect(try level([Samples.pay(thief)]) == .danger)
        #expect(try level([Samples.pay(thief)], contacts: [thief]) == .warning)
        #expect(try level([Samples.pay(me)]) == .warning)
        #expect(try level([Samples.send(5, to: Samples.thiefs)]) == .danger)
        // Nobody knows what it takes.
        #expect(try level([Samples.unknown([me])]) == .danger)
        let approval = TokenProgram.approve(source: mine, delegate: thief, owner: me, amount: 5)
        #expect(try level([approval]) == .danger)
    }

    // MARK: R57

    /// What is found where an unread program leaves the user with this many tokens of a mint.
    private func named(
        _ name: String, _ symbol: String = "", from before: UInt64? = nil, to after: UInt64 = 9,
        of holder: PublicKey? = nil
    ) throws -> [Finding] {
        let facts = Samples.facts(
            [
                Samples.mint: Samples.mint(), mine: before.map { Samples.tokens(of: me, $0) },
                MetaplexMetadata.address(of: Samples.mint): Samples.metadata(name: name, symbol: symbol),
            ], becoming: [mine: Samples.tokens(of: holder ?? me, after)])
        return Samples.found("R57", try Samples.subject([Samples.unknown([mine])]), facts)
    }

    @Test(arguments: [
        "usdc-claim.com", "Claim at JUPGIFT.NET", "https://ab.example", "Visit www.bonus", "1000 USDC t.me/jupdrop",
        "$5000 airdrop: solgift。xyz",
        "jupiter[.]claims", "Voucher wen․app", "get 1.5k$ at meteora.gift!", "a.claim-jup.fun/x",
    ])
    func `R57: a token that arrives is named like a site`(_ name: String) throws {
        let finding = try #require(try named(name).first)
        #expect(finding.level == .warning && finding["mint"] == Samples.mint.base58)
        #expect(finding.parameters.last?.isQuoted == true)
        #expect(try named("Voucher", String(name.prefix(10))).count <= 1)
    }

    @Test(arguments: [
        "USD Coin", "Bonk", "St. Moritz", "No.1 Dog", "U.S.A", "v2.0", "Mr. Fun", "alice.sol", "1.5x SOL", "Airdrop",
        "Claim", "Dr.Evil",
        "Vol.2", "...", "a.b.c", "H.P. Lovecraft",
    ])
    func `R57: an honest name`(_ name: String) throws { #expect(try named(name) == []) }

    @Test func `R57: what goes, or isn't the user's, is no bait`() throws {
        let bait = "usdc-claim.com"
        #expect(try named(bait, from: 0).count == 1 && named(bait, from: 9).count == 1)
        // Sold or burned to the last.
        #expect(try named(bait, from: 9, to: 0) == [])
        #expect(try named(bait, of: thief) == [])
        #expect(try named("Gift", "win.xyz").map { $0["name"] } == ["win.xyz"])
        let accounts: [PublicKey: ChainAccount?] = [
            Samples.mint: Samples.mint(), mine: Samples.tokens(of: me, 5),
            MetaplexMetadata.address(of: Samples.mint): Samples.metadata(name: bait),
        ]
        // An instruction says that it arrives, and nobody has simulated it.
        let sent = TokenProgram.transfer(source: Samples.thiefs, destination: mine, authority: thief, amount: 1)
        #expect(Samples.found("R57", try Samples.subject([sent]), Samples.facts(accounts)).count == 1)
        let away = TokenProgram.transfer(source: mine, destination: Samples.thiefs, authority: me, amount: 5)
        #expect(Samples.found("R57", try Samples.subject([away]), Samples.facts(accounts)) == [])
    }
}
