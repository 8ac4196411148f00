/// A program whose instructions are known as data, with one type for each program.
///
/// Your own program:
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
///
/// ``ProgramSet/adding(_:)`` has a set read it; in the wallet a module does, by `programs` of its `ReviewExtension`. A type of the
/// program's own is a ``FieldType/record(_:)`` or a ``FieldType/variant(_:_:)``. Accounts beyond the roles make an instruction
/// unknown unless the last role takes the rest (``AccountRole/rest``).
public protocol Program: SendableMetatype {
    /// The program's address.
    static var id: PublicKey { get }

    /// The name of the program.
    static var name: String { get }

    /// The instructions' layouts; of several that fit, the first one counts.
    static var instructions: [InstructionLayout] { get }

    /// The first byte of an instruction that holds several of the program's others; nil if there is none.
    ///
    /// Each inner instruction follows as its number of accounts, its length and its data. Their accounts follow one another.
    static var batch: UInt8? { get }
}

extension Program {
    public static var batch: UInt8? { nil }
}

extension Program {
    /// Builds an instruction from its accounts by their roles and its arguments by their names.
    ///
    /// - Throws: ``LayoutError`` if something is missing, too much, or of another type.
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

extension Program {
    /// Builds an instruction for this library's own functions, whose names and types match the layouts; the tests check that.
    ///
    /// - Parameters:
    ///   - accounts: By their roles; a role without a key is left out.
    ///   - cosigners: The accounts that sign for a multisignature account.
    ///   - rest: The accounts of a role that several take.
    static func build(
        _ name: String, _ accounts: KeyValuePairs<String, PublicKey?> = [:],
        _ arguments: KeyValuePairs<String, ArgumentValue> = [:], cosigners: [PublicKey] = [],
        rest: KeyValuePairs<String, [PublicKey]> = [:]
    ) -> Instruction {
        var named: [(role: String, key: PublicKey)] = []
        for (role, key) in accounts {
            if let key { named.append((role, key)) }
        }
        named += cosigners.map { (InstructionLayout.cosigner, $0) }
        for (role, keys) in rest { named += keys.map { (role, $0) } }
        do throws(LayoutError) {
            return try instruction(name, accounts: named, arguments: arguments.map { NamedArgument($0.key, $0.value) })
        } catch {
            preconditionFailure("layout of \(name): \(error)")
        }
    }
}

extension ArgumentValue {
    static func number(_ value: some UnsignedInteger & FixedWidthInteger) -> ArgumentValue {
        .unsigned(UInt64(truncatingIfNeeded: value))
    }

    static func optional(_ key: PublicKey?) -> ArgumentValue {
        key.map { .key($0) } ?? .absent
    }
}
