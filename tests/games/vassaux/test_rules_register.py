"""The register of rules is complete, in the catalogue's order, and worded for players."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.games.proof_reading import english_faults

TABLES = Path(__file__).parents[3] / "src/heraut/games/vassaux/tables"

# The catalogue's families in its order: the numbers of their rules.
FAMILIES = {
    "GEN": range(1, 9), "GEO": range(1, 8), "SDR": range(1, 5), "OST": [*range(1, 10), 11, 10], "CMD": range(1, 9),
    "TRN": range(1, 7), "ORD": range(1, 19), "MOV": range(1, 16), "TER": range(1, 5), "PLA": range(1, 8),
    "COH": range(1, 9), "VIS": range(1, 7), "CHG": range(1, 12), "ATK": range(1, 12), "MEL": range(1, 10),
    "MUL": range(1, 5), "SHT": range(1, 12), "REA": range(1, 12), "MAG": range(1, 11), "RED": range(1, 11),
    "GRN": range(1, 10), "BLK": range(1, 9), "DEP": range(1, 4), "END": range(1, 7),
    "SCN": [0, 1, 10, 11, 12, 13, 20, 21, 22, 30, 31, 32, 33, 34, 40, 41, 42, 50, 51, 52, 53], "SOL": range(1, 14),
    "INF": range(1, 5), "DPR": range(1, 5),
}  # fmt: skip
WAIVED = {"SV-DPR-01"}
CHAPTERS = {
    "Généralités", "Matériel", "Initiative", "Combattant", "Seuil de réussite", "Structure d'un ost", "Profils",
    "Ost de bataille", "Armement", "Armures", "Équipement d'un seigneur", "Modifier un profil", "Montures", "Magie",
    "Scénarios", "Réserve de commandement", "Phase de Commandement", "Phase Ordres et Actions", "Donner un ordre",
    "Ordre composé", "Confusion", "Cohésion", "Unité en désordre", "Marche", "Attaque", "Charge", "Attente",
    "Mouvement tactique", "Course", "Attaque coordonnée", "Charge coordonnée", "En alerte", "Fortifier la position",
    "Principe de déplacement d'une unité", "Verticalité", "Terrain", "Réorganiser une unité", "Visibilité et Couvert",
    "Attaquer", "Critiques", "Corps à corps", "Combats multiples", "Tir", "Ordre en réaction", "Lancer un sort",
    "Dissiper un sort", "Magie Rouge", "Magie Verte", "Magie Noire", "Déploiement", "Perte du Seigneur",
    "Jeu en Solitaire", "Réactions",
}  # fmt: skip

RULES = tomllib.loads((TABLES / "rules.toml").read_text(encoding="utf-8"))


def test_the_register_holds_every_rule_once_in_the_order_of_the_catalogue() -> None:
    assert list(RULES) == [f"SV-{family}-{n:02}" for family, numbers in FAMILIES.items() for n in numbers]


def test_entries_are_well_formed() -> None:
    for rule_id, rule in RULES.items():
        example = {"example_fr", "example_en"} & set(rule)
        assert len(example) in (0, 2), rule_id  # in both languages or in neither
        assert set(rule) - {"waiver"} - example == {"phase", "section", "fr", "en"}, rule_id
        assert rule["phase"] in (0, 1, 2), rule_id
        assert set(filter(None, rule["section"].split(", "))) <= CHAPTERS, rule_id


def test_only_rules_of_the_site_are_waived_each_with_its_reason() -> None:
    waived = {rule_id for rule_id, rule in RULES.items() if "waiver" in rule}

    assert waived == WAIVED
    assert all(english_faults(RULES[rule_id]["waiver"]) == [] for rule_id in waived)
