import NativeMessaging
import Testing

/// A reader's result for a stream, with the payloads copied out.
enum Seen: Equatable {
    case frame([UInt8])
    case tooLarge(Int)
    case empty
}

extension FrameReader {
    /// Feeds bytes in pieces and collects all events.
    mutating func feed(_ pieces: some Sequence<ArraySlice<UInt8>>) -> [Seen] {
        var seen: [Seen] = []
        for piece in pieces {
            piece.withUnsafeBytes { bytes in
                var rest = bytes
                repeat {
                    let taken = append(rest)
                    rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
                    while let event = next() {
                        switch event {
                        case .frame(let count):
                            let payload = withFrame { Array($0) }
                            #expect(payload.count == count)
                            seen.append(.frame(payload))
                        case .tooLarge(let count): seen.append(.tooLarge(count))
                        case .empty: seen.append(.empty)
                        }
                    }
                    // A reader that needs more and takes nothing would turn this loop for ever.
                    guard taken > 0 else { break }
                } while !rest.isEmpty
                #expect(rest.isEmpty)
            }
        }
        return seen
    }

    mutating func feed(_ bytes: [UInt8]) -> [Seen] { feed([bytes[...]]) }
}

@Suite("Reading frames from a stream") struct FrameReaderTests {
    /// Three frames, an empty one and one that is too large, in one stream.
    static let large = Frame.maximumCount + 1
    static let stream: [UInt8] =
        Frame.header(count: 3) + [1, 2, 3]
        + Frame.header(count: 0)
        + Frame.header(count: 1) + [4]
        + Frame.header(count: 5) + [5, 6, 7, 8, 9]
    static let seen: [Seen] = [.frame([1, 2, 3]), .empty, .frame([4]), .frame([5, 6, 7, 8, 9])]

    @Test("a stream split at any two places gives the same frames")
    func everySplit() {
        let stream = Self.stream
        for first in 0...stream.count {
            for second in first...stream.count {
                var reader = FrameReader()
                let seen = reader.feed([stream[..<first], stream[first..<second], stream[second...]])
                #expect(seen == Self.seen)
                #expect(reader.isInsideFrame == false)
            }
        }
    }

    @Test("a stream that comes byte by byte gives the same frames")
    func byteByByte() {
        var reader = FrameReader()
        #expect(reader.feed(Self.stream.indices.map { Self.stream[$0...$0] }) == Self.seen)
    }

