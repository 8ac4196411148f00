import HardwareTokens
import Salt

/// What passes between the agent and the program that loads a PKCS #11 library, which is somebody else's code.
///
/// ```
/// | which of the two: 1 | bytes |
/// ```
enum TokenBytes {
    static func check(_ input: [UInt8]) -> Interest {
        guard let kind = input.first else { return .discard }
        let bytes = Array(input.dropFirst())
        if kind % 2 == 0 { request(bytes) } else { reply(bytes) }
        return .keep
    }

    private static func request(_ bytes: [UInt8]) {
        guard let request = bytes.withUnsafeBytes({ HardwareTokenRequest(reading: $0) }) else { return }
        let written = request.frame().withBytes { Array($0.dropFirst(4)) }
        promise(written == bytes, "a request has one spelling")
        promise(request.module.folders.count <= HardwareTokenModule.mostFolders, "a library gets a few folders")
    }

    private static func reply(_ bytes: [UInt8]) {
        guard let reply = bytes.withUnsafeBytes({ HardwareTokenReply(reading: $0) }) else { return }
        let written = reply.frame().withBytes { Array($0.dropFirst(4)) }
        promise(written == bytes, "a reply has one spelling")
        if case .keys(let keys) = reply {
            promise(keys.count <= HardwareTokenRequest.mostKeys, "an answer has a few keys")
        }
    }
}
