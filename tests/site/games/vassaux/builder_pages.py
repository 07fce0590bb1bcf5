"""The pages of both builders, for `demo_pages`: whole, refused, on paper."""

REFUSED = (
    "/ost/?liste=BARON%20SOLDAT%20ARMURE%20CHEVALIER%0AVASSAL%201%20PAYSAN%20ARMES%20TIR_LOURD%20POUVOIRS%20FEROCE"
    "%0AVAVASSEUR%209%20SOLDAT_REGULIER"
)
MAGIC = (
    "liste=BARON%20CHEVALIER%20MONTE%20POUVOIRS%20PRESOMPTUEUX%20MAJE%0AHEROS%2010%20ARCHER%20POUVOIRS%20VOLANT"
    "%0AMAGIE%20ROUGE&magie=1&pour=1-1"
)
CLIFF = "/champ/?champ=SOMMET%202000,2000%204000,4000%0AEAU%200,7000%2015000,8000&pris=1"
FOR_NOBODY = (
    "/ost/",
    "/ost/?ouvert=0",
    "/ost/?liste=BARON",
    REFUSED,
    f"/ost/?{MAGIC}&ouvert=1",
    f"/ost/feuille/?{MAGIC}",
    f"/ost/cartes/?{MAGIC}",
    "/champ/",
    "/champ/?cote=20&pris=1&essai=0&champ=EAU%200,7000%2020000,8000",
    "/champ/?champ=BOIS",
    CLIFF,
)
FOR_DEMO = ("/ost/", "/ost/gardes/", "/champ/", "/champ/gardes/", "/tables/nouvelle/?jeu=vassaux")
