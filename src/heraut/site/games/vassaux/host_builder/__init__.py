"""The host builder: a list put together entry by entry, from a ready-made host or from nothing (SV-DP-01).

brief.py    what a list is meant for: scenario, seat, points, magic
draft.py    the list that the form holds, and what its buttons do
card.py     one entry as the page shows it: figures with their reasons, choices, refusals beside them
shown.py    the whole list as the page shows it: points, ratio, reserve, refusals, mends
paper.py    the printed sheet and the pocket cards
choice.py   the host that goes with a seat at a table
views.py    the pages

The page holds nothing but the list: its address, or its form, says it all. Kept hosts are in `keeping`.
"""
