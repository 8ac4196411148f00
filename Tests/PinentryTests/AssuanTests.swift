import Pinentry
import Salt
import Testing

@Suite struct AssuanTests {
    private func parse(_ line: [UInt8]) throws -> AssuanLine {
        try line.withUnsafeBytes { try AssuanLine(parsing: $0) }
    }

    @Test(arguments: [
        ("OK", AssuanLine.ok), ("OK Pleased to meet you", .ok), ("ERR 83886179 Operation cancelled", .error(code: 99)),
        ("ERR 99", .error(code: 99)), ("S PIN_REPEATED", .status(.other)), ("S BUTTON_INFO close", .status(.closed)),
        ("S PASSWORD_FROM_CACHE", .status(.cached)), ("D abc", .data(start: 2)), ("D ", .data(start: 2)),
        ("INQUIRE QUALITY x", .inquiry), ("# hello", .comment), ("#", .comment),
    ])
    func readsWhatAServerSays(line: String, expected: AssuanLine) throws {
        #expect(try parse(Array(line.utf8)) == expected)
    }

    @Test(arguments: [
        "", " OK", "OKAY", "ok", "END", "BYE", "ERRX 99", "D", "Data", "HTTP/1.1 200 OK",
    ])
    func refusesWhatIsNoLine(line: String) {
        #expect(throws: AssuanFault.self) { try parse(Array(line.utf8)) }
    }

    @Test(arguments: [
        "ERR", "ERR ", "ERR -1", "ERR 0", "ERR 65536", "ERR 4294967296", "ERR 99x", "ERR 00000000099", "OK\r", "D a\0",
    ])
    func refusesWhatIsMalformed(line: String) {
        #expect(throws: AssuanFault.malformedLine) { try parse(Array(line.utf8)) }
    }

    @Test(arguments: [
        ("abc", Array("abc".utf8)), ("%41%0a%25%2B", Array("A\n%+".utf8)), ("a+b", Array("a+b".utf8)), ("", []),
        ("%00%ff", [0, 255]),
    ])
    func decodesEscapes(text: String, expected: [UInt8]) throws {
        #expect(try unescape(Array(text.utf8), room: 16) == expected)
    }

    @Test(arguments: ["%", "%4", "a%", "%4g", "%g4", "%%41", "% 4", "%-1", "%+4"])
    func refusesEscapesThatAreNone(text: String) {
        #expect(throws: AssuanFault.malformedLine) { try unescape(Array(text.utf8), room: 16) }
    }

    @Test func decodesNoMoreThanThereIsRoomFor() throws {
        #expect(try unescape(Array("%41%42".utf8), room: 2) == Array("AB".utf8))
        #expect(throws: AssuanFault.answerTooLong) { try unescape(Array("%41%42c".utf8), room: 2) }
    }

    private func unescape(_ text: [UInt8], room: Int) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0xEE, count: room)
        let count = try text.withUnsafeBytes { text in
            try buffer.withUnsafeMutableBytes { try AssuanLine.unescape(text, into: $0) }
        }
        return Array(buffer[..<count])
    }

    @Test(arguments: [
        ("SETDESC", "Sign\nthis: 100%?", "SETDESC Sign%0Athis: 100%25?\n"), ("CONFIRM", "", "CONFIRM\n"),
        ("SETDESC", "\u{7F}\u{1B}ü", "SETDESC %7F%1Bü\n"), ("SETDESC", "a\nBYE", "SETDESC a%0ABYE\n"),
    ])
    func writesCommands(keyword: String, text: String, expected: String) throws {
        #expect(try AssuanCommand(keyword, text).line.disclosed() == Array(expected.utf8))
        #expect(
            AssuanCommand.encodedCount(text.utf8) == expected.utf8.count - keyword.utf8.count - (text.isEmpty ? 1 : 2))
    }

    @Test func writesNoLineOfMoreThanAThousandBytes() throws {
        let command = try AssuanCommand("SETDESC", String(repeating: "a", count: 992))
        #expect(command.line.count == 1001)
        for text in [String(repeating: "a", count: 993), String(repeating: "%", count: 331)] {
            do {
                _ = try AssuanCommand("SETDESC", text)
                Issue.record("\(text.utf8.count) bytes fit")
            } catch {
                #expect(error == .lineTooLong)
            }
        }
    }
}
