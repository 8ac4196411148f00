import DisplayText
import JSONRPC
import Pictures
import SolanaRPC
import SolanaTransactions
import Synchronization
import WalletNetwork
import WalletRuntime

/// The picture of an NFT from wherever its maker put it: fetched by another process, and decoded by a third one.
///
/// Its makers chose the addresses, so that asking them tells a stranger who looks at what. It is done for one NFT, when the user asks for it.
final class PictureSource: Sendable {
    /// A picture, with what came to light on the way to it.
    struct Found {
        let picture: Picture
        /// The hosts that were asked, in their order, each once.
        let hosts: [String]
        /// The traits in the NFT's file.
        let attributes: [AssetAttribute]
    }

    /// The most bytes of an NFT's file.
    private static let mostFile = 256 << 10
    /// The time limits for the file and for the picture, in milliseconds.
    private static let (filePatience, picturePatience) = (20_000, 60_000)
    /// The most redirects on the way to one file.
    private static let mostRedirects = 3
    /// The most pictures on their way at the same time.
    private static let mostUnderWay = 4

    private let fetch: FileFetch?
    private let decode: PictureDecode?
    private let underWay = Mutex(0)

    init(_ parts: WalletParts) {
        (fetch, decode) = (parts.fetch, parts.decode)
    }

    /// The host that is asked first for the picture of an NFT with this address of further information; nil if there is none to ask. The host itself is nil
    /// if the NFT holds its file or its picture.
    static func firstHost(_ uri: String?) -> String?? {
        switch uri.flatMap(PictureAddress.init) {
        case nil: return nil
        case .server(let endpoint): return endpoint.host
        case .content(let file):
            guard let image = imageAddress((try? json(file)) ?? .null) else { return nil }
            if case .server(let endpoint) = image { return endpoint.host }
            return .some(nil)
        }
    }

    /// Fetches an NFT's file, then the picture that it names. The caller has learned of the NFT from a node, so the user's network isn't off.
    ///
    /// - Throws: -32000 (`picture-none`, `picture-unread`, `picture-kind`, `picture-too-large`, `picture-damaged`, `picture-unavailable`, `no-network`), -32002
    ///   (`too-many-pending`).
    func picture(_ uri: String?) async throws(RPCError) -> Found {
        guard let address = uri.flatMap(PictureAddress.init) else { throw Self.none }
        guard let decode else { throw Self.unavailable }
        guard underWay.withLock({ $0 < Self.mostUnderWay }) else {
            throw RPCError(.tooManyPending, .tooManyPending, "\(Self.mostUnderWay) pictures are on their way already")
        }
        underWay.withLock { $0 += 1 }
        defer { underWay.withLock { $0 -= 1 } }
        var hosts: [String] = []
        let json = try Self.json(
            try await bytes(at: address, most: Self.mostFile, within: Self.filePatience, asking: &hosts))
        guard let image = Self.imageAddress(json) else { throw Self.none }
        let file = try await bytes(
            at: image, most: PicturePipe.mostBytes, within: Self.picturePatience, asking: &hosts)
        do throws(PictureFault) {
            return Found(
                picture: try await decode(file), hosts: hosts,
                attributes: Collectible.shown(DigitalAsset.attributes(json["attributes"])))
        } catch {
            throw Self.error(error)
        }
    }

    /// Reads an NFT's file. Some begin with a mark of their byte order.
    private static func json(_ file: [UInt8]) throws(RPCError) -> JSON {
        let text = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
        guard let json = try? JSON(parsing: JSONSource(text), maximumDepth: 32) else { throw none }
        return json
    }

    private static func imageAddress(_ json: JSON) -> PictureAddress? {
        json["image"]?.text.flatMap(PictureAddress.init)
    }

