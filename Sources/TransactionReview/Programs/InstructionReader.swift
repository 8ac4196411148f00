import DisplayText
import SolanaTransactions

/// The instruction isn't one that its program's reader understands to the last byte and account.
struct UnknownInstruction: Error {}

/// Takes an instruction apart, account by account and byte by byte, and notes what it finds.
///
/// A reader for a program names the accounts and values in their order. What is left over in the end makes the
/// instruction unknown: bytes or accounts that nobody named could mean anything.
struct InstructionReader {
    private let accounts: [MessageAccount]
    private let data: ByteSlice
    private var accountIndex = 0
    private var offset = 0

    /// What was found so far.
    private(set) var fields: [ReviewField] = []

    init(accounts: [MessageAccount], data: ByteSlice) {
        self.accounts = accounts
        self.data = data
    }

    /// How many accounts nobody has named yet.
    var remainingAccounts: Int { accounts.count - accountIndex }

    /// How many bytes nobody has read yet.
    var remainingBytes: Int { data.count - offset }

    /// Checks that nothing is left over.
    func finish() throws(UnknownInstruction) {
        guard remainingAccounts == 0, remainingBytes == 0 else { throw UnknownInstruction() }
    }

    mutating func note(_ name: String, _ value: String) {
        fields.append(ReviewField(name: name, value: value))
    }

    /// Names the next accounts.
    mutating func accounts(_ names: String...) throws(UnknownInstruction) {
        for name in names {
            try account(name)
        }
    }

    /// Names the next account.
    @discardableResult
    mutating func account(_ name: String) throws(UnknownInstruction) -> MessageAccount {
        guard remainingAccounts > 0 else { throw UnknownInstruction() }
        let account = accounts[accountIndex]
        accountIndex += 1
        switch account.source {
        case .address(let key): note(name, key.base58)
        case .lookup(let table, let entry): note(name, "\(table.base58)[\(entry)]")
        }
        return account
    }

    /// The next bytes.
    mutating func bytes(_ count: Int) throws(UnknownInstruction) -> [UInt8] {
        guard count >= 0, count <= remainingBytes else { throw UnknownInstruction() }
        let start = offset
        offset += count
        return (start..<offset).map { data[$0] }
    }

    /// The next little-endian integer, without noting it.
    mutating func integer<Value: FixedWidthInteger>(
        as type: Value.Type = Value.self
    ) throws(UnknownInstruction) -> Value {
        var value: Value = 0
        for byte in try bytes(Value.bitWidth / 8).reversed() {
            value = value << 8 | Value(truncatingIfNeeded: byte)
        }
        return value
    }

    /// Notes the next little-endian integer.
    mutating func integer<Value: FixedWidthInteger>(
        _ name: String, as type: Value.Type
    ) throws(UnknownInstruction) {
        note(name, String(try integer(as: type)))
    }

    /// Notes the next 32 bytes as an address.
    mutating func key(_ name: String) throws(UnknownInstruction) {
        guard let key = try? PublicKey(bytes: bytes(PublicKey.count)) else { throw UnknownInstruction() }
        note(name, key.base58)
    }

    /// Reads a byte that says whether a value follows: 0 or 1 and nothing else. Notes `none` where none does.
    mutating func isPresent(_ name: String) throws(UnknownInstruction) -> Bool {
        switch try integer(as: UInt8.self) {
        case 0:
            note(name, "none")
            return false
        case 1: return true
        default: throw UnknownInstruction()
        }
    }

    /// Notes the next bytes as UTF-8 text.
    mutating func text(_ name: String, count: Int) throws(UnknownInstruction) {
        guard let text = String(validating: try bytes(count), as: UTF8.self) else { throw UnknownInstruction() }
        note(name, VisibleText.escaping(text))
    }
}
