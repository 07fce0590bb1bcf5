"""The pages of a match: what is the same for every game here, and a package a game.

urls.py     every address, with the name of its page        visit.py     one person at one match, and what he may see
views.py    who comes in, and which game's page answers     saving.py    orders coming in, version by version
frame.py    what stands around each page                    calendar.py  the deadlines as a calendar file

A game's package has `PAGES`: for each name in urls.py a function of the visit (and of what its address says) that gives
a response; `TABS`, the ways to them; the templates `purse.html` and `styles.html`, the lord's wealth at the top of a
page and its styles; and the module `lobby`, with all that other parts of the site ask of a game (`heraut.site.games`).
A game played by orders keeps one text as the truth: forms and clicks write lines of it, the panel
checks it. A page is made from `Visit.view` and `Visit.events` alone: these two are the wall.
"""
