"""Words of the desks in the language of a reader."""

from __future__ import annotations

from server.desks.desk import Words
from server.locales import Texts
from server.refusals import Broken


def worded(words: Words, texts: Texts) -> str:
    """The text of words, the words among their values worded first; raises KeyError for a key that is missing."""
    section, _, word = words.key.partition(".")
    if section == "colour":
        return texts.name(section, word)
    return texts(words.key, **{name: _said(value, texts) for name, value in words.values.items()})


def _said(value: object, texts: Texts) -> object:
    if isinstance(value, tuple):
        return ", ".join(str(_said(one, texts)) for one in value)
    return worded(value, texts) if isinstance(value, Words) else value


def rule_sentence(broken: Broken, texts: Texts) -> str:
    """What the broken rule says in the reader's language, else the engine's own English sentence."""
    key = f"{broken.game}.rule-{broken.error.rule}"
    if key not in texts.table:
        return broken.error.message
    shown = {name: value for name, value in broken.error.parameters.items() if isinstance(value, int | str)}
    named = {name: worded(words, texts) for name, words in broken.named.items() if isinstance(words, Words)}
    return texts(key, **shown | named)
