import ApprovalQueue
import Testing
import WalletRuntime

@Suite struct RequestDigestTests {
    @Test func everythingThatARequestIsChangesTheDigest() throws {
        let base = RequestDigest(id: "id", content: try Queue.content())
        var others = [
            RequestDigest(id: "di", content: try Queue.content()),
            RequestDigest(id: "id", content: try Queue.content([[1, 2], [3]])),
            RequestDigest(id: "id", content: try Queue.content([[1, 2, 3], []])),
            RequestDigest(id: "id", content: try Queue.content(request: "2")),
            RequestDigest(id: "id", content: try Queue.content(origin: "https://other.example")),
            RequestDigest(id: "id", content: try Queue.content(document: "other")),
            RequestDigest(id: "id", content: try Queue.content(options: "")),
            RequestDigest(id: "id", content: try Queue.content(options: "mode=serial")),
            RequestDigest(id: "id", content: try Queue.content(client: Queue.client(key: "key-2"))),
            RequestDigest(id: "id", content: try Queue.content(client: Queue.client(profile: "other"))),
        ]
        others.append(base)
        #expect(Set(others.map(\.hexadecimal)).count == others.count)
        #expect(base.hexadecimal.count == 64)
    }

    /// Made by hand with Python's hashlib and struct from the layout in the type's documentation.
    @Test func theLayoutIsTheDocumentedOne() throws {
        let digest = RequestDigest(id: "id", content: try Queue.content())
        #expect(digest.hexadecimal == "74da38509a3685bcb1780fdf5203190df6a652f726d94e572080f00f5ffc9a0e")
        let sent = RequestDigest(id: "id", content: try Queue.content(options: "skipPreflight=true"))
        #expect(sent.hexadecimal == "762b217573869351336c5465c2354bb2c8c21c40affa484db1b21c9289fbfc45")
    }
}
