"""A game as one web page: the board, buttons, a slider, arrow keys, and what happened, line by line.

What it is for: showing a record to somebody who has only a browser; the page holds all it needs, and forbids itself to
load anything. What it is not for: drawing and telling; every position draws itself and says how it came about.

The pictures wait in an album, in which what positions share is kept once, and only the one shown is part of the page.
There are two of each position, for wide pages and for phones.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from tsurolab.draw.album import PUT_TOGETHER, Album
from tsurolab.draw.palette import DARK, LIGHT
from tsurolab.games.record import GameRecord
from tsurolab.games.state import State

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""What the page may load: nothing but what stands in it."""

_ROLES: Final = {"ink": "ink", "quiet": "soft", "paper": "paper", "line": "rule", "mark": "glow", "key": "accent"}
"""The colours of the page, and what they are called in the pictures' palette."""


def _colours(theme: dict[str, str]) -> str:
    return " ".join(f"--{name}: {theme[role]};" for name, role in _ROLES.items())


_STYLE: Final = (
    f"""
:root {{ color-scheme: light dark; {_colours(LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_colours(DARK)} }} }}
"""
    + """
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 78rem; background: var(--paper); color: var(--ink);
  accent-color: var(--quiet);
  font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", Arial, sans-serif; }
h1 { font-size: 1.25rem; margin: 0; }
p { color: var(--quiet); margin: .25rem 0 1rem; }
main { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr) minmax(15rem, 24rem); align-items: start; }
#board { border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; background: var(--paper); }
#board svg { display: block; width: 100%; height: auto; max-height: 76vh; }
#controls { display: flex; gap: .5rem; align-items: center; }
#controls input { flex: 1; min-width: 4rem; height: 2.5rem; margin: 0; }
#controls button { min-width: 2.75rem; min-height: 2.5rem; border: 1px solid var(--line); border-radius: .4rem; }
#play { width: 4.5rem; }
button { font: inherit; background: none; color: inherit; cursor: pointer; }
button:disabled { opacity: .35; cursor: default; }
button:focus-visible, input:focus-visible { outline: 2px solid var(--key); outline-offset: -2px; }
#now { min-height: 3em; color: var(--ink); margin: .5rem 0; }
#moves { position: relative; margin: 0; padding: 0; list-style: none; height: 86vh; overflow: auto;
  border: 1px solid var(--line); border-radius: .5rem; font-size: .9rem; font-variant-numeric: tabular-nums; }
#moves button { display: block; width: 100%; padding: .25rem .7rem; border: 0; text-align: left; }
#moves button[aria-current] { background: var(--mark); box-shadow: inset .25rem 0 var(--key); }
@media (max-width: 45rem) {
  main { grid-template-columns: minmax(0, 1fr); }
  #board svg { max-height: none; }
  #moves { height: 16rem; }
  #now { min-height: 4.4em; }
}
@media print { #controls { display: none; } #moves { height: auto; } }
"""
)

