import Devices
import Salt
import SecurityKeys
import Testing

/// The frames between the agent and `sidekey-device`.
@Suite struct SecurityKeyFrameTests {
    private let challenge = [UInt8](repeating: 1, count: 32)
    private let salts = [UInt8](repeating: 2, count: 64)
    private let user = [UInt8](repeating: 3, count: 16)

    private func body(_ frame: borrowing SecretBytes) -> [UInt8] { Array(frame.disclosed().dropFirst(4)) }

    private func request(_ bytes: [UInt8]) -> SecurityKeyRequest? {
        bytes.withUnsafeBytes { SecurityKeyRequest(reading: $0) }
    }

    private func reply(_ bytes: [UInt8]) -> SecurityKeyReply? {
        bytes.withUnsafeBytes { SecurityKeyReply(reading: $0) }
    }

    private func pin(_ text: String) -> SecurityKeyPIN { SecurityKeyPIN(SecretBytes(copying: Array(text.utf8))) }

    @Test func `requests are read as they were written, and no shorter or longer ones`() throws {
        let making = SecurityKeyRequest.make(
            challenge: challenge, salts: salts, user: user, pin: pin("123456"), excluding: [[7], [8, 9]])
        let using = SecurityKeyRequest.use(
            challenge: challenge, pin: .none,
            slots: [.init(credential: [4, 5], salts: salts, takesPIN: true)])
        for written in [making, using] {
            let frame = written.frame().disclosed()
            #expect(frame.withUnsafeBytes { DeviceFrame.count($0) } == frame.count - 4)
            let bytes = Array(frame.dropFirst(4))
            #expect(try #require(request(bytes)).frame().disclosed() == frame)
            for count in bytes.indices { #expect(request(Array(bytes[..<count])) == nil) }
            #expect(request(bytes + [0]) == nil)
        }
        #expect(request(Array(DeviceFrame.cancel.dropFirst(4))) == nil)
    }

    @Test func `replies are read as they were written, and no shorter or longer ones`() throws {
        let credential = SecurityKeyCredential(
            identifier: [1, 2], publicKey: [3], isUserVerified: true, counter: .max)
        let assertion = SecurityKeyAssertion(
            authenticatorData: [5, 6], signature: [7], secret: SecretBytes(copying: challenge),
            nextSecret: SecretBytes(copying: Array(salts.prefix(32))))
        for written in [
            SecurityKeyReply.made(credential), .used(slot: 3, assertion), .fault(.pinWrong(retries: 7)),
            .fault(.other(code: -9)),
        ] {
            let frame = written.frame().disclosed()
            let bytes = Array(frame.dropFirst(4))
            #expect(try #require(reply(bytes)).frame().disclosed() == frame)
            for count in bytes.indices { #expect(reply(Array(bytes[..<count])) == nil) }
            #expect(reply(bytes + [0]) == nil)
        }
    }

    @Test func `each fault has a number and a name of its own, and comes back`() throws {
        let faults: [SecurityKeyFault] = [
            .absent, .otherKey, .unsupported, .present, .several, .pinRequired(retries: 8), .pinNotSet,
            .pinWrong(retries: nil), .pinPaused, .pinBlocked, .denied, .timedOut, .cancelled, .removed, .invalid,
            .unavailable, .other(code: 0x7F),
        ]
        #expect(Set(faults.map(\.name)).count == faults.count)
        for fault in faults {
            guard case .fault(let read)? = reply(body(SecurityKeyReply.fault(fault).frame())) else {
                Issue.record("\(fault) isn't read")
                continue
            }
            #expect(read == fault)
        }
        #expect(reply([143, 0, 0, 0, 0, 0]) == nil)
        #expect(reply([143, 18, 0, 0, 0, 0]) == nil)
    }
}
