/// Creates, extends and closes address lookup tables.
///
/// The data is bincode: a u32 that names the instruction, then its fields. Source:
/// `solana-address-lookup-table-interface`.
public enum AddressLookupTableProgram: Program {
    public static let id = PublicKey("AddressLookupTab1e1111111111111111111111111")
    public static let name = "Address Lookup Table"

    private static let systemProgram = AccountRole.standard("systemProgram", SystemProgram.id)

    public static let instructions = [
        InstructionLayout(
            "CreateLookupTable", u32: 0,
            accounts: [.writable("table"), .readonly("authority"), .writableSigner("payer"), systemProgram],
            fields: [Field("recentSlot", .u64), Field("bump", .u8)]),
        InstructionLayout("FreezeLookupTable", u32: 1, accounts: [.writable("table"), .signer("authority")]),
        InstructionLayout(
            "ExtendLookupTable", u32: 2,
            accounts: [.writable("table"), .signer("authority"), .writableSigner("payer"), systemProgram],
            fields: [Field("newAddress", .list(.u64, .key))]),
        // Without a payer where the table has lamports enough for its new size.
        InstructionLayout(
            "ExtendLookupTable", u32: 2, accounts: [.writable("table"), .signer("authority")],
            fields: [Field("newAddress", .list(.u64, .key))]),
        InstructionLayout("DeactivateLookupTable", u32: 3, accounts: [.writable("table"), .signer("authority")]),
        InstructionLayout(
            "CloseLookupTable", u32: 4,
            accounts: [.writable("table"), .signer("authority"), .writable("recipient")]),
    ]

    /// The address of an authority's table for a slot, and the bump that the table's creation has to name.
    ///
    /// - Throws: ``SeedError``.
    public static func address(
        authority: PublicKey, recentSlot: UInt64
    ) throws(SeedError) -> (address: PublicKey, bump: UInt8) {
        var slot: [UInt8] = []
        slot.append(littleEndian: recentSlot)
        return try PublicKey.findProgramAddress(seeds: [authority.bytes, slot], programID: id)
    }

    /// Creates an empty table at ``address(authority:recentSlot:)``.
    ///
    /// - Throws: ``SeedError``.
    public static func create(
        authority: PublicKey, payer: PublicKey, recentSlot: UInt64
    ) throws(SeedError) -> Instruction {
        let (table, bump) = try address(authority: authority, recentSlot: recentSlot)
        return build(
            "CreateLookupTable", ["table": table, "authority": authority, "payer": payer],
            ["recentSlot": .number(recentSlot), "bump": .number(bump)])
    }

    /// Adds entries to a table, which can be used from the next slot on.
    public static func extend(
        _ table: PublicKey, authority: PublicKey, payer: PublicKey?, addresses: [PublicKey]
    ) -> Instruction {
        build(
            "ExtendLookupTable", ["table": table, "authority": authority, "payer": payer],
            ["newAddress": .list(addresses.map { .key($0) })])
    }

    /// Removes a table's authority for ever.
    public static func freeze(_ table: PublicKey, authority: PublicKey) -> Instruction {
        build("FreezeLookupTable", ["table": table, "authority": authority])
    }

    /// Deactivates a table, so that it can be closed some 500 slots later.
    public static func deactivate(_ table: PublicKey, authority: PublicKey) -> Instruction {
        build("DeactivateLookupTable", ["table": table, "authority": authority])
    }

    /// Closes a deactivated table; its lamports go to `recipient`.
    public static func close(_ table: PublicKey, authority: PublicKey, recipient: PublicKey) -> Instruction {
        build("CloseLookupTable", ["table": table, "authority": authority, "recipient": recipient])
    }
}
