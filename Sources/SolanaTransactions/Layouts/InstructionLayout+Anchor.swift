import Salt

extension InstructionLayout {
    /// The 8 bytes by which a program made with Anchor knows an instruction: the beginning of SHA-256 of `global:NAME`.
    ///
    /// - Parameter name: The instruction's name as the program spells it, `snake_case`.
    public static func anchorDiscriminator(_ name: String) -> [UInt8] {
        Array(SaltHash.sha256(Array("global:\(name)".utf8)).prefix(8))
    }
}
