import ProgramRegistry
import PublishedInterfaces
import SolanaTransactions
import Testing

/// How instructions describe themselves (sRFC 39), by an author who may want to be believed.
@Suite struct InterfaceDisplayTests {
    private static let program = PublicKey("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4")
    private static let u64 = #""kind":"numberTypeNode","format":"u64","endian":"le""#

    /// The description of an instruction with one argument, `amount`, and one account, `to`.
    private static func display(
        _ display: String = "null", argument: String = "null", scale: String = "null", provides: String = "[]",
        account: String = "null", given: Int = 1
    ) throws -> InstructionDisplay? {
        let text = """
            {"kind":"rootNode","program":{"kind":"programNode","publicKey":"\(program)","instructions":[{"kind":"instructionNode",
            "name":"go","display":\(display),"provides":\(provides),
            "accounts":[{"kind":"instructionAccountNode","name":"to","display":\(account)}],
            "arguments":[{"kind":"instructionArgumentNode","name":"amount","display":\(argument),"type":{\(u64),"display":\(scale)}}]}]}}
            """
        let interface = try PublishedInterface(Array(text.utf8), of: program)
        let accounts = (0..<given).map { _ in
            MessageAccount(source: .address(program), isSigner: false, isWritable: true)
        }
        let decoded = try #require(
            interface.decode(accounts: accounts, data: [64, 66, 15, 0, 0, 0, 0, 0]))
        #expect(decoded.unsigned("amount") == 1_000_000)
        return interface.table.display(of: decoded)
    }

    private static func amount(_ decimals: String, unit: String = "null") -> String {
        #"{"kind":"amountNumberDisplayNode","decimals":\#(decimals),"unit":\#(unit)}"#
    }

    @Test func `labels, intent and sentence are read with what they mean`() throws {
        let found = try #require(
            try Self.display(
                #"{"intent":"Go","interpolatedIntent":"Go with ${data.amount} to ${accounts.to}!"}"#,
                argument: #"{"label":"How much"}"#, account: #"{"label":{"kind":"textNode","content":"To whom"}}"#))
        #expect(found.intent == "Go")
        #expect(
            found.sentence == [
                .text("Go with "), .argument("amount", .unsigned(1_000_000)), .text(" to "),
                .account(.address(Self.program)), .text("!"),
            ])
        #expect(found.labels == [.argument("amount"): "How much", .account(.address(Self.program)): "To whom"])
        #expect(try Self.display() == nil)
    }

    @Test(arguments: [
        "Go to ${accounts.nobody}", "Go with ${data.nothing}", "Go ${", "${}", "${data.amount.inner}",
        "${other.amount}",
        "Go\u{202e}og", "Go\\nnow", String(repeating: "x", count: 257),
    ]) func `a sentence that means nothing, hides something or has no end isn't said`(sentence: String) throws {
        let found = try Self.display(#"{"intent":"Go","interpolatedIntent":"\#(sentence)"}"#)
        #expect(found?.intent == "Go" && found?.sentence.isEmpty == true)
    }

    @Test func `labels that hide something are no labels`() throws {
        for label in ["a\u{200b}b", "\u{202e}evil", "a\\nb", String(repeating: "x", count: 257), "\u{1}"] {
            let text = label == "\u{1}" ? "\\u0001" : label
            #expect(try Self.display(argument: #"{"label":"\#(text)"}"#) == nil)
        }
    }

    @Test func `scales are taken where they stand or from what the instruction provides`() throws {
        func form(_ scale: String, provides: String = "[]") throws -> InstructionDisplay.NumberForm? {
            try Self.display(#"{"intent":"Go"}"#, scale: scale, provides: provides)?.numbers["amount"]
        }
        let six = #"{"kind":"numberValueNode","number":6}"#
        let injected = #"{"kind":"injectedValueNode","key":"scale"}"#
        func provided(_ node: String) -> String { #"[{"kind":"providedNode","name":"scale","node":\#(node)}]"# }
        #expect(try form(Self.amount(six)) == .amount(decimals: 6, unit: ""))
        #expect(
            try form(Self.amount(six, unit: #"{"kind":"stringValueNode","string":"X"}"#))
                == .amount(decimals: 6, unit: "X"))
        #expect(try form(Self.amount(injected), provides: provided(six)) == .amount(decimals: 6, unit: ""))
        #expect(
            try form(
                Self.amount(injected),
                provides: provided(#"{"kind":"accountFieldValueNode","account":"to","path":"decimals"}"#))
                == .amountOf(mint: .address(Self.program), unit: ""))
        // An argument may be the scale of itself: a million decimals are none.
        #expect(
            try form(Self.amount(injected), provides: provided(#"{"kind":"argumentValueNode","name":"amount"}"#))
                == .unresolved)
        for node in [
            "{\"kind\":\"numberValueNode\",\"number\":39}", "{\"kind\":\"numberValueNode\",\"number\":-1}", "{}",
        ] {
            #expect(try form(Self.amount(node)) == .unresolved)
        }
        #expect(try form(Self.amount(injected)) == .unresolved)
        #expect(try form(#"{"kind":"dateTimeNumberDisplayNode"}"#) == .time(ticksPerSecond: 1))
        #expect(
            try form(#"{"kind":"durationNumberDisplayNode","ticksPerSecond":1000}"#) == .duration(ticksPerSecond: 1_000)
        )
        #expect(try form(#"{"kind":"durationNumberDisplayNode","ticksPerSecond":0}"#) == .unresolved)
    }

    @Test func `an account that isn't given makes its part of a sentence absent`() throws {
        let found = try Self.display(#"{"interpolatedIntent":"To ${accounts.to}"}"#, given: 0)
        #expect(found?.sentence == [.text("To "), .account(nil)])
    }
}
