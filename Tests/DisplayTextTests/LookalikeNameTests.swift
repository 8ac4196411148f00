import DisplayText
import Testing

/// Names of people that could be taken for each other, and names that are close by chance.
@Suite struct LookalikeNameTests {
    @Test(arguments: [
        ("alice", "Alice"), ("a1ice", "Alice"), ("al-ice", "Alice"), ("al_ice", "alice"), ("bontia", "Bonita"),
        ("allice", "Alice"), ("alice-pay", "Alice"), ("alice", "Alice Smith"), ("smith", "Alice Smith"),
        ("aliceofficial", "Alice"), ("realalice", "Alice"), ("alicesmith", "Alice Smith"), ("a1ice", "Аlice"),
        ("exarnple", "Example"), ("bob", "BOB"), ("pay-bob", "Bob"), ("christophr", "Christopher"),
        ("ann", "A\u{200B}nn"), ("al", "Al"),
    ])
    func `could be taken for the other`(name: String, known: String) {
        #expect(LookalikeName.resembles(name, known))
    }

    @Test(arguments: [
        ("alice", "Bob"), ("bobby", "Bob"), ("anna", "Ana"), ("carl", "Carol"), ("al", "Alice"), ("toly", "Tony"),
        ("dave", "Savings account"), ("alice", ""), ("-", "Alice"), ("x", "Alice"),
    ])
    func `is another name`(name: String, known: String) {
        #expect(!LookalikeName.resembles(name, known))
    }
}
