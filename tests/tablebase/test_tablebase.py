"""The tablebase: every stored value is right, every kernel gives the same bits, no damaged file passes."""

from __future__ import annotations

import hashlib
import random
import struct
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from backhand import Evaluator, Position, Rules, Shoe, Tablebase
from backhand.errors import ShoeError, TablebaseError
from backhand.evaluator import value_of
from backhand.solving.engine import Engine
from backhand.tablebase import Header, Layout
from backhand.tablebase.build import build
from backhand.tablebase.sweep import sweep
from backhand.tablebase.verify import compare, damaged_layers
from backhand.tablebase.worth import error_bound

from tests.conftest import SETTINGS, crossed

SMALL = Shoe("2,1,0,1,1,0,2,1,2,4")
"""A small deck: aces to discard twice, and every push hand."""
SHAPES = [SMALL, Shoe("3,0,1,0,0,1,0,2,3,2"), Shoe("0,0,0,0,1,1,1,1,1,3"), Shoe("4,0,0,0,0,0,0,0,0,2")]


def values(most: Shoe, rules: Rules, kernel: str, jobs: int = 1) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.concatenate(list(sweep(Layout(most), rules, kernel=kernel, jobs=jobs)))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tablebase") / "small.tablebase"
    build(path, Rules(), SMALL, kernel="numpy")
    return path


