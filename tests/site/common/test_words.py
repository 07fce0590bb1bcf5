"""The words of the site: templates ask for what exists, and nothing is said that nobody asks for."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils import timezone, translation

import heraut.site
from heraut.site.common.words import colon, day, local, site_words

ROOT = Path(heraut.site.__file__).parent
ASKED = re.compile(r"""\bsay\(["']([\w.]+)["']""")
TEMPLATES = [path for ending in ("html", "txt", "ics", "xml") for path in ROOT.rglob(f"jinja2/**/*.{ending}")]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_templates_ask_for_words_that_exist(template: Path) -> None:
    asked = [key.partition(".") for key in ASKED.findall(template.read_text())]
    assert not [(group, key) for group, _, key in asked if not site_words("fr").has(group, key)]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_template_sets_a_sign_as_french_wants_it(template: Path) -> None:
    """`{{ colon() }}` does so for the reader's language."""
    assert template.name == "styleguide.html" or not re.findall(r"[}>)] [:;?!](?=[ <{])", template.read_text())


@pytest.mark.parametrize(
    "file", list(ROOT.parent.rglob("text/en.toml")), ids=lambda path: str(path.relative_to(ROOT.parent))
)
def test_english_has_no_blank_before_a_high_sign(file: Path) -> None:
    """But in the syntax of orders, which is the rulebook's."""
    assert not [
        line
        for line in file.read_text().splitlines()
        if re.search(r"[^\s{|] [:;?!](?=[\s<\"]|$)", line.partition("=")[2])
        and not re.match(r"(syntax_)?[A-Z]+ = ", line)
    ]


def test_no_figure_breaks_between_its_thousands_in_french() -> None:
    said = [sentence for words in site_words("fr").groups.values() for sentence in words.values()]
    assert [sentence for sentence in said if re.search(r"\d \d{3}\b", sentence)] == []


def test_a_match_of_a_tournament_is_titled_alike_for_all() -> None:
    """Its title is kept, and read in both languages."""
    french, english = (site_words(one).groups["tournaments"]["match_title"] for one in ("fr", "en"))
    assert french == english


@pytest.mark.slow
def test_nothing_is_said_that_nobody_asks_for() -> None:
    """Sentences of groups that are asked for key by key, and refusals, whose keys stand whole where they are raised."""
    package = ROOT.parent
    code = "\n".join(
        path.read_text() for ending in ("py", "html", "txt", "ics") for path in package.rglob(f"*.{ending}")
    )
    asked, words = set(re.findall(r"\b\w+\.[\w-]+", code)), set(re.findall(r"\w+", code))
    computed = set(re.findall(r"[\"'](?=(\w+)(?:[\"']|\.[\w-]*(?:\{|[\"']\s*~)))", code))
    groups = site_words("fr").groups

    def by_key(group: str) -> bool:
        forms, _, part = group.rpartition("_")
        if part in ("field", "hint") and f'WORDS = "{forms.removesuffix("_field")}"' in code:
            return False  # by the names of a form's fields (`WordedFields`)
        return group not in computed and any(f"{group}.{key}" in asked for key in groups[group])

    assert not [
        f"{group}.{key}"
        for group, sentences in groups.items()
        for key in sentences
        if f"{group}.{key}" not in asked and (by_key(group) or (group.endswith("_refusal") and key not in words))
    ]


@pytest.mark.parametrize(("language", "number", "written"), [
    ("fr", 1, "dimanche 1er novembre"),
    ("fr", 11, "mercredi 11 novembre"),
    ("en", 1, "Sunday 1 November"),
])  # fmt: skip
def test_the_first_of_a_month_is_written_as_such(language: str, number: int, written: str) -> None:
    with translation.override(language):
        assert local(datetime(2026, 11, number, 12, tzinfo=UTC)).startswith(written)


def test_one_moment_is_told_to_each_reader_by_his_own_clock() -> None:
    moment = datetime(2026, 11, 2, 23, 30, tzinfo=UTC)
    told = []
    for zone in ("Europe/Paris", "America/Montreal", "Europe/Paris"):
        with timezone.override(zone):
            told.append(local(moment))
    assert [words[-5:] for words in told] == ["00:30", "18:30", "00:30"]
    assert told[0].startswith("mardi 3") and told[1].startswith("lundi 2")


@pytest.mark.parametrize(("language", "number", "written"), [
    ("fr", 1, "1er novembre 2026"), ("fr", 11, "11 novembre 2026"), ("en", 1, "1 November 2026"),
])  # fmt: skip
def test_a_day_is_written_with_its_year(language: str, number: int, written: str) -> None:
    with translation.override(language):
        assert day(datetime(2026, 11, number, 12, tzinfo=UTC)) == written


@pytest.mark.parametrize("language, sign", [("fr", "\u00a0:"), ("en", ":")])
def test_a_colon_has_a_space_before_it_in_french_alone(language: str, sign: str) -> None:
    with translation.override(language):
        assert colon() == sign
