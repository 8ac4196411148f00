import Foundation
import SolanaTransactions
import TestSupport
import Testing

/// Contents of accounts as programs laid them out, beside what solders reads in them.
@Suite struct AccountDecodingTests {
    private struct Line: Decodable {
        let kind: String
        let name: String?
        let data: Hex
        let mint: String?
        let address: String?
        let read: Fields?

        var bytes: ByteSlice { ByteSlice(data.bytes) }
    }

    /// What solders says; the names of all kinds.
    private struct Fields: Decodable, Equatable {
        var mintAuthority: String?
        var supply: String?
        var decimals: Int?
        var freezeAuthority: String?
        var mint: String?
        var owner: String?
        var amount: String?
        var delegate: String?
        var delegatedAmount: String?
        var frozen: Bool?
        var nativeReserve: String?
        var closeAuthority: String?
        var deactivationSlot: String?
        var lastExtendedSlot: String?
        var lastExtendedStart: Int?
        var authority: String?
        var addresses: [String]?
        var name: String?
        var symbol: String?
        var uri: String?
    }

    private static let lines = Result {
        try PythonScript("vectors_accounts.py").run().split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Line.self, from: $0)
        }
    }

    private func lines(_ kind: String) throws -> [Line] { try Self.lines.get().filter { $0.kind == kind } }

    private func extended(_ name: String) throws -> MintExtensions {
        let line = try #require(try lines("extended").first { $0.name == name })
        let mint = try Mint(decoding: line.bytes)
        #expect(mint.decimals == 6)
        return mint.extensions
    }

    private func key(_ byte: UInt8) throws -> PublicKey { try PublicKey(bytes: [UInt8](repeating: byte, count: 32)) }

    private func fields(_ kind: String, _ data: ByteSlice) throws(CodingError) -> Fields {
        var fields = Fields()
        switch kind {
        case "mint":
            let mint = try Mint(decoding: data)
            fields.mintAuthority = mint.mintAuthority?.base58
            fields.supply = String(mint.supply)
            fields.decimals = Int(mint.decimals)
            fields.freezeAuthority = mint.freezeAuthority?.base58
        case "token":
            let token = try TokenAccount(decoding: data)
            fields.mint = token.mint.base58
            fields.owner = token.owner.base58
            fields.amount = String(token.amount)
            fields.delegate = token.delegate?.base58
            fields.delegatedAmount = String(token.delegatedAmount)
            fields.frozen = token.isFrozen
            fields.nativeReserve = token.nativeReserve.map { String($0) }
            fields.closeAuthority = token.closeAuthority?.base58
        case "metadata":
            let metadata = try MetaplexMetadata(decoding: data)
            fields.authority = metadata.updateAuthority.base58
            fields.mint = metadata.mint.base58
            fields.name = metadata.name
            fields.symbol = metadata.symbol
            fields.uri = metadata.uri
        default:
            let table = try LookupTableAccount(decoding: data)
            fields.deactivationSlot = String(table.deactivationSlot ?? .max)
            fields.lastExtendedSlot = String(table.lastExtendedSlot)
            fields.lastExtendedStart = Int(table.lastExtendedStart)
            fields.authority = table.authority?.base58
            fields.addresses = table.addresses.map(\.base58)
        }
        return fields
    }

    @Test(arguments: ["mint", "token", "table", "metadata"])
    func `what solders reads is read alike, and what it refuses is refused`(_ kind: String) throws {
        var (read, refused) = (0, 0)
        for line in try lines(kind) {
            do throws(CodingError) {
                #expect(try fields(kind, line.bytes) == line.read, "\(line.data.bytes)")
                read += 1
            } catch {
                // solders takes an account of either program that was never set up; here it is none.
                #expect(line.read == nil || error.code == .uninitialized, "\(error) in \(line.data.bytes)")
                refused += 1
            }
        }
        #expect(read > 50 && refused > 50)
    }

    @Test func `extensions that let others take, stop or tax tokens are read`() throws {
        #expect(try extended("permanent delegate").permanentDelegate == key(13))
        let fee = try #require(try extended("transfer fee").transferFee)
        #expect(fee.basisPoints == 250 && fee.maximum == 9_000)
        #expect(try fee.authority == key(11))
        #expect(try extended("transfer hook").transferHook?.program == key(14))
        #expect(try extended("transfer hook").transferHook?.authority == nil)
        #expect(try extended("transfer hook without a program").transferHook?.program == nil)
        #expect(try extended("transfer hook without a program").transferHook?.authority == key(15))
        #expect(try extended("frozen by default").isFrozenByDefault)
        #expect(try !extended("not frozen by default").isFrozenByDefault)
        #expect(try extended("non-transferable").isNonTransferable)
        #expect(try extended("close authority").closeAuthority == key(16))
        #expect(try extended("pausable").pauseAuthority == key(17))
        #expect(try !extended("pausable").isPaused)
        let all = try extended("all")
        #expect(all.types == [12, 1, 14] && all.unknownTypes.isEmpty)
        #expect(all.permanentDelegate != nil && all.transferFee != nil && all.transferHook?.program != nil)
    }

    @Test func `a token's claims are what it says of itself`() throws {
        let claims = try #require(try extended("claims").claims)
        #expect(claims.name == "USD Coin" && claims.symbol == "USDC\u{202E}" && claims.uri == "https://claims.example")
    }

    @Test func `a token's metadata is found and read as Metaplex lays it out`() throws {
        for line in try lines("metadata address") {
            let mint = try PublicKey(base58: #require(line.mint))
            #expect(MetaplexMetadata.address(of: mint).base58 == line.address)
        }
        let usual = try #require(try lines("metadata").first).data.bytes
        #expect(try lines("metadata address").count == 30 && usual.count == MetaplexMetadata.mostCount + 9)
        let metadata = try MetaplexMetadata(decoding: ByteSlice(usual))
        #expect(metadata.name == "USD Coin" && metadata.symbol == "USDC")
        func refusal(_ change: (inout [UInt8]) -> Void) -> CodingError? {
            var data = usual
            change(&data)
            do throws(CodingError) { _ = try MetaplexMetadata(decoding: ByteSlice(data)) } catch { return error }
            return nil
        }
        #expect(refusal { $0[0] = 6 } == CodingError(.tag, at: 0))
        #expect(refusal { $0[65] = 33 } == CodingError(.length, at: 65))
        #expect(refusal { $0.replaceSubrange(65..<69, with: [255, 255, 255, 255]) } == CodingError(.length, at: 65))
        #expect(refusal { $0[101] = 11 } == CodingError(.length, at: 101))
        #expect(refusal { $0[115] = 201 } == CodingError(.length, at: 115))
        #expect(refusal { $0[70] = 0xFF } == CodingError(.text, at: 69))
        #expect(refusal { $0 = Array($0[..<318]) } == CodingError(.truncated, at: 119))
        #expect(refusal { $0 = [] } == CodingError(.truncated, at: 0))
        #expect(refusal { $0 = Array($0[..<319]) } == nil)
    }

    @Test func `tokens with extensions are tokens, and a mint is none`() throws {
        let tokens = try #require(try lines("extended token").first)
        #expect(try TokenAccount(decoding: tokens.bytes).amount == 0)
        #expect(throws: CodingError(.tag, at: 0)) { try Mint(decoding: tokens.bytes) }
        let mint = try #require(try lines("extended").first)
        #expect(throws: CodingError(.tag, at: 165)) { try TokenAccount(decoding: mint.bytes) }
        var filled = mint.data.bytes
        filled[100] = 1
        #expect(throws: CodingError(.padding, at: 100)) { try Mint(decoding: ByteSlice(filled)) }
    }

    @Test func `an extension that is cut off, too long, doubled or unknown`() throws {
        let delegate = try #require(try lines("extended").first { $0.name == "permanent delegate" }).data.bytes
        #expect(delegate.count == 202)
        func decode(_ bytes: [UInt8]) throws -> Mint { try Mint(decoding: ByteSlice(bytes)) }
        #expect(throws: CodingError(.truncated, at: 170)) { try decode(delegate.dropLast()) }
        // One byte that is left over begins no extension; the program reads none there either.
        #expect(try decode(delegate + [1]).extensions.types == [12])
        #expect(throws: CodingError(.truncated, at: 204)) { try decode(delegate + [1, 0]) }
        #expect(throws: CodingError(.tag, at: 202)) { try decode(delegate + [12, 0, 0, 0]) }
        #expect(try decode(delegate + [0, 0, 0xFF, 0xFF]).extensions.types == [12])
        #expect(try decode(delegate + [99, 0, 1, 0, 7]).extensions.unknownTypes == [99])
        #expect(throws: CodingError(.trailingBytes, at: 207)) { try decode(delegate + [6, 0, 2, 0, 1, 0]) }
        #expect(throws: CodingError(.tag, at: 206)) { try decode(delegate + [6, 0, 1, 0, 3]) }
        #expect(throws: CodingError(.truncated, at: 206)) { try decode(delegate + [6, 0, 0, 0]) }
        let multisignature = delegate + [UInt8](repeating: 0, count: 355 - delegate.count)
        #expect(throws: CodingError(.length, at: 355)) { try decode(multisignature) }
    }

    @Test func `a stake's and a nonce's authorities`() throws {
        let stake = try StakeAccount(decoding: try #require(try lines("stake").first).bytes)
        #expect(try stake.staker == key(18) && stake.withdrawer == key(19) && stake.custodian == key(20))
        let nonce = try #require(try lines("nonce").first)
        #expect(try NonceAccount(decoding: nonce.bytes).authority == key(21))
        #expect(throws: CodingError(.uninitialized, at: 4)) {
            try NonceAccount(decoding: ByteSlice([UInt8](repeating: 0, count: 80)))
        }
        #expect(throws: CodingError(.length, at: 79)) {
            try NonceAccount(decoding: ByteSlice(nonce.data.bytes.dropLast()))
        }
        #expect(throws: CodingError(.uninitialized, at: 0)) {
            try StakeAccount(decoding: ByteSlice([UInt8](repeating: 0, count: 200)))
        }
    }

    @Test func `who has a program's code in hand`() throws {
        let buffer = try #require(try lines("buffer").first).data.bytes
        #expect(try LoaderAccount(decoding: ByteSlice(buffer)) == .buffer(authority: key(22)))
        func decode(_ bytes: [UInt8]) throws -> LoaderAccount { try LoaderAccount(decoding: ByteSlice(bytes)) }
        let slot: [UInt8] = [7, 0, 0, 0, 0, 0, 0, 0]
        let owner = try key(23)
        #expect(try decode([3, 0, 0, 0] + slot + [1] + owner.bytes + [9]) == .code(slot: 7, authority: owner))
        #expect(try decode([3, 0, 0, 0] + slot + [0] + owner.bytes) == .code(slot: 7, authority: nil))
        #expect(try decode([2, 0, 0, 0] + owner.bytes) == .program(code: owner))
        #expect(try decode([2, 0, 0, 0] + owner.bytes).authority == nil)
        #expect(throws: CodingError(.uninitialized, at: 0)) { try decode([0, 0, 0, 0]) }
        #expect(throws: CodingError(.tag, at: 0)) { try decode([4, 0, 0, 0] + slot) }
        #expect(throws: CodingError(.tag, at: 4)) { try decode([1, 0, 0, 0, 2] + owner.bytes) }
        #expect(throws: CodingError(.truncated, at: 5)) { try decode([1, 0, 0, 0, 1] + owner.bytes.dropLast()) }
    }

    @Test func `a table's entries can be used from the slot after they were added`() throws {
        var header: [UInt8] = [1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8) + [100, 0, 0, 0, 0, 0, 0, 0, 1, 0]
        header += [UInt8](repeating: 0, count: 34)
        let keys = [try key(1), try key(2)]
        let table = try LookupTableAccount(decoding: ByteSlice(header + keys.flatMap(\.bytes)))
        #expect(table.authority == nil && table.deactivationSlot == nil)
        #expect(table.address(0, at: 100) == keys[0] && table.address(1, at: 100) == nil)
        #expect(table.address(1, at: 101) == keys[1] && table.address(2, at: 101) == nil)
        #expect(throws: CodingError(.length, at: 119)) {
            try LookupTableAccount(decoding: ByteSlice((header + keys.flatMap(\.bytes)).dropLast()))
        }
        let many = header + [UInt8](repeating: 7, count: 257 * 32)
        #expect(throws: CodingError(.lookupEntry, at: 256)) { try LookupTableAccount(decoding: ByteSlice(many)) }
    }

    /// What comes from a node is anything at all.
    @Test func `no bytes end the program`() throws {
        var random = SeededGenerator(seed: 11)
        let known = try Self.lines.get().map(\.data.bytes)
        for _ in 0..<20_000 {
            var bytes = known.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            let data = ByteSlice(Array(bytes.prefix(Int.random(in: 0...400, using: &random))))
            _ = try? Mint(decoding: data)
            _ = try? TokenAccount(decoding: data)
            _ = try? LookupTableAccount(decoding: data)
            _ = try? NonceAccount(decoding: data)
            _ = try? StakeAccount(decoding: data)
            _ = try? LoaderAccount(decoding: data)
        }
    }
}
