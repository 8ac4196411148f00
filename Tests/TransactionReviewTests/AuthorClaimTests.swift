import Foundation
import JSONRPC
import PublishedInterfaces
import SolanaTransactions
import Testing
import TransactionReview

private typealias Samples = ChainSamples

/// The words of a program's author, which stand beside a review and change nothing in it.
@Suite struct AuthorClaimTests {
    private static let me = Samples.me

    /// An account of Program Metadata with a text, or with something else wrong.
    private static func metadata(
        _ text: String, of program: PublicKey = Samples.stranger, canonical: UInt8 = 1,
        owner: PublicKey = InterfaceAccount.metadataProgram
    ) -> ChainAccount {
        let seed = Array("idl".utf8) + [UInt8](repeating: 0, count: 13)
        var data = [2] + program.bytes + Samples.thief.bytes + [1, canonical] + seed + [1, 0, 1, 0]
        data += Samples.bytes(UInt32(text.utf8.count)) + [0, 0, 0, 0, 0] + Array(text.utf8)
        return ChainAccount(lamports: 1, program: owner, data: ByteSlice(data))
    }

    private static func codama(of program: PublicKey = Samples.stranger, decimals: String, mint: String = "mint")
        -> String
    {
        """
        {"kind":"rootNode","standard":"codama","version":"1.7.0","program":{"kind":"programNode","name":"some",
        "publicKey":"\(program)","definedTypes":[],"instructions":[{"kind":"instructionNode","name":"payOut",
        "accounts":[{"kind":"instructionAccountNode","name":"vault","isWritable":true,"isSigner":false,
        "display":{"kind":"instructionAccountDisplayNode","label":"Vault","skip":"always"}},
        {"kind":"instructionAccountNode","name":"\(mint)","isWritable":false,"isSigner":false}],
        "provides":[{"kind":"providedNode","name":"scale","node":\(decimals)}],
        "display":{"kind":"instructionDisplayNode","intent":"Pay out","interpolatedIntent":"Pay ${data.amount} from ${accounts.vault}"},
        "discriminators":[{"kind":"fieldDiscriminatorNode","name":"kind","offset":0}],
        "arguments":[{"kind":"instructionArgumentNode","name":"kind","type":{"kind":"numberTypeNode","format":"u8","endian":"le"},
        "defaultValue":{"kind":"numberValueNode","number":7}},
        {"kind":"instructionArgumentNode","name":"amount","display":{"kind":"structFieldDisplayNode","label":"Amount","skip":"always"},
        "type":{"kind":"numberTypeNode","format":"u64","endian":"le","display":{"kind":"amountNumberDisplayNode",
        "decimals":{"kind":"injectedValueNode","key":"scale"},"unit":{"kind":"stringValueNode","string":"USDX"}}}},
        {"kind":"instructionArgumentNode","name":"until","type":{"kind":"numberTypeNode","format":"i64","endian":"le",
        "display":{"kind":"dateTimeNumberDisplayNode"}}}]}]}}
        """
    }

    private static let call = Instruction(
        programID: Samples.stranger,
        accounts: [AccountMeta(Samples.mine, isWritable: true), AccountMeta(Samples.mint)],
        data: [7] + Samples.bytes(UInt64(2_500_000)) + Samples.bytes(Int64(1_785_499_200)))

    private static func address(_ account: InterfaceAccount) throws -> PublicKey {
        try #require(account.address(of: Samples.stranger))
    }

    /// The first instruction of the review as clients get it.
    private static func instruction(_ facts: ChainFacts, of instructions: [Instruction] = [call]) throws -> JSON {
        let subject = try Samples.subject(instructions)
        let json = subject.review.json(subject, ReviewVerdict(subject, facts: facts), facts: facts)
        return try #require(json["instructions"]?[0])
    }

    private static func fact(_ decimals: String) throws -> ChainFacts {
        Samples.facts([try address(.metadata): metadata(codama(decimals: decimals)), Samples.mint: Samples.mint()])
    }

    private static let six = #"{"kind":"numberValueNode","number":6}"#

