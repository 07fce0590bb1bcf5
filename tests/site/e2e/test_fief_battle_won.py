"""A battle won within the first match, by a guest who has nothing but the page: its guide, its offers, its board."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.site.e2e.test_fief_first_turn import ANSWERED, Guest

EVEN = 50  # in a hundred: an attack with less hope is not worth it
LATEST = 10  # turns of a match to try

# The march that takes most soldiers nearest to pawns of another family, as one sees them on the board
TOWARDS = """() => {
  const seat = document.getElementById("table").dataset.march, board = document.querySelector("svg.board");
  const at = (village) => {
    const box = board.querySelector(`.village[data-village="${village}"] .spot`).getBoundingClientRect();
    return [box.x, box.y];
  };
  const foes = [...board.querySelectorAll(`.party:not([data-seat="${seat}"])`)].map((one) => at(one.dataset.village));
  const far = (village) => Math.min(...foes.map(([x, y]) => Math.hypot(x - at(village)[0], y - at(village)[1])));
  const offers = [...document.querySelectorAll("#choix-march button.option")].filter(
    (one) => Number(one.dataset.troop) > 1 && !one.value.match(/assaut|forcer|demander/)
      && far(one.dataset.village) < far(one.dataset.origin));
  offers.sort((a, b) => far(a.dataset.village) - far(b.dataset.village) || b.dataset.troop - a.dataset.troop);
  return offers.length ? offers[0].value : "";
}"""
HOPE = """() => {
  const told = document.querySelector("#choix-assault .chances");
  const found = told ? [...told.textContent.matchAll(/([0-9]+)(?:,[0-9]+)?\\s*%/g)].map((one) => Number(one[1])) : [];
  return found.length ? found.reduce((a, b) => a + b) / found.length : 0;
}"""


class Warrior(Guest):
    """A guest who looks for a fight that he may win."""

    @property
    def turn(self) -> int:
        """The turn that is played."""
        told = self.page.locator("#turn").inner_text()
        return int("".join(one for one in told.split("tour")[-1] if one.isdigit()) or 0)

    @property
    def victorious(self) -> bool:
        """Whether the page tells of a battle that he has won."""
        won = self.page.locator("#issues .outcome.good", has_text="victoire de")
        return bool(won.count())

    def give(self, selector: str) -> bool:
        """Presses the first of these buttons, if there is one, and waits for what the table makes of it."""
        button = self.page.locator(selector).first
        if not self.page.locator(selector).count():
            return False
        fold = button.locator("xpath=ancestor::details[not(@open)]/summary")
        if fold.count():
            fold.first.click()
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            button.click()
        self.page.wait_for_function(ANSWERED)
        return True

    def answer(self) -> None:
        """Answers whatever is asked, looking for a battle."""
        expect(self.page.locator("#table")).to_have_attribute("data-asked", "1")
        asking = self.page.locator("#question").inner_text()
        if self.number and self.turn < 2 and self.give("#premiers-pas li.open button"):
            return
        if "Les cartes" in asking and self.give(".hand .playing-card.lord ~ .card-acts button.option"):
            return
        if "Les achats" in asking and self.turn > 1 and self.give("#choix-recruit button.option:last-child"):
            return
        if "Les mouvements" in asking and self.march():
            return
        answers = ("#barre button.primary[form]", "#reponse .option-list button", "#reponse button.primary")
        if not any(self.give(button) for button in (*answers, "#camps button.primary")):  # or with whom he fights
            raise AssertionError(asking)

    def march(self) -> bool:
        """An attack with good hope; else a step towards a neighbour."""
        if self.page.evaluate(HOPE) >= EVEN:
            return self.give("#choix-assault button.option")
        towards = self.page.evaluate(TOWARDS)
        return bool(towards) and self.give(f'#choix-march button.option[value="{towards}"]')

    def fight_until_victory(self) -> bool:
        """Plays a match to its end, or to a battle won."""
        self.begin()
        while self.turn <= LATEST and "finie" not in self.page.locator("#question").inner_text():
            self.answer()
            if self.victorious:
                return True
        return False


def test_a_guest_wins_a_battle_in_his_first_match(chromium: Any, site: Any) -> None:
    guest = Warrior(chromium, site.url, height=800)
    assert any(guest.fight_until_victory() for _ in range(3))  # dice decide
    won = guest.page.locator("#issues .outcome.good", has_text="victoire de").first
    expect(won.locator(".badge")).to_have_text("Succès")
    expect(guest.page.locator("svg.board .happened .won")).not_to_have_count(
        0
    )  # the battle is told on the board as well
    guest.press("C'est lu")
    expect(guest.page.locator("#issues")).to_have_count(0)
    guest.context.close()
    assert guest.faults == []
