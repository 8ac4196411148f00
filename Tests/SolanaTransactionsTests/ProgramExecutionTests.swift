import Foundation
import Salt
import SolanaTransactions
import TestSupport
import Testing

/// The real programs execute the instructions, on a chain in memory.
@Suite struct ProgramExecutionTests {
    private struct Call: Encodable {
        let instruction: Instruction

        private enum Key: CodingKey { case program, accounts, data }

        func encode(to encoder: any Encoder) throws {
            var call = encoder.container(keyedBy: Key.self)
            try call.encode(Hex(instruction.programID.bytes), forKey: .program)
            try call.encode(Hex(instruction.data), forKey: .data)
            var list = call.nestedUnkeyedContainer(forKey: .accounts)
            for meta in instruction.accounts {
                var account = list.nestedUnkeyedContainer()
                try account.encode(Hex(meta.key.bytes))
                try account.encode(meta.isSigner)
                try account.encode(meta.isWritable)
            }
        }
    }

    private struct Outcome: Decodable {
        let error: String?
        let logs: [String]

        /// True if a program said that it doesn't understand the data, in one of the ways in which they say it.
        var isNotUnderstood: Bool {
            guard let error = error?.filter({ $0 != " " }) else { return false }
            return error.contains("InvalidInstructionData") || error.contains("InstructionErrorCustom(12)")
        }
    }

    private static func outcomes(_ instructions: [Instruction]) throws -> [Outcome] {
        let encoder = JSONEncoder()
        var input = Data()
        for instruction in instructions { input += try encoder.encode(Call(instruction: instruction)) + [0x0A] }
        return try PythonScript("execute_instructions.py").run(["single"], input: input)
            .split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Outcome.self, from: $0) }
    }

    /// Whose data the programs refuse for what it says, not for its form; the last two aren't switched on there.
    private static let refused: Set<String> = [
        "RequestHeapFrame", "CreateLookupTable", "Migrate", "ExtendProgramChecked",
    ]

    /// Whose data the programs take with a byte less, or for another reason than its form refuse.
    private static let free: Set<String> = [
        "Memo", "UiAmountToAmount", "GetAccountDataSize", "Reallocate", "Upgrade", "DeployWithMaxDataLen", "Create",
        "CreateIdempotent", "RecoverNested", "RequestHeapFrame", "SetComputeUnitLimit", "SetComputeUnitPrice",
        "SetLoadedAccountsDataSizeLimit",
    ]

    @Test func `the real programs take every instruction for what it is called here`() throws {
        var random = SeededGenerator()
        let seed: Comment = "seed \(random.seed)"
        var cases: [(program: any Program.Type, name: String, isWhole: Bool)] = []
        var instructions: [Instruction] = []
        for program in LayoutSample.programs {
            for layout in program.instructions {
                let whole = try LayoutSample(layout, using: &random).instruction(layout, program.id)
                var cut = whole
                cut.data = Array(cut.data.dropLast())
                instructions += [whole, cut]
                cases += [(program, layout.name, true), (program, layout.name, false)]
            }
        }
        let outcomes = try Self.outcomes(instructions)
        try #require(outcomes.count == cases.count && cases.count > 360)
        for ((program, name, isWhole), outcome) in zip(cases, outcomes) {
            let context: Comment = "\(program.name) \(name), \(seed): \(outcome)"
            if !isWhole {
                #expect(
                    outcome.isNotUnderstood || Self.free.contains(name) || program == LegacyMemoProgram.self, context)
                continue
            }
            #expect(!outcome.isNotUnderstood || Self.refused.contains(name), context)
            guard let log = ExecutionLogs.line(program, name) else { continue }
            #expect(outcome.logs.contains("Program log: \(log)"), context)
        }
    }
}
