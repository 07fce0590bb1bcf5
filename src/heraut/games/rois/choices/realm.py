"""The eight orders of the kingdom, each argument with its legal values (RO-ORD-19)."""

from __future__ import annotations

from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.choices.model import Argument, Choice, Possible
from heraut.games.rois.choices.offers import legal_first, offer
from heraut.games.rois.forecast.certainty import CERTAIN, Reason
from heraut.games.rois.forecast.grid import forecast
from heraut.games.rois.mistakes.caution import Caution
from heraut.games.rois.mistakes.votes import on_elections
from heraut.games.rois.orders import REALM_ORDERS, RealmOrder, Sheet
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.checks import check_realm_order
from heraut.games.rois.sheet.judging import key_of
from heraut.games.rois.state import HUMANOIDS, TEMPERS
from heraut.games.rois.tables import CONSTANTS


def possible_realm_orders(view: Json, sheet: Sheet) -> tuple[Possible, ...]:
    """Every order of the kingdom, in the order of `orders.REALM_ORDERS`; what the sheet says already bears a reason."""
    court = Court(view, sheet)
    return tuple(court.offers[kind]() for kind in REALM_ORDERS)


class Court:
    """What a King may order for the year, besides the orders of his people."""

    def __init__(self, view: Json, sheet: Sheet) -> None:
        self.view, self.sheet, self.book = view, sheet, Book(view)
        self.said = {key_of(order) for order in sheet.realm}
        self.offers = {
            o.Treat: self.treat, o.Break: self.break_off, o.Exchange: self.exchange, o.Donate: self.donate,
            o.CallVote: self.call, o.Vote: self.vote, o.Rename: self.rename, o.NameHeir: self.name_heir,
        }  # fmt: skip

    def reason(self, order: RealmOrder) -> Reason | None:
        """Why it may not be entered, or is in the sheet already."""
        fault = check_realm_order(self.book, order)
        if fault is not None:
            return Reason("refusal", fault.code, fault.rule, dict(fault.data))
        return Reason("refusal", "said_twice", "RO-ORD-22") if key_of(order) in self.said else None

    def relation(self, kingdom: int) -> str:
        """How one stands with another kingdom."""
        return str(self.book.own["relations"].get(str(kingdom), "neutral"))

    def kingdoms(self, make: type[o.Treat] | type[o.Break] | type[o.Exchange], *useless: str) -> Argument:
        """The other kingdoms still in play; `useless` are the relations in which the order would change nothing."""
        choices = []
        for kingdom in sorted(self.book.living - {self.book.kingdom}):
            stands = self.relation(kingdom)
            reason = self.reason(make(kingdom))
            if reason is None and stands in useless:
                reason = Reason("unfit", f"{make.code.lower()}_{stands}", "RO-DIP-03", {"kingdom": kingdom})
            choices.append(Choice(kingdom, reason, CERTAIN, data={"relation": stands}))
        return Argument("kingdom", "kingdom", legal_first(choices))

    def treat(self) -> Possible:
        """TRAITE: one step towards peace, if the other wants it too."""
        return offer(o.Treat, self.kingdoms(o.Treat))

    def break_off(self) -> Possible:
        """ROMPRE: one step towards war; Evil kingdoms may do so at the start of the year, and all the way."""
        early = [Choice(1)] if self.book.alignment == "evil" else []
        flag = Argument("early", "flag", tuple(early), optional=True)
        return offer(o.Break, self.kingdoms(o.Break, "enemy"), flag)

    def exchange(self) -> Possible:
        """SCIENCE: with Allies only."""
        return offer(o.Exchange, self.kingdoms(o.Exchange, "enemy", "neutral"))

    def donate(self) -> Possible:
        """DON: to whoever is no Enemy, of what is left after the orders of the seasons."""
        gold = forecast(self.view, self.sheet).purse.ordered
        choices = []
        for kingdom in sorted(self.book.living - {self.book.kingdom}):
            stands, reason = self.relation(kingdom), self.reason(o.Donate(kingdom, 1))
            if reason is None and stands == "enemy":
                reason = Reason("unfit", "don_enemy", "RO-DIP-13", {"kingdom": kingdom})
            choices.append(Choice(kingdom, reason, data={"relation": stands}))
        poor = Reason("reason", "too_poor", "RO-DIP-13") if gold < 1 else None
        amount = Argument("gold", "gold", least=1, most=gold)
        return offer(o.Donate, Argument("kingdom", "kingdom", legal_first(choices)), amount, reason=poor)

    def election(self, order: RealmOrder) -> Reason | None:
        """Why a call or a ballot would not be heard, in the words of the ten mistakes."""
        for caution in on_elections(self.book, Sheet(realm=(order,))):
            if caution.entry == order:
                return of_caution(caution)
        return None

    def call(self) -> Possible:
        """ELECTION."""
        order = o.CallVote()
        return offer(o.CallVote, reason=self.reason(order) or self.election(order))

    def vote(self) -> Possible:
        """VOTE: any kingdom still in play, oneself too, or nobody."""
        fault = self.election(o.Vote(0))
        choices = [Choice(0, certainty=CERTAIN)]
        choices += [Choice(kingdom, self.reason(o.Vote(kingdom)), CERTAIN) for kingdom in sorted(self.book.living)]
        said = Reason("refusal", "said_twice", "RO-ORD-22") if (o.Vote.code,) in self.said else None
        return offer(o.Vote, Argument("kingdom", "kingdom", tuple(choices)), reason=fault or said)

    def rename(self) -> Possible:
        """NOM: characters, units and provinces of one's own."""
        things = [("C", number) for number, each in self.book.characters.items() if not each["died"]]
        things += [("U", number) for number in self.book.units]
        things += [("P", number) for number in sorted(self.book.provinces)]
        choices = [
            Choice(f"{sort}{number}", self.reason(o.Rename(sort, number, "x")), CERTAIN) for sort, number in things
        ]
        text = Argument("text", "text", most=CONSTANTS.name_length_max)
        return Possible(o.Rename.code, "Rename", (Argument("number", "thing", legal_first(choices)), text))

    def name_heir(self) -> Possible:
        """HERITIER: race and temper; sex M or F; so many levels of talents, so many at most in one."""
        data = {
            "races": list(HUMANOIDS), "tempers": list(TEMPERS), "sexes": ["M", "F"], "levels": CONSTANTS.start_levels,
            "most": CONSTANTS.start_level_max, "form": self.book.own["heir_form"],
        }  # fmt: skip
        heir = Argument("form", "heir", optional=True)
        return Possible(o.NameHeir.code, "NameHeir", (heir,), self.reason(o.NameHeir(None)), data=data)


def of_caution(caution: Caution) -> Reason:
    """A caution as a reason."""
    return Reason("caution", caution.code, caution.rule, caution.data)
