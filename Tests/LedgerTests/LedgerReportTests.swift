import Ledger
import Testing

/// The reports in which commands and answers go over USB.
@Suite struct LedgerReportTests {
    private func message(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 1) } }

    private func answer(_ reports: [[UInt8]], channel: UInt16) throws -> [UInt8]? {
        var reassembly = LedgerReassembly(channel: channel)
        for (place, report) in reports.enumerated() {
            if let whole = try reassembly.take(report) { return place == reports.count - 1 ? whole : nil }
        }
        return nil
    }

    @Test func `a short command is one report, padded`() {
        let reports = LedgerReport.reports(of: [0xE0, 4, 0, 0, 0], channel: 0xBEEF)
        #expect(
            reports == [[0xBE, 0xEF, 5, 0, 0, 0, 5, 0xE0, 4, 0, 0, 0] + [UInt8](repeating: 0, count: 52)])
    }

    @Test(arguments: [
        (0, 1), (1, 1), (57, 1), (58, 2), (57 + 59, 2), (57 + 60, 3), (260, 5), (15_312, 260), (65_535, 1_111),
    ])
    func `what goes in reports comes out of them`(count: Int, number: Int) throws {
        let reports = LedgerReport.reports(of: message(count), channel: 0x1234)
        #expect(reports.count == number)
        #expect(reports.allSatisfy { $0.count == 64 })
        #expect(try answer(reports, channel: 0x1234) == message(count))
    }

    @Test func `more than the count can say isn't sent`() {
        #expect(LedgerReport.reports(of: message(65_536), channel: 1).isEmpty)
    }

    @Test func `reports of another channel, another tag or another length are dropped`() throws {
        let mine = LedgerReport.reports(of: message(100), channel: 7)
        let other = LedgerReport.reports(of: message(300), channel: 8)
        var ping = mine[0]
        ping[2] = 2
        let mixed = [other[0], ping, Array(mine[0].dropLast()), mine[0] + [0], mine[0], other[1], [], mine[1]]
        #expect(try answer(mixed, channel: 7) == message(100))
    }

    @Test func `a report of the channel that isn't the next is told, never put together`() throws {
        let reports = LedgerReport.reports(of: message(200), channel: 7)
        for wrong in [[reports[1]], [reports[0], reports[0]], [reports[0], reports[2]]] {
            #expect(throws: LedgerReassembly.Disturbed.self) { try answer(wrong, channel: 7) }
        }
    }

    @Test func `an answer that says more than it has never comes`() throws {
        var report = LedgerReport.reports(of: message(20), channel: 7)[0]
        (report[5], report[6]) = (0xFF, 0xFF)
        #expect(try answer([report], channel: 7) == nil)
    }

    @Test func `no bytes make it trap`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var reassembly = LedgerReassembly(channel: 0)
            for sequence in 0..<UInt8.random(in: 1...6, using: &generator) {
                var report = (0..<64).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
                report.replaceSubrange(0..<5, with: [0, 0, 5, 0, sequence])
                let whole = try? reassembly.take(report)
                if let whole { #expect(whole.count <= LedgerReport.mostBytes) }
            }
        }
    }
}
