import SolanaTransactions

/// Reads the values that the effects of one instruction need, and the rest only if a part has no fixed place.
struct InstructionReader {
    private let message: DecodedMessage
    private let reader: CallReader
    /// The index of the instruction, or of the part of a batch, among the message's calls.
    private(set) var place = 0
    private var accounts = 0..<0
    private var data = 0..<0
    private var decoded: [DecodedInstruction] = []

    init(_ message: DecodedMessage, _ reader: CallReader) {
        self.message = message
        self.reader = reader
    }

    /// The layout of the instruction at an index; nil if it isn't understood.
    @inline(__always)
    func layout(of place: Int) -> Int? { reader.calls[place].layout }

    /// Moves to the instruction at an index.
    @inline(__always)
    mutating func move(to place: Int) {
        self.place = place
        accounts = reader.calls[place].accounts
        data = reader.calls[place].data
        if !decoded.isEmpty { decoded = [] }
    }

    /// Returns true if no required part is missing.
    @inline(never)
    mutating func isWhole(_ form: EffectForm) -> Bool { effect(form) != nil }

    /// Returns the effect that a form describes; nil if a required part is missing.
    mutating func effect(_ form: EffectForm) -> Effect? {
        guard let account = source(form.account) else { return nil }
        let (counterpart, mint) = (source(form.counterpart), source(form.mint))
        let (before, after) = (source(form.before), source(form.after))
        let amount = number(form.amount)
        guard isThere(amount, form.amount), isThere(counterpart, form.counterpart), isThere(mint, form.mint),
            isThere(before, form.before), isThere(after, form.after)
        else { return nil }
        var power: Effect.Power?
        switch form.role {
        case .power(let fixed): power = fixed
        case .chosen:
            power = chosen()
            guard power != nil else { return nil }
        case nil: break
        }
        let maker = form.isMadeByProgram ? MessageAccount.Source.address(message.program(reader.calls[place])) : nil
        return Effect(
            form.kind, account, amount: amount, counterpart: counterpart, mint: mint, power: power, before: before,
            after: after ?? maker, instruction: reader.calls[place].instruction)
    }

    @inline(__always)
    private func isThere<Value>(_ value: Value?, _ part: EffectForm.Part) -> Bool { value != nil || !part.isRequired }

    /// Returns the account or address in a part.
    @inline(__always)
    mutating func source(_ part: EffectForm.Part) -> MessageAccount.Source? {
        switch part.place {
        case .account(let place):
            switch reader.account(place, in: accounts) {
            case .address(let key): return .address(key)
            case .hidden(let index): return message.hiddenAccount(index)
            case nil: return nil
            }
        case .key(let offset): return reader.key(offset, in: data).map { .address($0) }
        case .named(let name): return source(named: name)
        case .number, .shortNumber, nil: return nil
        }
    }

    /// Returns the number in a part.
    @inline(__always)
    mutating func number(_ part: EffectForm.Part) -> UInt64? {
        switch part.place {
        case .number(let offset): return reader.number(offset, in: data)
        case .shortNumber(let offset): return reader.shortNumber(offset, in: data).map { UInt64($0) }
        case .named(let name): return number(named: name)
        case .account, .key, nil: return nil
        }
    }

    @inline(never)
    private mutating func number(named name: Int) -> UInt64? { instruction?.unsigned(EffectList.names[name]) }

    @inline(never)
    private mutating func source(named name: Int) -> MessageAccount.Source? {
        if let account = instruction?.account(EffectList.names[name]) { return account.source }
        guard case .key(let key) = instruction?[EffectList.names[name]] else { return nil }
        return .address(key)
    }

    @inline(never)
    private mutating func chosen() -> Effect.Power? {
        guard case .choice(let choice) = instruction?[Self.powerName] else { return nil }
        return Effect.Power(rawValue: choice)
    }

    /// The name of the argument that chooses a power, in both programs that have one.
    static let powerName = "authorityType"

    private var instruction: DecodedInstruction? {
        mutating get {
            if decoded.isEmpty, let instruction = message.instruction(reader.calls[place]) { decoded = [instruction] }
            return decoded.first
        }
    }
}
