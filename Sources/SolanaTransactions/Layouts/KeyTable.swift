/// Values by address, found with few comparisons; the addresses are known when the table is made.
///
/// The hash has no secret: an attacker can't choose the table's addresses and so can't lengthen its chains.
struct KeyTable<Value: Sendable>: Sendable {
    private var keys: [PublicKey] = []
    private var values: [Value] = []
    /// The place of a key for each hash; -1 if there is none. A key whose slot is taken is in the next free one.
    private var slots: [Int32] = [-1, -1]

    subscript(key: PublicKey) -> Value? { place(of: key).map { values[$0] } }

    /// Adds a value, which replaces a value of the same key.
    mutating func insert(_ value: Value, for key: PublicKey) {
        if let place = place(of: key) {
            values[place] = value
            return
        }
        keys.append(key)
        values.append(value)
        // At most a quarter is taken, so that most chains have one link and each has an end.
        if slots.count < keys.count * 4 { slots = Array(repeating: -1, count: slots.count * 4) }
        for slot in slots.indices { slots[slot] = -1 }
        for place in keys.indices {
            var slot = slot(of: keys[place])
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(clamping: place)
        }
    }

    private func place(of key: PublicKey) -> Int? {
        var slot = slot(of: key)
        while slots[slot] >= 0 {
            let place = Int(slots[slot])
            if keys[place] == key { return place }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// `slots.count` is a power of two.
    private func slot(of key: PublicKey) -> Int {
        Int(truncatingIfNeeded: (key.firstWord &* 0x9e37_79b9_7f4a_7c15) >> 32) & (slots.count - 1)
    }
}
