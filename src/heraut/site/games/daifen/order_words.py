"""Orders as sentences; the code that a line begins with stands small beside them."""

from __future__ import annotations

from heraut.engine.protocol import Json
from heraut.games.daifen import orders as o
from heraut.games.daifen.herald import Herald
from heraut.games.daifen.orders import Order
from heraut.site.common.words import site_words


class Sentences:
    """The orders of one lord in one language."""

    def __init__(self, view: Json, lang: str) -> None:
        self.herald, self.words = Herald(view, lang), site_words(lang)

    def say(self, key: str, **data: object) -> str:
        """One of the sentences."""
        return self.words.say("daifen_order", key, data, self.herald.names)

    def of(self, order: Order) -> str:
        """What the order asks for."""
        match order:
            case o.Build(building=code, count=count):
                return self.say("build", things=self.herald.counted(code, count))
            case o.Train(unit=code, count=count):
                return self.say("train", things=self.herald.counted(code, count))
            case o.Develop(technology=code):
                return self.say("develop", technology=code)
            case o.Expedition(kingdom=kingdom, units=units):
                key = "attack" if isinstance(order, o.Attack) else "support"
                return self.say(key, kingdom=kingdom, units=self.herald.listed(dict(units)))
            case o.Give(kingdom=kingdom, content=content, count=count):
                return self.say("give", kingdom=kingdom, gift=self.herald.gift(content, count))
            case o.Vote(yes=yes):
                return self.say("vote_yes" if yes else "vote_no")
        return self.secret(order)

    def secret(self, order: Order) -> str:
        """What spies do, and what is said in the dark."""
        match order:
            case o.Explore(count=count):
                return self.say("explore", count=count)
            case o.Guard(count=count):
                return self.say("guard", count=count)
            case o.Mission(kingdom=kingdom, count=count):
                return self.say(MISSION_KEYS[type(order)], kingdom=kingdom, count=count)
            case o.Reveal(kingdom=kingdom, recipient=recipient):
                return self.say("reveal", kingdom=kingdom, recipient=recipient)
            case o.Rumour(kingdom=kingdom):
                return self.say("rumour", kingdom=kingdom)
        raise TypeError(f"{type(order).__name__} is no order of this game")


MISSION_KEYS: dict[type[Order], str] = {o.SpyOn: "spy_on", o.Steal: "steal", o.Sabotage: "sabotage"}