    @Test func `an unread instruction has its author's names, sentence and scale, and every row`() throws {
        let author = try #require(try Self.instruction(try Self.fact(Self.six))["author"])
        #expect(author["name"] == "payOut" && author["kind"] == "program-metadata" && author["form"] == "codama")
        #expect(author["node"] == "node.example" && author["slot"] == "1000")
        let display = try #require(author["display"])
        #expect(display["intent"] == "Pay out")
        #expect(display["sentence"]?.text == "Pay 2.5 USDX from \(Samples.mine)")
        // What the author wants skipped is there all the same.
        let rows = try #require(display["fields"]?.array)
        #expect(rows.map { $0["name"]?.text } == ["vault", "mint", "amount", "until"])
        #expect(rows.map { $0["label"]?.text } == ["Vault", nil, "Amount", nil])
        #expect(rows[2]["value"] == "2500000" && rows[2]["meant"] == "2.5 USDX")
        #expect(rows[3]["meant"] == "2026-07-31T12:00:00Z")
        #expect(try Self.instruction(try Self.fact(Self.six))["known"] == false)
    }

    @Test func `a mint's decimals are the mint's, and without them the number stays raw and no sentence is said`()
        throws
    {
        let ofMint = #"{"kind":"accountFieldValueNode","account":"mint","path":"decimals"}"#
        let known = try Self.instruction(try Self.fact(ofMint))["author"]?["display"]
        #expect(known?["sentence"]?.text?.hasPrefix("Pay 2.5 USDX") == true)
        var facts = try Self.fact(ofMint)
        facts.accounts[Samples.mint] = nil
        let unknown = try #require(try Self.instruction(facts)["author"]?["display"])
        #expect(unknown["sentence"] == nil && unknown["fields"]?[2]?["meant"] == nil)
        #expect(unknown["fields"]?[2]?["value"] == "2500000" && unknown["intent"] == "Pay out")
    }

    @Test func `an unresolved scale leaves the number raw and the sentence unsaid`() throws {
        let missing = #"{"kind":"accountFieldValueNode","account":"nobody","path":"decimals"}"#
        for decimals in [missing, #"{"kind":"numberValueNode","number":400}"#] {
            let display = try #require(try Self.instruction(try Self.fact(decimals))["author"]?["display"])
            #expect(display["sentence"] == nil && display["fields"]?[2]?["meant"] == nil)
            #expect(display["fields"]?[2]?["value"] == "2500000")
        }
    }

    @Test func `the registry's own descriptions are said too, as their authors'`() throws {
        let memo = Instruction(
            programID: PublicKey("Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH"), accounts: [],
            data: Array("hi\u{202e}".utf8))
        let instruction = try Self.instruction(ChainFacts(), of: [memo])
        #expect(instruction["author"] == nil && instruction["display"]?["intent"] == "Add memo")
        #expect(instruction["display"]?["sentence"]?.text == #"Add memo "hi\u{202e}""#)
    }

    @Test func `an account that isn't the author's is no claim, and its reason is told`() throws {
        func refusal(_ account: ChainAccount) throws -> String? {
            let facts = Samples.facts([try Self.address(.metadata): account])
            let author = try Self.instruction(facts)["author"]
            #expect(author?["name"] == nil && author?["display"] == nil)
            return author?["refused"]?.text
        }
        let text = Self.codama(decimals: Self.six)
        #expect(try refusal(Self.metadata(text, canonical: 0)) == "not-canonical")
        #expect(try refusal(Self.metadata(text, of: Samples.thief)) == "program")
        #expect(try refusal(Self.metadata(text, owner: Samples.thief)) == "kind")
        #expect(try refusal(Self.metadata(Self.codama(of: Samples.thief, decimals: Self.six))) == "address")
        #expect(try refusal(Samples.wallet()) == "kind")
        #expect(try refusal(Self.metadata(#"{"instructions":[]}"#)) == "unfit")
        // The same account at another address says nothing.
        let elsewhere = Samples.facts([Samples.friend: Self.metadata(text)])
        #expect(try Self.instruction(elsewhere)["author"] == nil)
    }

    @Test func `an instruction that something else reads has no author's words`() throws {
        let transfer = try Self.instruction(try Self.fact(Self.six), of: [Samples.pay(Samples.friend)])
        #expect(transfer["known"] == true && transfer["author"] == nil)
    }

