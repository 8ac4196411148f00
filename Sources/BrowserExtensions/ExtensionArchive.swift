import CZlib
import Salt

/// The files in an archive of Firefox's (`.xpi`, a zip), read so that no other program can read different ones.
///
/// ```
/// file's header and contents ... | directory: an entry for each file | end: "PK" 05 06, 22 bytes, and nothing behind
/// ```
///
/// Refused are: something before the first file or behind the end, an archive of several parts or of zip64's form, a name that occurs twice, that is
/// absolute or holds "..", an entry that says another name or size than the header at its place, encryption, and every compression but none (0) and
/// deflate (8).
struct ExtensionArchive {
    /// The parts of Mozilla's signature, which Firefox checks over all other files.
    private static let signature: Set<String> = [
        "META-INF/manifest.mf", "META-INF/mozilla.sf", "META-INF/mozilla.rsa", "META-INF/cose.manifest",
        "META-INF/cose.sig",
    ]

    /// The SHA-256 of each file by its name, without those of the signature.
    private(set) var digests: [String: [UInt8]] = [:]
    private let bytes: [UInt8]
    private var made = 0

    init(_ bytes: [UInt8]) throws(ExtensionFault) {
        self.bytes = bytes
        guard bytes.count >= 22, bytes.starts(with: [0x50, 0x4B, 3, 4]), number(4, 4) != 0x0201_4B50 else {
            throw .archive
        }
        let end = bytes.count - 22
        guard number(end, 4) == 0x0605_4B50, number(end + 4, 4) == 0, number(end + 20, 2) == 0 else { throw .archive }
        let (count, size, start) = (number(end + 10, 2), number(end + 12, 4), number(end + 16, 4))
        guard number(end + 8, 2) == count, count <= ExtensionFiles.mostFiles, start + size == end else {
            throw .archive
        }
        var names: Set<String> = []
        var place = start
        for _ in 0..<count {
            guard place + 46 <= end, number(place, 4) == 0x0201_4B50 else { throw .archive }
            let (length, extra, comment) = (number(place + 28, 2), number(place + 30, 2), number(place + 32, 2))
            guard place + 46 + length + extra + comment <= end,
                let name = String(validating: bytes[(place + 46)..<(place + 46 + length)], as: UTF8.self),
                Self.isName(name), names.insert(name).inserted
            else { throw .archive }
            if !name.hasSuffix("/") { try take(name, entry: place, before: start) }
            place += 46 + length + extra + comment
        }
        guard place == end else { throw .archive }
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains(0) && !name.utf8.contains(UInt8(ascii: "\\"))
            && name.utf8.first != UInt8(ascii: "/")
            && !name.split(separator: "/", omittingEmptySubsequences: false).dropLast().contains {
                ["", ".", ".."].contains($0)
            }
    }

    private mutating func take(_ name: String, entry: Int, before end: Int) throws(ExtensionFault) {
        let (method, stored, size, header) = (
            number(entry + 10, 2), number(entry + 20, 4), number(entry + 24, 4), number(entry + 42, 4)
        )
        guard number(entry + 8, 2) & 1 == 0, header + 30 <= end, number(header, 4) == 0x0403_4B50,
            number(header + 8, 2) == method
        else { throw .archive }
        let nameEnd = header + 30 + number(header + 26, 2)
        let start = nameEnd + number(header + 28, 2)
        guard nameEnd <= end, start + stored <= end, bytes[(header + 30)..<nameEnd].elementsEqual(name.utf8) else {
            throw .archive
        }
        made += size
        guard made <= ExtensionFiles.mostBytes else { throw .tooLarge }
        let contents: [UInt8]
        switch method {
        case 0:
            guard stored == size else { throw .archive }
            contents = Array(bytes[start..<(start + stored)])
        case 8: contents = try Self.inflate(Array(bytes[start..<(start + stored)]), count: size)
        default: throw .archive
        }
        if !Self.signature.contains(name) { digests[name] = SaltHash.sha256(contents) }
    }

    /// A number of two or four bytes, little-endian; the caller has checked that they are there.
    private func number(_ place: Int, _ count: Int) -> Int {
        bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Decompresses a stream of raw deflate that has exactly the size that is said.
    private static func inflate(_ input: [UInt8], count: Int) throws(ExtensionFault) -> [UInt8] {
        var stream = z_stream()
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .archive
        }
        defer { inflateEnd(&stream) }
        var (input, output) = (input, [UInt8](repeating: 0, count: count + 1))
        let status = input.withUnsafeMutableBufferPointer { from in
            output.withUnsafeMutableBufferPointer { to in
                (stream.next_in, stream.avail_in) = (from.baseAddress, UInt32(clamping: from.count))
                (stream.next_out, stream.avail_out) = (to.baseAddress, UInt32(clamping: to.count))
                return CZlib.inflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END, stream.avail_in == 0, Int(stream.total_out) == count else { throw .archive }
        output.removeLast()
        return output
    }
}
