import Foundation
import SolanaTransactions
import TestSupport
import Testing

/// Names and the accounts behind them, beside what solders derives and what the programs' layouts say.
@Suite struct NameTests {
    private struct Line: Decodable {
        struct Account: Decodable {
            let program: String
            let data: Hex
        }

        let kind: String
        let what: String?
        let name: String?
        let account: String?
        let address: String?
        let mint: String?
        let tokenRecord: String?
        let verified: String?
        let signed: String?
        let reverse: String?
        let accounts: [String: Account]?
        let refusal: String?
    }

    private static let lines = Result {
        try PythonScript("vectors_names.py").run().split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Line.self, from: $0)
        }
    }

    @Test func `a name has one spelling, and says what is wrong with another`() throws {
        for text in ["alice.sol", "alice.sns", "pay.alice.sns", "0.sol", "a-b_c.sol", "xn--80ak6aa92e.sol"] {
            #expect(try SolanaName(text).description == text)
        }
        let wrong: [(String, SolanaName.Fault)] = [
            ("Alice.sol", .capital), ("alice.SOL", .capital), ("аlice.sol", .foreign), ("ali\u{200b}ce.sol", .foreign),
            ("alice", .ending), ("alice.eth", .ending), (".sol", .character), ("a..sns", .character),
            ("al ice.sol", .character), ("alice.sol\n", .ending), ("pay.alice.sol", .parts),
            ("a.b.c.sns", .parts), (String(repeating: "a", count: 61) + ".sol", .length),
        ]
        for (text, fault) in wrong {
            #expect(throws: fault, "\(text)") { try SolanaName(text) }
        }
        #expect(try SolanaName(String(repeating: "a", count: 60) + ".sol").label.count == 60)
        #expect(SolanaName.isMeant(by: "Alice.SOL") && !SolanaName.isMeant(by: "alice.sole"))
        #expect(try SolanaName("alice.sol").former == SolanaName("alice.sns"))
        #expect(try SolanaName("alice.sns").former == nil)
    }

    @Test func `the accounts of names are those that the services' own tests name`() throws {
        #expect(
            try RecordService.record(of: "sns-ip-5-wallet-1")
                == PublicKey("5aJnvSs3K5J1eFS1cemYHWnUeWp3QjKThWh5mWbGBgkt"))
        #expect(
            try RecordService.record(of: "sns-ip-5-wallet-2")
                == PublicKey("2gN2aGXi9kRnkXewWsshKTUWairEvMapA3z1EaqFqwMd"))
        let bonfida = try NameService.domain("bonfida")
        #expect(bonfida == PublicKey("Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb"))
        #expect(
            try NameService.subdomain("dex", of: bonfida) == PublicKey("HoFfFXqFHAC8RP3duuQNzag1ieUwJRBv1HtRNiWFq4Qu"))
        #expect(try NameService.reverse(of: bonfida) == PublicKey("DqgmWxe2PPrfy45Ja3UPyFGwcbRzkRuwXt3NyxjX8krg"))
    }

    @Test func `constants that can be derived are derived so`() throws {
        let central = try PublicKey.findProgramAddress(
            seeds: [Array("central_state".utf8)], programID: RecordService.registrar
        ).address
        #expect(central == PublicKey("EoLdmhHPRZ4xkYj4MetaAR8LjALmqGQEMsKQnFJx6ihE"))
        let kind = try PublicKey.findProgramAddress(
            seeds: [Array("class".utf8), central.bytes, Array(".sol".utf8)], programID: RecordService.program)
        #expect(kind.address == RecordService.solClass)
        for (program, address) in [
            (NameService.registrar, NameService.reverseClass), (NameService.records, NameService.recordClass),
        ] {
            #expect(
                try PublicKey.findProgramAddress(seeds: [program.bytes], programID: program).address == address)
        }
    }

    @Test func `the accounts of names are derived as solders derives them`() throws {
        var count = 0
        for line in try Self.lines.get() where line.kind == "derived" || line.kind == "primary" {
            count += 1
            guard line.kind == "derived" else {
                let address = try PublicKey(base58: #require(line.address))
                #expect(try NameService.primary(of: address).base58 == line.account)
                continue
            }
            let lookup = try NameLookup(SolanaName(#require(line.name)))
            #expect(lookup.account.base58 == line.account)
            if lookup.name.registry == .sol {
                #expect(try RecordService.mint(of: lookup.account).base58 == line.mint)
                #expect(lookup.addresses == [lookup.account])
            } else {
                #expect(try NameService.mint(of: lookup.account).base58 == line.mint)
                #expect(try NameService.reverse(of: lookup.account).base58 == line.reverse)
                let others = lookup.addresses.dropFirst().map(\.base58)
                #expect(others == [line.tokenRecord, line.verified, line.signed])
            }
        }
        #expect(count == 10)
    }

    @Test func `the accounts decide in the order of SNS-IP 5, and what isn't as written is refused`() throws {
        var count = 0
        for line in try Self.lines.get() where line.kind == "case" {
            count += 1
            let lookup = try NameLookup(SolanaName(#require(line.name)))
            var accounts: [PublicKey: NameLookup.Account] = [:]
            for (address, account) in try #require(line.accounts) {
                accounts[try PublicKey(base58: address)] = NameLookup.Account(
                    program: try PublicKey(base58: account.program), data: ByteSlice(account.data.bytes))
            }
            let what = "\(line.name ?? ""): \(line.what ?? "")"
            do throws(NameLookup.Refusal) {
                switch try lookup.outcome(accounts, now: 1_800_000_000) {
                case .address(let address): #expect(address.base58 == line.address, "\(what)")
                case .holder(let mint):
                    #expect(mint.base58 == line.mint, "\(what)")
                    #expect(line.address == nil, "\(what)")
                }
                #expect(line.refusal == nil, "\(what)")
            } catch {
                #expect(error.rawValue == line.refusal, "\(what)")
            }
        }
        #expect(count == 71)
    }

    @Test func `bytes of any kind are read or refused`() throws {
        var generator = SeededGenerator()
        let names = [try NameLookup(SolanaName("alice.sol")), try NameLookup(SolanaName("alice.sns"))]
        for _ in 0..<2_000 {
            for lookup in names {
                var accounts: [PublicKey: NameLookup.Account] = [:]
                for address in lookup.addresses {
                    let count = Int.random(in: 0...260, using: &generator)
                    var data = (0..<count).map { _ in UInt8.random(in: 0...3, using: &generator) }
                    if let first = data.indices.first { data[first] = 2 }
                    let program = lookup.name.registry == .sol ? RecordService.program : NameService.program
                    accounts[address] = NameLookup.Account(program: program, data: ByteSlice(data))
                }
                #expect(throws: NameLookup.Refusal.record) { try lookup.outcome(accounts, now: 0) }
                for account in accounts.values {
                    _ = try? ReverseName.label(in: account.data)
                    _ = try? PrimaryName.account(in: account.data)
                }
            }
        }
    }
}
