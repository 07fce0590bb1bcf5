"""What every picture of a match has: its colours, its style, its signs and its words."""

INK, PARCHMENT, FAR_PAPER, SEA, GOLD = "#4a3623", "#f1e6c8", "#ddd3b6", "#b4cdd3", "#ffd84a"

STYLE = (
    "text{font-family:'Palatino Linotype',Palatino,'Book Antiqua','URW Palladio L',Georgia,'DejaVu Serif',serif;"
    f"fill:#2b1d10}}.land use{{stroke:{INK};stroke-width:1.6;stroke-linejoin:round;fill-rule:evenodd}}"
    ".land:hover use,.land:focus use{stroke:#000;stroke-width:4}"
    ".halo{paint-order:stroke;stroke:#fbf4df;stroke-width:4.5px;stroke-linejoin:round;stroke-opacity:.85}"
    ".name{text-anchor:middle;font-weight:600}.mid{text-anchor:middle}.end{text-anchor:end}"
    ".link{fill:none;stroke:#5a2a18;stroke-width:3;stroke-dasharray:9 7;stroke-linecap:round;stroke-opacity:.8}"
    f".mine use{{fill:none;stroke:{GOLD};stroke-width:4;stroke-linejoin:round}}"
    ".detail{font-size:23px}.lord{font-size:29px;font-weight:700}.longest{font-size:25px}.dead{opacity:.45}"
    ".wave{fill:none;stroke:#7fa3ae;stroke-width:1.6;stroke-linecap:round;stroke-opacity:.5}"
    f".line{{fill:none;stroke:{INK}}}"
    "@media (max-width:600px){.near,.arms{display:none}.far{font-size:var(--far)}.halo{stroke-width:8px}"
    ".force{transform:scale(1.3)}.detail{display:none}.lord{font-size:38px}.long{font-size:30px}.longest{font-size:25px}.link{stroke-width:5}}"
)

FIXED_DEFS = (
    '<pattern id="waves" width="150" height="84" patternUnits="userSpaceOnUse"><path class="wave" '
    'd="M14 22q8-9 16 0t16 0 16 0M88 62q8-9 16 0t16 0"/></pattern>'
    '<pattern id="grain" width="64" height="64" patternUnits="userSpaceOnUse">'
    f'<rect width="64" height="64" fill="{PARCHMENT}"/><path d="M8 14h.1M40 30h.1M22 52h.1M58 8h.1M54 54h.1" '
    'stroke="#c9b68a" stroke-width="2.4" stroke-linecap="round"/></pattern>'
    f'<path id="peak" d="M-13 8-3-12 2-4 5-8 13 8Z" fill="#b79b73" stroke="{INK}" stroke-width="2" '
    'stroke-linejoin="round"/><path id="crest" d="M-3-12 2-4 0 1-3-3-6 0-7-3Z" fill="#fffdf4"/>'
    '<g id="pennon"><path d="M-13 17V-19" stroke="#3a2412" stroke-width="3" stroke-linecap="round"/>'
    '<path d="M-12-19 21-9-12 2Z" fill="#fffbe9" stroke="#3a2412" stroke-width="2" stroke-linejoin="round"/></g>'
    '<path id="guard" d="M-16-13H16V2C16 11 8 15 0 19-8 15-16 11-16 2Z" fill="#fffbe9" stroke="#3a2412" '
    'stroke-width="2.4"/>'
    '<g id="fort1" fill="#8b5a2b" stroke="#3a2412" stroke-width="1.6"><path d="M-16 12V-6l4-6 4 6V12ZM-8 12V-6l4-6 '
    '4 6V12ZM0 12V-6l4-6 4 6V12ZM8 12V-6l4-6 4 6V12Z"/></g>'
    '<g id="fort2" fill="#a9a6a0" stroke="#33302c" stroke-width="2"><path d="M-18 12V-8h6v5h6v-5h6v5h6v-5h6v5h6V12Z"/>'
    "</g>"
    '<g id="fort3" fill="#8e8b86" stroke="#26231f" stroke-width="2"><path d="M-12 12V-3h4v4h5v-4h6v4h5v-4h4V12Z"/>'
    '<path d="M-20 12V-14h4v4h4v-4h4V12ZM8 12V-14h4v4h4v-4h4V12Z"/><path d="M-3 12V7a3 3 0 0 1 6 0v5Z" fill="#26231f"/>'
    "</g>"
)

ROSE = (
    '<g class="line" stroke-width="2"><circle r="52"/><circle r="46"/></g><path fill="#7c5a35" '
    'd="M0-22 15-15 31-31 15-15 22 0 31 31 0 22-31 31-22 0-31-31Z"/>'
    '<path fill="#fbf4df" stroke="#4a3623" stroke-width="1.5" d="M0-70 10-10 70 0 10 10 0 70-10 10-70 0-10-10Z"/>'
    '<path fill="#4a3623" d="M0-70V0L10-10ZM70 0H0L10 10ZM0 70V0L-10 10ZM-70 0H0L-10-10Z"/>'
)

WORDS = {
    "fr": {
        "SCANDINAVIE": "Scandinavie",
        "MOYEN-ORIENT": "Moyen-Orient",
        "EUROPE": "Europe",
        "turn": "Tour",
        "lords": "Les seigneurs",
        "lands": "terres",
        "land": "terre",
        "renown": "renommée",
        "neutral": "terre neutre",
        "route": "passage",
        "closed": "frontière close",
        "people": "habitants",
        "happiness": "bonheur",
        "dead": "n'est plus",
        "knight": "chevalier",
        "garrison": "garnison",
        "fort1": "palissade",
        "fort2": "muraille",
        "fort3": "enceinte",
        "neighbours": "voisins",
        "baron": "baron",
        "vicomte": "vicomte",
        "comte": "comte",
        "marquis": "marquis",
        "duc": "duc",
        "prince": "prince",
        "colon": "\N{NO-BREAK SPACE}: ",
    },
    "en": {
        "SCANDINAVIE": "Scandinavia",
        "MOYEN-ORIENT": "Middle East",
        "EUROPE": "Europe",
        "turn": "Turn",
        "lords": "The lords",
        "lands": "lands",
        "land": "land",
        "renown": "renown",
        "neutral": "neutral land",
        "route": "passage",
        "closed": "closed border",
        "people": "people",
        "happiness": "happiness",
        "dead": "dead",
        "knight": "knight",
        "garrison": "garrison",
        "fort1": "palisade",
        "fort2": "wall",
        "fort3": "enceinte",
        "neighbours": "neighbours",
        "baron": "baron",
        "vicomte": "viscount",
        "comte": "count",
        "marquis": "marquess",
        "duc": "duke",
        "prince": "prince",
        "colon": ": ",
    },
}
