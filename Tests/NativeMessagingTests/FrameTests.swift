import NativeMessaging
import Testing

@Suite("Frames") struct FrameTests {
    @Test("a header is the length in four bytes, the lowest first")
    func header() {
        #expect(Frame.header(count: 0) == [0, 0, 0, 0])
        #expect(Frame.header(count: 1) == [1, 0, 0, 0])
        #expect(Frame.header(count: 0x0403_0201) == [1, 2, 3, 4])
        #expect(Frame.header(count: 0xFFFF_FFFF) == [0xFF, 0xFF, 0xFF, 0xFF])
    }

    @Test("a header of an impossible count neither traps nor wraps", arguments: [-1, Int.min])
    func negativeHeader(count: Int) {
        #expect(Frame.header(count: count) == [0, 0, 0, 0])
        #expect(Frame.header(count: .max) == [0xFF, 0xFF, 0xFF, 0xFF])
    }

    @Test("a header is read as it was written, from any address")
    func readHeader() {
        let bytes: [UInt8] = [9, 1, 2, 3, 4, 9]
        bytes.withUnsafeBytes {
            #expect(Frame.count(header: UnsafeRawBufferPointer(rebasing: $0[1...])) == 0x0403_0201)
            #expect(Frame.count(header: UnsafeRawBufferPointer(rebasing: $0[3...])) == nil)
        }
    }

    @Test("a payload may have 1 to 1,048,576 bytes")
    func limits() throws {
        #expect(try Frame.encode([7]) == [1, 0, 0, 0, 7])
        #expect(throws: FrameError.empty) { try Frame.encode([]) }
        let largest = [UInt8](repeating: 7, count: 1_048_576)
        #expect(try Frame.encode(largest).count == 1_048_580)
        #expect(throws: FrameError.tooLarge(count: 1_048_577)) { try Frame.encode(largest + [7]) }
    }
}
