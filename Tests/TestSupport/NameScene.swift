import JSONRPC
package import SolanaTransactions

/// Accounts of names, planted in a local node.
package struct NameScene {
    private let node: LocalNode

    package init(node: LocalNode) { self.node = node }

    package func plant(_ address: PublicKey, of program: PublicKey, _ data: [UInt8]) throws {
        try node.control([
            "set": .string(address.base58), "lamports": 10_000_000, "owner": .string(program.base58),
            "data": .string(Base64.encode(data)),
        ])
    }

    /// A record of the Record Service.
    package static func record(_ label: String, owner: PublicKey, isToken: Bool = false, expiry: Int64 = 0) -> [UInt8] {
        [2] + RecordService.solClass.bytes + [isToken ? 1 : 0] + owner.bytes + [0]
            + withUnsafeBytes(of: expiry.littleEndian) { Array($0) } + [32] + RecordService.seed(of: label)
    }

    package func sol(_ label: String, owner: PublicKey, isToken: Bool = false, expiry: Int64 = 0) throws {
        try plant(
            RecordService.record(of: label), of: RecordService.program,
            Self.record(label, owner: owner, isToken: isToken, expiry: expiry))
        try node.control(["advance": 2])
    }

    package func sns(_ label: String, owner: PublicKey) throws {
        try plant(
            NameService.domain(label), of: NameService.program,
            NameService.root.bytes + owner.bytes + PublicKey().bytes)
        try node.control(["advance": 2])
    }

    /// Says that an address goes by a label below the root.
    package func primary(_ address: PublicKey, label: String) throws {
        let account = try NameService.domain(label)
        try plant(NameService.primary(of: address), of: NameService.offers, [4] + account.bytes)
        let header = PublicKey().bytes + PublicKey().bytes + NameService.reverseClass.bytes
        let count = withUnsafeBytes(of: UInt32(label.utf8.count).littleEndian) { Array($0) }
        try plant(NameService.reverse(of: account), of: NameService.program, header + count + Array(label.utf8))
        try node.control(["advance": 2])
    }

    /// Has an address, in base58, go by a `.sns` name that leads back to it.
    package func call(_ address: String, _ label: String) throws {
        let key = try PublicKey(base58: address)
        try sns(label, owner: key)
        try primary(key, label: label)
    }

    /// Makes the token of a record, and gives the only one to somebody.
    package func token(of label: String, to holder: PublicKey, amount: UInt64 = 1) throws {
        let mint = try RecordService.mint(of: RecordService.record(of: label))
        func number(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
        let none = [UInt8](repeating: 0, count: 36)
        try plant(mint, of: Token2022Program.id, none + number(amount) + [0, 1] + none)
        let account = AssociatedTokenProgram.address(owner: holder, mint: mint, program: Token2022Program.id)
        let rest = none + [1] + [UInt8](repeating: 0, count: 12) + number(0) + none
        try plant(account, of: Token2022Program.id, mint.bytes + holder.bytes + number(amount) + rest)
        try node.control(["advance": 2])
    }
}
