"""Tricks that make a user press Approve who meant something else: early and double clicks, windows under the pointer, scripts."""

import time

import pytest
from browsers import Surface, SurfaceGone, wait_for
from dapp import DApp
from stage import APPROVAL

pytestmark = pytest.mark.shared

APPROVE = """[...document.querySelectorAll("button")].find(({ innerText }) => innerText === "Approve")"""
OPEN = f"(() => {{ const button = {APPROVE}; return button && !button.disabled && button.ariaDisabled !== 'true'; }})()"
TOLD = "document.querySelector('.refused')?.innerText.includes('too soon')"
# How long the guard holds.
GUARD = 0.5


class Pointer:
    """A mouse that stands still where Approve is, or will be."""

    def __init__(self, window: Surface):
        self.window = window
        self.spot = window.wait_until(
            f"""(() => {{
                const box = {APPROVE}?.getBoundingClientRect();
                return box?.width > 0 && [box.x + box.width / 2, box.y + box.height / 2];
            }})()"""
        )

    def click(self, count: int = 1) -> None:
        self.window.pointer(*self.spot, "down", "up", count=count)


@pytest.fixture
def dapp(stage):
    return DApp.connected(stage)


def early(stage) -> Surface:
    """The approval window as soon as it has a button to press."""
    window = stage.browser.wait_for_surface(stage.browser.extension_url(stage.extension, APPROVAL))
    window.wait_until(f"Boolean({APPROVE})")
    return window


def undecided(stage, call) -> None:
    assert not is_decided(stage, call)


def is_decided(stage, call, seconds: float = 0.3) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if call.settled or len(stage.wallet.pending()) != 1:
            return True
    return False


def test_clicks_from_the_first_moment_on_decide_nothing_until_they_stop(stage, dapp):
    """A game of quick clicks, over which the window opens."""
    call = dapp.sign_message(b"too fast")
    window = early(stage)
    # No two presses of this hand are half a second apart, however slow the machine that it presses on.
    window.run(f"window.presses = []; addEventListener('pointerdown', () => presses.push({OPEN}), true)")
    pointer = Pointer(window)
    deadline = time.monotonic() + 1.5
    try:
        while time.monotonic() < deadline:
            window.pointer(*pointer.spot, *["down", "up"] * 10)
        presses = window.evaluate("presses")
    except SurfaceGone:
        presses = [True]
    if any(presses):
        pytest.skip("this machine takes longer than half a second for a click")
    assert len(presses) > 10
    undecided(stage, call)
    assert window.evaluate(TOLD)
    stage.picture(window, "approval-pressed-too-soon")
    window.wait_until(OPEN)
    pointer.click()
    assert call.result()[0]["signature"]


def test_a_double_click_decides_one_request_and_not_the_next_one_that_takes_its_place(stage):
    dapps = [DApp.connected(stage), DApp.stranger(stage)]
    calls = []
    for number, dapp in enumerate(dapps):
        calls.append(dapp.sign_message(f"double {number}".encode()))
        wait_for(lambda: len(stage.wallet.pending()) == len(calls), "it waits")
    window = stage.approval()
    window.wait_until("document.querySelector('pre.message')?.innerText === 'double 0'")
    pointer = Pointer(window)
    window.wait_until(OPEN)
    pointer.click()
    pointer.click(count=2)
    assert calls[0].result()[0]["signature"]
    window.wait_until("document.querySelector('pre.message')?.innerText === 'double 1'")
    # The guard is over, and it is still the same double click.
    window.wait_until(OPEN)
    pointer.click(count=2)
    undecided(stage, calls[1])
    assert window.evaluate(TOLD)
    pointer.click()
    assert calls[1].result()[0]["signature"]


@pytest.mark.parametrize("way", ["begun elsewhere", "begun too soon", "ended elsewhere", "by script", "by made up events"])
def test_half_a_press_decides_nothing(stage, dapp, way):
    call = dapp.sign_message(b"half a press")
    window = early(stage)
    pointer = Pointer(window)
    if way == "begun too soon":
        window.pointer(*pointer.spot, "down")
    window.wait_until(OPEN)
    if way == "begun elsewhere":
        window.pointer(40, 200, "down")
    elif way == "ended elsewhere":
        window.pointer(*pointer.spot, "down")
        window.pointer(40, 200, "move", "up")
    elif way == "by script":
        window.run(f"{APPROVE}.click()")
    elif way == "by made up events":
        window.run(
            f"""const button = {APPROVE};
            for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {{
                button.dispatchEvent(new PointerEvent(type, {{ bubbles: true, detail: 1, pointerType: "mouse" }}));
            }}
            for (const type of ["keydown", "keyup"]) button.dispatchEvent(new KeyboardEvent(type, {{ bubbles: true, key: "Enter" }}));"""
        )
    if way.startswith("begun"):
        window.pointer(*pointer.spot, "move", "up")
    undecided(stage, call)
    stage.approve(window)
    assert call.result()[0]["signature"]


@pytest.mark.parametrize("what", ["focus", "resize", "hidden", "moved"])
def test_a_click_that_was_meant_for_what_stood_there_before_decides_nothing(stage, dapp, what):
    for _ in range(5):
        call = dapp.sign_message(b"under the pointer")
        window = early(stage)
        window.wait_until(OPEN)
        changed = time.monotonic()
        if what == "resize":
            change(stage, window, "width: current.width + 20")
        elif what == "moved":
            change(stage, window, "left: Math.max(0, current.left - 120), top: current.top + 60")
        elif what == "hidden":
            window.run("document.dispatchEvent(new Event('visibilitychange'))")
        else:
            window.run("window.dispatchEvent(new Event('focus'))")
        was_open = window.evaluate(OPEN)
        Pointer(window).click()
        if time.monotonic() - changed < GUARD:
            assert not was_open
            undecided(stage, call)
            break
        # The click may have come when the guard was over, and then it counts.
        if not is_decided(stage, call):
            break
        call.result()
        stage.wait_for_rest()
    else:
        pytest.skip("this machine takes longer than half a second for a click")
    stage.approve(window)
    assert call.result()[0]["signature"]


def change(stage, window: Surface, bounds: str) -> None:
    """Changes the window as another program or its own page does, and returns as soon as the window says so."""
    window.run(
        f"""const page = window.wrappedJSObject ?? window;
        const windows = (page.browser ?? page.chrome).windows;
        const place = () => [screenX, screenY, outerWidth, innerWidth].join();
        const before = place();
        const current = await windows.getCurrent();
        windows.update(current.id, page.JSON.parse(JSON.stringify({{ {bounds} }})));
        const since = performance.now();
        while (place() === before) {{
            if (performance.now() - since > 5000) throw new Error("the window stays as it is: " + before);
            await new Promise((resolve) => setTimeout(resolve, 5));
        }}
        await new Promise((resolve) => setTimeout(resolve, 120));"""
    )
