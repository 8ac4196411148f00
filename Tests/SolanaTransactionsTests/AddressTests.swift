import Foundation
import Salt
import SolanaTransactions
import TestSupport
import Testing

/// Derived addresses, beside those of solders and spl.
@Suite struct AddressTests {
    private struct Line: Decodable {
        let kind: String
        let seeds: [Hex]
        let program: Hex?
        let address: Hex?
        let bump: UInt8?
        let onCurve: Bool?
    }

    @Test func `addresses are derived as solders derives them, and refused where it refuses them`() throws {
        var refused: [SeedError: Int] = [:]
        func attempt(_ derive: () throws(SeedError) -> PublicKey) -> [UInt8]? {
            do throws(SeedError) {
                return try derive().bytes
            } catch {
                refused[error, default: 0] += 1
                return nil
            }
        }
        var kinds: [String: Int] = [:]
        for line in try PythonScript("vectors_addresses.py").run().split(separator: UInt8(ascii: "\n")) {
            let line = try JSONDecoder().decode(Line.self, from: line)
            kinds[line.kind, default: 0] += 1
            let seeds = line.seeds.map(\.bytes)
            let program = try line.program.map { try PublicKey(bytes: $0.bytes) } ?? PublicKey()
            switch line.kind {
            case "create":
                let address = attempt { () throws(SeedError) in
                    try PublicKey.createProgramAddress(seeds: seeds, programID: program)
                }
                #expect(address == line.address?.bytes)
            case "find":
                let found = try? PublicKey.findProgramAddress(seeds: seeds, programID: program)
                #expect(found?.address.bytes == line.address?.bytes)
                #expect(found?.bump == line.bump)
                if let found {
                    #expect(!found.address.isOnCurve)
                    let again = try PublicKey.createProgramAddress(seeds: seeds + [[found.bump]], programID: program)
                    #expect(again == found.address)
                }
            case "seed":
                let base = try PublicKey(bytes: seeds[0])
                let text = String(decoding: seeds[1], as: UTF8.self)
                let address = attempt { () throws(SeedError) in
                    try PublicKey.createWithSeed(base: base, seed: text, owner: program)
                }
                #expect(address == line.address?.bytes)
            case "associated":
                let (owner, mint) = (try PublicKey(bytes: seeds[0]), try PublicKey(bytes: seeds[1]))
                let address = AssociatedTokenProgram.address(owner: owner, mint: mint, program: program)
                #expect(address.bytes == line.address?.bytes)
            default: #expect(try PublicKey(bytes: seeds[0]).isOnCurve == line.onCurve)
            }
        }
        #expect(kinds == ["create": 300, "find": 300, "seed": 300, "associated": 300, "curve": 300])
        #expect(Set(refused.keys) == [.tooManySeeds, .seedTooLong, .onCurve, .illegalOwner])
    }

    @Test func `sixteen seeds are the most, the bump among them`() throws {
        let seeds = [[UInt8]](repeating: [1], count: 15)
        let found = try PublicKey.findProgramAddress(seeds: seeds, programID: SystemProgram.id)
        #expect(found.bump > 0)
        #expect(throws: SeedError.tooManySeeds) {
            try PublicKey.findProgramAddress(seeds: seeds + [[1]], programID: SystemProgram.id)
        }
        #expect(throws: SeedError.tooManySeeds) {
            try PublicKey.createProgramAddress(seeds: seeds + [[1], [1]], programID: SystemProgram.id)
        }
        #expect(throws: SeedError.seedTooLong) {
            try PublicKey.createProgramAddress(seeds: [[UInt8](repeating: 1, count: 33)], programID: SystemProgram.id)
        }
    }
}
