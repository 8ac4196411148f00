import JSONRPC
import NativeMessaging
package import Salt
package import Screens

/// A `sidekey-window` that draws one sheet of paper and ends. It needs no display.
///
/// ```
/// caller: each phrase, in a frame that begins with a zero; then {"method": "sheet", "params": sheet}
/// window: the sheet as PDF, up to the end of its output
/// ```
package enum SheetDrawing {
    /// The argument that has the program draw a sheet instead of screens.
    private static let argument = "sheet"
    /// The most bytes of a sheet; one of 200 accounts has a third of that.
    private static let maximumCount = 4 << 20
    private static let limit: Duration = .seconds(60)

    /// Draws a sheet and returns it as PDF, in memory that is wiped: it may have the words of a phrase on it.
    ///
    /// It blocks until the sheet is drawn. The thread has to ignore SIGPIPE.
    ///
    /// - Throws: `notStarted`, `ended` if the program can't draw, `timedOut`, `fault`.
    package static func draw(
        _ sheet: RecoverySheet, phrases: [SecretAnswer] = [], by program: PinentryProgram
    ) throws(PinentryError) -> SecretBytes {
        // A library finds its fonts by these; nothing of the caller's environment is needed for that.
        let process = try PinentryProcess(
            program, arguments: [argument], environment: ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"],
            deadline: .now + limit)
        for phrase in phrases {
            var header = Frame.header(count: phrase.bytes.count + 1)
            header.append(0)
            try send(header, to: process)
            try process.send(phrase.bytes)
        }
        let message: JSON = [
            "jsonrpc": "2.0", "method": .string(JSONString(ScreenMethod.sheet)), "params": sheet.json,
        ]
        let frame: [UInt8]
        do throws(FrameError) { frame = try Frame.encode(message.serialized()) } catch { throw .fault(.lineTooLong) }
        try send(frame, to: process)
        let drawn = try SecretBytes(capacity: maximumCount) { buffer throws(PinentryError) in
            var end = 0
            while end < buffer.count {
                let count = try process.receive(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
                guard count > 0 else { return end }
                end += count
            }
            throw .fault(.answerTooLong)
        }
        // A PDF begins with its name and ends with its end: one that was cut isn't a sheet.
        let isWhole = drawn.withBytes { $0.starts(with: "%PDF-".utf8) && $0.suffix(6).elementsEqual("%%EOF\n".utf8) }
        guard isWhole else { throw .ended }
        return drawn
    }

    private static func send(_ bytes: [UInt8], to process: PinentryProcess) throws(PinentryError) {
        try bytes.withUnsafeBufferPointer { bytes throws(PinentryError) in
            try process.send(UnsafeRawBufferPointer(bytes))
        }
    }
}

extension ConversationThread {
    /// Draws a sheet on a thread of its own: the program ends with the thread that started it.
    ///
    /// - Throws: As ``SheetDrawing/draw(_:phrases:by:)``.
    package static func draw(
        _ sheet: RecoverySheet, phrases: [SecretAnswer], by program: PinentryProgram
    ) async throws(PinentryError) -> SecretAnswer {
        let thread = try ConversationThread()
        defer { thread.end() }
        return try await thread.perform { () throws(PinentryError) in
            SecretAnswer(try SheetDrawing.draw(sheet, phrases: phrases, by: program))
        }
    }
}
