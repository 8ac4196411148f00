"""A Solana node for tests, the demo and developers: JSON-RPC and WebSocket over a chain in memory (solders.litesvm).

    python -m node --port 8899      from Tests/Support, or with it on PYTHONPATH; `--help` has the rest

`chain` runs transactions and keeps what they did, `methods_*` answer, `server` and `sockets` carry, `faults` and
`control` make it misbehave, `seed` puts accounts, mints and a lookup table on it. It answers on loopback only, in the
shape of agave's RPC; README.md says where it is less.
"""
