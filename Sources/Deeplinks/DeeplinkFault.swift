/// Why a link or what it carries isn't what the protocol says. It names parameters and sizes, never contents. Append-only.
public enum DeeplinkFault: Error, Sendable, Hashable {
    /// The link is longer than it may be; both in bytes.
    case tooLong(limit: Int, found: Int)
    /// It isn't a link: a character that must be escaped, a scheme that is none, no path.
    case notALink
    /// It begins as neither the wallet's scheme nor its universal links do.
    case wrongBase
    /// There is no such method.
    case methodUnknown
    /// A percent sign without two hexadecimal digits behind it, or bytes that aren't UTF-8.
    case percentEncoding
    /// A parameter that the method needs isn't there, or is empty.
    case missing(String)
    /// A parameter stands there twice.
    case duplicate(String)
    /// A parameter that the method doesn't have; its name isn't repeated.
    case unknownParameter
    /// A parameter isn't base58.
    case base58(String)
    /// A parameter stands for another number of bytes than it must.
    case wrongCount(String, expected: Int, found: Int)
    /// A parameter or member says what can't stand there.
    case value(String)
    /// The redirect link leads where no answer may go.
    case redirectRefused
    /// An answer came to another place than the redirect link names.
    case wrongPlace
    /// What was sealed doesn't open: other keys, other nonce, or changed bytes.
    case notAuthentic
    /// What was sealed isn't strict JSON of an object.
    case json
}

extension DeeplinkFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong(let limit, let found): "the link has \(found) bytes, at most \(limit) are allowed"
        case .notALink: "this is not a link"
        case .wrongBase: "the link is not for this wallet"
        case .methodUnknown: "there is no such method"
        case .percentEncoding: "the link is not escaped as links are"
        case .missing(let name): "\(name) is missing"
        case .duplicate(let name): "\(name) stands there twice"
        case .unknownParameter: "the method has no such parameter"
        case .base58(let name): "\(name) is not base58"
        case .wrongCount(let name, let expected, let found): "\(name) has \(found) bytes, not \(expected)"
        case .value(let name): "\(name) says what it can't"
        case .redirectRefused: "no answer may go where redirect_link leads"
        case .wrongPlace: "the answer came to another place than redirect_link names"
        case .notAuthentic: "what is sealed does not open"
        case .json: "what is sealed is not json of an object"
        }
    }
}
