import JSONRPC
import Testing
import Wording

/// A request says whether guards hold it, and why they don't.
@Suite struct GuardWordingTests {
    private func facts(_ members: JSONObject, state: String = "open") -> [String: String] {
        var item: JSONObject = ["kind": "transaction", "complete": false, "effects": [], "changes": []]
        for member in members.members { item[member.name.string] = member.value }
        let totals: JSON = [
            "transactions": 1, "complete": false, "state": .string(JSONString(state)), "level": .null, "changes": [],
            "moreChanges": 0, "warnings": [],
        ]
        let summary = ReviewSummary(
            summary: ["origin": "https://dapp.example", "method": "signTransaction", "account": "A"],
            kind: "transactions", items: [.object(item)], totals: totals, isComplete: false, in: .english)
        return Dictionary(summary.facts.map { ($0.name, $0.value) }) { first, _ in first }
    }

    @Test(arguments: [
        ("off", "you turned guards off for this site"), ("several", "the site asks for several transactions at once"),
        ("several-signers", "others sign it too, so Sidekey can't change it"),
        ("signed", "somebody has signed it already, so Sidekey can't change it"), ("room", "it has no room for guards"),
        ("rights", "it has no room for guards"), ("simulation", "with guards its simulation fails"),
        ("unsimulated", "no simulation of it succeeded"), ("of a later version", "no simulation of it succeeded"),
    ])
    func `what has no guards says why`(_ reason: String, _ text: String) {
        let facts = facts(["unguarded": .string(JSONString(reason))])
        #expect(facts["Not guarded"] == text && facts["Guarded"] == nil)
    }

    @Test func `what has guards says what they hold, whoever put them there`() {
        let guards: JSON = ["instructions": [2], "whole": true, "gaps": []]
        #expect(facts(["guards": guards], state: "bounded")["Guarded"]?.hasPrefix("the chain refuses it") == true)
        let one = facts(["guards": guards, "unguarded": "off"])
        #expect(one["Guarded"]?.hasSuffix("no second node confirms what is yours") == true && one["Not guarded"] == nil)
        #expect(facts([:])["Guarded"] == nil && facts([:])["Not guarded"] == nil)
    }

    @Test func `a site that asks again may refuse guards, and has none to refuse without them`() {
        let guards: JSON = ["instructions": [2], "whole": true, "gaps": []]
        let text = "this site may refuse guarded transactions"
        #expect(facts(["guards": guards, "repeated": true], state: "bounded")["Asked again"] == text)
        #expect(facts(["guards": guards], state: "bounded")["Asked again"] == nil)
        #expect(facts(["repeated": true, "unguarded": "off"])["Asked again"] == nil)
    }
}
