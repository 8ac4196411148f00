import Devices
import HardwareTokens
import Salt
import SolanaTransactions
import Testing

/// The frames between the agent and `sidekey-device` for a PKCS #11 token.
@Suite struct HardwareTokenFrameTests {
    private let module = HardwareTokenModule(path: "/usr/lib/module.so", folders: ["/var/lib/tokens", ""])

    private func request(_ bytes: [UInt8]) -> HardwareTokenRequest? {
        bytes.withUnsafeBytes { HardwareTokenRequest(reading: $0) }
    }

    private func reply(_ bytes: [UInt8]) -> HardwareTokenReply? {
        bytes.withUnsafeBytes { HardwareTokenReply(reading: $0) }
    }

    private func pin(_ text: String) -> HardwareTokenPIN? {
        HardwareTokenPIN(SecretBytes(copying: Array(text.utf8)))
    }

    @Test func `requests are read as they were written, and no shorter ones`() throws {
        let signing = HardwareTokenRequest.sign([], account: PublicKey(), serial: "0123", pin: pin("1234"), module)
        let looking = HardwareTokenRequest.check(account: PublicKey(), serial: "0123", pin: nil, module)
        let trying = HardwareTokenRequest.check(account: PublicKey(), serial: "", pin: pin("123456"), module)
        for written in [HardwareTokenRequest.keys(module), signing, looking, trying] {
            let frame = written.frame().disclosed()
            #expect(frame.withUnsafeBytes { DeviceFrame.count($0) } == frame.count - 4)
            let bytes = Array(frame.dropFirst(4))
            let read = try #require(request(bytes))
            #expect(read.frame().disclosed() == frame && read.module == module)
            for count in bytes.indices { #expect(request(Array(bytes[..<count])) == nil) }
        }
        #expect(request(Array(HardwareTokenRequest.keys(module).frame().disclosed().dropFirst(4)) + [0]) == nil)
        #expect(request(Array(DeviceFrame.cancel.dropFirst(4))) == nil)
        let many = HardwareTokenModule(path: "/m", folders: Array(repeating: "/f", count: 9))
        #expect(request(Array(HardwareTokenRequest.keys(many).frame().disclosed().dropFirst(4))) == nil)
    }

    @Test func `replies are read as they were written, and no shorter or longer ones`() throws {
        let key = HardwareTokenKey(
            serial: "0123", token: "mine", label: "one", identifier: [1, 2], publicKey: PublicKey())
        for written in [
            HardwareTokenReply.keys([]), .keys([key, key]), .signature(Signature()), .fault(.pinWrong(left: .one)),
            .ready(HardwareTokenState(asksForPIN: true, hasPad: true)),
            .fault(.other(code: 0x8000_0001)),
        ] {
            let bytes = Array(written.frame().disclosed().dropFirst(4))
            #expect(reply(bytes) == written)
            for count in bytes.indices { #expect(reply(Array(bytes[..<count])) == nil) }
            #expect(reply(bytes + [0]) == nil)
        }
    }

    @Test func `each fault has a number and a name of its own, and comes back`() {
        let faults: [HardwareTokenFault] = [
            .absent, .noModule, .pinRequired, .pinWrong(left: .few), .pinLocked, .noKey, .unsupported, .removed,
            .timedOut, .cancelled, .invalid, .unavailable, .other(code: 0x30), .untrusted,
        ]
        #expect(Set(faults.map(\.name)).count == faults.count)
        for (place, fault) in faults.enumerated() {
            let bytes = Array(HardwareTokenReply.fault(fault).frame().disclosed().dropFirst(4))
            #expect(bytes[1] == UInt8(place + 1))
            #expect(reply(bytes) == .fault(fault))
        }
        #expect(reply([143, 0, 0, 0, 0, 0]) == nil)
        #expect(reply([143, 15, 0, 0, 0, 0]) == nil)
        // Tries that no token says, and a number with a fault that has none.
        #expect(reply([143, 4, 3, 0, 0, 0]) == nil && reply([143, 1, 1, 0, 0, 0]) == nil)
        #expect(reply([132, 4]) == nil)
    }

    @Test func `a signature that doesn't verify, or an answer to something else, isn't taken`() {
        let signing = HardwareTokenRequest.sign([1], account: PublicKey(), serial: "0", pin: nil, module)
        #expect(throws: HardwareTokenFault.invalid) { try signing.outcome(of: .signature(Signature())) }
        #expect(throws: HardwareTokenFault.unavailable) { try signing.outcome(of: .keys([])) }
        #expect(throws: HardwareTokenFault.pinLocked) { try signing.outcome(of: .fault(.pinLocked)) }
        let ready = HardwareTokenReply.ready(HardwareTokenState(asksForPIN: true, hasPad: false))
        #expect(throws: HardwareTokenFault.unavailable) { try signing.outcome(of: ready) }
    }

    @Test(arguments: ["", "123", String(repeating: "1", count: 65)])
    func `a PIN has 4 to 64 bytes`(text: String) {
        #expect(pin(text) == nil)
        var frame = HardwareTokenRequest.check(account: PublicKey(), serial: "", pin: nil, module).frame().disclosed()
        frame[frame.count - 1] = UInt8(text.utf8.count)
        #expect(text.isEmpty || request(Array(frame.dropFirst(4)) + text.utf8) == nil)
        #expect(pin("1234") != nil && pin(String(repeating: "1", count: 64)) != nil)
    }
}
