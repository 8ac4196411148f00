/// Gathers a transaction's instructions in the order in which they are written down.
///
/// Instructions, arrays of them, conditions and loops may stand in it. An array is also how a function gives several.
@resultBuilder
public enum InstructionsBuilder {
    /// An instruction.
    public static func buildExpression(_ instruction: Instruction) -> [Instruction] { [instruction] }

    /// Instructions, such as a function gives.
    public static func buildExpression(_ instructions: [Instruction]) -> [Instruction] { instructions }

    /// An instruction, or none.
    public static func buildExpression(_ instruction: Instruction?) -> [Instruction] { instruction.map { [$0] } ?? [] }

    /// Everything in a pair of braces.
    public static func buildBlock(_ parts: [Instruction]...) -> [Instruction] { parts.flatMap(\.self) }

    /// What stands under an `if` without an `else`.
    public static func buildOptional(_ part: [Instruction]?) -> [Instruction] { part ?? [] }

    /// What stands under the `if` of an `if` and `else`, or a case of a `switch`.
    public static func buildEither(first part: [Instruction]) -> [Instruction] { part }

    /// What stands under the `else`, or another case.
    public static func buildEither(second part: [Instruction]) -> [Instruction] { part }

    /// What a loop gathers.
    public static func buildArray(_ parts: [[Instruction]]) -> [Instruction] { parts.flatMap(\.self) }

    /// What stands under an `if #available`.
    public static func buildLimitedAvailability(_ part: [Instruction]) -> [Instruction] { part }
}
