"""The words of the pages: complete in three languages, and chosen as the reader wishes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from rules.crystalla.vocabulary import Crystal
from server.desks import OPENERS
from server.live.snapshot import LiveState
from server.locales import LANGUAGES, load_locales
from tests.server.web_client import Site, open_site
from vision.errors import SENTENCES, Reason
from vision.health import Condition

LOCALES = load_locales()
ENGLISH = LOCALES.texts["en"].table
SOURCES = {
    path.name: path.read_text(encoding="utf-8")
    for folder in ("web/templates", "web/templates/desks", "web/static/js", ".", "desks", "live")
    for path in Path(str(files("server").joinpath(folder))).iterdir()
    if path.suffix in (".html", ".svg", ".js", ".py")
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_exists_in_every_language_with_the_same_values(language: str) -> None:
    table = LOCALES.texts[language].table
    assert table.keys() == ENGLISH.keys()
    for key, text in table.items():
        assert text.strip()
        assert sorted(re.findall(r"\{(\w+)\}", text)) == sorted(re.findall(r"\{(\w+)\}", ENGLISH[key])), key


def test_no_line_of_french_begins_with_its_punctuation() -> None:
    french = LOCALES.texts["fr"]
    assert french("copies.read_as", name="Maison") == "Lu comme l’exemplaire «\u00a0Maison\u00a0»"
    assert not [text for text in french.table.values() if re.search(r" [?!:;»]|« ", text)]
    assert "\u00a0" not in "".join(ENGLISH.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_vision_is_worded_with_its_parameters(language: str) -> None:
    wordings = LOCALES.texts[language].section("reason")
    assert wordings.keys() == set(Reason) == SENTENCES.keys()
    for code, sentence in SENTENCES.items():
        assert sorted(re.findall(r"\{(\w+)\}", wordings[code])) == sorted(re.findall(r"\{(\w+)\}", sentence)), code
        assert (wordings[code] == sentence) is (language == "en"), code


def test_every_reason_of_vision_is_raised() -> None:
    raised = "".join(
        path.read_text(encoding="utf-8")
        for path in Path(str(files("vision"))).rglob("*.py")
        if path.name != "errors.py"
    )
    assert {code.name for code in Reason} == set(re.findall(r"\bReason\.(\w+)", raised))


def used_keys() -> set[str]:
    keys = set()
    for name, source in SOURCES.items():
        if name.endswith(".js"):
            keys |= {f"script.{key}" for key in re.findall(r'\btext\("(\w+)"', source)}
            keys |= {f"script.{key}.other" for key in re.findall(r'\bplural\("(\w+)"', source)}
            keys |= {f"script.{key}" for key in re.findall(r'\bsay\("(\w+)"', source)}
        elif name.endswith(".py"):
            keys |= {f"error.{key}" for key in re.findall(r'RefusalError\(\s*\S+, "([\w-]+)"', source)}
            keys |= set(re.findall(r'\btexts\("([\w.-]+)"', source))
        else:
            keys |= set(re.findall(r'\bt\("([\w.-]+)"[,)]', source))
            keys |= {f"{key}.other" for key in re.findall(r't\.plural\("([\w.-]+)"', source)}
    return keys


def test_every_text_that_is_used_exists() -> None:
    missing = used_keys() - ENGLISH.keys()
    assert not missing
    assert len(used_keys()) > 80, "the search finds the uses"


def test_every_text_that_exists_is_used() -> None:
    built = (
        "crystal.",
        "short.",
        "line.",
        "watch.",
        "language.",
        "error.no-",
        "error.copy-",
        "reason.",
        "scan.large",
        "scan.small",
        "colour.",
        *(f"{game}." for game in OPENERS),
    )
    unused = {
        key
        for key in ENGLISH.keys() - used_keys()
        if not key.startswith(built) and not key.endswith((".one", ".other"))
    }
    assert not unused


def test_every_state_of_a_watched_table_and_its_cameras_is_worded() -> None:
    wanted = {f"watch.state-{state}" for state in LiveState} | {f"watch.camera-{condition}" for condition in Condition}
    assert wanted <= ENGLISH.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_crystal_has_a_name_and_a_short_name_of_its_own(language: str) -> None:
    texts = LOCALES.texts[language]
    shorts = {texts(f"short.{crystal}") for crystal in Crystal}
    assert len(shorts) == len(Crystal)
    for crystal in Crystal:
        assert texts(f"crystal.{crystal}").startswith(texts(f"short.{crystal}")[0])
        assert texts.plural(f"line.{crystal}", 4)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-CH,fr;q=0.5", "de"),
        ("es, fr-CA;q=0.8, en;q=0.2", "fr"),
        ("en;q=0.1, fr;q=0.9", "fr"),
        ("fr;q=0, de", "de"),
        ("ja", "en"),
        ("*", "en"),
        ("de;q=x", "en"),
        (";;;,,,=", "en"),
    ],
)
def test_the_browsers_wish_is_followed(site: Site, header: str, language: str) -> None:
    assert f'<html lang="{language}">' in site.client().get("/", headers={"accept-language": header}).text


def test_the_switch_outweighs_the_browser(site: Site) -> None:
    client = site.client()
    answer = client.post("/language", data={"language": "fr", "back": "/api/docs"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/api/docs")
    assert "Pour les programmes" in client.get("/", headers={"accept-language": "de"}).text
    assert client.get("/api/pads/x").json()["error"].startswith("cette feuille")


def test_an_unknown_language_changes_nothing(site: Site) -> None:
    client = site.client()
    assert client.post("/language", data={"language": "xx"}).status_code == 303
    assert '<html lang="en">' in client.get("/").text


def test_the_api_page_lists_every_operation_of_the_description(site: Site) -> None:
    client = site.client()
    page = client.get("/api/docs").text
    paths = client.get("/api/openapi.json").json()["paths"]
    assert len(paths) >= 12
    for path in paths:
        assert f"<code>{path}</code>" in page


def test_the_written_description_names_every_path(site: Site) -> None:
    written = Path(str(files("server").joinpath("API.md"))).read_text(encoding="utf-8")
    for path in site.client().get("/api/openapi.json").json()["paths"]:
        name = path.replace("{pad_id}", "{id}").replace("{scan_id}", "{id}").replace("{game_id}", "{id}")
        ending = name.removeprefix("/api/pads/{id}/export").removeprefix("/api/games/{id}/export")
        assert name in written or (ending in (".csv", ".json") and f"`{ending}`" in written), path
