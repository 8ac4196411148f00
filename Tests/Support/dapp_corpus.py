#!/usr/bin/env python3
"""Transactions as dApps have people sign them, honest ones and drainers', each executed on a chain in this process.

    dapp_corpus.py [NAME …]    prints a JSON list of those whose name contains one of the words, of all without any

    {name, kind, program, call, why, transaction: base64, user, slot, before: {ADDRESS: account}, after: {ADDRESS: account}, loses, gains, fee, rent, later?}

    program   the file of Programs/interfaces whose instructions it has first of all, or null
    call      "honest", "warning" or "danger": what a careful person would say who sees what happens, and `why`
    before, after   as in chain_facts.py: what a node says, and what a simulation says
    loses, gains    [{asset, amount}] as executed: "SOL", a mint, or the address of a stake (its lamports) or of an asset of Core. Fee and rent stand apart:
              rent is what new accounts hold (below zero: what closed ones gave back), also where somebody else keeps it
    later     {before, after, loses, gains, fee, rent}: what the same bytes do after the program's state has changed (kind "changing")

The kinds of honest ones: pool, launchpad, lender, staker, bridge, order, market, claim, vote, name, unknown (its program is on no list), near (the shape of a theft but for one
thing), careless. Of the others: drainer, authority (delegates, owners, closers …), sweep (plain transfers to one new address), approval, memo, nonce, misdirected (a known program
pays a stranger), overtaken (it takes more than the bytes say), robbed (it gives nearly nothing), market, changing.

Data and accounts of the instructions come from Programs/interfaces by an encoder of its own (dapp_programs.py); behind the programs' addresses stands one
small program that does what its state says (plan_program.py), so that what moves really moves. Every run gives the same bytes. Nothing here shares
code with the wallet. Not imitated: a v1 message pays no priority fee on this chain, and programs have no upgrade authority.
"""

import json
import sys
from multiprocessing import Pool

import dapp_dangers
import dapp_near_misses
from dapp_honest import CASES

# Each adds its own.
assert dapp_dangers and dapp_near_misses


def entry(name: str) -> dict:
    try:
        return CASES[name]()
    except Exception as error:
        # A worker that exits leaves the pool waiting for its answer.
        raise RuntimeError(f"{name}: {error}") from error


def corpus(wanted: list[str]) -> list[dict]:
    names = [name for name in CASES if not wanted or any(word in name for word in wanted)]
    with Pool() as pool:
        found = pool.map(entry, names, chunksize=8)
        # Told to end and waited for: a test's children may have SIGTERM blocked, with which a pool is ended otherwise.
        pool.close()
        pool.join()
    return found


if __name__ == "__main__":
    json.dump(corpus(sys.argv[1:]), sys.stdout)
