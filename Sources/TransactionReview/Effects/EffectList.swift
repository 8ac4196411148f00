import SolanaTransactions

/// Collects the effects that instructions of one layout have, whose parts are found by their names.
///
/// A part that isn't there makes the layout one whose effects aren't known: a reader that asks for a name that the layout doesn't have must not pass for
/// instructions that do nothing.
struct EffectList {
    /// A name that the layout has no part for.
    struct MissingPart: Error {}

    /// The names of all parts of the known layouts; a part without a fixed place is named by its place here.
    static let names = Set(
        ProgramSet.known.numberedLayouts.flatMap { $0.layout.accounts.map(\.name) + $0.layout.fields.map(\.name) }
    ).sorted()

    private let layout: InstructionLayout
    private(set) var forms: [EffectForm] = []

    init(of layout: InstructionLayout) {
        self.layout = layout
    }

    mutating func append(_ form: EffectForm) { forms.append(form) }

    /// Says of all so far that they take what lies beyond the rent.
    mutating func markExcess() {
        for index in forms.indices { forms[index].takesExcess = true }
    }

    /// What leaves one account and arrives at another.
    mutating func move(
        _ amount: EffectForm.Part?, from source: EffectForm.Part, to destination: EffectForm.Part,
        onlyWith condition: EffectForm.Part? = nil
    ) {
        append(EffectForm(.lamportsOut, source, amount: amount, counterpart: destination, onlyWith: condition))
        append(EffectForm(.lamportsIn, destination, amount: amount, counterpart: source, onlyWith: condition))
    }

    /// The account in a part of the instruction, or an address in its data.
    func account(_ name: String) throws(MissingPart) -> EffectForm.Part {
        guard let place = accountPlace(name) ?? argumentPlace(name) else { throw MissingPart() }
        return EffectForm.Part(place, isRequired: true)
    }

    /// As ``account(_:)``, and nil where the layout has no such part; an instruction may leave it out.
    func optional(_ name: String) -> EffectForm.Part? {
        (accountPlace(name) ?? argumentPlace(name)).map { EffectForm.Part($0, isRequired: false) }
    }

    func number(_ name: String) throws(MissingPart) -> EffectForm.Part {
        guard let place = argumentPlace(name) else { throw MissingPart() }
        return EffectForm.Part(place, isRequired: true)
    }

    /// The power that the argument `authorityType` chooses.
    func chosenPower() throws(MissingPart) -> EffectForm.Role {
        guard argumentPlace(InstructionReader.powerName) != nil else { throw MissingPart() }
        return .chosen
    }

    /// Accounts have a fixed place where all before them have.
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
