"""The field builder: a battlefield of one's own, terrain placed by hand and checked by the rules (SV-TER-01).

draft.py    the battlefield that the page holds, and what its buttons and a tap on it do
drawing.py  the table as a picture one can tap
shown.py    its pieces in words, refusals beside them, what each half of the table is like, where it may be fought on
choice.py   the ground of a new table: a map, one drawn by lot, one of one's own
views.py    the pages

The address of the page says the whole battlefield. Kept ones are in `keeping`.
"""
