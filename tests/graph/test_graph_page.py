"""The page of a decision graph in a browser: no error, the numbers of the JSON, keys, search, light, dark, a phone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("chromium") or not shutil.which("chromedriver"), reason="no chromium here"),
]
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PAGES = {"game": [], "hand": ["2", "A", "--seen", "A", "--play", "all"]}
DESK, PHONE = (1440, 900), (390, 844)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    for name, arguments in PAGES.items():
        for form in ("html", "json"):
            target = str(folder / f"{name}.{form}")
            subprocess.run([sys.executable, "-m", "backhand", "graph", *arguments, "--output", target], check=True)
    return folder


class Browser:
    """A page in Chromium."""

    def __init__(self, driver: Any, folder: Path) -> None:
        self.driver, self.folder = driver, folder

    def open(self, name: str, size: tuple[int, int] = DESK, theme: str = "light") -> dict[str, Any]:
        """Open a page; returns the document of the same graph."""
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [
            {"name": "prefers-color-scheme", "value": theme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.driver.get((self.folder / f"{name}.html").as_uri())
        document: dict[str, Any] = json.loads((self.folder / f"{name}.json").read_text())
        return document

    def node(self, name: str) -> Any:
        return self.driver.find_element("css selector", f'g.node[data-id="{name}"]')

    def names(self) -> set[str]:
        return {node.get_attribute("data-id") for node in self.driver.find_elements("css selector", "g.node[data-id]")}

    def chosen(self) -> str:
        return str(self.driver.find_element("id", "panel").get_attribute("data-node"))

    def figures(self, inside: str = "#panel >") -> dict[str, str]:
        found = self.driver.find_elements("css selector", f"{inside} .figure > .exact")
        return {element.get_attribute("data-exact"): element.text for element in found}

    def press(self, *keys: str) -> None:
        from selenium.webdriver import ActionChains

        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def style(self, name: str, element: str = "body") -> str:
        return str(self.driver.find_element("css selector", element).value_of_css_property(name))

    def errors(self) -> list[Any]:
        return [entry for entry in self.driver.get_log("browser") if entry["level"] in {"SEVERE", "WARNING"}]


@pytest.fixture(scope="module")
def chromium(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for flag in [*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"]:
        options.add_argument(flag)
    options.binary_location = str(shutil.which("chromium"))
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(shutil.which("chromedriver"))))
    yield Browser(driver, made)
    driver.quit()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    yield chromium
    assert chromium.errors() == []


def by_name(document: dict[str, Any]) -> dict[str, Any]:
    return {node["id"]: node for node in document["nodes"]}


def exact(node: dict[str, Any], suffix: str = "") -> dict[str, str]:
    return {
        "win probability": node[f"win{suffix}"]["fraction"],
        "EV per stake": node[f"ev{suffix}"]["fraction"],
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_click_shows_the_numbers_of_the_json(browser: Browser, theme: str, size: tuple[int, int]) -> None:
    document = browser.open("game", size, theme)
    nodes = by_name(document)
    assert browser.figures() == {**exact(nodes["deal"]), "dealt in a round": nodes["deal"]["reach"]["fraction"]}
    browser.node("play 15").click()
    play = nodes["play 15"]
    assert browser.chosen() == "play 15"
    assert browser.figures() == {
        **exact(play),
        "comes up in a round": play["reach"]["fraction"],
        "two actions equally good": play["ties"]["fraction"],
    }
    for action in ("backhand", "hit"):
        shown = browser.figures(f'#panel [data-action="{action}"]')
        edge = next(e for e in document["edges"] if e["source"] == "play 15" and e["label"] == action)
        assert shown == {
            **exact(play, f"_{action}"),
            "less than the best": play[f"loss_{action}"]["fraction"],
            "taken here": edge["probability"]["fraction"],
            "best here, ties counted": play[f"best_{action}"]["fraction"],
        }


def test_a_click_on_an_action_shows_its_cards(browser: Browser) -> None:
    document = browser.open("game")
    browser.node("hit on play 12").click()
    edges = {e["target"]: e["probability"]["fraction"] for e in document["edges"] if e["source"] == "hit on play 12"}
    shown = {}
    for item in browser.driver.find_elements("css selector", "#panel .to li"):
        shown[item.find_element("class name", "name").text] = item.find_element("class name", "exact").text
    assert shown == edges
    labels = [label.text for label in browser.driver.find_elements("css selector", ".words text")]
    assert len(labels) == len(edges)
    assert any(label.startswith("T") and label.endswith("%") for label in labels)


def test_the_whole_game_is_all_there_at_first_sight(browser: Browser) -> None:
    document = browser.open("game")
    next_to_never = {
        edge["target"]
        for edge in document["edges"]
        if edge["type"] == "action" and edge["probability"]["decimal"] < 0.001
    }
    assert "backhand on play 12" in next_to_never
    assert browser.names() == set(by_name(document)) - next_to_never
    canvas = browser.driver.find_element("id", "canvas").rect
    boxes = [browser.node(name).rect for name in ("deal", "low 2", "4 cards 21", "won by backhand", "lost by bust")]
    for box in boxes:
        assert canvas["x"] <= box["x"]
        assert box["x"] + box["width"] <= canvas["x"] + canvas["width"]
        assert canvas["y"] <= box["y"]
        assert box["y"] + box["height"] <= canvas["y"] + canvas["height"]
    assert all(box["height"] > 14 for box in boxes)  # large enough to read
    columns = [
        browser.node(name).rect["x"] for name in ("deal", "play 16", "3 cards 16", "4 cards 16", "won by backhand")
    ]
    assert columns == sorted(columns)
    rows = [browser.node(f"3 cards {total}").rect["y"] for total in range(4, 22)]
    assert rows == sorted(rows)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_boxes_do_not_overlap_and_nothing_sticks_out(browser: Browser, size: tuple[int, int]) -> None:
    browser.open("hand", size)
    browser.press("u")
    boxes = [node.rect for node in browser.driver.find_elements("css selector", "g.node .box")]
    for number, a in enumerate(boxes):
        for b in boxes[:number]:
            apart = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"]
            assert apart or a["y"] >= b["y"] + b["height"] or b["y"] >= a["y"] + a["height"]
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= size[0]
    assert browser.driver.execute_script("return document.documentElement.scrollHeight") <= size[1]


def test_folding_hides_and_unfolding_shows(browser: Browser) -> None:
    nodes = by_name(browser.open("hand"))
    first = browser.names()
    assert "A 2 T" in first
    assert "A 2 T T" not in nodes
    assert "A 2 9" in first
    assert "A 2 3 9" not in first
    browser.node("hit on A 2 9").click()
    assert "A 2 3 9" in browser.names()
    browser.press("\ue007")  # Enter folds again
    assert browser.names() == first
    browser.driver.find_element("id", "unfold").click()
    assert browser.names() == set(nodes)
    browser.driver.find_element("id", "fold").click()
    assert browser.names() == first


def test_best_play_is_followed_step_by_step(browser: Browser) -> None:
    document = browser.open("hand")
    at = browser.chosen()
    for _ in range(6):
        browser.driver.find_element("id", "best").click()
        now = browser.chosen()
        ways = [e for e in document["edges"] if e["source"] == at]
        if not ways:
            assert now == "A 2"  # from an ending it starts again
            break
        step = next(edge for edge in ways if edge["target"] == now)
        assert step["best"]
        assert step["probability"]["decimal"] == max(e["probability"]["decimal"] for e in ways)
        at = now


@pytest.mark.parametrize("button", ["best", "fit", "fold", "theme"])
def test_keys_work_after_a_click_on_a_button(browser: Browser, button: str) -> None:
    browser.open("game")
    browser.driver.find_element("id", button).click()
    browser.press("\ue011")  # Home
    assert browser.chosen() == "deal"
    browser.press("\ue014")  # right
    assert browser.chosen() == "play 12"


def test_an_action_without_a_mark_gets_one_when_it_is_asked_for(browser: Browser) -> None:
    browser.open("game")
    browser.node("play 12").click()
    browser.driver.find_element("css selector", '#panel [data-action="backhand"] button').click()
    assert browser.chosen() == "backhand on play 12"
    assert "backhand on play 12" in browser.names()


def test_on_a_phone_the_hand_fits_and_every_button_is_there(browser: Browser) -> None:
    browser.open("hand", PHONE)
    canvas = browser.driver.find_element("id", "canvas").rect
    for box in browser.driver.find_elements("css selector", "g.node .box"):
        assert box.rect["x"] >= canvas["x"]
        assert box.rect["x"] + box.rect["width"] <= canvas["x"] + canvas["width"]
    for button in ("best", "unfold", "fold", "fit", "theme", "help"):
        assert browser.driver.find_element("id", button).is_displayed()


def test_the_find_box_announces_what_it_finds(browser: Browser) -> None:
    browser.open("game")
    said = browser.driver.find_element("id", "said")
    assert said.get_attribute("aria-live") == "polite"
    browser.driver.find_element("id", "search").send_keys("9 7")
    assert "play 16" in said.get_attribute("textContent")


def test_on_paper_everything_is_on_the_page(browser: Browser) -> None:
    browser.open("game")
    browser.press("+", "+", "+")
    browser.driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    canvas = browser.driver.find_element("id", "canvas").rect
    for name in ("deal", "low 2", "4 cards 21", "lost by failed-backhand"):
        box = browser.node(name).rect
        assert canvas["x"] <= box["x"]
        assert box["x"] + box["width"] <= canvas["x"] + canvas["width"]
    browser.driver.execute_script("dispatchEvent(new Event('afterprint'))")


def test_keys_walk_zoom_and_open_the_help(browser: Browser) -> None:
    browser.open("game")
    right, left, up, down, home, escape = "\ue014", "\ue012", "\ue013", "\ue015", "\ue011", "\ue00c"
    browser.press(right)
    assert browser.chosen() == "play 12"  # the likeliest hand
    browser.press(right)
    assert browser.chosen() == "hit on play 12"
    browser.press(left, down)
    assert browser.chosen() == "play 13"
    browser.press(up, up)
    assert browser.chosen() == "low 11"
    browser.press(home)
    assert browser.chosen() == "deal"
    before = browser.node("deal").rect["width"]
    browser.press("+")
    assert browser.node("deal").rect["width"] > 1.2 * before
    browser.press("0", "?")
    assert browser.driver.find_element("id", "about").get_attribute("open")
    browser.press(escape)
    assert not browser.driver.find_element("id", "about").get_attribute("open")


@pytest.mark.parametrize(
    ("name", "words", "found"),
    [
        ("game", "K6", "play 16"),
        ("game", "3 cards 14", "3 cards 14"),
        ("hand", "a 9 2 3", "A 2 3 9"),
        ("game", "6 a 4", "3 cards 11"),
    ],
)
def test_search_finds_a_hand_however_it_is_written(browser: Browser, name: str, words: str, found: str) -> None:
    browser.open(name)
    browser.press("/")
    field = browser.driver.find_element("id", "search")
    field.send_keys(words)
    assert browser.driver.find_element("css selector", "#found li").text == found
    field.send_keys("\ue007")
    assert browser.chosen() == found
    assert found in browser.names()


def test_search_says_when_there_is_nothing(browser: Browser) -> None:
    browser.open("hand")
    browser.driver.find_element("id", "search").send_keys("8 8 8")
    assert browser.driver.find_element("css selector", "#found").text.startswith("nothing")


def test_drag_pans_and_wheel_zooms(browser: Browser) -> None:
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.actions.wheel_input import ScrollOrigin

    browser.open("game")
    before = browser.node("deal").rect
    canvas = browser.driver.find_element("id", "canvas")
    ActionChains(browser.driver).move_to_element_with_offset(canvas, -300, 320).click_and_hold().move_by_offset(
        80, -40
    ).release().perform()
    after = browser.node("deal").rect
    assert (round(after["x"] - before["x"]), round(after["y"] - before["y"])) == (80, -40)
    ActionChains(browser.driver).scroll_from_origin(ScrollOrigin.from_element(canvas), 0, -400).perform()
    time.sleep(0.2)
    assert browser.node("deal").rect["width"] > 1.2 * after["width"]


def test_light_and_dark_follow_the_system_and_the_button(browser: Browser) -> None:
    browser.open("game", theme="dark")
    dark = browser.style("background-color")
    browser.driver.find_element("id", "theme").click()
    light = browser.style("background-color")
    assert light != dark
    browser.open("game", theme="light")
    assert browser.style("background-color") == light
    browser.driver.find_element("id", "theme").click()
    assert browser.style("background-color") == dark
