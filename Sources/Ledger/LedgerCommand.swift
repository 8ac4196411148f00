/// A command to a Ledger: an APDU with its length in one byte.
///
/// ```
/// | class: 1 | instruction: 1 | P1: 1 | P2: 1 | count: 1 | data |
/// ```
///
/// A long message goes in several commands of at most 255 bytes; all but the last are answered without data.
///
/// | P2 | |
/// |-|-|
/// | 00 | the only one |
/// | 02 | the first, more follow |
/// | 03 | one between |
/// | 01 | the last |
///
/// Source: LedgerHQ/app-solana, `src/apdu.c` and `src/globals.h`.
package struct LedgerCommand: Sendable, Hashable {
    /// The most bytes of data.
    package static let mostData = 255

    package let kind: UInt8
    package let instruction: UInt8
    package let p1: UInt8
    package let p2: UInt8
    /// At most ``mostData`` bytes.
    package let data: [UInt8]

    private init(kind: UInt8 = 0xE0, _ instruction: UInt8, p1: UInt8, p2: UInt8 = 0, data: [UInt8] = []) {
        self.kind = kind
        self.instruction = instruction
        self.p1 = p1
        self.p2 = p2
        self.data = data
    }

    /// Asks which app is open, or the dashboard. Every app answers it.
    package static let openApp = LedgerCommand(kind: 0xB0, 0x01, p1: 0)
    /// Asks the Solana app for its settings and version.
    package static let configuration = LedgerCommand(0x04, p1: 0)

    /// Asks for the key at a path.
    ///
    /// - Parameter shown: true if the device shows the address and waits for its user.
    package static func key(at path: LedgerPath, shown: Bool) -> LedgerCommand {
        LedgerCommand(0x05, p1: shown ? 1 : 0, data: path.encoded)
    }

    /// Asks for the signature over a transaction's message: one command, or several in a row.
    package static func signTransaction(_ message: [UInt8], path: LedgerPath) -> [LedgerCommand] {
        signing(0x06, message, path)
    }

    /// Asks for the signature over an off-chain message: one command, or several in a row.
    package static func signOffchain(_ message: [UInt8], path: LedgerPath) -> [LedgerCommand] {
        signing(0x07, message, path)
    }

    /// The commands for a number of paths (1), the path, and the message.
    private static func signing(_ instruction: UInt8, _ message: [UInt8], _ path: LedgerPath) -> [LedgerCommand] {
        let data = [1] + path.encoded + message
        let starts = stride(from: 0, to: data.count, by: mostData)
        return starts.map { start in
            let end = min(start + mostData, data.count)
            let p2: UInt8 = (start > 0 ? 1 : 0) | (end < data.count ? 2 : 0)
            return LedgerCommand(instruction, p1: 1, p2: p2, data: Array(data[start..<end]))
        }
    }

    /// True if more commands follow.
    package var isContinued: Bool { p2 & 2 != 0 }

    /// True if it goes on with a command before it.
    package var isContinuation: Bool { p2 & 1 != 0 }

    /// True if the device waits for its user before it answers.
    package var waitsForUser: Bool { p1 == 1 && !isContinued && kind == 0xE0 }

    /// The bytes of the command.
    package var encoded: [UInt8] { [kind, instruction, p1, p2, UInt8(clamping: data.count)] + data }
}

/// The answer of a Ledger to a command.
///
/// ```
/// | data | status word: 2, big endian |
/// ```
package struct LedgerAnswer: Sendable, Hashable {
    package let data: [UInt8]
    package let status: UInt16

    /// Reads an answer; nil for one without a status word.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return nil }
        data = Array(bytes.dropLast(2))
        status = UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1])
    }

    /// The fault that its status word says; nil if all went well.
    ///
    /// Source: LedgerHQ/app-solana, `src/apdu.h`.
    package var fault: LedgerFault? {
        switch status {
        case 0x9000: nil
        case 0x5515: .locked
        case 0x6985: .rejected
        case 0x6808: .blindSigningOff
        case 0x6A80: .notParsable
        case 0x6A81: .wrongSigner
        case 0x6A82: .textFormat
        case 0x6A83: .tooLarge
        case 0x6D00, 0x6E00: .otherApp
        default: .other(code: status)
        }
    }

    /// The name of the open app, from the answer to ``LedgerCommand/openApp``; nil if it isn't one.
    ///
    /// ```
    /// | format: 1, always 1 | name: count (1), bytes | version: count (1), bytes | …
    /// ```
    package var appName: String? {
        guard fault == nil, data.count >= 2, data[0] == 1, data.count >= 2 + Int(data[1]) else { return nil }
        return String(validating: data[2..<2 + Int(data[1])], as: UTF8.self)
    }
}
