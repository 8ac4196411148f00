import DisplayText
import Testing

@Suite struct DecimalAmountTests {
    @Test(
        arguments: [
            ("0", 9, 0), ("1", 9, 1_000_000_000), ("0.1", 9, 100_000_000), ("0.000000001", 9, 1), ("1.50", 2, 150),
            ("7", 0, 7),
            ("18446744073.709551615", 9, UInt64.max), ("18446744073709551615", 0, .max), ("0.30", 2, 30),
            ("9007199254740993", 0, 9_007_199_254_740_993), ("0.9007199254740993", 16, 9_007_199_254_740_993),
        ] as [(String, UInt8, UInt64)])
    func everyDigitCounts(_ text: String, _ decimals: UInt8, _ units: UInt64) throws {
        #expect(try DecimalAmount(text, decimals: decimals).units == units)
        let written = DecimalAmount(units: units, decimals: decimals).description
        #expect(try DecimalAmount(written, decimals: decimals).units == units)
        #expect(written.last != "0" || !written.contains("."))
    }

    @Test(arguments: [
        "", ".", "1.", ".5", "+1", "-1", "1e3", "1,5", "1 ", " 1", "01", "00", "0x1", "1.2.3", "١", "½", "1_000", "NaN",
        "1.\u{0}", "1\n", "1.-1",
    ]) func whatIsNoNumberIsRefused(_ text: String) {
        #expect(throws: DecimalAmountError.notANumber) { try DecimalAmount(text, decimals: 9) }
    }

    @Test func nothingIsRoundedAndNothingOverflows() {
        #expect(throws: DecimalAmountError.tooManyDecimals(9)) { try DecimalAmount("0.0000000001", decimals: 9) }
        #expect(throws: DecimalAmountError.tooManyDecimals(9)) { try DecimalAmount("1.0000000000", decimals: 9) }
        #expect(throws: DecimalAmountError.tooManyDecimals(0)) { try DecimalAmount("1.0", decimals: 0) }
        for text in ["18446744073.709551616", "18446744074", "99999999999999999999999"] {
            #expect(throws: DecimalAmountError.tooLarge) { try DecimalAmount(text, decimals: 9) }
        }
        #expect(throws: DecimalAmountError.tooLarge) { try DecimalAmount("1", decimals: 255) }
        #expect(DecimalAmount(units: 1, decimals: 255).description == "0." + String(repeating: "0", count: 254) + "1")
        #expect(DecimalAmount(units: 0, decimals: 9).description == "0")
    }
}
