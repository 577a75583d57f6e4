"""A game as one web page: the board, a slider, arrow keys, and the list of moves.

What it is for: showing a record to somebody who has only a browser; the page loads nothing from outside. What it is not
for: drawing; every position draws itself.

Positions wait in ``<template>`` elements and only the one shown is part of the page, so that pictures cannot
disturb each other.
"""

from __future__ import annotations

from html import escape
from typing import Final

from tsurolab.games.protocol import State
from tsurolab.games.record import GameRecord

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2530; --quiet: #5b6675; --paper: #fbfaf7; --line: #d9d6cd;
  --mark: #e6eef8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6e1; --quiet: #a2a9b4; --paper: #16191e; --line: #353b45; --mark: #24324a; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 75rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", Arial, sans-serif; }
h1 { font-size: 1.25rem; margin: 0; }
p { color: var(--quiet); margin: .25rem 0 1rem; }
main { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr) minmax(15rem, 20rem); align-items: start; }
#board svg { display: block; width: 100%; height: auto; max-height: 78vh; }
#controls { display: flex; gap: .5rem; align-items: center; margin-top: .75rem; }
#controls input { flex: 1; min-width: 4rem; }
button { font: inherit; min-width: 2.75rem; min-height: 2.5rem; border: 1px solid var(--line); border-radius: .4rem;
  background: none; color: inherit; cursor: pointer; }
button:disabled { opacity: .35; cursor: default; }
#moves { position: relative; margin: 0; padding: 0; list-style: none; max-height: 84vh; overflow: auto;
  border: 1px solid var(--line); border-radius: .4rem; font-variant-numeric: tabular-nums; }
#moves button { display: block; width: 100%; min-height: 0; padding: .2rem .6rem; border: 0; border-radius: 0;
  text-align: left; }
#moves button[aria-current] { background: var(--mark); font-weight: 600; }
#now { min-height: 1.5em; color: var(--ink); margin: .5rem 0 0; }
@media (max-width: 45rem) { main { grid-template-columns: minmax(0, 1fr); } #moves { max-height: 14rem; } }
@media print { #controls { display: none; } #moves { max-height: none; } }
"""

_SCRIPT: Final = """
const frames = [...document.querySelectorAll("template")], buttons = [...document.querySelectorAll("#moves button")];
const [board, now, slider, back, on] = ["board", "now", "slider", "back", "on"].map(id => document.getElementById(id));
let at = 0;
function show(i) {
  at = Math.max(0, Math.min(frames.length - 1, i));
  board.replaceChildren(frames[at].content.cloneNode(true));
  for (const each of buttons) each.removeAttribute("aria-current");
  buttons[at].setAttribute("aria-current", "step");
  const list = document.getElementById("moves"), item = buttons[at];
  if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = item.offsetTop - list.clientHeight / 2;
  now.textContent = frames[at].dataset.words;
  slider.value = at; back.disabled = at === 0; on.disabled = at === frames.length - 1;
}
buttons.forEach((each, n) => each.addEventListener("click", () => show(n)));
slider.addEventListener("input", () => show(+slider.value));
back.addEventListener("click", () => show(at - 1));
on.addEventListener("click", () => show(at + 1));
document.addEventListener("keydown", event => {
  const last = frames.length - 1;
  const to = {ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last};
  if (!(event.key in to) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(to[event.key]);
});
show(0);
"""


def move_lines(record: GameRecord, states: list[State]) -> list[str]:
    """A line of text for the start and for every move.

    Args:
        record: the game.
        states: the positions from :meth:`GameRecord.replay`.
    """
    lines = [f"start: {states[0].players} players"]
    for ply, (before, move) in enumerate(zip(states, record.moves, strict=False), 1):
        lines.append(f"{ply}. seat {before.turn}: {move}")
    if states[-1].outcome:
        lines[-1] += f" ({states[-1].outcome})"
    return lines


def replay_page(record: GameRecord, *, title: str = "") -> str:
    """A self-contained HTML page that steps through a game.

    Args:
        record: the game.
        title: words for its head; the edition and the game's number if empty.

    Raises:
        BadRecord: the record cannot be replayed.

    >>> from tsurolab.simulate import Experiment, replay_game
    >>> page = replay_page(replay_game(Experiment("tsuro/classic", games=3, seed=1), 2))
    >>> page.count("<template") == len(replay_game(Experiment("tsuro/classic", games=3, seed=1), 2).moves) + 1
    True
    """
    states = list(record.replay())
    lines = move_lines(record, states)
    number = "" if record.number is None else f", game {record.number} of seed {record.seed}"
    head = escape(title or f"{record.edition}{number}")
    about = ", ".join([f"{record.players} players", *(f"{name} = {value}" for name, value in record.options.items())])
    frames = "".join(
        f'<template data-words="{escape(line)}">{state._repr_svg_()}</template>\n'
        for line, state in zip(lines, states, strict=True)
    )
    moves = "".join(f'<li><button type="button">{escape(line)}</button></li>\n' for line in lines)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{head}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{head}</h1>
<p>{escape(about)}. Arrow keys, the slider or a click on a move step through the game.</p>
<main>
<section aria-label="Board">
<div id="board">{states[0]._repr_svg_()}</div>
<p id="now" aria-live="polite"></p>
<div id="controls">
<button type="button" id="back" aria-label="Back one move">&#9664;</button>
<input type="range" id="slider" min="0" max="{len(states) - 1}" value="0" aria-label="Move">
<button type="button" id="on" aria-label="On one move">&#9654;</button>
</div>
</section>
<ol id="moves" aria-label="Moves">
{moves}</ol>
</main>
{frames}<script>{_SCRIPT}</script>
</body>
</html>
"""
