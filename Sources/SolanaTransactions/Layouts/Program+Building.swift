extension Program {
    /// What this library's own functions build with: their names and types are those of the layouts, as the tests see to.
    ///
    /// - Parameters:
    ///   - accounts: By their roles; a role without a key is left out.
    ///   - cosigners: Who signs for a multisignature account.
    ///   - rest: Who takes a role of several.
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
