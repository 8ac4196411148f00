"""The extent of a run: the usual one, or with `Tests/run whole` the products that it only covers."""

import os


def whole() -> bool:
    return os.environ.get("SIDEKEY_TESTS") == "whole"
