import NativeMessaging

/// The frame reader: however a stream is cut on its way, its frames are those that the protocol's rule finds in it.
///
/// ```
/// | how it is cut: 8 bytes, a seed | the stream: bytes as they are, but two short forms |
///
///       F5 n b    n * n times b
///    F6 16 n b    n * 8,192 times b
/// ```
///
/// The short forms are what lets an input of some bytes reach frames of 1 MiB. The second takes two bytes that no mutation hits
/// often: long streams take milliseconds.
enum Frames {
    static func check(_ input: [UInt8]) -> Interest {
        let stream = expanded(input.dropFirst(8))
        check(stream, cutBy: input.prefix(8))
        // They come about often enough, and what is bred from stays quick.
        return stream.count > 30_000 ? .discard : .keep
    }

    private static func check(_ stream: [UInt8], cutBy seed: ArraySlice<UInt8>) {
        let expected = Stream(cutting: stream)
        var dice = Dice(seed)
        // A long stream goes one of the three ways.
        let way = stream.count > 50_000 ? dice.next() % 3 : nil
        if way ?? 0 == 0 {
            promise(Stream(appending: [stream[...]]) == expected, "a stream in one piece gives the rule's frames")
        }
        if way ?? 1 == 1 {
            let pieces = cut(stream, &dice)
            promise(Stream(appending: pieces) == expected, "a stream in pieces gives the same frames")
        }
        if way ?? 2 == 2 {
            promise(Stream(filling: stream, &dice) == expected, "a stream that is read gives the same frames")
        }
        for case .frame(let payload) in expected.events where payload.count < 5000 {
            promise(
                try Stream(cutting: Frame.encode(payload)) == Stream(events: [.frame(payload)]),
                "a frame that is written is read")
        }
    }

    private static let largestStream = 1_200_000

    private static func expanded(_ program: ArraySlice<UInt8>) -> [UInt8] {
        var stream: [UInt8] = []
        var rest = program
        while let byte = rest.popFirst() {
            let count: Int
            if byte == 0xF5, rest.count >= 2 {
                let root = Int(rest.removeFirst())
                count = root * root
            } else if byte == 0xF6, rest.first == 0x16, rest.count >= 3 {
                count = Int(rest.dropFirst().first ?? 0) * 8192
                rest = rest.dropFirst(2)
            } else {
                stream.append(byte)
                continue
            }
            let repeated = rest.removeFirst()
            stream += [UInt8](repeating: repeated, count: max(0, min(count, largestStream - stream.count)))
        }
        return stream
    }

    /// Pieces of all sizes: single bytes, headers, pages, the reader's own capacity.
    private static func cut(_ stream: [UInt8], _ dice: inout Dice) -> [ArraySlice<UInt8>] {
        // Single bytes of a long stream would take seconds.
        let least = stream.count / 2000
        var pieces: [ArraySlice<UInt8>] = []
        var rest = stream[...]
        while !rest.isEmpty {
            let size = least + Stream.pieceSize(&dice)
            pieces.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return pieces
    }
}
