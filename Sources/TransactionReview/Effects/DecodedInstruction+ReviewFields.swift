import DisplayText
import SolanaTransactions

extension DecodedInstruction {
    /// What the instruction says: its accounts by their parts, then its arguments.
    var reviewFields: [ReviewField] {
        accounts.map { ReviewField(name: $0.role, value: $0.account.reviewText) } + arguments.flatMap(\.reviewFields)
    }
}

extension MessageAccount {
    /// The address in base58, or the place in a lookup table.
    fileprivate var reviewText: String {
        switch source {
        case .address(let key): key.base58
        case .lookup(let table, let entry): "\(table.base58)[\(entry)]"
        }
    }
}

extension NamedArgument {
    /// One field for a single value, one for each value of a list.
    fileprivate var reviewFields: [ReviewField] {
        switch value {
        case .unsigned(let value): [ReviewField(name: name, value: String(value))]
        case .signed(let value): [ReviewField(name: name, value: String(value))]
        case .float(let value): [ReviewField(name: name, value: value.description)]
        case .bool(let value): [ReviewField(name: name, value: value ? "true" : "false")]
        case .key(let key): [ReviewField(name: name, value: key.base58)]
        case .text(let text): [ReviewField(name: name, value: VisibleText.escaping(text), isQuoted: true)]
        case .bytes(let bytes):
            [ReviewField(name: name, value: String(decoding: bytes.flatMap(\.hexDigits), as: UTF8.self))]
        case .choice(let choice): [ReviewField(name: name, value: choice)]
        case .absent: [ReviewField(name: name, value: "none")]
        case .list(let values): values.flatMap { NamedArgument(name, $0).reviewFields }
        case .record(let arguments): arguments.flatMap { NamedArgument("\(name).\($0.name)", $0.value).reviewFields }
        case .variant(let choice, let value):
            [ReviewField(name: name, value: choice)] + NamedArgument(choice, value).reviewFields
        }
    }
}

extension UInt8 {
    fileprivate var hexDigits: [UInt8] {
        [self >> 4, self & 0xf].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 }
    }
}
