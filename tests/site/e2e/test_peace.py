"""Three people: a player reports a mistake, a mediator without scripts answers it, a host who plays reads neither."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.site.e2e.test_life_of_a_match import open_private_table
from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]
WORDS = "La carte me donne une terre que la liste n'a pas."


def test_a_mistake_is_reported_and_answered(visitor: Come) -> None:
    host, player, mediator = visitor(), visitor(width=390, height=844), visitor(scripts=False)
    host.sign_up("Gerberge")
    player.sign_up("Lothaire")
    mediator.sign_up("Adalbéron")
    open_private_table(host, "Gerberge", lords="3")
    table = host.page.url
    player.go(table)
    player.fill("Nom de votre seigneur", "Lothaire")
    player.press("Prendre place")
    expect(host.page.locator("#places")).to_contain_text("Lothaire")
    host.press("Commencer maintenant")
    host.page.wait_for_url("**/partie/**")
    code = host.code

    host.go(f"/table/{code}/arbitrage/")
    host.sees("vous ne lisez rien ici que chacun ne puisse lire")
    host.fill("Joueur", "adalbéron")
    host.press("Demander à ce joueur")
    host.sees("La demande est partie")

    mediator.go(f"/table/{code}/")
    mediator.sees("Voulez-vous être aide de camp ?")
    mediator.press("J'accepte")
    mediator.sees("Bureau d'arbitrage")

    player.go(f"/partie/{code}/")
    player.follow("Signaler une erreur")
    player.fill("Règle, si vous la connaissez", "GP-XYZ-01")
    player.fill("Ce qui s'est passé", WORDS)
    player.page.get_by_label("Joindre mon bilan de ce tour").check()
    player.press("Envoyer le signalement")
    player.sees("Aucune règle de ce jeu ne s'appelle GP-XYZ-01.")
    assert player.page.get_by_label("Ce qui s'est passé", exact=True).input_value() == WORDS and player.fits()
    player.fill("Règle, si vous la connaissez", "GP-SET-03")
    player.press("Envoyer le signalement")
    player.sees("Votre signalement est parti")

    mediator.go(f"/table/{code}/arbitrage/")
    mediator.sees(WORDS)
    mediator.follow("Signalement, tour 0")
    mediator.press("Lire son bilan")
    mediator.sees("Premier bilan pour Lothaire")
    mediator.fill("Réponse au joueur", "La liste était en retard d'une page.")
    mediator.fill("Ce que tous peuvent lire", "La liste des terres est corrigée.")
    mediator.press("Répondre et classer")
    mediator.sees("La réponse est partie")

    host.go(f"/table/{code}/arbitrage/")
    assert WORDS not in host.page.content()
    host.follow("Aller à la table")
    host.sees("est lu.")
    player.go(f"/partie/{code}/fautes/")
    player.sees("La liste des terres est corrigée.")
    player.sees("La liste était en retard d'une page.")
    assert player.fits()
