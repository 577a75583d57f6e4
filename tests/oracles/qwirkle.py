"""Qwirkle played slowly and plainly from the rules text: the second opinion against which the library is tested.

Nothing here is taken from the library or looks like it. The table is a dictionary from (column, row) to a tile, a tile
is (colour, shape). Plays are found by trying every way to fill every stretch of empty cells and asking the rules each
time.
"""

from collections import Counter
from itertools import permutations

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
SHAPES = ("circle", "star4", "diamond", "square", "star8", "clover")
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def is_line(tiles):
    """Return whether tiles can lie in one line: one colour and different shapes, or one shape and different colours."""
    colours = [colour for colour, _ in tiles]
    shapes = [shape for _, shape in tiles]
    one_colour = len(set(colours)) == 1 and len(set(shapes)) == len(tiles)
    one_shape = len(set(shapes)) == 1 and len(set(colours)) == len(tiles)
    return one_colour or one_shape


def line_through(board, cell, right, down):
    """Return the cells of the unbroken run through `cell` along a direction, in order."""
    x, y = cell
    while (x - right, y - down) in board:
        x, y = x - right, y - down
    cells = []
    while (x, y) in board:
        cells.append((x, y))
        x, y = x + right, y + down
    return cells


def lines_of_play(board, play):
    """Return the lines that a play makes or extends, each once, as lists of cells; `board` holds the play already."""
    lines = []
    for cell in play:
        for right, down in ((1, 0), (0, 1)):
            line = line_through(board, cell, right, down)
            if len(line) > 1 and line not in lines:
                lines.append(line)
    return lines


def is_legal(board, play):
    """Return whether tiles, a dictionary from cell to tile, may be placed together on a table that is not empty."""
    if any(cell in board for cell in play):
        return False
    if len(play) > 1 and not is_line(list(play.values())):
        return False
    columns, rows = {x for x, _ in play}, {y for _, y in play}
    if len(columns) > 1 and len(rows) > 1:
        return False
    after = {**board, **play}
    right, down = (1, 0) if len(rows) == 1 else (0, 1)
    if not set(play) <= set(line_through(after, next(iter(play)), right, down)):
        return False
    if not any((x + right, y + down) in board for x, y in play for right, down in SIDES):
        return False
    return all(is_line([after[cell] for cell in line]) for line in lines_of_play(after, play))


def score(board, play, colours=6, shapes=6, bonus=None):
    """Return the points of a legal play, without the bonus for going out; `bonus` says what a complete line adds."""
    after = {**board, **play}
    total = 0
    for line in lines_of_play(after, play):
        kinds = {after[cell][0] for cell in line}
        whole = len(line) == (shapes if len(kinds) == 1 else colours)
        total += len(line)
        if whole:
            total += len(line) if bonus is None else bonus
    return total if total else 1


def stretches(board, cell, right, down, most):
    """Return every run of up to `most` empty cells along a direction, tiles between them skipped, that has `cell`."""
    before, after = [], []
    x, y = cell
    while len(before) < most - 1:
        x, y = x - right, y - down
        if (x, y) not in board:
            before.append((x, y))
    x, y = cell
    while len(after) < most - 1:
        x, y = x + right, y + down
        if (x, y) not in board:
            after.append((x, y))
    for back in range(most):
        for ahead in range(most - back):
            yield [*reversed(before[:back]), cell, *after[:ahead]]


def plays(board, hand):
    """Return every legal play of a hand on a table that is not empty, as frozensets of (cell, tile)."""
    found = set()
    rim = {(x + right, y + down) for x, y in board for right, down in SIDES} - set(board)
    kinds = sorted(set(hand))
    orders = {
        size: [each for each in permutations(kinds, size) if size == 1 or is_line(each)]
        for size in range(1, len(kinds) + 1)
    }
    for cell in rim:
        for right, down in ((1, 0), (0, 1)):
            for cells in stretches(board, cell, right, down, len(kinds)):
                for tiles in orders[len(cells)]:
                    play = dict(zip(cells, tiles, strict=True))
                    if is_legal(board, play):
                        found.add(frozenset(play.items()))
    return found


def largest_group(hand):
    """Return the most tiles of a hand that can make a line, copies counted once."""
    kinds = set(hand)
    groups = [[tile for tile in kinds if tile[place] == name] for place in (0, 1) for name in (*COLOURS, *SHAPES)]
    return max((len(group) for group in groups), default=0)


def openings(hand, free=False):
    """Return every first play, from (0, 0) to the right."""
    most = largest_group(hand)
    return {
        frozenset(((place, 0), tile) for place, tile in enumerate(tiles))
        for size in range(1, most + 1)
        if free or size == most
        for tiles in permutations(sorted(set(hand)), size)
        if size == 1 or is_line(tiles)
    }


def trades(hand, bag):
    """Return every set of tiles that can be traded, each as a sorted tuple."""
    found = set()
    for size in range(1, min(len(hand), bag) + 1):
        found |= {tuple(sorted(each)) for each in permutations(hand, size)}
    return found


