/// A program whose instructions are known as data. One type a program.
///
/// A program of one's own:
///
/// ```swift
/// enum CounterProgram: Program {
///     static let id = PublicKey("CounterXbnFwJvBqUuqcHFDZFmJ3RYiD5bpPXTwC11e")
///     static let name = "Counter"
///     static let instructions = [
///         InstructionLayout(
///             "Add", discriminator: InstructionLayout.anchorDiscriminator("add"),
///             accounts: [.writable("counter"), .signer("owner")],
///             fields: [Field("number", .u64), Field("reason", .text(.u32))])
///     ]
/// }
/// ```
public protocol Program: SendableMetatype {
    /// The program's address.
    static var id: PublicKey { get }

    /// What the program is called.
    static var name: String { get }

    /// Of several layouts that fit, the first one counts.
    static var instructions: [InstructionLayout] { get }

    /// The first byte of an instruction that holds several of the program's others; nil where there is none.
    ///
    /// Each follows as its number of accounts, its length and its data; their accounts stand one behind the other.
    static var batch: UInt8? { get }
}

extension Program {
    public static var batch: UInt8? { nil }
}

extension Program {
    /// Builds an instruction from its accounts by their roles and its arguments by their names.
    ///
    /// - Throws: ``LayoutError`` where something is missing, too much, or of another type.
    public static func instruction(
        _ name: String, accounts: KeyValuePairs<String, PublicKey> = [:],
        arguments: KeyValuePairs<String, ArgumentValue> = [:]
    ) throws(LayoutError) -> Instruction {
        try instruction(
            name, accounts: accounts.map { ($0.key, $0.value) },
            arguments: arguments.map { NamedArgument($0.key, $0.value) }
        )
    }

    package static func instruction(
        _ name: String, accounts: [(role: String, key: PublicKey)], arguments: [NamedArgument]
    ) throws(LayoutError) -> Instruction {
        var failure = LayoutError.instruction(name)
        for layout in instructions where layout.name == name {
            do throws(LayoutError) {
                return try layout.instruction(id, accounts: accounts, arguments: arguments)
            } catch {
                failure = error
            }
        }
        throw failure
    }
}
