import Devices
import Salt
import Testing

/// The frames between the agent and `sidekey-device`, whatever the device.
@Suite struct DeviceFrameTests {
    @Test func `a frame's parts stand behind their count, secrets too`() {
        let frame = DeviceFrame.joining([
            .plain([7, 8]), .secret(HeldSecret(SecretBytes(copying: [9]))), .plain([]),
        ])
        #expect(frame.disclosed() == [3, 0, 0, 0, 7, 8, 9])
        #expect(frame.withBytes { DeviceFrame.count($0) } == 3)
    }

    @Test func `fields are read from the front, and never past the end`() {
        let bytes: [UInt8] = [1, 2, 0, 5, 6, 7]
        bytes.withUnsafeBytes { bytes in
            var fields = DeviceFields(bytes)
            #expect(fields.integer(UInt8.self) == 1)
            #expect(fields.counted() == [5, 6])
            #expect(!fields.isAtEnd && fields.take(2) == nil && fields.take(-1) == nil)
            #expect(fields.secret(2) == nil && fields.take(1) == [7] && fields.isAtEnd)
            #expect(fields.integer(UInt8.self) == nil && fields.counted() == nil && fields.rest() == [])
            var other = DeviceFields(bytes)
            #expect(other.take(4) == [1, 2, 0, 5] && other.rest() == [6, 7] && other.isAtEnd && other.rest() == [])
        }
    }

    @Test(arguments: [0, 65_537, UInt32.max])
    func `a count that no frame has is none`(count: UInt32) {
        #expect(withUnsafeBytes(of: count.littleEndian) { DeviceFrame.count($0) } == nil)
    }
}
