import NativeMessaging

let stream = try Frame.encode(Array(#"{"first":1}"#.utf8)) + Frame.encode(Array(#"{"second":2}"#.utf8))

// A pipe gives a stream in whatever pieces it likes.
var reader = FrameReader()
for piece in [stream[..<7], stream[7...]] {
    var rest = piece
    while !rest.isEmpty {
        let taken = rest.withUnsafeBytes { reader.append($0) }
        rest = rest.dropFirst(taken)
        while let event = reader.next() {
            switch event {
            case .frame(let count):
                print(count, reader.withFrame { String(decoding: $0, as: UTF8.self) })
            case .empty, .tooLarge:
                print("no frame of ours")
            }
        }
    }
}
print(reader.isInsideFrame)
