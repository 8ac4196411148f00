"""The settings: found by what people call them, by keyboard alone, and changed where the search leads."""

import pytest
from browsers import wait_for

pytestmark = pytest.mark.shared

FOCUSED = "document.activeElement?.labels?.[0]?.innerText ?? document.activeElement?.innerText"


def test_a_setting_is_found_by_another_word_and_the_search_leads_to_it_and_back(fresh_stage):
    popup = fresh_stage.popup()
    fresh_stage.visit(popup, "Settings")
    popup.wait_until(f"{FOCUSED} === 'Search settings'")
    fresh_stage.picture(popup, "settings")
    popup.fill("Search settings", "slippage")
    popup.wait_until("document.querySelector('.settings [role=status]').innerText === 'Settings found: 1'")
    popup.fill("Search settings", "clicks")
    popup.wait_until("document.querySelectorAll('.setting .within').length > 0")
    fresh_stage.picture(popup, "settings-found")
    popup.press("ArrowDown")
    assert popup.evaluate(FOCUSED) == "Clicks in Sidekey's window"
    popup.press("ArrowUp")
    assert popup.evaluate(FOCUSED) == "Search settings"
    popup.press("Enter")
    popup.wait_until("document.querySelector('.sought')?.dataset.part === 'press'")
    popup.wait_until(f"{FOCUSED} === \"What clicks in Sidekey's window may approve, in SOL\"")
    fresh_stage.picture(popup, "settings-sought")
    popup.press("Escape")
    popup.wait_until(f"{FOCUSED} === \"Clicks in Sidekey's window\"")
    assert popup.evaluate("document.querySelector('.sought')") is None
    # In the field, the first Escape takes away what was typed and the second leads back.
    popup.press("ArrowUp")
    popup.press("Escape")
    popup.wait_until("document.querySelector('.setting-groups').checkVisibility()")
    popup.press("Escape")
    popup.wait_until("document.querySelector('.more-view') !== null")


def test_what_clicks_may_approve_becomes_less_at_once_and_more_in_sidekeys_window(fresh_stage):
    wallet, popup = fresh_stage.wallet, fresh_stage.popup()
    fresh_stage.visit(popup, "Settings")
    popup.fill("Search settings", "clicks")
    popup.press("Enter")
    label = "What clicks in Sidekey's window may approve, in SOL"
    popup.wait_until("document.querySelector('.sought input') !== null")
    popup.fill(label, "0.5")
    popup.click("button", "Protect more")
    wait_for(lambda: wallet.json("policy")["pressAllowance"] == "500000000", "clicks may approve less")
    popup.wait_until("document.body.innerText.includes('0.5 SOL left')")
    popup.fill(label, "2")
    assert not popup.has("button", "Protect more")
    popup.find("button", "Confirm in Sidekey's window")
    fresh_stage.picture(popup, "settings-loosens")
