"""What bots do outside the clock: masters think beforehand, all of them answer letters and treaties (docs/adr/0027).

process.py   what runs in the process of its own: no site, no database, the view of one seat
mind.py      that process, begun, waited for, ended
thinking.py  which master thinks next, and where its answer is kept
seats.py     the seats of bots that deal with others
letters.py, treaties.py   what the seats of bots say, as `heraut.bots.diplomacy` has it
"""
