/// Writes one program as a table of `Programs/README.md`, so that its instructions are read by the same code as those of the registry.
struct TableWriter {
    private var strings: [UInt8] = [0]
    private var places: [String: Int] = ["": 0]
    /// The types that instructions use, by the order in which they are met.
    private var indices: [String: Int] = [:]
    private var order: [String] = []
    private let types: [String: Result<InterfaceDraft.Definition, InterfaceError>]

    private init(_ types: [String: Result<InterfaceDraft.Definition, InterfaceError>]) {
        self.types = types
    }

    /// The bytes of a table with one program.
    ///
    /// - Parameters:
    ///   - program: The program's address, 32 bytes.
    ///   - instructions: Those whose types are measured; each has a discriminator of 8 bytes at most.
    static func table(
        of program: [UInt8], name: String, _ instructions: [(InterfaceDraft.Instruction, InterfaceDraft.Body)],
        types: [String: Result<InterfaceDraft.Definition, InterfaceError>]
    ) -> [UInt8] {
        var writer = TableWriter(types)
        let parts = instructions.map { writer.instruction($0, $1) }
        var definitions: [[UInt8]] = []
        // Writing one may name further ones.
        while definitions.count < writer.order.count {
            definitions.append(writer.definition(named: writer.order[definitions.count]))
        }
        let record = writer.record(parts, definitions)
        var sections: [(bytes: [UInt8], row: Int)] = []
        var row = program
        row.append(u32: writer.place(of: name))
        // The records' first 4 bytes mean that there is none.
        row.append(u32: 4)
        row.append(u32: 0)
        row.append(u32: 0)
        sections.append((writer.strings, 1))
        sections.append((row, 48))
        sections.append(([0, 0, 0, 0] + record, 1))
        sections.append(([], 48))
        sections.append(([], 40))
        var body: [UInt8] = []
        var header: [UInt8] = []
        for section in sections {
            while body.count % 4 != 0 { body.append(0) }
            header.append(u32: 64 + body.count)
            header.append(u32: section.bytes.count / section.row)
            body += section.bytes
        }
        var whole = Array("SIDEKEYP".utf8) + [1, 0, 0, 0]
        whole.append(u32: 64 + body.count)
        whole += header
        whole.append(u32: parts.count)
        whole.append(u32: 0)
        return whole + body
    }

    private mutating func place(of text: String) -> Int {
        if let place = places[text] { return place }
        let place = strings.count
        places[text] = place
        strings.append(leb128: UInt64(text.utf8.count))
        strings += Array(text.utf8)
        return place
    }

    private mutating func reference(_ text: String) -> [UInt8] { varint(UInt64(place(of: text))) }

    private mutating func record(_ instructions: [[UInt8]], _ types: [[UInt8]]) -> [UInt8] {
        // Publisher, site, source, licence and what is missing are empty; the flags of accounts are known.
        let head: [UInt8] = [0, 0, 0, 0, 0, 1]
        var at = 8 + 4 * (instructions.count + types.count + 2) + head.count
        var offsets: [UInt8] = []
        for parts in [instructions, types] {
            for part in parts {
                offsets.append(u32: at)
                at += part.count
            }
            offsets.append(u32: at)
        }
        var record: [UInt8] = []
        record.append(u32: at)
        record.append(u16: instructions.count)
        record.append(u16: types.count)
        return record + offsets + head + instructions.joined() + types.joined()
    }

    private mutating func instruction(
        _ instruction: InterfaceDraft.Instruction, _ body: InterfaceDraft.Body
    ) -> [UInt8] {
        let discriminator = instruction.discriminator ?? []
        var out = [UInt8(truncatingIfNeeded: discriminator.count)] + discriminator + reference(instruction.name)
        let display = body.display.flatMap { $0.isEmpty ? nil : $0 }
        out.append((body.isOmitting ? 1 : 0) | (body.more.isEmpty ? 0 : 4) | (display == nil ? 0 : 32))
        out += fields(body.fields)
        out.append(leb128: UInt64(body.accounts.count))
        for account in body.accounts { out += reference(account.name) + [account.flags] }
        if !body.more.isEmpty { out += reference(body.more) }
        if let display {
            let part = self.display(display)
            out.append(leb128: UInt64(part.count))
            out += part
        }
        return out
    }

