"""Data of one's own copy: the form and the file say the same, mistakes are found where they stand, games are kept."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from rules.crystalium.edition import load_edition as load_crystalium
from rules.fields import Written
from rules.krystal.edition import load_edition as load_krystal
from server.desks.desk import Words
from server.editions.folder import LOADERS
from server.editions.form import EditionForm, Entry
from server.editions.toml import write_toml
from server.locales import LANGUAGES, load_locales
from server.routes_editions import FORMS
from server.wording import worded
from tests.server.web_client import Client, Site, open_site

GAMES = list(FORMS)
TEXTS = load_locales().texts


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as running:
        yield running


@pytest.fixture
def client(site: Site) -> Client:
    return site.client()


def reference(game: str) -> str:
    return files(f"rules.{game}").joinpath("editions/reference.toml").read_text(encoding="utf-8")


def own(game: str, name: str = "club") -> str:
    return reference(game).replace('name = "reference"', f'name = "{name}"', 1)


def fields(form: EditionForm, data: dict[str, Any]) -> dict[str, str]:
    """What a browser sends for an edition's data: every field, ticked boxes only."""
    rows = form.rows_of(data)
    return {
        f"{section.name}-{index}-{column.name}": row.get(column.name, "")
        for section in form.sections
        for index, row in enumerate(rows[section.name])
        for column in section.columns
        if column.entry is not Entry.FLAG or row.get(column.name)
    }


def test_a_form_of_krystal_left_as_it_is_writes_the_reference() -> None:
    form = FORMS["krystal"]
    written = write_toml(form.data_of(form.read(fields(form, tomllib.loads(reference("krystal"))))))
    assert load_krystal(Written(written, "form")) == load_krystal()


def test_a_form_of_crystalium_left_as_it_is_writes_the_reference() -> None:
    form = FORMS["crystalium"]
    written = write_toml(form.data_of(form.read(fields(form, tomllib.loads(reference("crystalium"))))))
    ours, read = load_crystalium(), load_crystalium(Written(written, "form"))
    count = [Counter((card.face, card.min_players) for card in one.ocean) for one in (ours, read)]
    assert count[0] == count[1]
    for part in ("name", "starting", "whirlpools", "solo_whirlpools", "solo", "ships", "switches"):
        assert getattr(read, part) == getattr(ours, part), part


@pytest.mark.parametrize(
    ("game", "field", "value", "place"),
    [
        ("krystal", "places-3-dp", "x", ("places", 3)),
        ("krystal", "places-6-paths", "nowhere", ("places", 6)),
        ("krystal", "gates-2-exits", "nowhere", ("gates", 2)),
        ("krystal", "modifiers-4-birds", "", ("modifiers", 4)),
        ("krystal", "heroes-7-magic", "99", ("heroes", 7)),
        ("krystal", "combat-1-v3", "9", ("combat", 1)),
        ("krystal", "creatures-2-value", "-1", ("creatures", 2)),
        ("krystal", "options-0-stones_to_win", "6", ("options", 0)),
        ("krystal", "general-0-energy_max", "3", ("general", 0)),
        ("crystalium", "fish-5-waves", "x", ("fish", 5)),
        ("crystalium", "stations-3-need", "0", ("stations", 3)),
        ("crystalium", "components-4-count", "many", ("components", 4)),
        ("crystalium", "starting-2-value", "0", ("starting", 2)),
        ("crystalium", "whirlpools-7-waves", "10", ("whirlpools", 7)),
        ("crystalium", "whirlpools-4-solo", "", ("whirlpools", 0)),
        ("crystalium", "solo-9-reveal", "", ("solo", 9)),
        ("crystalium", "ships-4-colour", "blue", ("ships", 4)),
        ("crystalium", "switches-0-min_current", "4", ("switches", 0)),
    ],
)
def test_a_mistake_is_told_and_shown_in_its_row(
    client: Client, game: str, field: str, value: str, place: tuple[str, int]
) -> None:
    form = FORMS[game]
    sent = fields(form, tomllib.loads(own(game))) | {field: value}
    page = client.post(f"/{game}/copy", data=sent | {"do": "keep"}).text
    assert 'role="alert" id="wrong"' in page
    assert f'<tr id="{place[0]}-{place[1]}" class="wrong">' in page
    assert client.get("/api/desks").json()[GAMES.index(game) - len(GAMES)]["editions"] == []


