extension ByteReader {
    /// Steps over the instructions of a legacy or v0 message.
    ///
    /// `body` gets the place of the program's index and the ranges of the accounts and the data.
    @inline(__always)
    mutating func walkInstructions(
        _ count: Int,
        _ body: (_ program: Int, _ accounts: Range<Int>, _ data: Range<Int>, ByteReader) throws(CodingError) -> Void
    ) throws(CodingError) {
        for _ in 0..<count {
            let program = try skip(1).lowerBound
            let accounts = try skip(CompactU16.decode(&self))
            let data = try skip(CompactU16.decode(&self))
            try body(program, accounts, data, self)
        }
    }

    /// Steps over the instructions of a v1 message: all headers, then all payloads.
    @inline(__always)
    mutating func walkInstructionsV1(
        _ count: Int,
        _ body: (_ program: Int, _ accounts: Range<Int>, _ data: Range<Int>, ByteReader) throws(CodingError) -> Void
    ) throws(CodingError) {
        let headerCount = 4
        var headers = self
        _ = try skip(count * headerCount)
        for _ in 0..<count {
            let program = try headers.skip(1).lowerBound
            let accounts = try skip(Int(headers.readByte()))
            let data = try skip(Int(headers.readInteger(as: UInt16.self)))
            try body(program, accounts, data, self)
        }
    }

    /// Steps over the lookups of a v0 message.
    @inline(__always)
    mutating func walkLookups(
        _ count: Int,
        _ body: (_ table: Int, _ writable: Range<Int>, _ readonly: Range<Int>, ByteReader) throws(CodingError) -> Void
    ) throws(CodingError) {
        for _ in 0..<count {
            let table = try skip(PublicKey.count).lowerBound
            let writable = try skip(CompactU16.decode(&self))
            let readonly = try skip(CompactU16.decode(&self))
            try body(table, writable, readonly, self)
        }
    }

    /// Steps over `count` distinct keys.
    ///
    /// - Throws: `.truncated`; `.duplicateAccount` at the second of two equal keys.
    mutating func checkDistinctKeys(_ count: Int) throws(CodingError) {
        let start = try skip(count * PublicKey.count).lowerBound
        let duplicate = withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { met -> Int? in
            // 4,096 bits that say of a key "not met yet" or "perhaps met"; only the second costs a search. Keys chosen
            // to collide cost 32,640 comparisons at the most.
            met.initialize(repeating: 0)
            for index in 0..<count {
                let offset = start + index * PublicKey.count
                let hash = integer(at: offset, as: UInt64.self) &* 0x9e37_79b9_7f4a_7c15
                let word = Int(hash >> 58)
                let bit: UInt64 = 1 &<< (hash >> 52)
                if met[word] & bit != 0, isAmong(index, keysAt: start, offset) {
                    return offset
                }
                met[word] |= bit
            }
            return nil
        }
        if let duplicate {
            throw CodingError(.duplicateAccount, at: duplicate)
        }
    }

    private func isAmong(_ count: Int, keysAt start: Int, _ offset: Int) -> Bool {
        let key = fixed(at: offset, as: PublicKey.self)
        return (0..<count).contains { index in
            fixed(at: start + index * PublicKey.count) == key
        }
    }

    /// Steps over the lookups and counts the accounts that they add.
    ///
    /// - Throws: `.emptyLookup`; `.tooManyAccounts` above `accountLimit`; `.duplicateAccount` if an entry of a table is taken
    ///   twice.
    mutating func checkLookups(
        _ count: Int, accountLimit: Int
    ) throws(CodingError) -> (writable: Int, readonly: Int) {
        var (writableCount, readonlyCount) = (0, 0)
        let start = self
        var position = 0
        try walkLookups(count) { table, writable, readonly, reader throws(CodingError) in
            guard !writable.isEmpty || !readonly.isEmpty else {
                throw CodingError(.emptyLookup, at: table)
            }
            writableCount += writable.count
            readonlyCount += readonly.count
            guard writableCount + readonlyCount <= accountLimit else {
                throw CodingError(.tooManyAccounts, at: table)
            }
            var entries = TableEntries()
            let key = reader.fixed(at: table, as: PublicKey.self)
            var earlier = start
            try earlier.walkLookups(position) { table, writable, readonly, reader throws(CodingError) in
                if reader.fixed(at: table, as: PublicKey.self) == key {
                    _ = entries.insert(writable, reader)
                    _ = entries.insert(readonly, reader)
                }
            }
            guard entries.insert(writable, reader), entries.insert(readonly, reader) else {
                throw CodingError(.duplicateAccount, at: table)
            }
            position += 1
        }
        return (writableCount, readonlyCount)
    }
}

/// A set of entries of one lookup table: 256 bits.
private struct TableEntries {
    private var bits = SIMD4<UInt64>()

    /// Adds the bytes in a range; returns false if one was already there.
    mutating func insert(_ range: Range<Int>, _ reader: ByteReader) -> Bool {
        var isNew = true
        for offset in range {
            let entry = reader.byte(at: offset)
            let word = Int(entry >> 6)
            let bit: UInt64 = 1 << UInt64(entry & 63)
            isNew = isNew && bits[word] & bit == 0
            bits[word] |= bit
        }
        return isNew
    }
}
