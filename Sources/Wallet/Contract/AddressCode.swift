import CQREncode
import JSONRPC

/// An address, or a part of a file, as a QR code, as libqrencode makes it: byte mode, the smallest version that holds it.
///
/// ```
/// publicKey   the text that is in it: the address and nothing else; `text` for a part of a file
/// size        modules in a row: 29 or 33
/// modules     size * size characters, row by row from the top: 1 is dark, 0 is light; without the quiet zone of 4 modules around it
/// ```
struct AddressCode {
    let text: String
    let size: Int
    let modules: String

    /// How much of it may be unreadable (ISO/IEC 18004, 7.5.1).
    enum Level {
        /// 7 of 100: for a screen, where nothing is scratched.
        case low
        /// 15 of 100.
        case medium

        fileprivate var value: QRecLevel { self == .low ? QR_ECLEVEL_L : QR_ECLEVEL_M }
    }

    /// - Throws: -32603 if libqrencode has no memory for it.
    init(_ text: String, level: Level = .medium) throws(RPCError) {
        let bytes = Array(text.utf8)
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, level.value) else {
            throw RPCError(.internalError, .internal, "the code can't be made")
        }
        defer { QRcode_free(code) }
        self.text = text
        size = Int(code.pointee.width)
        // The lowest bit of each byte is the module; the others say what part of the code it is.
        let dark = UnsafeBufferPointer(start: code.pointee.data, count: size * size)
        modules = String(decoding: dark.map { $0 & 1 == 1 ? UInt8(ascii: "1") : UInt8(ascii: "0") }, as: UTF8.self)
    }

    /// A part of a file, as docs/protocol.md shows it.
    var frame: JSON {
        ["text": .string(JSONString(text)), "size": .number(size), "modules": .string(JSONString(modules))]
    }

    var json: JSON { ["publicKey": .string(text), "size": .number(size), "modules": .string(modules)] }
}
