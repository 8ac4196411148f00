import NativeMessaging

/// The contents of a stream: its events in order, and whether it ended inside a frame.
struct Stream: Equatable {
    enum Event: Equatable {
        case frame([UInt8])
        case tooLarge(Int)
        case empty
    }

    var events: [Event] = []
    var isInsideFrame = false

    init(events: [Event]) {
        self.events = events
    }

    /// By the rule of docs/protocol.md and without the reader: four bytes of length, little endian, then as many bytes.
    init(cutting stream: [UInt8]) {
        var offset = 0
        while stream.count - offset >= 4 {
            let count = (0..<4).reduce(0) { $0 | Int(stream[offset + $1]) << (8 * $1) }
            let end = offset + 4 + count
            if count > 1_048_576 {
                events.append(.tooLarge(count))
                isInsideFrame = end > stream.count
                offset = min(end, stream.count)
                if isInsideFrame { return }
            } else if count == 0 {
                events.append(.empty)
                offset = end
            } else {
                guard end <= stream.count else { break }
                events.append(.frame(Array(stream[offset + 4..<end])))
                offset = end
            }
        }
        isInsideFrame = offset < stream.count
    }

    /// As the reader sees it when it is given pieces.
    init(appending pieces: [ArraySlice<UInt8>]) {
        var reader = FrameReader()
        for piece in pieces {
            piece.withUnsafeBytes { bytes in
                var rest = bytes
                while !rest.isEmpty {
                    let taken = reader.append(rest)
                    promise((1...rest.count).contains(taken), "a reader that was asked for all events takes a byte")
                    rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
                    take(&reader)
                }
            }
        }
        isInsideFrame = reader.isInsideFrame
    }

    /// As the reader sees it when it reads by itself, from a source that gives what it likes, and now and then fails.
    init(filling stream: [UInt8], _ dice: inout Dice) {
        var reader = FrameReader()
        var rest = stream[...]
        let least = stream.count / 2000
        while !rest.isEmpty {
            let kind = dice.next() % 16
            let size = least + Self.pieceSize(&dice)
            let count = reader.fill { memory in
                promise(memory.count > 0, "a reader that was asked for all events has room")
                // End of the stream and an error leave everything as it was.
                guard kind > 1 else { return kind == 0 ? 0 : -1 }
                let piece = rest.prefix(min(size, memory.count))
                memory.copyBytes(from: piece)
                return piece.count
            }
            rest = rest.dropFirst(max(0, count))
            take(&reader)
        }
        isInsideFrame = reader.isInsideFrame
    }

    static func pieceSize(_ dice: inout Dice) -> Int {
        switch dice.next() % 6 {
        case 0: 1
        case 1: Int.random(in: 1...8, using: &dice)
        case 2: Int.random(in: 1...300, using: &dice)
        case 3: Int.random(in: 16_380...16_390, using: &dice)
        case 4: Int.random(in: 1...70_000, using: &dice)
        default: Int.random(in: 1...1_100_000, using: &dice)
        }
    }

    private mutating func take(_ reader: inout FrameReader) {
        while let event = reader.next() {
            switch event {
            case .frame(let count):
                let payload = reader.withFrame { Array($0) }
                promise(payload.count == count, "a frame has the bytes that were announced")
                events.append(.frame(payload))
            case .tooLarge(let count): events.append(.tooLarge(count))
            case .empty: events.append(.empty)
            }
        }
        promise(reader.withFrame(\.count) == 0, "what is over isn't shown again")
    }
}
