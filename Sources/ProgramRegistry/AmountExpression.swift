import SolanaTransactions

/// An amount as the table has it, worked out with an instruction's arguments. Nothing overflows: what is too great is the greatest.
enum AmountExpression: Hashable {
    case number(UInt128)
    /// The whole balance.
    case all
    case unknown

    /// - Parameter argument: Reads a path, and gives the argument there.
    init(
        _ reader: inout ByteReader, depth: Int = 0,
        _ argument: (inout ByteReader) throws(CodingError) -> ArgumentValue?
    ) throws(CodingError) {
        guard depth < Self.maximumDepth else { throw CodingError(.tag, at: reader.offset) }
        switch try reader.readByte() {
        case 0: self = .number(UInt128(try reader.readLEB128()))
        case 1: self = try argument(&reader)?.number.map { .number($0) } ?? .unknown
        case 2: self = .all
        case 3, 4:
            let isUp = reader.byte(at: reader.offset - 1) == 4
            let amount = try AmountExpression(&reader, depth: depth + 1, argument)
            let rate = try AmountExpression(&reader, depth: depth + 1, argument)
            self = amount.changed(by: rate, isUp: isUp)
        default: throw CodingError(.tag, at: reader.offset - 1)
        }
    }

    /// The interfaces have two.
    private static let maximumDepth = 8

    /// The amount less, or more, so many ten-thousandths of itself; rounded down, or up.
    private func changed(by rate: AmountExpression, isUp: Bool) -> AmountExpression {
        guard case .number(let amount) = self, case .number(let rate) = rate else {
            return self == .all ? .all : .unknown
        }
        let whole: UInt128 = 10_000
        let (quotient, remainder) = amount.quotientAndRemainder(dividingBy: whole)
        guard isUp else {
            let kept = rate < whole ? whole - rate : 0
            return .number(quotient * kept + remainder * kept / whole)
        }
        let (factor, isTooMuch) = whole.addingReportingOverflow(rate)
        let (whole1, overflow1) = quotient.multipliedReportingOverflow(by: factor)
        let (part, overflow2) = remainder.multipliedReportingOverflow(by: factor)
        let (sum, overflow3) = whole1.addingReportingOverflow(part / whole + (part % whole > 0 ? 1 : 0))
        return .number(isTooMuch || overflow1 || overflow2 || overflow3 ? .max : sum)
    }
}
