"""The table of cases of the corpus, and what several of its files share: prices, words, a transfer, a plain call."""

from collections.abc import Callable

from dapp_accounts import ME, Asset, collectible, known
from dapp_programs import derived, interface
from dapp_scene import AccountMeta, Instruction, Move, Scene
from solders.pubkey import Pubkey

PRICES = {"SOL": 131.0, "USDC": 1.0, "USDT": 1.0, "BONK": 0.00002, "JUP": 0.4, "JitoSOL": 158.0, "mSOL": 171.0, "JLP": 4.6, "RAY": 2.5, "ORCA": 1.6, "PYTH": 0.15,
          "WIF": 0.9, "VIRTUAL": 1.2, "HNT": 3.1, "ORE": 60.0, "KMNO": 0.06, "JTO": 1.5, "bSOL": 150.0, "MNDE": 0.1, "PUMP": 0.004, "MET": 0.5, "LAYER": 0.7, "INF": 165.0}
VERSIONS = ["legacy", "v0", "tables", "legacy", "tables", "v1", "v0", "tables"]
JITOSOL, MSOL, JLP, RAY, ORCA, WIF = (known(symbol) for symbol in ("JitoSOL", "mSOL", "JLP", "RAY", "ORCA", "WIF"))
CASES: dict[str, Callable[[], dict]] = {}
FOX = collectible("Small Fox #12")


def amount_of(asset: Asset, dollars: float) -> float:
    """What so many dollars are worth, to seven digits."""
    return float(f"{dollars / PRICES[asset.symbol]:.7g}") if asset.decimals else 1


def words(asset: Asset, amount: float) -> str:
    return f"{amount:,.9f}".rstrip("0").rstrip(".") + f" {asset.symbol}"


def case(name: str, kind: str, program: str | None, why: str, build: Callable[[Scene], None], *, call: str = "honest", version: str | None = None,
         scene: Callable[[], Scene] = Scene, later: int | None = None) -> None:
    name = next(each for each in (name, *(f"{name} ({at})" for at in range(2, 9))) if each not in CASES)
    version = version or VERSIONS[len(CASES) % len(VERSIONS)]

    def made() -> dict:
        stage = scene()
        build(stage)
        return stage.entry(name, kind, call, why, version=version, program=program, later=later)

    CASES[name] = made


def title(slug: str) -> str:
    return interface(slug).file["name"]


def plain(slug: str, name: str, moves: list[Move], accounts: dict | None = None, **more: object) -> Callable[[Scene], None]:
    def build(stage: Scene) -> None:
        given = dict(more)
        if "args" in given:
            given["args"] = dict(given["args"])
        stage.call(slug, name, moves, accounts=accounts, **given)

    return build


def transfer(to: Pubkey, amount: int) -> Instruction:
    return Instruction(Pubkey.from_string("11111111111111111111111111111111"), b"\2\0\0\0" + amount.to_bytes(8, "little"), [AccountMeta(ME, True, True), AccountMeta(to, False, True)])


def nobody(name: str) -> Pubkey:
    return derived("program", name)
