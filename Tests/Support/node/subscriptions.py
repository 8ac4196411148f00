"""The kinds of subscription: each looks at the chain when something happened, and says what is new to it."""

from collections.abc import Iterator
from typing import Any

from solders.account import Account
from solders.pubkey import Pubkey

from . import encoding
from .errors import invalid
from .endpoint import Endpoint
from .methods_accounts import filter_of
from .request import Request, address, signature

# What is left of an account that was emptied.
NOTHING = Account(0, b"", Pubkey.default())


class Subscription:
    """One subscription. `ended` says that there will be no more of it."""

    kind = ""

    def __init__(self, endpoint: Endpoint, parameters: list):
        self.request = Request(endpoint, parameters, [])
        self.chain = self.request.chain
        self.clock = self.request.clock
        self.ended = False
        self.begin()

    @property
    def notification(self) -> str:
        return f"{self.kind}Notification"

    def begin(self) -> None:
        """Reads the parameters. Raises RPCError."""

    def news(self) -> Iterator[Any]:
        """What is new since the last time."""
        raise NotImplementedError

    def configure(self, index: int) -> None:
        self.options = self.request.options(index)
        self.clock.at(self.options.get("commitment"))

    @property
    def bank(self) -> int:
        return self.clock.at(self.options.get("commitment"))

    def shown(self, account: Account | None) -> Any:
        options = self.options
        form, part = options.get("encoding"), options.get("dataSlice")
        return encoding.account(account or NOTHING, form, part, self.chain.decimals)

    @staticmethod
    def in_context(slot: int, value: Any) -> dict[str, Any]:
        # Unlike an answer's, a notification's context has no version.
        return {"context": {"slot": slot}, "value": value}


class AccountSubscription(Subscription):
    kind = "account"

    def begin(self) -> None:
        self.address = self.request.address(0)
        self.configure(1)
        self.last = self.chain.versions.at(self.address, self.bank)

    def news(self) -> Iterator[Any]:
        now = self.chain.versions.at(self.address, self.bank)
        if now != self.last and now is not None and now[0] > 0:
            yield self.in_context(self.bank, self.shown(now[1]))
        self.last = now


class ProgramSubscription(Subscription):
    kind = "program"

    def begin(self) -> None:
        self.program = self.request.address(0)
        self.configure(1)
        self.tests = [filter_of(each) for each in self.options.get("filters") or []]
        self.last = {each: self.chain.versions.at(each, self.bank) for each in self.chain.versions.changes}

    def news(self) -> Iterator[Any]:
        for each in list(self.chain.versions.changes):
            now = self.chain.versions.at(each, self.bank)
            before, self.last[each] = self.last.get(each), now
            if now is None or now[0] == 0 or now == before or now[1] is None or now[1].owner != self.program:
                continue
            if all(test(now[1]) for test in self.tests):
                yield self.in_context(self.bank, {"pubkey": str(each), "account": self.shown(now[1])})


class SignatureSubscription(Subscription):
    kind = "signature"

    def begin(self) -> None:
        self.signature = signature(self.request.value(0, str))
        self.configure(1)
        self.received = not self.options.get("enableReceivedNotification")

    def news(self) -> Iterator[Any]:
        record = self.chain.ledger.by_signature.get(self.signature)
        if record is None or self.ended:
            return
        if not self.received:
            self.received = True
            yield self.in_context(record.slot, "receivedSignature")
        if record.slot <= self.bank:
            self.ended = True
            yield self.in_context(self.bank, {"err": record.error})


class LogsSubscription(Subscription):
    kind = "logs"

    def begin(self) -> None:
        wanted = self.request.value(0, str, dict)
        self.mentioned = None
        if isinstance(wanted, dict):
            mentions = wanted.get("mentions")
            if not isinstance(mentions, list) or len(mentions) != 1:
                raise invalid("Invalid Request: Only 1 address supported")
            self.mentioned = address(mentions[0])
        elif wanted not in ("all", "allWithVotes"):
            raise invalid(f"Invalid params: unknown variant `{wanted}`")
        self.configure(1)
        self.next = self._first_unseen()

    def _first_unseen(self) -> int:
        seen = (each.number + 1 for each in reversed(self.chain.ledger.records) if each.slot <= self.bank)
        return next(seen, 0)

    def news(self) -> Iterator[Any]:
        fresh = []
        for record in reversed(self.chain.ledger.records):
            if record.number < self.next:
                break
            if record.slot <= self.bank:
                fresh.append(record)
        for record in reversed(fresh):
            self.next = record.number + 1
            if self.mentioned is None or self.mentioned in record.keys.all:
                value = {"signature": record.signature, "err": record.error, "logs": record.meta["logMessages"]}
                yield self.in_context(record.slot, value)


class SlotSubscription(Subscription):
    kind = "slot"

    def begin(self) -> None:
        self.last = self.clock.slot

    def news(self) -> Iterator[Any]:
        if self.clock.slot != self.last:
            self.last = self.clock.slot
            yield {"slot": self.last, "parent": self.last - 1, "root": self.clock.at("finalized")}


class RootSubscription(Subscription):
    kind = "root"

    def begin(self) -> None:
        self.last = self.clock.slot

    def news(self) -> Iterator[Any]:
        if self.clock.slot != self.last:
            self.last = self.clock.slot
            yield self.clock.at("finalized")


KINDS: dict[str, type[Subscription]] = {
    each.kind: each
    for each in (
        AccountSubscription,
        ProgramSubscription,
        SignatureSubscription,
        LogsSubscription,
        SlotSubscription,
        RootSubscription,
    )
}


def subscribe(kind: str, endpoint: Endpoint, parameters: list) -> Subscription:
    """A new subscription. Raises RPCError where its parameters are wrong."""
    return KINDS[kind](endpoint, parameters)
