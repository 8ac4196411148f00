package import JSONRPC
package import SolanaTransactions

/// An account of an NFT as `Tests/Support/vectors_nfts.py` lays it out.
package struct CollectibleAccount: Sendable {
    /// The NFT that it belongs to; one that is none of the owner's begins with "wrong".
    package let what: String
    package let address: PublicKey
    package let program: PublicKey
    package let data: [UInt8]

    /// The accounts of an owner's NFTs.
    package static func all(of owner: PublicKey) throws -> [CollectibleAccount] {
        try lines(owner).filter { $0["kind"] == "account" }.map { line throws in
            guard let what = line["what"]?.text, let address = line["address"]?.text,
                let program = line["program"]?.text,
                let data = line["data"]?.string
            else { throw TestFault("no account: \(line)") }
            return CollectibleAccount(
                what: what, address: try PublicKey(base58: address), program: try PublicKey(base58: program),
                data: try Base64.decode(data))
        }
    }

    /// The items that a node's index says of the owner, some of them wrong.
    package static func index(of owner: PublicKey) throws -> [JSON] {
        try lines(owner).compactMap { $0["item"] }
    }

    private static func lines(_ owner: PublicKey) throws -> [JSON] {
        try PythonScript("vectors_nfts.py").run([owner.base58]).split(separator: UInt8(ascii: "\n")).map {
            try JSON(parsing: JSONSource(Array($0)), maximumDepth: 16)
        }
    }
}

extension LocalNode {
    /// Puts the NFTs of an owner onto the chain, and the node's index of them if it is to have one.
    package func putCollectibles(of owner: PublicKey, index: Bool = true) throws {
        for account in try CollectibleAccount.all(of: owner) {
            try control([
                "set": .string(account.address.base58), "lamports": 5_000_000, "owner": .string(account.program.base58),
                "data": .string(Base64.encode(account.data)),
            ])
        }
        if index { try control(["assets": .array(CollectibleAccount.index(of: owner))]) }
        try control(["advance": 2])
    }
}
