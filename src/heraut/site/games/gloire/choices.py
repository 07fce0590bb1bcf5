"""What a lord may choose from as he writes his orders: what is legal among what he may know.

Another lord's knight is typed, never listed (GP-SITE-16).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from heraut.engine.protocol import Json, Seat
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.sheet.writing import WORK_NAMES, quoted
from heraut.games.gloire.tables import Constants
from heraut.site.common.words import site_words

ALL = "*"  # every knight of the lord, an order each (GP-PAR-02)


@dataclass(frozen=True)
class Choice:
    """One thing to choose: the words that it writes, and what the reader sees."""

    value: str
    label: str


@dataclass(frozen=True)
class Group:
    """Choices under a heading; "" without one."""

    label: str
    choices: list[Choice]


class Menu:
    """Everything that a lord may choose from."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view = view
        self.own = view["own"]
        self.seat: Seat = self.own["seat"]
        self.lang = lang
        self.herald = Herald(view, lang)
        self.words = site_words(lang)
        self.labels: Mapping[str, str] = self.herald.names["land"]
        self.places = atlas(view["map"]).places

    def say(self, key: str) -> str:
        """The label of a field."""
        return self.words.say("field", key)

    def constant(self, name: str) -> int:
        """A figure of the match."""
        assert name in Constants.__struct_fields__
        figure: int = self.view["settings"]["constants"][name]
        return figure

    def men(self, army: object) -> str:
        """How many men an army has, in words."""
        found = self.own["armies"].get(str(army))
        return self.words.say("field", "so_many_men", {"men": found["men"] if found else 0})

    def knights_to_joust(self) -> list[Group]:
        """The lord's knights, and all of them at once (GP-PAR-02)."""
        return [Group("", [Choice(ALL, self.say("all_knights")), *self.knights()[0].choices])]

    def armed_knights(self) -> list[Group]:
        """Those who lead an army."""
        return self.knights(armed=True)

    def vassals(self) -> list[Group]:
        """The lord's knights without himself."""
        return self.knights(himself=False)

    def garrisons(self) -> list[Group]:
        """The armies that no knight leads."""
        return self.armies(garrisons=True)

    def other_lords(self) -> list[Group]:
        """The living lords but himself."""
        return self.lords(himself=False)

    def attacks(self) -> list[Group]:
        """Each knight with the lands that he can attack."""
        return self.marches(stay=True)

    def moves(self) -> list[Group]:
        """Each knight with the lands that he can move to."""
        return self.marches(stay=False)

    def works(self) -> list[Group]:
        """The fortifications."""
        names = self.herald.names["fortification"]
        return [Group("", [Choice(word, names[level]) for level, word in WORK_NAMES.items()])]

    def knights(self, *, himself: bool = True, armed: bool = False) -> list[Group]:
        """The lord's knights, where they are and how many men they lead."""
        choices = []
        for id, knight in self.own["knights"].items():
            if (himself or int(id) != self.own["lord_knight"]) and (knight["army"] is not None or not armed):
                label = f"{knight['name']} – {self.labels[knight['land']]}, {self.men(knight['army'])}"
                choices.append(Choice(quoted(knight["name"]), label))
        return [Group("", choices)]

    def armies(self, *, garrisons: bool = False) -> list[Group]:
        """The lord's armies."""
        choices = []
        for id, army in self.own["armies"].items():
            knight = self.own["knights"].get(str(army["knight"]))
            if knight is None or not garrisons:
                leader = knight["name"] if knight else self.say("garrison_word")
                label = f"#{id} – {leader}, {self.labels[army['land']]}, {self.men(id)}"
                choices.append(Choice(f"#{id}", label))
        return [Group("", choices)]

    def own_lands(self) -> list[Group]:
        """The lord's lands."""
        return [Group("", self.land_choices(self.own["lands"]))]

    def land_choices(self, lands: Iterable[str]) -> list[Choice]:
        """Lands by name."""
        names = sorted(lands, key=lambda name: self.labels[name])
        return [Choice(quoted(name), self.labels[name]) for name in names]

    def marches(self, *, stay: bool) -> list[Group]:
        """Each knight with the lands that he can reach; for attacks, none of his lord's or of an ally's (GP-ATT-17)."""
        groups, spared = [], {self.seat, *self.view["lords"][self.seat]["allies"]}
        for knight in self.own["knights"].values():
            here = knight["land"]
            near = [*self.places[here].neighbours, *([here] if stay else [])]
            lands = [name for name in near if not stay or self.view["lands"][name]["owner"] not in spared]
            choices = [
                Choice(
                    f"{quoted(knight['name'])} {quoted(name)}",
                    f"{knight['name']} → {self.labels[name]}{self.owner(name)}",
                )
                for name in sorted(lands, key=lambda name: self.labels[name])
            ]
            if choices:
                groups.append(Group(f"{knight['name']}, {self.labels[here]}, {self.men(knight['army'])}", choices))
        return groups

    def owner(self, land: str) -> str:
        """Whose land it is, in brackets, with what that means for an attack."""
        owner = self.view["lands"][land]["owner"]
        if owner is None or owner == self.seat:
            return ""
        me = self.view["lords"][self.seat]
        bond = "enemy_of" if owner in me["enemies"] else "ally_of" if owner in me["allies"] else "no_bond"
        return " " + self.words.say("field", bond, {"lord": self.herald.lords[owner]})

    def lords(self, *, himself: bool = True) -> list[Group]:
        """The living lords."""
        return [Group("", [choice for seat, choice in self.living() if himself or seat != self.seat])]

    def lords_for(self, code: str) -> list[Group]:
        """The lords to whom a diplomatic order makes sense as things stand."""
        me = self.view["lords"][self.seat]
        allies, enemies = set(me["allies"]), set(me["enemies"])
        others = {seat for seat in self.view["lords"] if seat != self.seat}
        fits = {
            "GUE": others - enemies,
            "ALL": others - allies - enemies,
            "PAI": enemies,
            "ANN": allies,
            "APP": allies if enemies else set(),
        }[code]
        return [Group("", [choice for seat, choice in self.living() if seat in fits])]

    def living(self) -> Iterator[tuple[str, Choice]]:
        """The living lords in the order of their names."""
        lords = sorted(self.view["lords"].items(), key=lambda item: item[1]["name"])
        return ((seat, Choice(quoted(lord["name"]), lord["name"])) for seat, lord in lords if lord["alive"])

    def lands_of_others(self) -> list[Group]:
        """The lands that others could sell, lord by lord."""
        held: dict[str, list[str]] = {}
        for name, land in self.view["lands"].items():
            if land["owner"] not in (None, self.seat):
                held.setdefault(land["owner"], []).append(name)
        groups = []
        for seat, lord in sorted(self.view["lords"].items(), key=lambda item: item[1]["name"]):
            lands = sorted(held.get(seat, ()), key=lambda name: self.labels[name])
            choices = [Choice(f"{quoted(lord['name'])} {quoted(name)}", self.labels[name]) for name in lands]
            if choices:
                groups.append(Group(lord["name"], choices))
        return groups

    def all_lands(self) -> list[Group]:
        """Every land, those of others first."""
        mine = set(self.own["lands"])
        return [
            Group("", self.land_choices([name for name in self.view["lands"] if name not in mine])),
            Group(self.say("own_lands"), self.land_choices(mine)),
        ]