    private mutating func fields(_ fields: [InterfaceDraft.Field]) -> [UInt8] {
        var out = varint(UInt64(fields.count))
        for field in fields { out += reference(field.name) + type(field.type) }
        return out
    }

    private mutating func type(_ type: DraftType) -> [UInt8] {
        switch type {
        case .named(let name):
            let index = indices[name] ?? order.count
            if index == order.count {
                indices[name] = index
                order.append(name)
            }
            return [0] + varint(UInt64(index))
        case .plain(let opcode): return [opcode]
        case .around(let opcode, let inner): return [opcode] + self.type(inner)
        case .array(let count, let inner): return [40] + varint(UInt64(count)) + self.type(inner)
        case .map(let key, let value): return [41] + self.type(key) + self.type(value)
        case .tuple(let types):
            return types.reduce(into: [42] + varint(UInt64(types.count))) { $0 += self.type($1) }
        }
    }

    private mutating func definition(named name: String) -> [UInt8] {
        // Measured before, so it is there.
        guard case .success(let definition) = types[name] else { return [] }
        switch definition {
        case .record(let fields): return [0] + reference(name) + self.fields(fields)
        case .alias(let type): return [2] + reference(name) + self.type(type)
        case .enumeration(let variants, let tag):
            let hasValues = variants.enumerated().contains { UInt64($0.offset) != $0.element.value }
            var out = [1] + reference(name) + [tag, hasValues ? 1 : 0] + varint(UInt64(variants.count))
            for variant in variants {
                out += reference(variant.name) + (hasValues ? varint(variant.value) : []) + fields(variant.fields)
            }
            return out
        }
    }

    private mutating func display(_ display: DraftDisplay) -> [UInt8] {
        var out = reference(display.intent) + varint(UInt64(display.sentence.count))
        for part in display.sentence {
            switch part {
            case .text(let text): out += [0] + reference(text)
            case .subject(let subject): out += self.subject(subject)
            }
        }
        out += varint(UInt64(display.labels.count))
        for (subject, label) in display.labels { out += self.subject(subject) + reference(label) }
        out += varint(UInt64(display.skips.count))
        for (subject, form) in display.skips { out += self.subject(subject) + [form] }
        out += varint(UInt64(display.numbers.count))
        for (subject, number, unit) in display.numbers {
            out += self.subject(subject)
            switch number {
            case .plain: out += [0]
            case .decimals(let count): out += [1] + varint(UInt64(count))
            case .argument(let path): out += [2] + self.path(path)
            case .mint(let account): out += [3] + varint(UInt64(account + 1))
            case .time(let ticks): out += [4] + varint(UInt64(ticks))
            case .duration(let ticks): out += [5] + varint(UInt64(ticks))
            }
            out += reference(unit)
        }
        return out
    }

    private mutating func subject(_ subject: DraftDisplay.Subject) -> [UInt8] {
        switch subject {
        case .argument(let path): [1] + self.path(path)
        case .account(let place): [2] + varint(UInt64(place + 1))
        }
    }

    private mutating func path(_ path: DraftDisplay.Path) -> [UInt8] {
        path.steps.reduce(into: reference(path.name) + varint(UInt64(path.steps.count))) { $0 += varint(UInt64($1)) }
    }

    private func varint(_ number: UInt64) -> [UInt8] {
        var out: [UInt8] = []
        out.append(leb128: number)
        return out
    }
}

extension [UInt8] {
    fileprivate mutating func append(u32 number: Int) {
        for shift in 0..<4 { append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }

    fileprivate mutating func append(u16 number: Int) {
        for shift in 0..<2 { append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }

    fileprivate mutating func append(leb128 number: UInt64) {
        var number = number
        while number >= 0x80 {
            append(UInt8(truncatingIfNeeded: number) | 0x80)
            number >>= 7
        }
        append(UInt8(truncatingIfNeeded: number))
    }
}
