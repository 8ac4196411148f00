extension InstructionLayout {
    /// Reads an instruction.
    ///
    /// - Returns: Nil unless every byte and every account has its place in the layout.
    package func decode(_ data: ByteSlice, _ accounts: [MessageAccount]) -> DecodedInstruction? {
        parts.decode(PublicKey(), "", data, accounts.count) { accounts[$0] }
    }

    /// The most signers of a multisignature account of the token programs.
    static let maximumSigners = 11

    /// The role of an account that signs for a multisignature account.
    static let cosigner = "signer"
}

extension InstructionLayout.Parts {
    /// Reads a program's instruction that has `accountCount` accounts.
    func decode(
        _ program: PublicKey, _ programName: String, _ data: ByteSlice, _ accountCount: Int, number: Int? = nil,
        _ account: (Int) -> MessageAccount
    ) -> DecodedInstruction? {
        guard accountCount >= required.count, let values = values(data) else { return nil }
        var sources: [MessageAccount] = []
        sources.reserveCapacity(accountCount)
        for index in 0..<accountCount { sources.append(account(index)) }
        var roles = required
        let taking = { RoleAccount(sources[$0]) }
        if takesAnyAccounts {
            roles = (0..<accountCount).map { accounts[min($0, accounts.count - 1)].name }
        } else if !isPlain(accountCount) {
            roles = []
            roles.reserveCapacity(accountCount)
            guard takeRoles(accountCount, taking, { values }, { roles.append($0) }) else { return nil }
        } else if !permits(taking) {
            return nil
        }
        let isAbsent = { (place: Int) in
            taking(place).key == program && self.replaceable.contains(roles[place])
        }
        let absent = replaceable.isEmpty ? [] : roles.indices.filter(isAbsent)
        return DecodedInstruction(
            program: program, programName: programName, name: name, number: number, roles: roles, sources: sources,
            absent: absent, fields: fields, values: values)
    }

    /// True if an instruction can be read; its values are not taken out.
    func fits(_ data: Range<Int>, _ accounts: Range<Int>, of message: MessageReader) -> Bool {
        guard accounts.count >= required.count else { return false }
        let reader = message.reader
        let values = { self.values(message.slice(data)) }
        if let fixedCount {
            guard data.count == fixedCount, reader.bytes(data).starts(with: discriminator) else { return false }
        } else if !isText || !reader.isASCII(data) {
            guard values() != nil else { return false }
        } else if !reader.bytes(data).starts(with: discriminator) {
            return false
        }
        if takesAnyAccounts { return true }
        let account = { message.roleAccount($0, in: accounts) }
        if isPlain(accounts.count) { return permits(account) }
        return takeRoles(accounts.count, account, { values() ?? [] }, { _ in })
    }

    private func isPlain(_ accountCount: Int) -> Bool { isPlain && accountCount == required.count }

    /// True if each restricted role has an allowed account or one from a lookup table.
    private func permits(_ account: (Int) -> RoleAccount) -> Bool {
        for (place, allowed) in restricted {
            guard account(place).key.map(allowed.contains) ?? true else { return false }
        }
        return true
    }

    func values(_ data: ByteSlice) -> [ArgumentValue]? {
        guard isBounded else { return nil }
        return data.withUnsafeBytes { buffer in
            var reader = ByteReader(buffer)
            do throws(CodingError) {
                guard try reader.starts(with: discriminator) else { return nil }
                let values = try fields.readValues(&reader, in: data)
                return reader.isAtEnd ? values : nil
            } catch {
                return nil
            }
        }
    }

