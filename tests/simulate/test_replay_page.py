"""The page of a game, tried in a browser: it steps, plays, fits, and asks the network for nothing."""

import random
import shutil

import pytest

from tsurolab.games.catalogue import all_editions, game
from tsurolab.simulate import replay_page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FIRST = list({edition.family: edition.name for edition in reversed(list(all_editions()))}.values())
"""The first edition of each family."""
SIZES = {"wide": {"width": 1200, "height": 800}, "phone": {"width": 390, "height": 844}}


@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"there is no browser on this machine; looked for {', '.join(BROWSERS)}")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="module", params=FIRST)
def shown(request, tmp_path_factory):
    """A finished random game, its states, and the file of its page."""
    chooser = random.Random(request.param)
    found = game(request.param)
    state = found.new(found.players[1], seed=5)
    states = [state.copy()]
    while not state.is_over:
        states.append(state.play(chooser.choice(list(state.legal_moves))).copy())
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(replay_page(state.record()), encoding="utf-8")
    return states, path


@pytest.fixture
def opened(browser, shown):
    """The page in a browser, with everything it logs or asks for."""
    states, path = shown
    context = browser.new_context(viewport=SIZES["wide"])
    page = context.new_page()
    trouble, asked = [], []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/*", lambda route: route.continue_() if route.request.url == path.as_uri() else route.abort())
    page.goto(path.as_uri())
    yield page, states
    context.close()
    assert trouble == []
    assert asked == [path.as_uri()]


def line(page):
    return page.locator("#now").inner_text()


def heard(page):
    return page.locator("#board svg").get_attribute("aria-label")


def board(page):
    return page.locator("#board").inner_html()


def test_a_page_is_of_sensible_size_and_has_no_link(shown):
    states, path = shown
    text = path.read_text(encoding="utf-8")
    assert len(text) < 60_000 + 25_000 * len(states)
    assert len(text) < sum(len(state.svg()) + len(state.svg(narrow=True)) for state in states) / 2
    assert "://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert not any(word in text for word in ("src=", "href=", "url(", "@import"))
    assert "default-src 'none'" in text


def test_keys_step_through_the_game(opened):
    page, states = opened
    assert line(page) == f"Start: {states[0].last_words}"
    start = board(page)
    for key, ply in (("ArrowRight", 1), ("ArrowDown", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("ArrowUp", 1)):
        page.keyboard.press(key)
        assert line(page) == f"{ply}. {states[ply].last_words}"
        assert board(page) != start
    page.keyboard.press("End")
    assert line(page) == f"End: {states[-1].final_words}"
    assert "win" in heard(page)
    assert page.locator("#on").is_disabled()
    page.keyboard.press("ArrowRight")
    assert line(page) == f"End: {states[-1].final_words}"
    page.keyboard.press("Home")
    assert (line(page), board(page)) == (f"Start: {states[0].last_words}", start)
    assert page.locator("#back").is_disabled()


def test_slider_buttons_and_lines_step_through_the_game(opened):
    page, states = opened
    lines = page.locator("#moves button")
    assert lines.count() == len(states) + 1
    page.locator("#slider").fill("4")
    assert line(page) == f"4. {states[4].last_words}"
    fourth = board(page)
    page.locator("#on").click()
    assert line(page) == f"5. {states[5].last_words}"
    assert board(page) != fourth
    page.locator("#back").click()
    assert board(page) == fourth
    lines.nth(len(states) - 1).click()
    assert line(page) == f"{len(states) - 1}. {states[-1].last_words}"
    assert page.locator("#slider").input_value() == str(len(states) - 1)
    assert page.locator("[aria-current]").all_inner_texts() == [line(page)]
    page.keyboard.press("ArrowLeft")  # also while a line has the focus, once
    assert line(page) == f"{len(states) - 2}. {states[-2].last_words}"


def test_the_line_shown_is_in_view(opened):
    page, states = opened
    for ply in (0, len(states) // 2, len(states)):
        page.locator("#slider").fill(str(ply))
        item, moves = (page.locator(place).bounding_box() for place in ("[aria-current]", "#moves"))
        assert moves["y"] <= item["y"] + 1
        assert item["y"] + item["height"] <= moves["y"] + moves["height"] + 1


def test_every_position_is_drawn_as_the_state_draws_itself(opened):
    page, states = opened
    told = page.evaluate("() => album.pictures.map((_, n) => picture(album, n))")
    assert told == [state.svg() for state in states] + [state.svg(narrow=True) for state in states]


def test_play_goes_on_by_itself_and_pauses(browser, shown):
    states, path = shown
    context = browser.new_context(viewport=SIZES["wide"])
    page = context.new_page()
    page.clock.install()
    page.goto(path.as_uri())
    page.locator("#play").click()
    assert page.locator("#play").inner_text() == "Pause"
    page.clock.run_for(3400)
    assert line(page) == f"3. {states[3].last_words}"
    page.locator("#play").click()
    page.clock.run_for(5000)
    assert line(page) == f"3. {states[3].last_words}"
    page.locator("#slider").fill(str(len(states) - 1))
    page.locator("#play").click()
    page.clock.run_for(5000)
    assert line(page) == f"End: {states[-1].final_words}"
    assert page.locator("#play").inner_text() == "Play"
    page.locator("#play").click()  # from the start again
    page.clock.run_for(1200)
    assert line(page) == f"1. {states[1].last_words}"
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
def test_it_fits_and_shows_in_light_and_dark(browser, shown, tmp_path, size, scheme):
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    states, path = shown
    context = browser.new_context(viewport=SIZES[size], color_scheme=scheme)
    page = context.new_page()
    page.goto(path.as_uri())
    page.locator("#slider").fill(str(len(states) // 2))
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
    words = page.evaluate("[...document.querySelectorAll('#board text')].map(each => each.getBoundingClientRect())")
    assert all(box["left"] >= 0 and box["right"] <= SIZES[size]["width"] for box in words)
    page.screenshot(path=tmp_path / "page.png", full_page=True)
    page.locator("#board").screenshot(path=tmp_path / "board.png")
    context.close()
    for name in ("page", "board"):
        pixels = image.open(tmp_path / f"{name}.png").convert("L")
        shades = pixels.histogram()
        most = max(range(256), key=shades.__getitem__)
        assert sum(count > 20 for count in shades) > 30  # not blank
        assert (most > 200) == (scheme == "light")  # nor of the other scheme
        assert (most < 60) == (scheme == "dark")
