/// The bounds of a type, found before anything is read with it.
///
/// A text of 4 MiB can describe types that hold themselves, or a value of a few bytes that takes a billion steps to read. Each type is
/// measured once, whatever the number of places that name it.
struct TypeMeasurer {
    /// The sizes of a type.
    struct Measure {
        /// The fewest bytes of a value.
        var least = 0
        /// The types that are met on the way through one value, elements of lists once.
        var steps = 1
        /// The levels of types within types.
        var depth = 1
        /// The parts of one value that may take no bytes.
        var empty = 0
        /// True if it takes all that is left.
        var isOpen = false
        /// True if it may be missing at the end of the data.
        var isTail = false
    }

    private let types: [String: Result<InterfaceDraft.Definition, InterfaceError>]
    private var known: [String: Result<Measure, InterfaceError>] = [:]
    /// The types that are being measured now.
    private var open: Set<String> = []

    init(_ types: [String: Result<InterfaceDraft.Definition, InterfaceError>]) {
        self.types = types
    }

    /// Measures values that stand one after the other.
    ///
    /// - Throws: ``InterfaceError`` of the first rule that is broken.
    mutating func measure(_ fields: [DraftType], depth: Int = 0) throws(InterfaceError) -> Measure {
        var whole = Measure(empty: fields.isEmpty ? 1 : 0)
        for field in fields {
            let one = try measure(field, depth: depth + 1)
            guard !whole.isOpen || one.isTail else { throw InterfaceError(.position) }
            whole.least = min(whole.least + one.least, 1 << 20)
            whole.steps += one.steps
            guard whole.steps <= InterfaceLimits.steps else { throw InterfaceError(.steps) }
            whole.depth = max(whole.depth, one.depth + 1)
            whole.empty += one.empty
            whole.isOpen = whole.isOpen || one.isOpen
        }
        guard whole.depth <= InterfaceLimits.depth else { throw InterfaceError(.depth) }
        return whole
    }

    private mutating func measure(_ type: DraftType, depth: Int) throws(InterfaceError) -> Measure {
        guard depth <= InterfaceLimits.depth else { throw InterfaceError(.depth) }
        switch type {
        case .named(let name): return try measure(named: name, depth: depth)
        case .plain(let opcode): return try Self.plain(opcode)
        case .around(let opcode, let inner): return try measure(inner, in: opcode, depth: depth)
        case .array(let count, let inner):
            guard count <= InterfaceLimits.elements else { throw InterfaceError(.number) }
            let one = try element(inner, depth: depth)
            return Measure(
                least: min(count * min(one.least, 1 << 20), 1 << 20), steps: one.steps + 1, depth: one.depth + 1,
                empty: count == 0 ? 1 : 0)
        case .map(let key, let value):
            let (one, other) = (try element(key, depth: depth + 1), try element(value, depth: depth + 1))
            return Measure(least: 4, steps: one.steps + other.steps + 2, depth: max(one.depth, other.depth) + 2)
        case .tuple(let types):
            return try measure(types, depth: depth)
        }
    }

    private mutating func measure(_ inner: DraftType, in opcode: UInt8, depth: Int) throws(InterfaceError) -> Measure {
        switch opcode {
        case 32:
            var one = try measure(inner, depth: depth + 1)
            (one.least, one.steps, one.depth, one.isTail) = (1, one.steps + 1, one.depth + 1, false)
            return one
        case 33:
            // The registry reads it for addresses alone.
            guard inner == .key else { throw InterfaceError(.type) }
            return Measure(least: 32)
        case 34:
            let one = try measure(inner, depth: depth + 1)
            return Measure(steps: one.steps + 1, depth: one.depth + 1, empty: 1, isOpen: true, isTail: true)
        case 35...39:
            let one = try element(inner, depth: depth)
            let least = [35: 4, 36: 8, 37: 1, 38: 1][opcode] ?? 0
            return Measure(
                least: least, steps: one.steps + 1, depth: one.depth + 1, empty: opcode == 39 ? 1 : 0,
                isOpen: opcode == 39)
        default: throw InterfaceError(.type)
        }
    }

    /// The element of a list: there may be as many as the data has bytes, so none may be without one, nor have many parts without any.
    private mutating func element(_ type: DraftType, depth: Int) throws(InterfaceError) -> Measure {
        let one = try measure(type, depth: depth + 1)
        guard !one.isOpen else { throw InterfaceError(.position) }
        guard one.least > 0, one.empty <= 16 * one.least else { throw InterfaceError(.empty) }
        return one
    }

    private mutating func measure(named name: String, depth: Int) throws(InterfaceError) -> Measure {
        if let known = known[name] { return try known.get() }
        guard let type = types[name] else { throw InterfaceError(.missing) }
        guard open.insert(name).inserted else { throw InterfaceError(.cycle) }
        let found: Result<Measure, InterfaceError>
        do throws(InterfaceError) {
            found = .success(try measure(definition: try type.get(), depth: depth))
        } catch {
            found = .failure(error)
        }
        open.remove(name)
        // A failure is kept too: measuring again for each place that names the type is what a stranger's text would want.
        known[name] = found
        return try found.get()
    }

    private mutating func measure(
        definition: InterfaceDraft.Definition, depth: Int
    ) throws(InterfaceError) -> Measure {
        switch definition {
        case .alias(let type): return try measure(type, depth: depth + 1)
        case .record(let fields):
            guard Set(fields.map(\.name)).count == fields.count else { throw InterfaceError(.duplicate) }
            return try measure(fields.map(\.type), depth: depth)
        case .enumeration(let variants, let tag):
            guard Set(variants.map(\.name)).count == variants.count else { throw InterfaceError(.duplicate) }
            var whole = Measure(least: 1 << (Int(tag) - 1))
            for variant in variants where !variant.fields.isEmpty {
                let one = try measure(variant.fields.map(\.type), depth: depth + 1)
                whole.steps += one.steps
                guard whole.steps <= InterfaceLimits.steps else { throw InterfaceError(.steps) }
                whole.depth = max(whole.depth, one.depth + 1)
                whole.empty = max(whole.empty, one.empty)
                whole.isOpen = whole.isOpen || one.isOpen
            }
            guard whole.depth <= InterfaceLimits.depth else { throw InterfaceError(.depth) }
            return whole
        }
    }

    private static func plain(_ opcode: UInt8) throws(InterfaceError) -> Measure {
        switch opcode {
        case 1, 6, 13, 18, 19, 22: Measure(least: 1)
        case 2, 7: Measure(least: 2)
        case 3, 8, 11, 15, 17: Measure(least: 4)
        case 4, 9, 12, 16: Measure(least: 8)
        case 5, 10: Measure(least: 16)
        case 14: Measure(least: 32)
        case 20, 21: Measure(empty: 1, isOpen: true)
        default: throw InterfaceError(.type)
        }
    }
}
