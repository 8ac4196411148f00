import GRDB

/// The tables of nodes' answers about the wallet's accounts: kept for display while no node answers, never to decide anything.
///
/// Amounts are u64 with the bit pattern of SQLite's signed integers; slots stay below 2^63, since they order the history.
extension WalletDatabase {
    static func createPortfolioTables(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE portfolio_balance (
                    cluster TEXT NOT NULL,
                    account TEXT NOT NULL,
                    lamports INTEGER NOT NULL,
                    unreadable INTEGER NOT NULL,
                    slot INTEGER NOT NULL,
                    node TEXT NOT NULL,
                    time INTEGER NOT NULL,
                    PRIMARY KEY (cluster, account)
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE portfolio_token (
                    cluster TEXT NOT NULL,
                    account TEXT NOT NULL,
                    address TEXT NOT NULL,
                    program TEXT NOT NULL,
                    mint TEXT NOT NULL,
                    amount INTEGER NOT NULL,
                    frozen INTEGER NOT NULL,
                    delegate TEXT,
                    delegated INTEGER NOT NULL,
                    closer TEXT,
                    PRIMARY KEY (cluster, account, address)
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE portfolio_mint (
                    cluster TEXT NOT NULL,
                    mint TEXT NOT NULL,
                    decimals INTEGER NOT NULL,
                    name TEXT,
                    symbol TEXT,
                    PRIMARY KEY (cluster, mint)
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE history_entry (
                    cluster TEXT NOT NULL,
                    account TEXT NOT NULL,
                    slot INTEGER NOT NULL,
                    position INTEGER NOT NULL,
                    signature TEXT NOT NULL,
                    time INTEGER,
                    failure TEXT,
                    fee INTEGER,
                    pays_fee INTEGER NOT NULL DEFAULT 0,
                    is_signer INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (cluster, account, slot, position, signature)
                ) STRICT, WITHOUT ROWID;
                CREATE UNIQUE INDEX history_entry_signature ON history_entry (cluster, account, signature);

                CREATE TABLE history_movement (
                    cluster TEXT NOT NULL,
                    account TEXT NOT NULL,
                    signature TEXT NOT NULL,
                    number INTEGER NOT NULL,
                    mint TEXT,
                    incoming INTEGER NOT NULL,
                    amount INTEGER NOT NULL,
                    decimals INTEGER NOT NULL,
                    counterparty TEXT,
                    counterparties INTEGER NOT NULL,
                    recipients INTEGER NOT NULL,
                    is_signer INTEGER NOT NULL,
                    PRIMARY KEY (cluster, account, signature, number)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX history_movement_used ON history_movement (cluster, account, mint) WHERE is_signer = 1;

                -- The newest transaction that was read of each address that an account's history comes from.
                CREATE TABLE history_address (
                    cluster TEXT NOT NULL,
                    account TEXT NOT NULL,
                    address TEXT NOT NULL,
                    newest TEXT,
                    PRIMARY KEY (cluster, account, address)
                ) STRICT, WITHOUT ROWID;

                -- What of it is still to be read: older than one transaction, and newer than another where there is one.
                CREATE TABLE history_gap (
                    cluster TEXT NOT NULL,
                    account TEXT NOT NULL,
                    address TEXT NOT NULL,
                    before TEXT NOT NULL,
                    slot INTEGER NOT NULL,
                    until TEXT,
                    PRIMARY KEY (cluster, account, address, before)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX history_gap_slot ON history_gap (cluster, account, slot);

                CREATE TABLE history_refresh (
                    cluster TEXT NOT NULL,
                    account TEXT NOT NULL,
                    time INTEGER NOT NULL,
                    node TEXT NOT NULL,
                    PRIMARY KEY (cluster, account)
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
