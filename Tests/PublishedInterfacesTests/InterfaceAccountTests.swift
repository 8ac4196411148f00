import Foundation
import PublishedInterfaces
import SolanaTransactions
import TestSupport
import Testing

/// The accounts in which interfaces are published, as Python's zlib and gzip wrote them.
@Suite struct InterfaceAccountTests {
    private struct Account {
        let name: String
        let program: PublicKey
        let owner: PublicKey
        let place: InterfaceAccount
        let data: ByteSlice
        let expected: String?

        static func all() throws -> [Account] {
            try PythonScript("published_interfaces.py").run(["accounts"]).split(separator: UInt8(ascii: "\n")).map {
                let object = try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
                func key(_ name: String) throws -> PublicKey {
                    let text = try #require(object[name] as? String)
                    let bytes = stride(from: 0, to: 64, by: 2).compactMap {
                        UInt8(text.dropFirst($0).prefix(2), radix: 16)
                    }
                    return try PublicKey(bytes: bytes)
                }
                let data = try #require(Data(base64Encoded: object["data"] as? String ?? ""))
                return Account(
                    name: try #require(object["name"] as? String), program: try key("program"), owner: try key("owner"),
                    place: object["place"] as? String == "anchor" ? .anchor : .metadata,
                    data: ByteSlice([UInt8](data)), expected: object["expected"] as? String)
            }
        }

        func read() throws(InterfaceError) -> PublishedInterface {
            try PublishedInterface(in: data, owner: owner, at: place, of: program)
        }
    }

    @Test func `an account is read as Python wrote it, and each spoilt one is refused for its own reason`() throws {
        var refused: Set<InterfaceError.Code> = []
        for account in try Account.all() {
            let what: Comment = "\(account.name)"
            do throws(InterfaceError) {
                let interface = try account.read()
                #expect(account.expected == nil, what)
                #expect(interface.name == "some" && interface.refusals.isEmpty, what)
                let amount: [UInt8] = [5, 0, 0, 0, 0, 0, 0, 0]
                let decoded = interface.decode(accounts: [], data: ByteSlice([1, 2, 3, 4, 5, 6, 7, 8] + amount))
                #expect(decoded?.name == "go" && decoded?.unsigned("amount") == 5, what)
                #expect(
                    interface.decode(accounts: [], data: ByteSlice([1, 2, 3, 4, 5, 6, 7, 8] + amount + [0])) == nil)
            } catch {
                #expect(error.code.rawValue == account.expected, what)
                refused.insert(error.code)
            }
        }
        #expect(refused.count >= 17)
    }

    @Test func `an account with any bit of its header turned is refused, or read the same`() throws {
        let whole = try #require(try Account.all().first)
        for place in 0..<96 {
            for bit in 0..<8 {
                var data = [UInt8](whole.data)
                data[place] ^= 1 << UInt8(bit)
                let read = try? PublishedInterface(
                    in: ByteSlice(data), owner: whole.owner, at: .metadata, of: whole.program)
                // Nothing depends on the authority, on whether it may change the account, and on the padding.
                let isFree = (33..<66).contains(place) || place >= 91
                #expect((read != nil) == isFree, "byte \(place), bit \(bit)")
            }
        }
    }

    @Test func `an account cut anywhere is refused`() throws {
        for account in try Account.all() where ["zlib", "gzip", "Anchor's"].contains(account.name) {
            for count in 0..<account.data.count {
                let cut = ByteSlice([UInt8](account.data.prefix(count)))
                let read = try? PublishedInterface(
                    in: cut, owner: account.owner, at: account.place, of: account.program)
                #expect(read == nil, "\(account.name) \(count)")
            }
        }
    }

    /// Computed with solders.
    @Test(arguments: [
        (
            "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4", "FDDfotwLyeLhUQ62ugzgTjwTvF3r64tPRVsKwsqRrbbC",
            "C88XWfp26heEmDkmfSzeXP7Fd7GQJ2j9dDTUsyiZbUTa"
        ),
        (
            "whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc", "9fQgUeE2BpGXLHopvZhDKTskXV2druezgX6hpmscbya5",
            "2KFqE4RWoPVbvodo8vbggCFeHPS8TDvgpwp79ALMrcyn"
        ),
    ]) func `the addresses are those of another implementation`(
        program: String, metadata: String, anchor: String
    ) throws {
        let program = try PublicKey(base58: program)
        #expect(InterfaceAccount.metadata.address(of: program)?.base58 == metadata)
        #expect(InterfaceAccount.anchor.address(of: program)?.base58 == anchor)
    }

    @Test func `only what begins as such an account and isn't too large is worth keeping`() throws {
        let owner = InterfaceAccount.metadataProgram
        for account in try Account.all() where account.expected == nil {
            #expect(InterfaceAccount.isLikely(account.data, of: account.owner))
        }
        let large = ByteSlice([UInt8](repeating: 2, count: InterfaceAccount.maximumCount + 1))
        #expect(!InterfaceAccount.isLikely(large, of: owner))
        #expect(!InterfaceAccount.isLikely(ByteSlice([2]), of: owner))
        #expect(!InterfaceAccount.isLikely(ByteSlice([UInt8](repeating: 0, count: 200)), of: PublicKey()))
    }
}
