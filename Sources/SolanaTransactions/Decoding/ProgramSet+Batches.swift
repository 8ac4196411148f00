extension ProgramSet.Entry {
    /// The instructions of which an instruction is a batch, where it is one.
    ///
    /// ```
    /// +---------------+----------+--------+------+----------+--------+------+----
    /// | discriminator | accounts | length | data | accounts | length | data | ...
    /// +---------------+----------+--------+------+----------+--------+------+----
    /// ```
    ///
    /// - Returns: Nothing where bytes or accounts are missing or left over. A batch inside is one that nobody can read: the programs refuse it.
    func parts(of call: DecodedMessage.Call, _ message: MessageReader) -> [DecodedMessage.Call] {
        let (reader, data) = (message.reader, call.data)
        guard let batch, let first = data.first, reader.byte(at: first) == batch else { return [] }
        var parts: [DecodedMessage.Call] = []
        var (offset, account) = (first + 1, call.accounts.lowerBound)
        while offset < data.upperBound {
            guard offset + 2 <= data.upperBound else { return [] }
            let accounts = account..<account + Int(reader.byte(at: offset))
            let bytes = offset + 2..<offset + 2 + Int(reader.byte(at: offset + 1))
            guard accounts.upperBound <= call.accounts.upperBound, bytes.upperBound <= data.upperBound, !bytes.isEmpty
            else { return [] }
            parts.append(
                DecodedMessage.Call(
                    program: call.program, accounts: accounts, data: bytes,
                    layout: layout(bytes, accounts, of: message), instruction: call.instruction))
            (offset, account) = (bytes.upperBound, accounts.upperBound)
        }
        return account == call.accounts.upperBound ? parts : []
    }
}
