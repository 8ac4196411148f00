import Devices
import Salt
import TPMSeals
import TestSupport
import Testing

/// The frames between the agent and `sidekey-device` for the TPM.
@Suite struct TPMFrameTests {
    private let seal = TPMSeal(
        parent: [UInt8](repeating: 1, count: 34), publicArea: [2, 3], privateArea: [UInt8](repeating: 4, count: 1024))

    private func pin(_ text: String = "123456") throws -> TPMPIN {
        guard let pin = TPMPIN(SecretBytes(copying: Array(text.utf8))) else { throw TestFault("no PIN: \(text)") }
        return pin
    }

    private func request(_ bytes: [UInt8]) -> TPMRequest? { bytes.withUnsafeBytes { TPMRequest(reading: $0) } }

    private func reply(_ bytes: [UInt8]) -> TPMReply? { bytes.withUnsafeBytes { TPMReply(reading: $0) } }

    @Test func `requests are read as they were written, and no shorter or longer ones`() throws {
        let secret = TPMSecret.random()
        for written in [TPMRequest.look, .seal(try pin(), secret), .unseal(try pin(), try #require(seal))] {
            let frame = written.frame().disclosed()
            #expect(frame.withUnsafeBytes { DeviceFrame.count($0) } == frame.count - 4)
            let bytes = Array(frame.dropFirst(4))
            #expect(try #require(request(bytes)).frame().disclosed() == frame)
            for count in bytes.indices { #expect(request(Array(bytes[..<count])) == nil) }
            #expect(request(bytes + [0]) == nil)
        }
        var letters = Array(TPMRequest.unseal(try pin(), try #require(seal)).frame().disclosed().dropFirst(4))
        letters[3] = 0x61
        #expect(request(letters) == nil)
        #expect(request(Array(DeviceFrame.cancel.dropFirst(4))) == nil)
    }

    @Test func `replies are read as they were written, and no shorter or longer ones`() throws {
        let lockout = TPMLockout(isLocked: true, failures: 1, most: 32, interval: .max)
        let secret = TPMSecret.random()
        for written in [
            TPMReply.looked(lockout), .sealed(try #require(seal)), .unsealed(secret), .fault(.locked(seconds: 600)),
        ] {
            let frame = written.frame().disclosed()
            let bytes = Array(frame.dropFirst(4))
            #expect(try #require(reply(bytes)).frame().disclosed() == frame)
            for count in bytes.indices { #expect(reply(Array(bytes[..<count])) == nil) }
            #expect(reply(bytes + [0]) == nil)
        }
    }

    @Test func `each fault has a number of its own, and comes back`() throws {
        let faults: [TPMFault] = [
            .absent, .denied, .owned, .unguarded, .pinWrong(retries: nil), .pinWrong(retries: 3), .locked(seconds: nil),
            .locked(seconds: 7200), .otherTPM, .timedOut, .cancelled, .failed, .unavailable, .other(code: 0x101),
        ]
        for fault in faults {
            guard case .fault(let read)? = reply(Array(TPMReply.fault(fault).frame().disclosed().dropFirst(4))) else {
                Issue.record("\(fault) isn't read")
                continue
            }
            #expect(read == fault)
        }
        #expect(reply([143, 0, 0, 0, 0, 0]) == nil)
        #expect(reply([143, 13, 0, 0, 0, 0]) == nil)
    }

    @Test func `the tries that are left are those up to the limit, and none while it is locked`() {
        func left(_ isLocked: Bool, _ failures: UInt32, _ most: UInt32) -> Int {
            TPMLockout(isLocked: isLocked, failures: failures, most: most, interval: 600).retries
        }
        #expect(left(false, 0, 32) == 32 && left(false, 31, 32) == 1 && left(false, 32, 32) == 0)
        #expect(left(false, 40, 32) == 0 && left(true, 1, 32) == 0)
    }
}
