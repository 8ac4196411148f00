"""Chromium and Firefox behind one interface: tabs, approval windows, the toolbar popup, and ways to break them."""

from .browser import NAMED_SITES, Browser, Extension
from .surface import Appearance, ScriptError, Surface, SurfaceGone
from .waiting import PATIENCE, TimedOut, wait_for

__all__ = ["NAMED_SITES", "PATIENCE", "Appearance", "Browser", "Extension", "ScriptError", "Surface", "SurfaceGone", "TimedOut", "wait_for", "launch"]


def launch(name: str, **options) -> Browser:
    """Starts `chromium` or `firefox`; the options are those of `Browser`."""
    if name == "chromium":
        from .chromium import Chromium

        return Chromium(**options)
    if name == "firefox":
        from .firefox import Firefox

        return Firefox(**options)
    raise ValueError(f"no browser is called {name}")