@pytest.mark.parametrize(("name", "most"), crossed(SETTINGS, SHAPES))
def test_every_shoe_of_a_small_deck_is_as_exact_as_proved(most: Shoe, name: str) -> None:
    rules, layout = SETTINGS[name], Layout(most)
    stored, evaluator = values(most, rules, "numpy"), Evaluator(rules)
    bound = error_bound(rules, most.cards)
    step = max(1, layout.shoes // 250)  # every shoe of the smaller shapes, and the empty one in all
    for index in range(0, layout.shoes, step):
        exact = evaluator.value(Position(layout.shoe(index))).ev
        assert abs(Fraction(float(stored[index])) - exact) <= bound, layout.shoe(index)


def test_the_bound_has_teeth_and_room() -> None:
    exact = {index: Evaluator(Rules()).value(Position(Layout(SMALL).shoe(index))).ev for index in range(0, 2160, 17)}
    stored = values(SMALL, Rules(), "numpy")
    worst = max(abs(Fraction(float(stored[index])) - value) for index, value in exact.items())
    assert 0 < worst < error_bound(Rules(), SMALL.cards) < Fraction(1, 10**12)


@pytest.mark.long  # numba compiles for some seconds
@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("most", SHAPES, ids=str)
def test_numba_gives_the_same_bits_as_numpy(most: Shoe, name: str) -> None:
    pytest.importorskip("numba")
    assert values(most, SETTINGS[name], "numba").tobytes() == values(most, SETTINGS[name], "numpy").tobytes()


@pytest.mark.parametrize("kernel", ["numpy", pytest.param("numba", marks=pytest.mark.long)])
def test_jobs_change_no_bit(kernel: str) -> None:
    if kernel == "numba":
        pytest.importorskip("numba")
    alone = values(SMALL, Rules(), kernel, 1).tobytes()
    assert all(values(SMALL, Rules(), kernel, jobs).tobytes() == alone for jobs in (2, 3, 8))


@pytest.mark.parametrize("done", range(6))
def test_a_sweep_goes_on_from_any_layer(done: int) -> None:
    layout, rules = Layout(SMALL), SETTINGS["all"]
    layers = list(sweep(layout, rules, kernel="numpy"))
    rest = list(sweep(layout, rules, kernel="numpy", done=done, known=lambda tens: layers[tens].copy()))
    assert len(rest) == max(0, len(layers) - done)
    assert all(mine.tobytes() == whole.tobytes() for mine, whole in zip(rest, layers[done:], strict=True))


def test_layout_numbers_every_shoe_once() -> None:
    layout = Layout(SMALL)
    shoes = [layout.shoe(index) for index in range(layout.shoes)]
    assert len(set(shoes)) == layout.shoes == 3 * 2 * 1 * 2 * 2 * 1 * 3 * 2 * 3 * 5
    assert [layout.index(shoe) for shoe in shoes] == list(range(layout.shoes))
    assert layout.layer * 5 == layout.slab * 15 == layout.shoes
    with pytest.raises(ShoeError, match=r"3 cards of rank A.*up to 2"):
        layout.index(Shoe("3,0,0,0,0,0,0,0,0,0"))


def test_a_file_says_what_was_computed(small: Path) -> None:
    tablebase, layout = Tablebase.open(small), Layout(SMALL)
    stored = values(SMALL, Rules(), "numpy")
    assert tablebase.array.shape == tuple(count + 1 for count in SMALL)
    for index in range(layout.shoes):
        shoe = layout.shoe(index)
        assert tablebase.value(shoe) == stored[index] == tablebase.array[shoe]
    assert not tablebase.array.flags.writeable
    assert tablebase.rules == Rules()
    assert tablebase.error == error_bound(Rules(), SMALL.cards)
    assert Header.from_bytes(tablebase.header.to_bytes()) == tablebase.header
    with pytest.raises(ShoeError, match="rank 3"):
        tablebase.value(Shoe("0,0,1,0,0,0,0,0,0,0"))


def test_layers_meet(small: Path) -> None:
    tablebase, evaluator = Tablebase.open(small), Evaluator(Rules())
    for tens in range(5):
        for rest in ("0,0,0,0,0,0,0,0,0", "2,1,0,1,1,0,2,1,2", "0,1,0,1,0,0,1,1,0"):
            shoe = Shoe(f"{rest},{tens}")
            exact = evaluator.value(Position(shoe)).ev
            assert abs(Fraction(tablebase.value(shoe)) - exact) <= tablebase.error


def test_bounds_tell_wins_where_no_void_is_in_reach(tmp_path: Path) -> None:
    most, rules = Shoe("1,2,2,1,0,1,1,0,2,2"), Rules().paying("6:5")
    tablebase = build(tmp_path / "file", rules, most, kernel="numpy")
    evaluator, told = Evaluator(rules), 0
    for index in range(0, tablebase.layout.shoes, 2):
        shoe = tablebase.layout.shoe(index)
        if bounds := tablebase.bounds(shoe):
            told += 1
            exact = evaluator.value(Position(shoe))
            assert exact.ev in bounds.ev
            assert exact.win in bounds.win
            assert not exact.void
    assert told > 50
    assert tablebase.bounds(Shoe("1,2,2,1,0,1,1,0,2,3")) is None  # not among its shoes
    unequal = build(tmp_path / "unequal", SETTINGS["pays"], Shoe("0,2,2,2,0,0,0,0,0,0"), kernel="numpy")
    assert unequal.bounds(unequal.layout.most) is None


FAULTS: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda data: b"", "is empty"),
    "another file": (lambda data: b"no tablebase at all" * 9, "is no tablebase"),
    "too short to tell": (lambda data: data[:20], "is no tablebase"),
    "cut short": (lambda data: data[:-1], "bytes long where"),
    "header only": (lambda data: data[:4096], "bytes long where"),
    "too long": (lambda data: data + b"\0", "bytes long where"),
    "another version": (lambda data: data[:8] + b"\2" + data[9:], "is of version 2: this program reads version 1"),
    "unfinished": (lambda data: data[:6] + b"?" + data[7:], "is an unfinished build"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_damaged_file_is_refused_by_name(fault: str, small: Path, tmp_path: Path) -> None:
    damage, message = FAULTS[fault]
    path = tmp_path / "damaged.tablebase"
    path.write_bytes(damage(small.read_bytes()))
    with pytest.raises(TablebaseError, match=f"tablebase '.*damaged.tablebase' .*{message}"):
        Tablebase.open(path)


@pytest.mark.parametrize("text", [b"{}", b"[]", b"{", b'{"rules": "casino", "shape": [1], "error": "0", "sha256": []}'])
def test_a_header_that_makes_no_sense_is_refused(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "odd"
    path.write_bytes(b"\x89BKHTB\r\n" + struct.pack("<II", 1, len(text)) + hashlib.sha256(text).digest() + text)
    with pytest.raises(TablebaseError, match="odd' has a header that makes no sense"):
        Tablebase.open(path)


def test_no_flipped_byte_passes(small: Path, tmp_path: Path) -> None:
    data, path = small.read_bytes(), tmp_path / "flipped.tablebase"
    header = Tablebase.open(small).header
    chosen = random.Random(3)
    places = [*range(48), *(chosen.randrange(header.start) for _ in range(150)), header.start - 1]
    for place in places:  # the header: refused when opened
        path.write_bytes(data[:place] + bytes([data[place] ^ (1 << chosen.randrange(8))]) + data[place + 1 :])
        with pytest.raises(TablebaseError, match="flipped"):
            Tablebase.open(path)
    for place in [header.start, len(data) - 1, *(chosen.randrange(header.start, len(data)) for _ in range(50))]:
        path.write_bytes(data[:place] + bytes([data[place] ^ (1 << chosen.randrange(8))]) + data[place + 1 :])
        tablebase = Tablebase.open(path)  # a value: its layer is refused when first asked, the others answer
        tens = (place - header.start) // (8 * header.layout.layer)
        for asked in range(header.layers):
            shoe = Shoe([0] * 9 + [asked])
            if asked == tens:
                with pytest.raises(TablebaseError, match=f"the layer of {tens} tens does not match its checksum"):
                    tablebase.value(shoe)
            else:
                tablebase.value(shoe)
        assert len(damaged_layers(tablebase)) == 1


def test_other_rules_are_refused_but_ties_make_no_difference(small: Path) -> None:
    with pytest.raises(TablebaseError, match="is for rules inventor, not denexa"):
        Tablebase.open(small, SETTINGS["denexa"])
    assert Tablebase.open(small, Rules.from_text("ties=latest")).rules == Rules()


def test_a_file_that_is_not_there_or_a_folder(tmp_path: Path) -> None:
    with pytest.raises(TablebaseError, match="is not there"):
        Tablebase.open(tmp_path / "none")
    with pytest.raises(TablebaseError, match="cannot be read"):
        Tablebase.open(tmp_path)


def test_verify_finds_a_value_that_is_wrong_though_its_checksum_is_right(small: Path, tmp_path: Path) -> None:
    tablebase = Tablebase.open(small)
    assert not any(compare(tablebase, 20))
    header, data = tablebase.header, bytearray(small.read_bytes())
    start, length = header.layer(2)
    off = np.frombuffer(data, "<f8", length // 8, start) + 1e-11  # a wrong program, not a damaged file
    data[start : start + length] = off.tobytes()
    digests = [*header.digests]
    digests[2] = hashlib.sha256(data[start : start + length]).hexdigest()
    data[: header.start] = Header(header.rules, header.layout, header.error, tuple(digests)).to_bytes()
    path = tmp_path / "wrong"
    path.write_bytes(data)
    wrong = Tablebase.open(path)
    assert not damaged_layers(wrong)
    found = [mismatch for mismatch in compare(wrong, 20) if mismatch]
    assert found
    assert all(mismatch.shoe[-1] == 2 for mismatch in found)


@pytest.mark.long
def test_the_whole_deck(tmp_path: Path) -> None:
    """All 33,203,125 shoes: thousands of random ones of every size equal exact values; both kernels agree."""
    tablebase = build(tmp_path / "deck", Rules())
    assert tablebase.layout.shoes == 33_203_125
    assert not damaged_layers(tablebase)
    exact = value_of(Engine(Shoe.of_decks(1), Rules()).counts(Shoe.of_decks(1)), 52, Rules())
    assert exact.ev in tablebase.bounds(Shoe.of_decks(1)).ev  # type: ignore[union-attr]
    results = list(compare(tablebase, 60))
    assert len(results) > 5000
    assert not any(results)
    chosen, evaluator, sizes = random.Random(5), Evaluator(Rules()), set()
    for cards in list(range(9)) * 100:  # a uniform choice has hardly a tiny shoe, where voids are
        deck = [rank for rank, count in enumerate(tablebase.layout.most) for _ in range(count)]
        drawn = chosen.sample(deck, cards)
        shoe = Shoe([drawn.count(rank) for rank in range(10)])
        sizes.add(cards)
        assert abs(Fraction(tablebase.value(shoe)) - evaluator.value(Position(shoe)).ev) <= tablebase.error
    assert sizes == set(range(9))
