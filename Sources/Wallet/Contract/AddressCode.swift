import CQREncode
import JSONRPC

/// An address as a QR code, as libqrencode makes it: byte mode, error correction M, the smallest version that holds it.
///
/// ```
/// publicKey   the text that is in it: the address and nothing else
/// size        modules in a row: 29 or 33
/// modules     size * size characters, row by row from the top: 1 is dark, 0 is light; without the quiet zone of 4 modules around it
/// ```
struct AddressCode {
    let text: String
    let size: Int
    let modules: String

    /// - Throws: -32603 if libqrencode has no memory for it.
    init(_ text: String) throws(RPCError) {
        let bytes = Array(text.utf8)
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            throw RPCError(.internalError, .internal, "the code can't be made")
        }
        defer { QRcode_free(code) }
        self.text = text
        size = Int(code.pointee.width)
        // The lowest bit of each byte is the module; the others say what part of the code it is.
        let dark = UnsafeBufferPointer(start: code.pointee.data, count: size * size)
        modules = String(decoding: dark.map { $0 & 1 == 1 ? UInt8(ascii: "1") : UInt8(ascii: "0") }, as: UTF8.self)
    }

    var json: JSON { ["publicKey": .string(text), "size": .number(size), "modules": .string(modules)] }
}