    @Test func `what an author says changes no finding, no level, no change and no state`() throws {
        for instructions in [[Self.call], [Samples.pay(Samples.friend), Self.call, Samples.send(5)]] {
            let subject = try Samples.subject(own: [Samples.mine], instructions)
            let common: [PublicKey: ChainAccount?] = [
                Self.me: Samples.wallet(), Samples.mine: Samples.tokens(of: Self.me, 9), Samples.mint: Samples.mint(),
            ]
            func facts(_ more: [PublicKey: ChainAccount?]) -> ChainFacts {
                Samples.facts(
                    common.merging(more) { $1 },
                    becoming: [Samples.mine: Samples.tokens(of: Self.me, 0)])
            }
            let without = facts([:])
            let with = facts([try Self.address(.metadata): Self.metadata(Self.codama(decimals: Self.six))])
            let (plain, told) = (ReviewVerdict(subject, facts: without), ReviewVerdict(subject, facts: with))
            #expect(plain.findings == told.findings && plain.level == told.level)
            #expect(plain.state == told.state && plain.isComplete == told.isComplete && !told.isComplete)
            let (one, other) = (
                subject.review.json(subject, plain, facts: without), subject.review.json(subject, told, facts: with)
            )
            for member in ["effects", "findings", "level", "state", "complete", "changes", "promises"] {
                #expect(one[member] == other[member], "\(member)")
            }
            #expect(one != other)
        }
    }

    @Test func `the accounts are asked for with the first ones, for four programs, and once`() throws {
        let subject = try Samples.subject([Self.call])
        let wanted: Set = [try Self.address(.metadata), try Self.address(.anchor)]
        let first = ChainQuestions(of: subject.review)
        #expect(wanted.isSubset(of: first.accounts))
        let known = Samples.facts([try Self.address(.metadata): nil, try Self.address(.anchor): nil])
        #expect(wanted.isDisjoint(with: ChainQuestions(of: subject.review, knowing: known).accounts))
        let many = (0..<9).map { place in
            Instruction(programID: ReviewSamples.key(UInt8(100 + place)), accounts: [], data: [1])
        }
        let asked = Set(ChainQuestions(of: try Samples.subject(many).review).accounts)
        let own = try (0..<9).filter { place in
            asked.contains(try #require(InterfaceAccount.metadata.address(of: ReviewSamples.key(UInt8(100 + place)))))
        }
        #expect(own == [0, 1, 2, 3])
        // Nobody needs the interfaces of programs that are read.
        let read = ChainQuestions(of: try Samples.subject([Samples.pay(Samples.friend)]).review).accounts
        #expect(read.count == 2)
    }

    @Test func `names that an author gives to choices are quoted as texts are`() throws {
        let text = """
            {"address":"\(Samples.stranger)","metadata":{"name":"some","spec":"0.1.0"},"types":[{"name":"Mode","type":{"kind":"enum",
            "variants":[{"name":"SidekeySaysSafe"},{"name":"With","fields":["u8"]}]}}],"instructions":[{"name":"go","discriminator":[7],"accounts":[],
            "args":[{"name":"mode","type":{"defined":{"name":"Mode"}}},{"name":"other","type":{"option":{"defined":{"name":"Mode"}}}}]}]}
            """
        let facts = Samples.facts([try Self.address(.metadata): Self.metadata(text)])
        let call = Instruction(programID: Samples.stranger, accounts: [], data: [7, 0, 1, 1, 9])
        let rows = try #require(try Self.instruction(facts, of: [call])["author"]?["display"]?["fields"]?.array)
        #expect(rows.map { $0["value"]?.text } == ["SidekeySaysSafe", "With", "9"])
        #expect(rows.map { $0["quoted"]?.bool } == [true, true, nil])
    }

    @Test func `an author's words are bounded, however many instructions and values there are`() throws {
        let text = """
            {"address":"\(Samples.stranger)","metadata":{"name":"some","spec":"0.1.0"},"types":[],"instructions":[{"name":"go",
            "discriminator":[7],"accounts":[],"args":[{"name":"values","type":{"vec":"bool"}}]}]}
            """
        let facts = Samples.facts([try Self.address(.metadata): Self.metadata(text)])
        let call = Instruction(
            programID: Samples.stranger, accounts: [],
            data: [7] + Samples.bytes(UInt32(90)) + [UInt8](repeating: 1, count: 90))
        let subject = try Samples.subject((0..<9).map { _ in call })
        let json = subject.review.json(subject, ReviewVerdict(subject, facts: facts), facts: facts)
        let claims = (json["instructions"]?.array ?? []).compactMap { $0["author"] }
        #expect(claims.count == 8)
        #expect(
            claims.allSatisfy { $0["display"]?["fields"]?.array?.count == 64 && $0["display"]?["moreFields"] == 26 })
    }
}
