"""Kings do not die out: the Royal Heir (RO-CHAR-20), and the dead who are lost for good (RO-CHAR-19)."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import initiative
from heraut.games.rois.naming import plain
from heraut.games.rois.phases.victory import depart
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import Character, Creation, Kingdom, World
from heraut.games.rois.tables import CONSTANTS
from heraut.games.rois.world.numbering import next_heir
from heraut.games.rois.world.population import king_aptitudes, new_name


def forms(turn: Turn) -> None:
    """The standing forms of this year, and new names (RO-ORD-19)."""
    for kingdom in turn.living():
        for form in turn.realm_orders(kingdom, o.NameHeir):
            kingdom.heir_form = in_order(form.form)
        for order in turn.realm_orders(kingdom, o.Rename):
            rename(turn, kingdom, order)


def in_order(form: Creation | None) -> Creation | None:
    """The same form with its levels in order: two ways of writing one give one state."""
    return form and Creation(form.sex, form.race, form.temper, dict(sorted(form.levels.items())))


def rename(turn: Turn, kingdom: Kingdom, order: o.Rename) -> None:
    """A character, a unit or a province that is still one's own."""
    world = turn.now
    match order.sort:
        case "C" if world.characters[order.number].kingdom == kingdom.number:
            world.characters[order.number].name = order.text
        case "U" if order.number in world.units and world.units[order.number].kingdom == kingdom.number:
            world.units[order.number].name = order.text
        case "P" if world.provinces[order.number].owner == kingdom.number:
            world.provinces[order.number].name = order.text
        case _:
            turn.tell(kingdom.number, "RO-ORD-19", "not_renamed", text=order.text)


def is_fit(form: Creation, late: Character) -> bool:
    """At least 3 of the 4 levels in abilities where the late King had one (RO-CHAR-20)."""
    return sum(level for ability, level in form.levels.items() if late.levels.get(ability)) >= CONSTANTS.heir_levels


def announce_heirs(turn: Turn) -> None:
    """C12: a King who is still dead has an heir, whose first orders may be written at once."""
    borne: set[str] = set()
    for kingdom in turn.living():
        king = turn.characters[kingdom.king]
        if not king.died:
            continue
        borne = borne or {plain(character.name) for character in turn.now.characters.values()}
        heir = new_heir(turn, kingdom, king, borne)
        turn.now.characters[heir.number] = heir
        kingdom.heir = heir.number
        turn.audit("RO-CHAR-20", "character_born", character=heir.number, kingdom=kingdom.number)
        turn.tell(
            kingdom.number,
            "RO-CHAR-20",
            "heir_announced",
            who=heir.number,
            late=king.number,
            province=arrival(turn.now, kingdom),
        )


def new_heir(turn: Turn, kingdom: Kingdom, king: Character, borne: set[str]) -> Character:
    """The heir of a late King: by the kingdom's form if it is fit, else like the first King (RO-CHAR-20).

    `borne` are the plain names of all characters; that of the heir is added.
    """
    form = kingdom.heir_form
    chosen = form if form is not None and is_fit(form, king) else kingdom.creation
    dice = turn.dice("heir", kingdom.number)
    sex = chosen.sex if chosen is form else dice.pick("MF")
    return Character(
        number=next_heir(turn.now, kingdom.number),
        name=heir_name(turn.now, chosen.race, sex, borne),
        sex=sex,
        race=chosen.race,
        alignment=kingdom.alignment,
        temper=chosen.temper,
        role="king",
        kingdom=kingdom.number,
        province=0,
        levels=dict(chosen.levels),
        aptitudes=king_aptitudes(chosen.levels, kingdom.alignment),
        hp=CONSTANTS.hit_points,
        max_hp=CONSTANTS.hit_points,
        merit=dict(king.merit),
    )


def heir_name(world: World, race: str, sex: str, borne: set[str]) -> str:
    """A name of the lists that nobody bears (D22), who bears it from now on."""
    pool = {(race, sex): world.names[f"{race} {sex}"]}
    name = new_name(pool, race, sex)
    while plain(name) in borne:
        name = new_name(pool, race, sex)
    borne.add(plain(name))
    return name


def arrival(world: World, kingdom: Kingdom) -> int:
    """Where an heir arrives: home, the richest own province, the ablest Hero, the first unit (RO-CHAR-20)."""
    if world.provinces[kingdom.home].owner == kingdom.number:
        return kingdom.home
    own = [province for province in world.provinces.values() if province.owner == kingdom.number]
    if own:
        return max(own, key=lambda province: (province.tax_base, -province.number)).number
    heroes = [
        each
        for each in world.characters.values()
        if each.kingdom == kingdom.number and each.role == "hero" and each.alive and each.province
    ]
    if heroes:
        return max(heroes, key=lambda hero: (initiative(world.items, hero), -hero.number)).province
    return next((unit.province for unit in world.units.values() if unit.kingdom == kingdom.number), kingdom.home)


def heirs_arrive(turn: Turn) -> None:
    """A2: the heir takes the throne, and the late King can be woken no more."""
    for kingdom in turn.living():
        if not kingdom.heir:
            continue
        late, heir = turn.characters[kingdom.king], turn.characters[kingdom.heir]
        depart(turn, late.number)
        turn.move_character(heir, arrival(turn.now, kingdom))
        kingdom.king, kingdom.heir = heir.number, 0
        turn.announce(
            "RO-INFO-08", "new_king", kingdom=kingdom.number, king=heir.number, name=heir.name, late=late.number,
            late_name=late.name,
        )  # fmt: skip


def lost_bodies(turn: Turn) -> None:
    """C11: after the second year nobody wakes the dead any more (RO-CHAR-19)."""
    kings = {kingdom.king for kingdom in turn.living()}
    for character in list(turn.now.characters.values()):
        gone = character.died and character.role != "gone" and character.number not in kings
        if gone and turn.number >= character.died + CONSTANTS.body_turns:
            if character.kingdom and turn.kingdoms[character.kingdom].alive:
                turn.tell(character.kingdom, "RO-CHAR-19", "body_lost", who=character.number)
            depart(turn, character.number)
