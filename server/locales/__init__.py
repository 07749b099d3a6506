"""The words of the web view in English, German and French: `en.toml`, for a game `NAME.en.toml`, keys alike."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files

from babel import Locale, negotiate_locale
from babel.dates import format_date

LANGUAGES = ("en", "de", "fr")
FRENCH_SPACE = re.compile(r" (?=[?!:;»])|(?<=«) ")
"""Where French sets a space at which no line may end."""


@dataclass(frozen=True, slots=True)
class Texts:
    """All texts of one language; call it with a key and the values that its sentence names."""

    language: str
    table: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key (`section.name`); raises KeyError for a key or a value that is missing."""
        return self.table[key].format(**values)

    def plural(self, key: str, count: int, **values: object) -> str:
        """The text of `key.one` or `key.other`, as the language counts."""
        form = "one" if Locale.parse(self.language).plural_form(count) == "one" else "other"
        return self(f"{key}.{form}", count=count, **values)

    def name(self, section: str, word: str) -> str:
        """The text of a word that an edition may have made up; then the word itself."""
        return self.table.get(f"{section}.{word}", word)

    def date(self, moment: datetime) -> str:
        """A moment of the database (UTC) in this machine's zone, as the language writes it."""
        local = moment.replace(tzinfo=UTC).astimezone()
        return f"{format_date(local, 'medium', locale=self.language)}, {local:%H:%M}"

    def section(self, name: str) -> dict[str, str]:
        """All texts below one section, without its name: what a script of the page needs."""
        prefix = f"{name}."
        return {key.removeprefix(prefix): text for key, text in self.table.items() if key.startswith(prefix)}


@dataclass(frozen=True, slots=True)
class Locales:
    """The texts of every language."""

    texts: Mapping[str, Texts]

    def choose(self, wished: str | None, accept_language: str) -> Texts:
        """The texts of the language that was picked, else the best one of an Accept-Language header, else English."""
        if wished is not None and wished in self.texts:
            return self.texts[wished]
        best = negotiate_locale(_preferences(accept_language), LANGUAGES, sep="-")
        return self.texts[best or "en"]


def load_locales() -> Locales:
    """Read the packaged tables."""
    return Locales({language: Texts(language, _read_table(language)) for language in LANGUAGES})


def _read_table(language: str) -> dict[str, str]:
    """The common table of a language and those of the games, all in one."""
    endings = (f"{language}.toml", f".{language}.toml")
    sources = [file for file in files(__name__).iterdir() if file.name == endings[0] or file.name.endswith(endings[1])]
    tables = [tomllib.loads(file.read_text(encoding="utf-8")) for file in sources]
    flat = {key: text for table in tables for key, text in _flat(table, "")}
    return {key: FRENCH_SPACE.sub("\u00a0", text) for key, text in flat.items()} if language == "fr" else flat


def _flat(table: Mapping[str, object], prefix: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in table.items():
        pairs += _flat(value, f"{prefix}{key}.") if isinstance(value, Mapping) else [(prefix + key, str(value))]
    return pairs


def _preferences(accept_language: str) -> list[str]:
    """Language tags of the header, the most wanted first; what cannot be parsed is left out (RFC 9110, 12.5.4)."""
    weighted = []
    for position, part in enumerate(accept_language.split(",")):
        tag, _, weight = part.partition(";")
        quality = weight.strip().removeprefix("q=") or "1"
        if tag.strip() and quality.replace(".", "", 1).isdecimal() and float(quality) > 0:
            weighted.append((-float(quality), position, tag.strip()))
    return [tag for _, _, tag in sorted(weighted)]
