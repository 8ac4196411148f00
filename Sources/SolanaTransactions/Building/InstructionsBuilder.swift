/// Gathers a transaction's instructions in the order in which they are written down.
///
/// Instructions, arrays of them, conditions and loops may stand in it. An array is also how a function gives several.
@resultBuilder
public enum InstructionsBuilder {
    public static func buildExpression(_ instruction: Instruction) -> [Instruction] { [instruction] }
    public static func buildExpression(_ instructions: [Instruction]) -> [Instruction] { instructions }
    public static func buildExpression(_ instruction: Instruction?) -> [Instruction] { instruction.map { [$0] } ?? [] }
    public static func buildBlock(_ parts: [Instruction]...) -> [Instruction] { parts.flatMap(\.self) }
    public static func buildOptional(_ part: [Instruction]?) -> [Instruction] { part ?? [] }
    public static func buildEither(first part: [Instruction]) -> [Instruction] { part }
    public static func buildEither(second part: [Instruction]) -> [Instruction] { part }
    public static func buildArray(_ parts: [[Instruction]]) -> [Instruction] { parts.flatMap(\.self) }
    public static func buildLimitedAvailability(_ part: [Instruction]) -> [Instruction] { part }
}