@pytest.mark.parametrize("game", GAMES)
def test_an_edition_is_kept_listed_taken_away_and_deleted(site: Site, game: str) -> None:
    client, form = site.client(), FORMS[game]
    sent = fields(form, tomllib.loads(own(game, "Café & Club")))
    assert 'id="result"' in client.post(f"/{game}/copy", data=sent | {"do": "check"}).text
    assert "/copy/file" not in client.get(f"/{game}/copy").text
    kept = client.post(f"/{game}/copy", data=sent | {"do": "keep"})
    assert kept.status_code == 303
    assert "Café &amp; Club" in client.get(kept.headers["location"]).text
    name = {"name": "Café & Club"}
    text = client.get(f"/{game}/copy/file", params=name).text
    assert LOADERS[game](Written(text, "file")).name == "Café & Club"
    assert len(list((site.folder / "editions" / game).glob("*.toml"))) == 1
    assert client.get(f"/games/new/{game}", params={"edition": "Café & Club"}).status_code == 200
    assert client.post(f"/{game}/copy/delete", data=name).status_code == 303
    assert client.get(f"/{game}/copy/file", params=name).status_code == 404
    assert client.get(f"/games/new/{game}", params={"edition": "Café & Club"}).status_code == 422


@pytest.mark.parametrize("game", GAMES)
def test_the_text_is_checked_and_kept_as_it_is(client: Client, game: str) -> None:
    assert "<textarea" in client.get(f"/{game}/copy/text").text
    assert "file is" in client.post(f"/{game}/copy/text", data={"text": "name = "}).text
    assert "a name of its own" in client.post(f"/{game}/copy/text", data={"text": reference(game)}).text
    mine = own(game) + "# a remark of mine\n"
    answer = client.post(f"/{game}/copy/text", data={"text": mine.replace("\n", "\r\n"), "do": "keep"})
    assert answer.status_code == 303
    assert client.get(f"/{game}/copy/file?name=club").text == mine


def test_a_game_of_krystal_keeps_its_copy_and_options_when_the_copy_is_gone_and_the_server_anew(
    client: Client, tmp_path: Path
) -> None:
    mine = own("krystal").replace("energy_max = 10", "energy_max = 7")
    assert client.post("/krystal/copy/text", data={"text": mine, "do": "keep"}).status_code == 303
    seats = [{"colour": "red"}, {"colour": "blue"}]
    answers = {"edition": "club", "negotiation": "true", "stones_to_win": "5", "setup": "optional_hand"}
    game = client.post("/api/games", json={"game": "krystal", "seats": seats, "answers": answers}).json()
    assert game["edition"] == "club"
    client.post("/krystal/copy/delete", data={"name": "club"})
    with open_site(tmp_path) as again:
        page = again.client().get(f"/games/{game['id']}?seat=0").text
    assert 'max="7"' in page and "0 of 5 stones" in page
    record = client.get(f"/api/games/{game['id']}/record.txt").text
    assert "negotiation: true\n" in record and "stones_to_win: 5\n" in record and "setup: optional_hand\n" in record
    start = record.split("start: ")[1].split("\n")[0]
    assert [start.count(stone) for stone in ("cristal", "rubis")] == [3, 4], "out: two series and one stay (KR-126)"


def test_a_game_of_crystalium_is_played_by_the_switches_of_its_copy(client: Client) -> None:
    mine = own("crystalium").replace("min_current = 1", "min_current = 0")
    assert client.post("/crystalium/copy/text", data={"text": mine, "do": "keep"}).status_code == 303
    told = {}
    for edition in ("", "club"):
        answers = {"edition": edition} if edition else {}
        seats = [{"colour": "blue"}, {"colour": "green"}]
        game = client.post("/api/games", json={"game": "crystalium", "seats": seats, "answers": answers}).json()
        for _ in range(2):
            line = game["moves"][0]["options"][0]["line"]
            game = client.post(f"/api/games/{game['id']}/moves", json={"line": line}).json()
        told[edition] = client.post(f"/api/games/{game['id']}/moves", json={"line": "done"})
    assert told[""].json()["rule"] == "CU-R01"
    assert told["club"].status_code == 200


@pytest.mark.parametrize(
    ("game", "answers"),
    [
        ("krystal", {"negotiation": "perhaps"}),
        ("krystal", {"heroes": "x"}),
        ("krystal", {"free_stone": "coal"}),
        ("crystalium", {"advanced": "many"}),
        ("crystalium", {"colour": "red"}),
        ("krystal", {"edition": "nobody's"}),
    ],
)
def test_an_answer_that_is_not_offered_is_refused(client: Client, game: str, answers: dict[str, str]) -> None:
    seats = [{"colour": "red"}, {"colour": "blue"}]
    told = client.post("/api/games", json={"game": game, "seats": seats, "answers": answers})
    assert told.status_code == 422
    assert next(iter(answers.values())) in told.json()["error"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_the_form_exists(game: str, language: str) -> None:
    said: list[Words] = []
    for section in FORMS[game].sections:
        said += [section.title, *section.labels, *([section.hint] if section.hint else [])]
        said += [words for column in section.columns for words in (column.title, *(one for _, one in column.values))]
    assert all(worded(words, TEXTS[language]).strip() for words in said)