def offers(board, play, hand, rivals_hand, colours=6, shapes=6, copies=3, bonus=None):
    """Return what a play offers to a rival with `rivals_hand` tiles: 50 for each point of a line that one tile at its
    end would complete, times how many of that tile a rival's hand has on average (at most 1), rounded down."""
    kinds = [(colour, shape) for colour in COLOURS[:colours] for shape in SHAPES[:shapes]]
    seen = Counter(board.values()) + Counter(hand)
    unseen = {kind: max(0, copies - seen[kind]) for kind in kinds}
    after = {**board, **play}
    ends = set()
    for cell in play:
        for right, down in ((1, 0), (0, 1)):
            line = line_through(after, cell, right, down)
            ends.add(((line[0][0] - right, line[0][1] - down), right, down))
            ends.add(((line[-1][0] + right, line[-1][1] + down), right, down))
    total = 0
    for cell, right, down in ends:
        for kind in kinds:
            if unseen[kind] and is_legal(after, {cell: kind}):
                then = {**after, cell: kind}
                line = [then[each] for each in line_through(then, cell, right, down)]
                whole = shapes if len({colour for colour, _ in line}) == 1 else colours
                if 1 < len(line) == whole:
                    points = len(line) + (len(line) if bonus is None else bonus)
                    left = sum(unseen.values())
                    total += 50 * points * min(unseen[kind] * rivals_hand, left) // left
    return total


def best_plays(table, plays, policy, copies=3):
    """Return those of the legal plays among which an agent chooses by lot."""
    if policy == "uniform":
        return plays

    def worth(play):
        if policy == "greedy":
            return table.points(play)
        if len(play) == len(table.hand) and not table.bag:
            return 100 * (table.points(play) + table.finish) + 25 * len(play)
        rivals_hand = len(table.hands[(table.turn + 1) % len(table.hands)])
        offered = offers(
            table.board, dict(play), table.hand, rivals_hand, table.colours, table.shapes, copies, table.bonus
        )
        return 100 * table.points(play) + 25 * len(play) - offered

    worths = {play: worth(play) for play in plays}
    return {play for play in plays if worths[play] == max(worths.values())}


class Table:
    """A game in progress. `bag` is in drawing order."""

    def __init__(self, hands, bag, turn, *, hand_size=6, colours=6, shapes=6, bonus=None, finish=6, lone=1, free=False,
                 stall=10):  # fmt: skip
        self.board = {}
        self.hands = [list(hand) for hand in hands]
        self.bag = list(bag)
        self.turn = turn
        self.scores = [0] * len(hands)
        self.hand_size, self.colours, self.shapes = hand_size, colours, shapes
        self.bonus, self.finish, self.lone, self.free, self.stall = bonus, finish, lone, free, stall
        self.idle = 0
        self.reason = None

    @property
    def hand(self):
        return self.hands[self.turn]

    def plays(self):
        return plays(self.board, self.hand) if self.board else openings(self.hand, self.free)

    def trades(self):
        return trades(self.hand, len(self.bag)) if self.board else set()

    def must_pass(self):
        return not self.plays() and not self.trades()

    def points(self, play):
        if not self.board and len(play) == 1:
            return self.lone
        return score(self.board, dict(play), self.colours, self.shapes, self.bonus)

    def place(self, play):
        """Place the tiles of a legal play, draw, and go on."""
        assert is_legal(self.board, dict(play)) if self.board else play in self.plays()
        self.scores[self.turn] += self.points(play)
        for cell, tile in play:
            self.board[cell] = tile
            self.hand.remove(tile)
        while self.bag and len(self.hand) < self.hand_size:
            self.hand.append(self.bag.pop(0))
        self.idle = 0
        if not self.hand and not self.bag:
            self.scores[self.turn] += self.finish
            self.reason = "WENT_OUT"
        else:
            self.go_on()

    def trade(self, tiles, mixed):
        """Trade tiles; `mixed` is the bag afterwards."""
        assert tuple(sorted(tiles)) in self.trades()
        for tile in tiles:
            self.hand.remove(tile)
        for _ in tiles:
            self.hand.append(self.bag.pop(0))
        assert Counter(mixed) == Counter(self.bag) + Counter(tiles)
        self.bag = list(mixed)
        self.idle += 1
        self.go_on()

    def skip(self):
        self.idle += 1
        self.go_on()

    def go_on(self):
        left = {tile for hand in self.hands for tile in hand} | set(self.bag)
        if not any(plays(self.board, [tile]) for tile in left):
            self.reason = "BLOCKED"
        elif self.idle == self.stall * len(self.hands):
            self.reason = "STALLED"
        else:
            self.turn = (self.turn + 1) % len(self.hands)

    def winners(self):
        return tuple(seat for seat, points in enumerate(self.scores) if points == max(self.scores))
