import SolanaTransactions

/// The effects and costs of a message's instructions, found in one pass.
///
/// Only the form and the instruction of each effect are stored; its values are read on demand.
struct TransactionEffects: Sendable {
    /// An effect: its form's index in ``EffectPlans/forms``, and its instruction's among the message's calls.
    struct Found: Sendable, BitwiseCopyable {
        let form: Int32
        let instruction: Int32
    }

    /// The effects in the order of the instructions; the fee isn't among them.
    private(set) var found: [Found] = []
    private(set) var kinds = EffectKinds(.lamportsOut)
    /// The base fee of 5,000 lamports per signature, and the maximum priority fee.
    private(set) var fee: UInt64 = 0
    /// The lamports that instructions can take out; `UInt64.max` if there are more.
    private(set) var lamports: UInt64 = 0
    /// True if the instructions can take out no more than `lamports`.
    private(set) var isBounded = true
    /// The indices of the instructions whose effects are unknown.
    private(set) var unknown: [Int] = []

    init(of message: DecodedMessage, signatures: Int, priorityFee: UInt64) {
        let plans = EffectPlans.known
        found.reserveCapacity(2 * message.calls.count)
        var budget = ComputeBudget()
        message.withReader { reader in
            var instruction = InstructionReader(message, reader)
            for place in 0..<message.instructionCount {
                guard let batch = reader.calls[place].batch else {
                    if !read(place, plans, &instruction, &budget) { unknown.append(place) }
                    continue
                }
                let unread = batch.count { !read($0, plans, &instruction, &budget) }
                if unread > 0 { unknown.append(place) }
            }
        }
        fee = budget.fee(signatures: signatures, configured: priorityFee)
    }

    /// Reads one call.
    ///
    /// - Returns: False if it isn't understood, or its effects are unknown.
    @inline(__always)
    private mutating func read(
        _ place: Int, _ plans: EffectPlans, _ instruction: inout InstructionReader, _ budget: inout ComputeBudget
    ) -> Bool {
        guard let layout = instruction.layout(of: place), let plan = plans[layout] else {
            isBounded = false
            return false
        }
        instruction.move(to: place)
        if let kind = plan.budget { budget.read(kind, &instruction) }
        count(plan.outflow, &instruction)
        return append(plan, plans.forms, place, &instruction)
    }

    /// - Returns: False if the effects are unknown, or lack a required part.
    @inline(__always)
    private mutating func append(
        _ plan: EffectPlan, _ forms: [EffectForm], _ place: Int, _ instruction: inout InstructionReader
    ) -> Bool {
        guard let start = plan.start else { return false }
        let count = found.count
        for form in start..<start + plan.count {
            if !plan.isFixed {
                let condition = forms[form].condition
                if !condition.isNone, instruction.source(condition) == nil { continue }
                guard instruction.isWhole(forms[form]) else {
                    found.removeSubrange(count...)
                    return false
                }
            }
            kinds.insert(EffectKinds(forms[form].kind))
            found.append(Found(form: Int32(truncatingIfNeeded: form), instruction: Int32(truncatingIfNeeded: place)))
        }
        return true
    }

    @inline(__always)
    private mutating func count(_ outflow: EffectPlan.Outflow, _ instruction: inout InstructionReader) {
        switch outflow {
        case .none: break
        case .unbounded: isBounded = false
        case .lamports(let part):
            if let moved = instruction.number(part) {
                lamports = lamports.addingSaturated(moved)
            } else {
                isBounded = false
            }
        }
    }
}

extension TransactionReview {
    /// The transaction's effects: its fee first, then instruction by instruction. Unknown effects aren't included. They are computed at each use, so
    /// read them once.
    public var effects: [Effect] { [feeEffect] + effects(nil) { _, _ in true } }

    var feeEffect: Effect { Effect(.lamportsOut, .address(feePayer), amount: changes.fee) }

    /// Returns the effects of a kind, or of all kinds, that match the predicate, in their order; the fee isn't among them.
    @inline(__always)
    func effects(_ kind: Effect.Kind?, where isMeant: (EffectForm, inout InstructionReader) -> Bool) -> [Effect] {
        var effects: [Effect] = []
        forEachEffect(kind) { form, instruction in
            if isMeant(form, &instruction), let effect = instruction.effect(form) { effects.append(effect) }
            return true
        }
        return effects
    }

    /// Passes the effects of a kind, or of all kinds, to the body until it returns false.
    @inline(__always)
    func forEachEffect(_ kind: Effect.Kind?, _ body: (EffectForm, inout InstructionReader) -> Bool) {
        let forms = EffectPlans.known.forms
        message.withReader { reader in
            var instruction = InstructionReader(message, reader)
            changes.found.withUnsafeBufferPointer { found in
                for found in found {
                    let form = forms[Int(found.form)]
                    guard kind == nil || form.kind == kind else { continue }
                    instruction.move(to: Int(found.instruction))
                    guard body(form, &instruction) else { return }
                }
            }
        }
    }
}
