extension InstructionLayout {
    /// Builds an instruction from its accounts by their roles and its arguments by their names.
    ///
    /// A role that several accounts take is named once for each, in their order; the signers of a multisignature account
    /// are called `signer`.
    ///
    /// - Throws: ``LayoutError`` where something is missing, too much, or of another type.
    public func instruction(
        _ programID: PublicKey, accounts: KeyValuePairs<String, PublicKey> = [:],
        arguments: KeyValuePairs<String, ArgumentValue> = [:]
    ) throws(LayoutError) -> Instruction {
        try instruction(
            programID, accounts: accounts.map { ($0.key, $0.value) },
            arguments: arguments.map { NamedArgument($0.key, $0.value) })
    }

    package func instruction(
        _ programID: PublicKey, accounts: [(role: String, key: PublicKey)], arguments: [NamedArgument]
    ) throws(LayoutError) -> Instruction {
        var data = discriminator
        for field in fields {
            guard
                let argument = arguments.first(where: { $0.name == field.name }),
                field.type.write(argument.value, into: &data)
            else { throw .argument(field.name) }
        }
        if let unknown = arguments.first(where: { argument in !fields.contains { $0.name == argument.name } }) {
            throw .argument(unknown.name)
        }
        return Instruction(programID: programID, accounts: try metas(accounts, arguments), data: data)
    }

    private func metas(
        _ accounts: [(role: String, key: PublicKey)], _ arguments: [NamedArgument]
    ) throws(LayoutError) -> [AccountMeta] {
        var metas: [AccountMeta] = []
        var named = 0
        for role in self.accounts {
            let keys = accounts.lazy.filter { $0.role == role.name }.map(\.key)
            let count = keys.count
            switch role.presence {
            case .required, .authority:
                guard let key = count == 0 ? role.standard : keys.first, count <= 1 else { throw .account(role.name) }
                var cosigners: [PublicKey] = []
                if role.presence == .authority {
                    cosigners = accounts.filter { $0.role == Self.cosigner }.map(\.key)
                    guard cosigners.count <= Self.maximumSigners else { throw .account(Self.cosigner) }
                    named += cosigners.count
                }
                metas.append(
                    AccountMeta(key, isSigner: role.isSigner && cosigners.isEmpty, isWritable: role.isWritable))
                metas += cosigners.map { AccountMeta($0, isSigner: true) }
                named += count
                continue
            case .repeated: guard keys.allSatisfy({ $0 == metas.last?.key }) else { throw .account(role.name) }
            case .optional: guard count <= 1 else { throw .account(role.name) }
            case .rest(let bounds): guard bounds.contains(count) else { throw .account(role.name) }
            default:
                let wanted = role.presence.conditionalCount(arguments) ?? 0
                if count == 0, wanted == 1, let standard = role.standard {
                    metas.append(AccountMeta(standard, isSigner: role.isSigner, isWritable: role.isWritable))
                    continue
                }
                guard count == wanted else { throw .account(role.name) }
            }
            metas += keys.map { AccountMeta($0, isSigner: role.isSigner, isWritable: role.isWritable) }
            named += count
        }
        guard named == accounts.count else {
            let roles = Set(self.accounts.map(\.name))
            throw .account(accounts.first { !roles.contains($0.role) }?.role ?? Self.cosigner)
        }
        return metas
    }
}