    @Test("many frames in one read are all given, in their order")
    func coalesced() throws {
        var reader = FrameReader()
        var stream: [UInt8] = []
        var expected: [Seen] = []
        for index in 0..<5000 {
            let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: index % 97 + 1)
            stream += try Frame.encode(payload)
            expected.append(.frame(payload))
        }
        #expect(reader.feed(stream) == expected)
    }

    @Test(
        "pieces of every size give the same frames",
        arguments: [1, 2, 3, 4, 5, 7, 1021, 16_383, 16_384, 16_385, 65_536])
    func pieces(size: Int) throws {
        var stream: [UInt8] = []
        var expected: [Seen] = []
        for count in [1, 16_379, 16_380, 16_381, 2, 40_000, 65_536, 1, 3] {
            let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) }
            stream += try Frame.encode(payload)
            expected.append(.frame(payload))
        }
        var reader = FrameReader()
        let pieces = stride(from: 0, to: stream.count, by: size).map { stream[$0..<min($0 + size, stream.count)] }
        #expect(reader.feed(pieces) == expected)
    }

    @Test("a frame of exactly 1 MiB is taken, and what follows too")
    func largest() throws {
        let payload = [UInt8](repeating: 0x5A, count: Frame.maximumCount)
        var reader = FrameReader()
        #expect(reader.feed(try Frame.encode(payload) + Self.stream) == [.frame(payload)] + Self.seen)
    }

    @Test(
        "a too large frame is announced at once, dropped, and the stream stays in step", arguments: [1, 4096, 1 << 20])
    func tooLarge(size: Int) {
        var reader = FrameReader()
        let head = Self.stream + Frame.header(count: Self.large)
        #expect(reader.feed(head) == Self.seen + [.tooLarge(Self.large)])
        #expect(reader.isInsideFrame == true)
        // The dropped bytes look like frames.
        let body = [UInt8](repeating: 1, count: Self.large) + Self.stream
        let pieces = stride(from: 0, to: body.count, by: size).map { body[$0..<min($0 + size, body.count)] }
        #expect(reader.feed(pieces) == Self.seen)
        #expect(reader.isInsideFrame == false)
    }

    @Test(
        "lengths up to 2^32 - 1 are refused without a trap and without memory",
        arguments: [
            Frame.maximumCount + 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
        ])
    func hugeLengths(count: Int) {
        var reader = FrameReader()
        #expect(reader.feed(Frame.header(count: count) + [1, 0, 0, 0, 7]) == [.tooLarge(count)])
        #expect(reader.feed([1, 0, 0, 0, 7]) == [])
        #expect(reader.isInsideFrame == true)
    }

    @Test("a frame of 4 GiB less one byte is dropped to its last byte")
    func skipping4GiB() {
        var reader = FrameReader()
        #expect(reader.feed(Frame.header(count: 0xFFFF_FFFF)) == [.tooLarge(0xFFFF_FFFF)])
        let chunk = [UInt8](repeating: 1, count: 1 << 24)
        for _ in 0..<255 { #expect(reader.feed(chunk) == []) }
        #expect(reader.feed(Array(chunk.dropLast(2))) == [])
        #expect(reader.isInsideFrame == true)
        #expect(reader.feed([1]) == [])
        #expect(reader.isInsideFrame == false)
        #expect(reader.feed(Self.stream) == Self.seen)
    }

    @Test("append takes no more than one frame, and goes on after the frame was taken")
    func bounded() throws {
        var reader = FrameReader()
        let frame = try Frame.encode([UInt8](repeating: 3, count: Frame.maximumCount))
        let taken = (frame + frame).withUnsafeBytes { reader.append($0) }
        #expect(taken == frame.count)
        #expect(frame.withUnsafeBytes { reader.append($0) } == 0)
        #expect(reader.next() == .frame(count: Frame.maximumCount))
        #expect(frame.withUnsafeBytes { reader.append($0) } == 0)
        #expect(reader.next() == nil)
        #expect(reader.withFrame { $0.count } == 0)
        #expect(frame.withUnsafeBytes { reader.append($0) } == frame.count)
    }

    @Test("a frame stays readable, and more can be appended behind it, until the next one is asked for")
    func stays() throws {
        var reader = FrameReader()
        let (first, second) = (try Frame.encode([1, 2, 3]), try Frame.encode([UInt8](repeating: 4, count: 30_000)))
        #expect(first.withUnsafeBytes { reader.append($0) } == first.count)
        #expect(reader.next() == .frame(count: 3))
        #expect(reader.isInsideFrame == false)
        #expect(second.withUnsafeBytes { reader.append($0) } == second.count)
        #expect(reader.withFrame { Array($0) } == [1, 2, 3])
        #expect(reader.withEncodedFrame { Array($0) } == first)
        #expect(reader.isInsideFrame == true)
        #expect(reader.next() == .frame(count: 30_000))
        #expect(reader.next() == nil)
    }

    @Test("fill reads straight into the buffer and gives the same frames")
    func fill() {
        var reader = FrameReader()
        var rest = (Self.stream + Frame.header(count: Self.large) + [UInt8](repeating: 9, count: Self.large))[...]
        rest += Self.stream
        var seen: [Seen] = []
        while !rest.isEmpty {
            let count = reader.fill { memory in
                let count = min(memory.count, rest.count, Int.random(in: 1...50_000))
                memory.copyBytes(from: rest.prefix(count))
                return count
            }
            rest = rest.dropFirst(count)
            seen += reader.feed([])
        }
        #expect(seen == Self.seen + [.tooLarge(Self.large)] + Self.seen)
    }

    @Test(
        "fill that reads nothing, fails or claims too much changes nothing and doesn't trap",
        arguments: [0, -1, Int.min, Int.max])
    func fillOddCounts(count: Int) {
        var reader = FrameReader()
        #expect(reader.fill { _ in count } == count)
        if count <= 0 { #expect(reader.isInsideFrame == false) }
    }

    @Test("what a frame held is overwritten when the next one is asked for")
    func wiped() throws {
        var reader = FrameReader()
        let secret = Array("correct horse battery staple".utf8)
        // A second frame begins behind the first, so that the memory is kept.
        let stream = try Frame.encode(secret) + [9]
        #expect(stream.withUnsafeBytes { reader.append($0) } == stream.count)
        #expect(reader.next() == .frame(count: secret.count))
        let address = reader.withFrame { $0.baseAddress }
        let memory = UnsafeRawBufferPointer(start: address, count: secret.count)
        #expect(memory.elementsEqual(secret))
        #expect(reader.next() == nil)
        #expect(memory.allSatisfy { $0 == 0 })
    }

    @Test("random streams in random pieces give what was put in")
    func random() throws {
        for _ in 0..<300 {
            var stream: [UInt8] = []
            var expected: [Seen] = []
            for _ in 0..<Int.random(in: 0...12) {
                switch Int.random(in: 0...9) {
                case 0:
                    stream += Frame.header(count: 0)
                    expected.append(.empty)
                case 1:
                    let count = Frame.maximumCount + Int.random(in: 1...100)
                    stream += Frame.header(count: count) + [UInt8](repeating: 1, count: count)
                    expected.append(.tooLarge(count))
                default:
                    let payload = (0..<Int.random(in: 1...40_000)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
                    stream += try Frame.encode(payload)
                    expected.append(.frame(payload))
                }
            }
            var pieces: [ArraySlice<UInt8>] = []
            var rest = stream[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 0...100_000))
                pieces.append(piece)
                rest = rest.dropFirst(piece.count)
            }
            var reader = FrameReader()
            #expect(reader.feed(pieces) == expected)
        }
    }
}
