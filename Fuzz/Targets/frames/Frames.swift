import Fuzzing
import NativeMessaging

/// The frame reader: however a stream is cut on its way, its frames are those that the protocol's rule finds in it.
///
/// ```
/// | how it is cut: 8 bytes, a seed | the stream: bytes as they are, but  F5 n n n b  for n (u24 LE) times b |
/// ```
///
/// The short form is what lets an input of some bytes reach frames of 1 MiB.
@main enum Frames {
    static func main() {
        Fuzzer.run { input in
            let stream = expanded(input.dropFirst(8))
            check(stream, cutBy: input.prefix(8))
            // Long streams take milliseconds. They come about often enough, and what is bred from stays quick.
            return stream.count > 50_000 ? .discard : .keep
        }
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
            guard byte == 0xF5, rest.count >= 4 else {
                stream.append(byte)
                continue
            }
            let count = rest.prefix(3).reversed().reduce(0) { $0 << 8 | Int($1) }
            let repeated = rest[rest.startIndex + 3]
            rest = rest.dropFirst(4)
            stream += [UInt8](repeating: repeated, count: min(count, largestStream - min(stream.count, largestStream)))
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
