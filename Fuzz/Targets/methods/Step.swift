/// One line of a script.
///
/// ```
/// pMETHOD PARAMS    a page asks, through the wallet's extension; the members that name the page are added to the params
/// wMETHOD PARAMS    the wallet's extension asks
/// cMETHOD PARAMS    the command line asks
/// oMETHOD PARAMS    another extension asks
/// <BYTES            a frame of the wallet's extension, as it is
/// t                 a second passes
/// r                 the wallet's extension loses its connection and makes another
/// ```
///
/// `$id`, `$digest` and `$review` in a line stand for those of the request that waits longest. `$passphrase`, `$phrase` and `$unlock` stand
/// for the wallet's own, sealed for the line's method as the parameter `passphrase`, `phrase` or `unlock.passphrase`.
struct Step {
    enum Kind {
        case page, walletExtension, commandLine, otherExtension, frame, second, reconnect
    }

    let kind: Kind
    let bytes: [UInt8]

    init(_ line: ArraySlice<UInt8>) {
        bytes = Array(line.dropFirst())
        kind =
            switch line.first {
            case UInt8(ascii: "p"): .page
            case UInt8(ascii: "w"): .walletExtension
            case UInt8(ascii: "c"): .commandLine
            case UInt8(ascii: "o"): .otherExtension
            case UInt8(ascii: "t"): .second
            case UInt8(ascii: "r"): .reconnect
            default: .frame
            }
    }

    /// The method that the line names.
    var method: String { String(decoding: bytes.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self) }

    /// The frame that a client sends, put together as text: what stands in the line may spoil it in any way.
    func frame(number: Int) -> [UInt8] {
        guard kind != .frame else { return bytes }
        let method = bytes.prefix { $0 != UInt8(ascii: " ") }
        var params = Array(bytes.dropFirst(method.count + 1))
        if kind == .page, params.first == UInt8(ascii: "{") {
            let isEmpty = params == Array("{}".utf8)
            let page = #"{"origin":"https://dapp.example","tab":1,"document":"d","request":"\#(number)""#
            params.replaceSubrange(0..<1, with: (page + (isEmpty ? "" : ",")).utf8)
        }
        if params.isEmpty { params = Array("{}".utf8) }
        return Array(#"{"jsonrpc":"2.0","id":"\#(number)","method":""#.utf8) + method + Array(#"","params":"#.utf8)
            + params
            + Array("}".utf8)
    }
}