    /// Assigns a role to each account, in order.
    ///
    /// - Returns: False if the accounts do not fit the roles.
    @inline(__always)
    private func takeRoles(
        _ accountCount: Int, _ account: (Int) -> RoleAccount, _ values: () -> [ArgumentValue],
        _ take: (String) -> Void
    ) -> Bool {
        let arguments = hasConditions ? zip(fields, values()).map { NamedArgument($0.name, $1) } : []
        var needed = required.count
        if hasConditions {
            for role in self.accounts { needed += role.presence.conditionalCount(arguments) ?? 0 }
        }
        guard accountCount >= needed else { return false }
        var (surplus, taken) = (accountCount - needed, 0)
        for role in self.accounts {
            var count: Int
            switch role.presence {
            case .required: count = 1
            case .authority:
                let isSigner = account(taken).isSigner
                take(role.name)
                taken += 1
                // One who signs needs no others; whether some may be there all the same, the next role says.
                guard surplus > 0, !isSigner else { continue }
                guard surplus <= InstructionLayout.maximumSigners else { return false }
                while surplus > 0 {
                    guard account(taken).isSigner else { return false }
                    take(InstructionLayout.cosigner)
                    (taken, surplus) = (taken + 1, surplus - 1)
                }
                continue
            case .optional, .expected, .expectedOrProgram:
                count = min(surplus, 1)
                surplus -= count
            case .repeated:
                guard surplus > 0 else { continue }
                guard taken > 0, let key = account(taken - 1).key else { return false }
                for more in taken..<taken + surplus where account(more).key != key { return false }
                count = surplus
                surplus = 0
            case .rest(let bounds):
                guard bounds.contains(surplus) else { return false }
                count = surplus
                surplus = 0
            default: count = role.presence.conditionalCount(arguments) ?? 0
            }
            while count > 0 {
                guard role.permits(account(taken)) else { return false }
                take(role.name)
                (taken, count) = (taken + 1, count - 1)
            }
        }
        return surplus == 0
    }
}

/// The properties of an account that decide which roles it may take.
struct RoleAccount {
    /// Nil if the account is in a lookup table.
    let key: PublicKey?
    let isSigner: Bool

    init(key: PublicKey?, isSigner: Bool) {
        self.key = key
        self.isSigner = isSigner
    }

    init(_ account: MessageAccount) {
        let key: PublicKey? = if case .address(let key) = account.source { key } else { nil }
        self.init(key: key, isSigner: account.isSigner)
    }
}

extension AccountRole {
    fileprivate func permits(_ account: RoleAccount) -> Bool {
        if case .rest = presence, isSigner, !account.isSigner { return false }
        guard !allowed.isEmpty, let key = account.key else { return true }
        return allowed.contains(key)
    }
}

extension AccountRole.Presence {
    /// The number of accounts that arguments ask for; nil if it does not depend on arguments.
    func conditionalCount(_ arguments: [NamedArgument]) -> Int? {
        switch self {
        // No message has so many: a number from the data must not overflow a sum.
        case .counted(let name): Int(min(max(arguments.number(name) ?? 0, 0), 1 << 16))
        case .whenZero(let name): arguments.number(name) == 0 ? 1 : 0
        case .whenAnyNonzero(let names): names.contains { arguments.number($0) != 0 } ? 1 : 0
        default: nil
        }
    }
}

extension [NamedArgument] {
    fileprivate func number(_ name: String) -> Int64? {
        switch first(where: { $0.name == name })?.value {
        case .unsigned(let value): Int64(clamping: value)
        case .signed(let value): value
        default: nil
        }
    }
}

extension ByteReader {
    /// True if each byte of a range is below 128, which makes it UTF-8.
    fileprivate func isASCII(_ range: Range<Int>) -> Bool {
        var (offset, bits) = (range.lowerBound, UInt64(0))
        while offset + 8 <= range.upperBound {
            bits |= integer(at: offset, as: UInt64.self)
            offset += 8
        }
        while offset < range.upperBound {
            bits |= UInt64(byte(at: offset))
            offset += 1
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }

    /// Steps over these bytes if they come next.
    fileprivate mutating func starts(with prefix: [UInt8]) throws(CodingError) -> Bool {
        guard prefix.count <= remaining else { return false }
        for byte in prefix where try readByte() != byte { return false }
        return true
    }
}
