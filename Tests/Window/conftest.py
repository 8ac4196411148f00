"""Fixtures for Sidekey's own window, on displays of the tests' own."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Support"))

import pytest
from desktop_session import Session, Wayland, X11


@pytest.fixture
def x11():
    with X11() as display, Session(display) as session:
        yield session


@pytest.fixture(params=["x11", "wayland"])
def session(request):
    with X11() if request.param == "x11" else Wayland() as display, Session(display) as session:
        yield session
