import DisplayText
import Foundation
import JSONRPC
import Testing
import Wording

/// The agent and the popup write amounts alike: both are held to Tests/Support/amounts.json.
@Suite struct AmountVectorTests {
    private static let vectors: JSON? = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Support/amounts.json")
        return (try? Data(contentsOf: file)).flatMap { try? JSON(parsing: JSONSource(Array($0))) }
    }()

    private func list(_ name: String) throws -> [JSON] {
        let list = try #require(Self.vectors?[name]?.array)
        #expect(list.count > 3)
        return list
    }

    @Test func `an amount's point stands where the popup has it`() throws {
        for vector in try list("pointed") {
            let units = try #require(vector["units"]?.text.flatMap(UInt64.init))
            let decimals = try #require(vector["decimals"]?.int.flatMap { UInt8(exactly: $0) })
            #expect(DecimalAmount(units: units, decimals: decimals).description == vector["text"]?.text)
        }
    }

    @Test func `lamports are told in SOL`() throws {
        for vector in try list("sol") {
            let effect: JSON = [
                "kind": "lamports-out", "account": "A", "amount": vector["lamports"] ?? "",
            ]
            #expect(EffectWording(effect, in: .english).line == "A pays \(vector["text"]?.text ?? "?")")
        }
    }

    @Test func `tokens are told by their decimals, or as what they are`() throws {
        for vector in try list("tokens") {
            var effect: JSONObject = [
                "kind": "tokens-in", "account": "A", "amount": vector["units"] ?? "",
            ]
            for member in vector["token"]?.object?.members ?? [] { effect[member.name] = member.value }
            let line = EffectWording(.object(effect), in: .english).line
            #expect(line.hasPrefix("A receives \(vector["text"]?.text ?? "?")"), "\(line)")
        }
    }

    @Test(arguments: [
        (Language.english, "1,234,567.5 SOL"), (.brazilianPortuguese, "1.234.567,5 SOL"), (.greek, "1.234.567,5 SOL"),
        (.turkish, "1.234.567,5 SOL"),
    ])
    func `digits are grouped as the language groups them`(_ language: Language, _ text: String) {
        let effect: JSON = ["kind": "lamports-out", "account": "A", "amount": "1234567500000000"]
        #expect(EffectWording(effect, in: Phrasebook(language)).line.contains(text))
    }
}
