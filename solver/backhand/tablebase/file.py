"""A file of every shoe solved: opened, checked, asked. docs/tablebase.md describes it byte by byte.

Reading one value needs no numpy: the file is mapped into memory, and one double is read from its place.
"""

from __future__ import annotations

import mmap
import re
import struct
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import gt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from backhand.common.cards import Shoe
from backhand.common.intervals import Enclosure
from backhand.errors import TablebaseError, quoted
from backhand.rules import FULL_HAND, WINS, Rules, Ties
from backhand.solving.bounds import Bounds
from backhand.tablebase.layout import Layout

if TYPE_CHECKING:
    from backhand.tablebase.worth import Array

VERSION = 1
WHOLE, UNFINISHED = b"\x89BKHTB\r\n", b"\x89BKHTB?\n"
_LEAD = struct.Struct("<8sII32s")
"""Magic, version, length of the header text, sha256 of the header text."""
_PAGE = 4096
_DIGEST = 64


@dataclass(frozen=True, slots=True)
class Header:
    """What a tablebase is of. ``digests`` has the sha256 of each finished layer, as hex."""

    rules: Rules
    layout: Layout
    error: Fraction
    """No value is further than this from the exact EV."""
    digests: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", without_ties(self.rules))

    @property
    def start(self) -> int:
        """Where the values start: a whole number of pages, the same for an unfinished file."""
        whole = replace(self, digests=("0" * _DIGEST,) * self.layers)
        return -(-(_LEAD.size + len(whole._text())) // _PAGE) * _PAGE

    @property
    def layers(self) -> int:
        """How many layers the file has when it is whole."""
        return self.layout.sizes[-1]

    @property
    def size(self) -> int:
        """The length of the whole file in bytes."""
        return self.start + 8 * self.layout.shoes

    def layer(self, tens: int) -> tuple[int, int]:
        """Where a layer is: its first byte, and its length in bytes."""
        return self.start + 8 * self.layout.layer * tens, 8 * self.layout.layer

    def to_bytes(self) -> bytes:
        """The header as it stands in the file; ``from_bytes`` reads it back."""
        text = self._text()
        magic = WHOLE if len(self.digests) == self.layers else UNFINISHED
        lead = _LEAD.pack(magic, VERSION, len(text), _sha256(text))
        return (lead + text).ljust(self.start, b"\0")

    def _text(self) -> bytes:
        import json

        return json.dumps(
            {
                "values": "EV of a deal, net per stake, little-endian doubles",
                "rules": str(self.rules),
                "options": self.rules.options(),
                "shape": list(self.layout.most),
                "error": str(self.error),
                "layers": self.layers,
                "sha256": self.digests,
            },
            ensure_ascii=False,
            indent=1,
        ).encode()

    @classmethod
    def from_bytes(cls, data: bytes | mmap.mmap, *, magic: bytes = WHOLE) -> Header:
        """Read a header. Raises TablebaseError, saying what is wrong with it."""
        if len(data) < _LEAD.size or (data[:8] not in (WHOLE, UNFINISHED)):
            raise TablebaseError("is no tablebase: it does not start like one")
        found, version, length, digest = _LEAD.unpack(data[: _LEAD.size])
        if version != VERSION:
            raise TablebaseError(f"is of version {version}: this program reads version {VERSION}")
        if found != magic:
            raise TablebaseError(
                "is an unfinished build: 'backhand tablebase build' goes on with it" if magic == WHOLE else "is whole"
            )
        text = data[_LEAD.size : _LEAD.size + length]
        if _sha256(text) != digest:
            raise TablebaseError("is damaged: the header does not match its checksum")
        import json

        try:
            fields: dict[str, Any] = json.loads(text)
            rules, layout = Rules.from_text(fields["rules"]), Layout(Shoe(fields["shape"]))
            header = cls(rules, layout, Fraction(fields["error"]), tuple(fields["sha256"]))
        except (KeyError, TypeError, ValueError) as error:
            raise TablebaseError(f"has a header that makes no sense: {error}") from None
        if data[: header.start] != header.to_bytes():
            raise TablebaseError("is damaged: the header is not as it was written")
        return header


def _sha256(data: bytes | memoryview) -> bytes:
    import hashlib  # these and json are for tablebases alone, and this module is loaded with the package

    return hashlib.sha256(data).digest()


def without_ties(rules: Rules) -> Rules:
    """The rules with O5 at its default: which of two equals is taken changes no EV."""
    return replace(rules, ties=Ties.SOONEST)


def default_path(rules: Rules) -> Path:
    """Where a tablebase for these rules is by default: in the user's data folder, named after the rules."""
    from platformdirs import user_data_path

    name = re.sub(r"[^a-z0-9.]+", "-", str(without_ties(rules)))
    return user_data_path("backhand", appauthor=False) / f"{name}.tablebase"


class Tablebase:
    """The EV of a deal from every shoe of a deck, from a file; each layer is checked when it is first asked.

    Made by ``open``. ``error`` bounds how far any value is from the exact one.
    """

    def __init__(self, path: Path, header: Header, data: mmap.mmap) -> None:
        self.path, self.header = path, header
        self.rules, self.layout, self.error = header.rules, header.layout, header.error
        self._data, self._start = data, header.start
        self._checked: set[int] = set()

    @classmethod
    def open(cls, path: Path | str, rules: Rules | None = None) -> Tablebase:
        """Open a file that ``build`` has made.

        Raises TablebaseError, naming the file and what is wrong: not a tablebase, unfinished, of another
        version, for other ``rules`` (where given), cut short or too long, a header that is damaged.
        OSError where it cannot be read at all.
        """
        path = Path(path)
        try:
            with path.open("rb") as file:
                if not path.stat().st_size:
                    raise TablebaseError("is empty")
                data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            header = Header.from_bytes(data)
            if len(data) != header.size:
                raise TablebaseError(f"is damaged: {len(data):,} bytes long where {header.size:,} are right")
        except FileNotFoundError:
            raise TablebaseError(
                f"tablebase {quoted(str(path))} is not there: 'backhand tablebase build' makes one"
            ) from None
        except (IsADirectoryError, PermissionError) as error:
            raise TablebaseError(f"tablebase {quoted(str(path))} cannot be read: {error.strerror}") from None
        except TablebaseError as error:
            raise TablebaseError(f"tablebase {quoted(str(path))} {error}") from None
        return cls(path, header, data).for_rules(header.rules if rules is None else rules)

    def for_rules(self, rules: Rules) -> Tablebase:
        """This tablebase, if it is for these rules. Raises TablebaseError, naming both, if not."""
        if without_ties(rules) != self.rules:
            raise TablebaseError(
                f"tablebase {quoted(str(self.path))} is for rules {self.rules}, not {without_ties(rules)}"
            )
        return self

    def value(self, shoe: Shoe) -> float:
        """The EV of a deal from the shoe, net per stake, no further than ``error`` from the exact one.

        Raises ShoeError for a shoe that the tablebase has not, TablebaseError where its layer is damaged.
        """
        index = self.layout.index(shoe)
        if shoe[-1] not in self._checked:
            self.check_layer(shoe[-1])
        value: float = struct.unpack_from("<d", self._data, self._start + 8 * index)[0]
        return value

    def bounds(self, shoe: Shoe) -> Bounds | None:
        """The deal from a shoe enclosed, if the file can tell its win probability too; None if not (``lacking``)."""
        if self.lacking(shoe):
            return None
        value = Fraction(self.value(shoe))
        ev = Enclosure(value - self.error, value + self.error)
        stake = 1 + self.rules.net(WINS[0])  # EV = pays · win − (1 − win)
        return Bounds(Enclosure((1 + ev.low) / stake, (1 + ev.high) / stake), ev, {})

    def lacking(self, shoe: Shoe) -> str | None:
        """Why the file cannot tell the win probability of a deal from a shoe, in words; None where it can.

        It can where the shoe is among its shoes, all wins pay the same, and no void is in reach: a shoe that
        holds five cards of ranks 2 to 6 cannot run out, since pushes take none of them and a hand at most four
        before it draws (docs/method_tablebase.md).
        """
        if any(map(gt, shoe, self.layout.most)):
            return f"its fullest shoe is {self.layout.most}, which does not hold {shoe}"
        if len({self.rules.net(win) for win in WINS}) > 1:
            return "it has EVs alone, which do not tell the win probability where wins pay differently"
        if sum(shoe[1:6]) < FULL_HAND:
            return "it has EVs alone, which do not tell the win probability where the shoe may run out"
        return None

    def check_layer(self, tens: int) -> None:
        """Compare a layer with its checksum. Raises TablebaseError, naming the file and the layer."""
        start, length = self.header.layer(tens)
        with memoryview(self._data) as view:
            found = _sha256(view[start : start + length]).hex()
        if found != self.header.digests[tens]:
            raise TablebaseError(
                f"tablebase {quoted(str(self.path))} is damaged: the layer of {tens} tens does not match its checksum"
            )
        self._checked.add(tens)

    @property
    def array(self) -> Array:
        """All values as they stand in the file, read-only: an axis a rank, A to T, so ``array[shoe]`` is one.

        Not checked against the checksums; ``check_layer`` is.
        """
        import numpy as np

        values = np.frombuffer(self._data, dtype="<f8", offset=self._start)
        return values.reshape(self.layout.sizes[::-1]).T
