"""Deadlines: paces, claims, resolution, delays, outages, rewinds, and the workers who see to them.

resolution.py   a turn that is due, resolved once       hold.py             one that is odd, kept back
sequence.py     games that go decision by decision      absences.py         turns missed in a row
bots.py         what bots answer                  regents.py          bots that are regents play at once
trials.py       a match to try that is at its end       outage.py           deadlines that the site itself missed
rewind.py       a rewind asked for, computed, agreed    rewind_writing.py   carried out
rewind_diff.py  what each reader is told otherwise      models.py           workers, branches, rewinds
"""
