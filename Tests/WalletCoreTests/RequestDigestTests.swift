import Testing
import WalletCore
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
        #expect(digest.hexadecimal == "96f44cac3849ec04f70da49bd7112ac537be422db44a3fd05cf90d3c9c6ae323")
    }
}
