"""Learning to play, and the rules behind it: introductions, a worked first turn, common mistakes, the reference.

lessons.py      what a game brings: its worked turn, its mistakes, its pictures
reference.py    the register of rules by chapter, and the search in it
views.py        the pages

sample.py       a small match against bots, in memory, that a lesson is played in

The words of a game stand with it (`site/games/<g>/text`, group `learn_<g>`), as do its worked turn (`lesson.py`) and
its chapters (`rules.py`). The pictures are taken by `tools/picture_pages.py`.
"""
