/// The reports of 64 bytes in which commands and answers go over USB, padded with zeros.
///
/// ```
/// first  | channel: 2 | tag: 05 | sequence: 2, 0        | count of the whole: 2 | 57 bytes |
/// later  | channel: 2 | tag: 05 | sequence: 2, from 1 on | 59 bytes |
/// ```
///
/// Integers are big endian. The kernel gives every report of the device to every program that has it open, so each takes a channel of its own, which
/// the device repeats, and drops the reports of others.
///
/// Source: LedgerHQ/ledger-secure-sdk, `protocol/src/ledger_protocol.c`.
package enum LedgerReport {
    /// The length of a report in bytes.
    package static let count = 64
    /// The most bytes of a command or an answer.
    package static let mostBytes = Int(UInt16.max)

    static let tag: UInt8 = 0x05
    static let headCount = 5

    /// The reports of a command; none for more bytes than a report can count.
    package static func reports(of bytes: [UInt8], channel: UInt16) -> [[UInt8]] {
        guard bytes.count <= mostBytes else { return [] }
        var rest = Array(bigEndian: UInt16(bytes.count))[...] + bytes
        var reports: [[UInt8]] = []
        repeat {
            let sequence = UInt16(truncatingIfNeeded: reports.count)
            let head = Array(bigEndian: channel) + [tag] + Array(bigEndian: sequence)
            let part = rest.prefix(count - headCount)
            reports.append(head + part + [UInt8](repeating: 0, count: count - headCount - part.count))
            rest = rest.dropFirst(part.count)
        } while !rest.isEmpty
        return reports
    }
}

/// An answer that is put together from reports.
package struct LedgerReassembly: Sendable {
    /// Another program uses the same channel, or a report was lost.
    package struct Disturbed: Error, Hashable {}

    private let channel: UInt16
    private var sequence: UInt16 = 0
    /// The length of the answer; nil before its first report.
    private var count: Int?
    private var bytes: [UInt8] = []

    package init(channel: UInt16) {
        self.channel = channel
    }

    /// Takes a report.
    ///
    /// - Returns: The answer when it is whole; nil before that, and for a report of another channel or kind.
    /// - Throws: ``Disturbed`` for a report of this channel that isn't the next.
    package mutating func take(_ report: [UInt8]) throws(Disturbed) -> [UInt8]? {
        guard report.count == LedgerReport.count, number(report, 0) == channel, report[2] == LedgerReport.tag else {
            return nil
        }
        guard number(report, 3) == sequence else { throw Disturbed() }
        let start: Int
        if count == nil {
            count = Int(number(report, LedgerReport.headCount))
            start = LedgerReport.headCount + 2
        } else {
            start = LedgerReport.headCount
        }
        let missing = (count ?? 0) - bytes.count
        bytes += report[start...].prefix(missing)
        guard bytes.count < count ?? 0 else { return bytes }
        guard sequence < .max else { throw Disturbed() }
        sequence += 1
        return nil
    }

    private func number(_ report: [UInt8], _ offset: Int) -> UInt16 {
        UInt16(report[offset]) << 8 | UInt16(report[offset + 1])
    }
}
