"""The language of plans: what is read, what is refused and why, what is printed back."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.games.rois.encounter.plan import check_plan, read_plan, write_plan
from heraut.games.rois.sheet.errors import Unread
from heraut.games.rois.state import Tactic
from heraut.games.rois.tables import SPELLS

COMBAT = [code for code, spell in SPELLS.items() if spell.combat]

# The seed's own plans (15.11), which are the worked examples W1 to W6
SEED = (
    "FI, FL",
    "ST, CA-FI, ME, SC",
    "CA-IN, ST, FL, ME",
    "CA-PS, CA-FI, ME, ME, FL, CA-CH, ME",
    'SA-"Salutation, Être Suprême!", TA, SC, ME',
    "US-31, US-31, US-31, US-31, US-55, ME",
)


def refusal(text: str, known: Mapping[int, str] | None = None, *, duel: bool = False) -> tuple[str, str]:
    """The code and the rule of a refusal; ("", "") when the plan is taken."""
    try:
        check_plan(read_plan(text), known or {}, duel=duel)
    except Unread as unread:
        return unread.code, unread.rule
    return "", ""


@pytest.mark.rule("RO-ENC-02")
@pytest.mark.parametrize("text", SEED)
def test_the_seed_s_plans_are_read_taken_and_printed_back(text: str) -> None:
    assert refusal(text, {31: "BF", 55: "ER"}) == ("", "")
    assert write_plan(read_plan(text)) == text


@pytest.mark.rule("RO-ENC-02")
def test_every_tactic_has_its_form() -> None:
    plan = read_plan('fi,ME , st,fl,TA,fu,sc,gi-7,SA-" Oyez,  bonnes gens ",Ca - fi,us-12')

    assert plan == (
        Tactic("FI"), Tactic("ME"), Tactic("ST"), Tactic("FL"), Tactic("TA"), Tactic("FU"), Tactic("SC"),
        Tactic("GI", item=7), Tactic("SA", text="Oyez, bonnes gens"), Tactic("CA", spell="FI"), Tactic("US", item=12),
    )  # fmt: skip
    assert read_plan("") == read_plan("  ") == ()
    assert read_plan("SA-«Paix»")[0].text == read_plan("SA-“Paix”")[0].text == "Paix"


@pytest.mark.rule("RO-ENC-02", "RO-ENC-04")
@pytest.mark.parametrize(
    ("tactic", "code"),
    [
        (Tactic("ZZ"), "plan_unknown_tactic"), (Tactic("ME", item=3), "plan_unknown_tactic"),
        (Tactic("FI", text="Sus"), "plan_unknown_tactic"), (Tactic("SA", item=3, text="Paix"), "plan_unknown_tactic"),
        (Tactic("SA", text=' "Paix'), "plan_argument"), (Tactic("GI"), "plan_item_zero"),
        (Tactic("SA", text='La "Paix'), "plan_argument"), (Tactic("SA", text="La  Paix"), "plan_argument"),
        (Tactic("GI", item=10**9), "plan_item_zero"), (Tactic("GI", item=3, text="Paix"), "plan_unknown_tactic"),
        (Tactic("US", item=3, spell="FI"), "plan_unknown_tactic"),
        (Tactic("CA", spell="BE"), "plan_action_spell"),
    ],
)  # fmt: skip
def test_a_plan_that_no_text_could_hold_is_refused(tactic: Tactic, code: str) -> None:
    with pytest.raises(Unread) as refused:
        check_plan((tactic,), {})
    assert refused.value.code == code


@pytest.mark.rule("RO-ENC-02")
@pytest.mark.parametrize("code", COMBAT)
def test_every_combat_spell_may_be_planned(code: str) -> None:
    assert read_plan(f"CA-{code}") == (Tactic("CA", spell=code),)


@pytest.mark.rule("RO-ENC-02", "RO-ENC-04")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("FI,,FL", "plan_empty_entry"),
        ("FI,", "plan_empty_entry"),
        ("XX", "plan_unknown_tactic"),
        ("FI FL", "plan_unknown_tactic"),
        ("FI-3", "plan_unknown_tactic"),
        ("US", "plan_argument"),
        ("GI-", "plan_argument"),
        ("US-épée", "plan_argument"),
        ("CA", "plan_argument"),
        ("CA-F", "plan_argument"),
        ("SA", "plan_argument"),
        ("SA-bonjour", "plan_argument"),
        ("US-0", "plan_item_zero"),
        ('SA-"bonjour', "plan_open_quote"),
        ('SA-"il dit "oui" et"', "plan_argument"),
        ('SA-"' + "x" * 81 + '"', "plan_text_too_long"),
        ("CA-ZZ", "plan_unknown_spell"),
        ("CA-TP", "plan_action_spell"),
        ("CA-BE", "plan_action_spell"),
        ("ME, " * 12 + "ME", "plan_too_long"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, code: str) -> None:
    assert refusal(text)[0] == code


@pytest.mark.rule("RO-ENC-02")
@pytest.mark.parametrize(
    ("text", "tactic", "shown"),
    [
        ("us-épée", "US", "US-ÉPÉE"),
        ("SA-" + "x" * 60, "SA", "SA-" + "X" * 37),
        ("Y" * 60, None, "Y" * 40),
        ("CAVE", None, "CAVE"),
        ('ME, SA-"Oyez', None, "Oyez"),
        ('SA-"' + "x" * 60, None, "x" * 40),
    ],
)
def test_a_refusal_repeats_forty_signs_of_what_it_could_not_read(text: str, tactic: str | None, shown: str) -> None:
    with pytest.raises(Unread) as zero:
        read_plan("ME, gi-0")
    assert zero.value.data == {"tactic": "GI"}
    with pytest.raises(Unread) as refused:
        read_plan(text)
    assert (refused.value.data.get("tactic"), refused.value.data["text"]) == (tactic, shown)


@pytest.mark.rule("RO-ENC-02")
def test_a_plan_may_have_twelve_tactics_and_a_speech_eighty_signs() -> None:
    assert refusal(", ".join(["ME"] * 12)) == ("", "")
    assert refusal('SA-"' + "x" * 80 + '"') == ("", "")


@pytest.mark.rule("RO-ENC-04")
@pytest.mark.parametrize("attack", ["FI", "ME", "CA-FI", "CA-BL", "CA-GU", "US-1", "US-2", "US-3", "US-6"])
@pytest.mark.parametrize("peaceful", ["TA", 'SA-"Paix"', "FU", "GI-9"])
def test_no_one_talks_after_an_attack(attack: str, peaceful: str) -> None:
    known = {1: "BF", 2: "SC", 3: "VP", 4: "ER", 5: "PG", 6: "CB", 7: "AI"}

    assert refusal(f"{attack}, {peaceful}", known) == ("plan_after_attack", "RO-ENC-04")
    for harmless in ("CA-IN", "US-4", "US-5", "US-7", "US-99", "FL", "SC"):
        assert refusal(f"{harmless}, {peaceful}, {attack}", known) == ("", "")


@pytest.mark.rule("RO-ENC-04")
def test_before_a_theft_only_invisibility_is_cast() -> None:
    known = {1: "BF", 2: "AI", 3: "GC", 4: "PF", 5: "8"}
    for allowed in ("CA-IN", "US-2", "US-4", "US-5", "US-77", "TA", "FL"):
        assert refusal(f"{allowed}, ST", known) == ("", "")
    for spell in ("CA-GU", "CA-FI", "US-1", "US-3"):
        assert refusal(f"{spell}, ST", known) == ("plan_spell_before_theft", "RO-ENC-04")
    assert refusal("ME, ST") == refusal("FI, ST") == ("plan_after_attack", "RO-ENC-04")


@pytest.mark.rule("RO-ENC-04", "RO-GEN-07")
def test_a_refusal_tells_nothing_of_items_that_the_writer_does_not_know() -> None:
    for hidden in ("BF", "SC", "ER", "PG"):
        assert refusal("US-31, ST, TA", {30: hidden}) == ("", "")


@pytest.mark.rule("RO-DUEL-02")
def test_a_duel_has_no_place_for_thieves_and_merchants() -> None:
    assert refusal('SA-"En garde !", CA-FI, FI, US-4, ME, FL', duel=True) == ("", "")
    for tactic in ("ST", "TA", "FU", "SC", "GI-3"):
        assert refusal(f"{tactic}, ME", duel=True) == ("plan_not_in_duel", "RO-DUEL-02")
        assert refusal(f"{tactic}, ME") == ("", "")


texts = st.text(st.characters(codec="utf-8", exclude_characters='"“”«»', exclude_categories=("Cc", "Cs")), max_size=80)
tactics = st.one_of(
    st.sampled_from(["FI", "ME", "ST", "FL", "TA", "FU", "SC"]).map(Tactic),
    st.builds(lambda code, item: Tactic(code, item=item), st.sampled_from(["GI", "US"]), st.integers(1, 999_999_999)),
    st.sampled_from(COMBAT).map(lambda spell: Tactic("CA", spell=spell)),
    texts.map(lambda text: Tactic("SA", text=" ".join(text.split()))),
)


@pytest.mark.slow
@pytest.mark.rule("RO-ENC-02")
@given(plan=st.lists(tactics, max_size=12).map(tuple))
def test_what_is_printed_is_read_back(plan: tuple[Tactic, ...]) -> None:
    assert read_plan(write_plan(plan)) == plan


@pytest.mark.slow
@settings(max_examples=300)
@given(text=st.text(max_size=60) | st.lists(st.sampled_from([*SEED[4], "CA-", "US-3", ",", '"', "SA-"])).map("".join))
def test_nothing_that_is_typed_breaks_the_reader(text: str) -> None:
    refusal(text, {3: "BF"}, duel=True)
