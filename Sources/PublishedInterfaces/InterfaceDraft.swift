/// An interface as its text says it, in the words of the registry: each form is read into this, and this is written as a table.
struct InterfaceDraft {
    /// The program's name for itself; empty if it has none.
    var name = ""
    /// The address in the text; nil if it has none.
    var address: String?
    var instructions: [Instruction] = []
    /// The types by their names. One that can't be said has its reason, which counts only where it is used.
    var types: [String: Result<Definition, InterfaceError>] = [:]

    struct Instruction {
        /// The name as it stands in the text; checked where the instruction is taken over.
        var name: String
        /// The first bytes of its data; nil if they can't be told.
        var discriminator: [UInt8]?
        /// What follows them, or the reason that it can't be said.
        var body: Result<Body, InterfaceError>
    }

    struct Body {
        var fields: [Field] = []
        var accounts: [Account] = []
        /// The name of the accounts that may follow; empty if none is given.
        var more = ""
        /// True if optional accounts are left off at the end instead of being replaced by the program's address.
        var isOmitting = false
        var display: DraftDisplay?
    }

    struct Account {
        let name: String
        /// As in the table: 1 signer, 2 writable, 4 optional, 8 may or may not sign.
        let flags: UInt8
    }

    struct Field: Hashable {
        let name: String
        let type: DraftType
    }

    enum Definition: Hashable {
        case record([Field])
        /// - Parameter tag: 1 u8, 2 u16, 3 u32, 4 u64.
        case enumeration([Variant], tag: UInt8)
        case alias(DraftType)
    }

    struct Variant: Hashable {
        let name: String
        let value: UInt64
        let fields: [Field]
    }
}

/// A type of the table's language.
indirect enum DraftType: Hashable, Sendable {
    /// One of the interface's own.
    case named(String)
    /// One that stands for itself, by its opcode.
    case plain(UInt8)
    /// One around another, by its opcode.
    case around(UInt8, DraftType)
    case array(Int, DraftType)
    case map(DraftType, DraftType)
    case tuple([DraftType])

    static let u8 = DraftType.plain(1)
    static let key = DraftType.plain(14)
    static let bool = DraftType.plain(13)
    /// Text and bytes with a u32 in front.
    static let text = DraftType.plain(15)
    static let bytes = DraftType.plain(17)

    static func option(_ type: DraftType) -> DraftType { .around(32, type) }
    /// A list with its number of elements in front as a u32.
    static func list(_ type: DraftType) -> DraftType { .around(35, type) }

    /// The numbers by the names that Anchor and Codama share.
    static let numbers: [String: DraftType] = [
        "u8": .plain(1), "u16": .plain(2), "u32": .plain(3), "u64": .plain(4), "u128": .plain(5), "i8": .plain(6),
        "i16": .plain(7), "i32": .plain(8), "i64": .plain(9), "i128": .plain(10), "f32": .plain(11),
        "f64": .plain(12),
    ]
}

/// The description of an instruction in its author's words (sRFC 39).
struct DraftDisplay {
    enum Part {
        case text(String)
        case subject(Subject)
    }

    enum Subject: Hashable {
        case argument(Path)
        /// The place of an account in the list.
        case account(Int)
    }

    /// Where an argument is: the place of a field, then those of the fields in it.
    struct Path: Hashable {
        let name: String
        let steps: [Int]
    }

    enum Number {
        case plain
        case decimals(Int)
        case argument(Path)
        case mint(account: Int)
        case time(Int)
        case duration(Int)
        /// More decimals than any number has: the scale can't be told.
        static let unresolved = Number.decimals(255)
    }

    var intent = ""
    var sentence: [Part] = []
    var labels: [(subject: Subject, label: String)] = []
    /// 1 always, 2 when injected, 3 flatten.
    var skips: [(subject: Subject, form: UInt8)] = []
    var numbers: [(subject: Subject, number: Number, unit: String)] = []

    var isEmpty: Bool { intent.isEmpty && sentence.isEmpty && labels.isEmpty && skips.isEmpty && numbers.isEmpty }
}

/// The limits of a published interface; each is far above what programs have, and keeps a stranger's text from costing much.
enum InterfaceLimits {
    static let types = 2_000
    static let instructions = 1_000
    static let accounts = 255
    static let depth = 32
    /// As many as ``FieldType`` reads.
    static let steps = 4_000
    static let values = 500_000
    static let jsonDepth = 64
    /// An array of more couldn't stand in a transaction.
    static let elements = 65_535
    /// The most nodes of a value with all its elements.
    static let nodes = 10_000
    static let name = 256
    /// The most members of an object: each is looked through for every name that is asked for.
    static let members = 256
    /// The most types within arguments that are looked through for labels.
    static let visits = 5_000
    /// The most labels, skips and numbers of one instruction.
    static let descriptions = 64
}
