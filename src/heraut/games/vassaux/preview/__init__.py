"""What a player is shown before he binds himself: pure, from what his seat may see, by the code that resolves.

    preview(decision, given, coming, chosen) -> Preview

`decision` is the question at hand, `given` the draft (`Given(decision, answer)` line by line, as `site…drafts.Draft`
holds them), `coming` the question after them (None: chance, or others, come first), `chosen` the unit that was touched.

A `Preview` (`shapes.py`) holds, as far as the draft says so:

    way            straight parts of the leader's way, `used` of `allowed` mR, rulers of the most that may be laid
    standing       `ghosts` {figure: point}, `confused`, `abandoned`, `stay`, `contacts` [(own figure, enemy figure)]
    interruptions  who may react: unit, chance, `spans` in mR along the way and their `places`, orders with their odds
    fray, volley, casting   exact odds of the fight, the shot, the spell of the draft
    reach          radii and the rim of what the chosen unit can reach
    targets        every group that the chosen unit may charge, strike, shoot at or enchant, with its odds and its lines
    reactions      at the question `react`: each own unit that may, with its orders, spans and odds
    choice         figures to be named (losses, leavers)

shapes.py the structs · moves.py ways and places · ends.py ends of a march · frays.py melees · volleys.py shots
castings.py spells · reaches.py how far · targets.py all targets at once · interruptions.py reactions
drafts.py a whole draft · rehearsal.py the battle played on without dice · foresight.py what instructions would answer
"""

from heraut.games.vassaux.preview.drafts import Given, preview
from heraut.games.vassaux.preview.shapes import (
    Blow,
    Casting,
    Choice,
    Countering,
    EndPosition,
    Fray,
    Interruption,
    Preview,
    Reach,
    Reaction,
    Stretch,
    Target,
    Volley,
    Way,
)

__all__ = [
    "Blow",
    "Casting",
    "Choice",
    "Countering",
    "EndPosition",
    "Fray",
    "Given",
    "Interruption",
    "Preview",
    "Reach",
    "Reaction",
    "Stretch",
    "Target",
    "Volley",
    "Way",
    "preview",
]  # fmt: skip
