import SolanaTransactions

/// Collects the effects of instructions of one layout, whose parts it finds by their names.
///
/// A missing part makes the layout's effects unknown. A reader that asks for a name that the layout lacks must not make its instructions look as if
/// they do nothing.
struct EffectList {
    /// A name that the layout has no part for.
    struct MissingPart: Error {}

    /// The names of all parts of the known layouts; a part without a fixed place is identified by the index of its name here.
    static let names = Set(
        ProgramSet.known.numberedLayouts.flatMap { $0.layout.accounts.map(\.name) + $0.layout.fields.map(\.name) }
    ).sorted()

    private let layout: InstructionLayout
    private(set) var forms: [EffectForm] = []

    init(of layout: InstructionLayout) {
        self.layout = layout
    }

    mutating func append(_ form: EffectForm) { forms.append(form) }

    /// Marks all effects so far as taking the lamports beyond the rent.
    mutating func markExcess() {
        for index in forms.indices { forms[index].takesExcess = true }
    }

    /// Adds the two effects of lamports that leave one account and arrive at another.
    mutating func move(
        _ amount: EffectForm.Part?, from source: EffectForm.Part, to destination: EffectForm.Part,
        onlyWith condition: EffectForm.Part? = nil
    ) {
        append(EffectForm(.lamportsOut, source, amount: amount, counterpart: destination, onlyWith: condition))
        append(EffectForm(.lamportsIn, destination, amount: amount, counterpart: source, onlyWith: condition))
    }

    /// Returns the account in a part of the instruction, or an address in its data.
    func account(_ name: String) throws(MissingPart) -> EffectForm.Part {
        guard let place = accountPlace(name) ?? argumentPlace(name) else { throw MissingPart() }
        return EffectForm.Part(place, isRequired: true)
    }

    /// Returns the same as ``account(_:)``, or nil if the layout has no such part; an instruction may omit it.
    func optional(_ name: String) -> EffectForm.Part? {
        (accountPlace(name) ?? argumentPlace(name)).map { EffectForm.Part($0, isRequired: false) }
    }

    func number(_ name: String) throws(MissingPart) -> EffectForm.Part {
        guard let place = argumentPlace(name) else { throw MissingPart() }
        return EffectForm.Part(place, isRequired: true)
    }

    /// Returns the power that the argument `authorityType` chooses.
    func chosenPower() throws(MissingPart) -> EffectForm.Role {
        guard argumentPlace(InstructionReader.powerName) != nil else { throw MissingPart() }
        return .chosen
    }

    /// Returns an account's place, which is fixed if those of all accounts before it are.
    private func accountPlace(_ name: String) -> EffectForm.Part.Place? {
        guard let place = layout.accounts.firstIndex(where: { $0.name == name }) else { return nil }
        let role = layout.accounts[place]
        let isFixed =
            layout.accounts[..<place].allSatisfy { $0.presence == .required }
            && (role.presence == .required || role.presence == .authority)
        // One that may be left out has its place too, where all others that may be follow the rest.
        let isLast =
            role.presence == .optional
            && layout.accounts[..<place].allSatisfy { [.required, .optional].contains($0.presence) }
            && layout.accounts.drop { $0.presence != .optional }.allSatisfy { $0.presence == .optional }
        return isFixed || isLast ? .account(place) : named(name)
    }

    private func argumentPlace(_ name: String) -> EffectForm.Part.Place? {
        guard let place = layout.fields.firstIndex(where: { $0.name == name }) else { return nil }
        var offset = layout.discriminator.count
        for field in layout.fields[..<place] {
            guard let count = field.type.fixedCount else { return named(name) }
            offset += count
        }
        return switch layout.fields[place].type {
        case .u64: .number(offset)
        case .u32: .shortNumber(offset)
        case .key: .key(offset)
        default: named(name)
        }
    }

    private func named(_ name: String) -> EffectForm.Part.Place? {
        Self.names.firstIndex(of: name).map { .named($0) }
    }
}
