"""Tables, pictures and lists as pieces of HTML, for notebooks and reports.

What it is for: one look and one structure for everything that a page shows, readable aloud and on a phone. What it is
not for: whole pages (see `tsurolab.artifacts.reports`).
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import version
from math import floor, isfinite, log10
from typing import TYPE_CHECKING

from tsurolab import __version__
from tsurolab.draw import escape
from tsurolab.games.protocol import Edition, Mark

if TYPE_CHECKING:
    import pandas as pd

    from tsurolab.artifacts.registry import Comparison

LIBRARIES = ("numpy", "numba", "scipy", "statsmodels", "sympy", "networkx", "pandas", "matplotlib")
"""Whose versions a page names."""
LONG_TABLE = 14
"""A table with more rows folds away."""
LONG_WORD = 26
"""A number or name with more letters may break over lines."""

_NUMBER = re.compile(r"[<>]?[-+\u2212]?[\d,]+(\.\d+)?(/\d+)?%?")


@dataclass(frozen=True)
class Html:
    """A piece of HTML that shows itself in a notebook.

    >>> Html("<p>35</p>") + Html("<p>30</p>")
    Html(text='<p>35</p><p>30</p>')
    """

    text: str

    def _repr_html_(self) -> str:
        return self.text

    def __add__(self, other: Html) -> Html:
        """Both, one after the other."""
        return Html(self.text + other.text)


def heading(words: str, level: int, name: str = "") -> Html:
    """A heading; `name` makes it a place that can be linked to.

    >>> heading("Rulings", 2, "rulings").text
    '<h2 id="rulings">Rulings</h2>'
    """
    place = f' id="{escape(name)}"' if name else ""
    return Html(f"<h{level}{place}>{escape(words)}</h{level}>")


def paragraph(words: str) -> Html:
    """A paragraph of plain words, code in backticks."""
    return Html(f"<p>{_worded(words)}</p>")


def figure(svg: str, caption: str = "") -> Html:
    """A picture with its caption; the SVG carries its own words for those who do not see it."""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return Html(f'<figure class="picture">{svg}{below}</figure>')


def pictures(some: Iterable[Html]) -> Html:
    """Pictures side by side where there is room."""
    return Html(f'<div class="pictures">{"".join(one.text for one in some)}</div>')


def folded(summary: str, inside: Html) -> Html:
    """Something that opens on request."""
    return Html(f"<details><summary>{escape(summary)}</summary>{inside.text}</details>")


def table(frame: pd.DataFrame, title: str, doc: str = "", code: str = "", *, fold: bool | None = None) -> Html:
    """A table with its title, what it says, and the code that makes it.

    Parameters: `fold` is whether it opens only on request; None for tables of more than `LONG_TABLE` rows.

    >>> import pandas as pd
    >>> "<td class=\\"number\\">35</td>" in table(pd.DataFrame({"tiles": [35]}), "Tiles").text
    True
    """
    columns = [str(column) for column in frame.columns]
    values = [[_shown(value) for value in row] for row in frame.itertuples(index=False, name=None)]
    numeric = [all(_is_number(row[place]) for row in values) for place in range(len(columns))]
    kinds = ["number" if each else "words" for each in numeric]
    head = "".join(f'<th scope="col" class="{kind}">{escape(name)}</th>' for name, kind in zip(columns, kinds))
    body = "".join("<tr>" + "".join(_cell(value, kind) for value, kind in zip(row, kinds)) + "</tr>" for row in values)
    grid = (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(title)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
    made = f'<p class="code"><code>{escape(code)}</code></p>' if code else ""
    words = f'<p class="doc">{escape(doc)}</p>' if doc else ""
    if len(frame) > LONG_TABLE if fold is None else fold:
        return folded(f"{title} ({len(frame)} rows)", Html(f'<div class="table">{words}{grid}{made}</div>'))
    return Html(f'<div class="table"><p class="title">{escape(title)}</p>{words}{grid}{made}</div>')


def _worded(words: str) -> str:
    """Words with what stands in backticks as code.

    >>> _worded("set `goal` if a < b")
    'set <code>goal</code> if a &lt; b'
    """
    return re.sub(r"`+([^`]+)`+", r"<code>\1</code>", escape(words))


def _cell(value: str, kind: str) -> str:
    long = " long" if len(value) > LONG_WORD and kind == "words" else ""
    return f'<td class="{kind}{long}">{escape(value)}</td>'


def _shown(value: object) -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, float):
        if not isfinite(value):
            return "" if value != value else str(value)
        return f"{value:,.0f}" if 1e4 <= abs(value) < 1e15 else f"{value:.4g}"
    text = str(value)
    # A number with very many digits says more by its size than by its digits.
    if isinstance(value, int) and len(text) > LONG_WORD:
        return f"about {value:.4e}".replace("e+", " × 10^")
    if isinstance(value, Fraction) and len(text) > 2 * LONG_WORD:
        return f"a fraction with {len(text)} characters"
    return text


def _is_number(text: str) -> bool:
    return text == "" or _NUMBER.fullmatch(text) is not None


def _decimal(value: float) -> str:
    """Five places, or as many as a small number needs to show two of its digits.

    >>> _decimal(0.25), _decimal(0.0000045716), _decimal(0.0)
    ('0.25000', '0.0000046', '0.00000')
    """
    places = 5 if not value or abs(value) >= 1e-4 else 1 - floor(log10(abs(value)))
    return f"{value:.{min(places, 20)}f}"


def comparison(rows: Sequence[Comparison]) -> Html:
    """Exact beside simulated values, with intervals and z-scores, and how many scores lie beyond 2.

    >>> comparison([])
    Html(text='')
    """
    import pandas as pd

    if not rows:
        return Html("")
    frame = pd.DataFrame(
        {
            "quantity": row.quantity,
            "exact": str(row.exact) if len(str(row.exact)) <= LONG_WORD else "(long fraction)",
            "exact, decimal": _decimal(float(row.exact)),
            "simulated": _decimal(row.estimate),
            "95% interval": f"{_decimal(row.low)} to {_decimal(row.high)}",
            "n": f"{row.n:,}",
            "z": f"{row.z:+.2f}",
        }
        for row in rows
    )
    beyond = sum(abs(row.z) > 2 for row in rows)
    doc = (
        f"z is the difference in standard errors. Of {len(rows)} scores {beyond} {'lies' if beyond == 1 else 'lie'} "
        f"beyond 2 in size; about {0.0455 * len(rows):.1f} would by chance."
    )
    return table(frame, "Exact and simulated", doc, fold=False)


_MARKS = {
    Mark.SOURCED: "from a source",
    Mark.DERIVED: "follows from the rules",
    Mark.ASSUMED: "assumed",
}


def rulings(edition: Edition) -> Html:
    """The rulings of an edition; assumed ones are marked as such."""
    items = []
    for ruling in edition.rulings:
        option = f" Option: <code>{escape(ruling.option)}</code>." if ruling.option else ""
        items.append(
            f'<li class="{ruling.mark.value}"><span class="mark">{_MARKS[ruling.mark]}</span> '
            f'<span class="point">{escape(ruling.point)}</span> {_worded(ruling.text)}{option}</li>'
        )
    assumed = sum(ruling.mark is Mark.ASSUMED for ruling in edition.rulings)
    words = (
        f"{len(edition.rulings)} rulings, {assumed} of them assumed: no source settles these, and they are not "
        "printed rules. Numbers of rules are those of the project's own rules text."
    )
    return paragraph(words) + Html(f'<ul class="rulings">{"".join(items)}</ul>')


def sources(edition: Edition) -> Html:
    """The sources of an edition. Addresses are text, so that the page leads nowhere."""
    items = [
        f"<li><b>{escape(source.key)}</b> {_worded(source.what)}"
        + (f' <span class="address">{escape(source.address)}</span>' if source.address else "")
        + "</li>"
        for source in edition.sources
    ]
    return Html(f'<ul class="sources">{"".join(items)}</ul>')


def programs() -> Html:
    """The versions of the programs that made a page."""
    import pandas as pd

    versions = {"tsurolab": __version__, "Python": platform.python_version()}
    versions |= {name: version(name) for name in LIBRARIES}
    frame = pd.DataFrame({"program": list(versions), "version": list(versions.values())})
    return table(frame, "Versions", fold=False)
