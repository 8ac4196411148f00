import JSONRPC
import Testing

@Suite("Requests that carry secrets") struct RPCSecretRequestTests {
    private func write(_ request: RPCSecretRequest, capacity: Int) throws(RPCSecretRequestError) -> [UInt8] {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 1)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0xEE)
        do throws(RPCSecretRequestError) {
            return Array(memory.prefix(try request.write(into: memory)))
        } catch {
            #expect(memory.allSatisfy { $0 == 0 || $0 == 0xEE })
            throw error
        }
    }

    @Test("what is written is what the writer for everything else writes")
    func sameSpelling() throws {
        var phrase = "correct \"horse\"\\\n\u{1}é😀"
        var passphrase = ""
        let params: JSONObject = [
            "phrase": .string(phrase), "unattended": true,
            "unlock": ["passphrase": .string(passphrase), "n\"": [1, nil]],
        ]
        let expected = RPCRequest(id: "a\"b", method: "vault.create", params: params).serialized()
        try phrase.withUTF8 { phrase throws in
            try passphrase.withUTF8 { passphrase throws in
                let request = RPCSecretRequest(
                    id: "a\"b", method: "vault.create",
                    params: [
                        "phrase": .secret(UnsafeRawBufferPointer(phrase)), "unattended": .json(true),
                        "unlock": .object([
                            "passphrase": .secret(UnsafeRawBufferPointer(passphrase)), "n\"": .json([1, nil]),
                        ]),
                    ])
                #expect(request.count == expected.count)
                #expect(try write(request, capacity: expected.count) == expected)
                #expect(try write(request, capacity: expected.count + 100) == expected)
            }
        }
    }

    @Test("a buffer that is too small is told, and left without any of the secret")
    func tooSmall() throws {
        try Array("correct horse".utf8).withUnsafeBytes { secret throws in
            let request = RPCSecretRequest(id: "1", method: "vault.unlock", params: ["passphrase": .secret(secret)])
            for capacity in 0..<request.count {
                #expect(throws: RPCSecretRequestError.bufferTooSmall(count: request.count)) {
                    try write(request, capacity: capacity)
                }
            }
            #expect(try write(request, capacity: request.count).count == request.count)
        }
    }

    @Test(
        "a secret that isn't UTF-8 is refused, with where",
        arguments: [([0x61, 0xFF], 1), ([0xC0, 0x80], 0), ([0xED, 0xA0, 0x80], 0), ([0xF0, 0x9F, 0x98], 0)]
            as [([UInt8], Int)])
    func notUTF8(secret: [UInt8], offset: Int) {
        secret.withUnsafeBytes { secret in
            let request = RPCSecretRequest(
                id: "1", method: "x", params: ["unlock": .object(["passphrase": .secret(secret)])])
            #expect(throws: RPCSecretRequestError.notUTF8(offset: offset)) { try write(request, capacity: 1000) }
        }
    }
}