    /// Returns what is at an address, and notes the hosts that are asked for it.
    private func bytes(
        at address: PictureAddress, most limit: Int, within milliseconds: Int, asking hosts: inout [String]
    ) async throws(RPCError) -> [UInt8] {
        var endpoint: RPCEndpoint
        switch address {
        case .content(let bytes):
            guard bytes.count <= limit else { throw Self.tooLarge(limit) }
            return bytes
        case .server(let first): endpoint = first
        }
        guard let fetch else { throw RPCError(.invalidInput, .noNetwork, "the wallet reaches no network") }
        for _ in 0...Self.mostRedirects {
            // A redirect to http would show the way to everybody on it.
            guard endpoint.isSecure else { break }
            if !hosts.contains(endpoint.host) { hosts.append(endpoint.host) }
            do throws(RPCTransportError) {
                return try await fetch(
                    FileRequest(endpoint, bytes: limit, milliseconds: milliseconds, isPublic: true))
            } catch {
                switch error {
                case .redirected(let next): endpoint = next
                case .tooLarge(let limit): throw Self.tooLarge(limit)
                case .cancelled: throw RPCError(.invalidInput, .cancelled, "the request was cancelled")
                default:
                    throw RPCError(
                        .invalidInput, .pictureUnread, "the picture can't be fetched: \(error.file)",
                        data: ["fault": .string(error.name), "host": .string(JSONString(endpoint.host))])
                }
            }
        }
        throw RPCError(
            .invalidInput, .pictureUnread, "the picture can't be fetched: its server sends to too many other addresses",
            data: ["fault": "redirected", "host": .string(JSONString(endpoint.host))])
    }

    private static let none = RPCError(
        .invalidInput, .pictureNone, "the NFT names no picture that could be fetched")
    private static let unavailable = RPCError(
        .invalidInput, .pictureUnavailable, "there is no process on this system that could safely decode a picture")

    private static func tooLarge(_ limit: Int) -> RPCError {
        RPCError(
            .invalidInput, .pictureTooLarge, "the NFT's file or its picture is longer than \(limit) bytes",
            data: ["limit": .number(limit)])
    }

    private static func error(_ fault: PictureFault) -> RPCError {
        switch fault {
        case .kind:
            RPCError(.invalidInput, .pictureKind, "the file is neither PNG, JPEG, WebP nor GIF")
        case .tooLarge:
            RPCError(.invalidInput, .pictureTooLarge, "the picture has more pixels than are decoded")
        case .damaged, .failed: RPCError(.invalidInput, .pictureDamaged, "the picture can't be decoded")
        case .unconfined: unavailable
        }
    }
}

/// The place of an NFT's file, or of its picture, as its maker wrote it.
///
/// ```
/// https://art.example/1.json
/// ipfs://CID/1.json           by https://ipfs.io
/// ar://ID                     by https://arweave.net
/// data:application/json;base64,e30=
/// ```
enum PictureAddress: Equatable {
    case server(RPCEndpoint)
    /// The file itself (RFC 2397).
    case content([UInt8])

    init?(_ text: String) {
        let lower = text.prefix(8).lowercased()
        if lower.hasPrefix("data:") {
            guard let content = Self.content(text.dropFirst(5)) else { return nil }
            self = .content(content)
            return
        }
        var url = text
        if lower.hasPrefix("ipfs://") {
            let path = text.dropFirst(7)
            url = "https://ipfs.io/ipfs/\(path.hasPrefix("ipfs/") ? path.dropFirst(5) : path)"
        } else if lower.hasPrefix("ar://") {
            url = "https://arweave.net/\(text.dropFirst(5))"
        }
        guard let endpoint = try? RPCEndpoint(Self.escaped(url)), endpoint.isSecure else { return nil }
        self = .server(endpoint)
    }

    /// An address as it stands on the wire: without its fragment, with everything escaped that can't stand there (RFC 3986, 2.1).
    private static func escaped(_ url: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in url.utf8.prefix(while: { $0 != UInt8(ascii: "#") }) {
            if byte > 0x20, byte < 0x7F, !"\"<>\\^`{|}".utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func content(_ text: Substring) -> [UInt8]? {
        guard let comma = text.firstIndex(of: ",") else { return nil }
        let bytes = unescaped(text[text.index(after: comma)...].utf8)
        guard text[..<comma].lowercased().hasSuffix(";base64") else { return bytes }
        return try? Base64.decode(JSONString(String(decoding: bytes, as: UTF8.self)))
    }

    private static func unescaped(_ text: Substring.UTF8View) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