_SCRIPT: Final = (
    PUT_TOGETHER
    + """
const [board, now, slider, back, on, play, list] =
  ["board", "now", "slider", "back", "on", "play", "moves"].map(id => document.getElementById(id));
const album = JSON.parse(document.getElementById("album").textContent);
const buttons = [...list.querySelectorAll("button")], last = buttons.length - 1, half = album.pictures.length / 2;
const phone = matchMedia("(max-width: 45rem)"), pause = 1100;
let at = 0, clock = null;
function draw() {
  board.innerHTML = picture(album, Math.min(at, half - 1) + (phone.matches ? half : 0));
}
function show(i) {
  buttons[at].removeAttribute("aria-current");
  buttons[at].tabIndex = -1;
  at = Math.max(0, Math.min(last, i));
  const item = buttons[at];
  item.setAttribute("aria-current", "step");
  item.tabIndex = 0;
  if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = item.offsetTop - list.clientHeight / 2;
  now.textContent = item.textContent;
  slider.value = at;
  slider.setAttribute("aria-valuetext", `line ${at + 1} of ${last + 1}`);
  back.disabled = at === 0;
  on.disabled = at === last;
  draw();
}
function stop() {
  clearInterval(clock);
  clock = null;
  play.textContent = "Play";
}
function go(i) { stop(); show(i); }
function start() {
  if (at === last) show(0);
  play.textContent = "Pause";
  clock = setInterval(() => { show(at + 1); if (at === last) stop(); }, pause);
}
function toggle() { if (clock === null) start(); else stop(); }
buttons.forEach((each, n) => each.addEventListener("click", () => go(n)));
slider.addEventListener("input", () => go(+slider.value));
back.addEventListener("click", () => go(at - 1));
on.addEventListener("click", () => go(at + 1));
play.addEventListener("click", toggle);
phone.addEventListener("change", draw);
document.addEventListener("keydown", event => {
  const to = {ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last};
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key in to) go(to[event.key]);
  else if (event.key === " " && event.target === document.body) toggle();
  else return;
  event.preventDefault();
});
show(0);
"""
)


def move_lines(states: Sequence[State]) -> list[str]:
    """A line of text for the start, for every move, and for the end of a game that has ended.

    Args:
        states: the positions from :meth:`GameRecord.replay`.

    >>> from tsurolab.simulate import Experiment, replay_game
    >>> lines = move_lines(list(replay_game(Experiment("tsuro/classic", players=3, games=3, seed=1), 2).replay()))
    >>> print(lines[0], lines[1], lines[-1], sep="\\n")
    Start: 3 players, 26 tiles in the pile; seat 0 begins
    1. seat 0 puts its marker on point 6 of row 0, column 2
    End: seat 2 wins: last marker on the board
    """
    lines = [f"Start: {states[0].last_words}"]
    lines += [f"{ply}. {state.last_words}" for ply, state in enumerate(states[1:], 1)]
    return [*lines, f"End: {states[-1].final_words}"] if states[-1].is_over else lines


def replay_page(record: GameRecord, *, title: str = "") -> str:
    """A self-contained HTML page that steps through a game.

    Args:
        record: the game.
        title: words for its head; the edition and the game's number if empty.

    Raises:
        BadRecord: the record cannot be replayed.

    >>> from tsurolab.simulate import Experiment, replay_game
    >>> record = replay_game(Experiment("tsuro/classic", games=3, seed=1), 2)
    >>> replay_page(record).count("<li>") == len(record.moves) + 2
    True
    """
    states = list(record.replay())
    lines = move_lines(states)
    pictures = [state.svg() for state in states]
    album = Album([*pictures, *(state.svg(narrow=True) for state in states)])
    number = "" if record.number is None else f", game {record.number} of seed {record.seed}"
    head = escape(title or f"{record.edition}{number}")
    about = ", ".join([f"{record.players} players", *(f"{name} = {value}" for name, value in record.options.items())])
    moves = "".join(f'<li><button type="button" tabindex="-1">{escape(line)}</button></li>\n' for line in lines)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{head}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{head}</h1>
<p>{escape(about)}. Arrow keys, Home and End, the slider or a click on a line step through the game.</p>
<noscript><p>Stepping through the game needs JavaScript; all its moves are listed here.</p></noscript>
<main>
<section aria-label="Board">
<div id="controls">
<button type="button" id="back" aria-label="Back one move">&#8592;</button>
<button type="button" id="play">Play</button>
<button type="button" id="on" aria-label="On one move">&#8594;</button>
<input type="range" id="slider" min="0" max="{len(lines) - 1}" value="0" aria-label="Move">
</div>
<p id="now" aria-live="polite">{escape(lines[0])}</p>
<div id="board">{pictures[0]}</div>
</section>
<ol id="moves" aria-label="Moves">
{moves}</ol>
</main>
<script type="application/json" id="album">{album.dumps()}</script>
<script>{_SCRIPT}</script>
</body>
</html>
"""
